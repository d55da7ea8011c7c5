import Foundation
import NotebookBundle
import NotebookFiles
import NotebookStore
import NotebookTestSupport
import Synchronization
import TestSupport
import Testing

@testable import NotebookBundle

struct `Writers of one notebook` {
    /// How many changes each writer makes.
    private static var changes: Int { ProcessInfo.processInfo.environment["NOTEBUNDLE_EXHAUSTIVE"] == nil ? 6 : 1000 }

    /// Adds a line if the item is still as it was read; false if somebody else was faster.
    private static func addLine(_ text: String, to notebook: NotebookDirectory) throws -> Bool {
        let (item, digest) = try notebook.read { snapshot in
            let item = try snapshot.item("Log")
            return (item, try snapshot.file(of: item).digest)
        }
        var change = ItemChange()
        change.appended = Array(text.utf8)
        do {
            _ = try notebook.edit(item, change, ifStill: digest)
            return true
        } catch NotebookError.changedSince {
            return false
        }
    }

    @Test func `lose nothing if eight of them read, change and write the same note`() throws {
        try TemporaryFolder.with { folder in
            let path = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N").path
            try NotebookDirectory(path).edit { draft in
                var note = try NewItem(.note, text: "Begin")
                note.title = "Log"
                _ = try draft.add(note)
            }
            let problems = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { writer in
                let notebook = NotebookDirectory(path, locking: .init(isEnabled: true, wait: .seconds(600)))
                for number in 0..<Self.changes {
                    do {
                        while try !Self.addLine("writer \(writer) change \(number)", to: notebook) {}
                    } catch {
                        problems.withLock { $0.append("\(error)") }
                    }
                }
            }
            #expect(problems.withLock { $0 } == [])
            let text = try NotebookDirectory(path).read { try $0.file(of: try $0.item("Log")).bodyText }
            let lines = Set(text.split(separator: "\n").map(String.init)).subtracting(["Begin"])
            let expected = (0..<8).flatMap { writer in (0..<Self.changes).map { "writer \(writer) change \($0)" } }
            #expect(lines == Set(expected))
        }
    }
}
