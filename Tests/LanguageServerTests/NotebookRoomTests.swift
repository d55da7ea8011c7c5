import NotebookBundle
import Synchronization
import Testing

@testable import LanguageServer

struct `A notebook that a server reads` {
    /// Another program holds the lock.
    private struct InUse: Error {}

    @Test func `is read again by the next request after that has failed`() throws {
        let editor = try Editor(["notes/A.md": "text\n"])
        defer { withExtendedLifetime(editor) {} }
        let notebook = Notebook(directory: editor.root, environment: NotebookEnvironment.system)
        let attempts = Mutex(0)
        var room = NotebookRoom(editor.root, spelled: editor.root, isPlain: false) {
            let isFirst = attempts.withLock { count in
                count += 1
                return count == 1
            }
            guard !isFirst else { throw InUse() }
            return try notebook.live()
        }
        #expect(throws: InUse.self) { _ = try room.live([:]) }
        _ = try room.live([:])
        _ = try room.live([:])
        #expect(attempts.withLock(\.self) == 2)
    }
}
