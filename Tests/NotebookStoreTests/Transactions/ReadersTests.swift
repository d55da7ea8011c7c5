import Foundation
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookTestSupport
import Synchronization
import TestSupport
import Testing

/// Reading while others change the same notebook (Format, clause 25.1).
struct `A reader` {
    /// A notebook with some notes, and a value for each reader or writer that does not wait for others.
    private struct Shared {
        let folder: TemporaryFolder
        let path: String

        init(notes: Int) throws {
            folder = try TemporaryFolder()
            let notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            path = notebook.path
            _ = try notebook.edit { draft in
                for number in 1...notes {
                    var new = try NewItem(.note, file: Array("version 0\n".utf8))
                    new.title = "Note \(number)"
                    try draft.add(new)
                }
            }
        }

        func handle(wait: Duration = .zero) -> NotebookDirectory {
            NotebookDirectory(path, locking: .init(wait: wait))
        }
    }

    /// The texts of all notes, each once.
    private static func texts(_ notebook: NotebookDirectory) throws -> Set<String> {
        try notebook.read { snapshot in
            try Set(snapshot.listing.items.map { try String(decoding: snapshot.file(of: $0).body, as: UTF8.self) })
        }
    }

    private static func write(_ version: Int, _ draft: inout Draft) throws {
        for item in draft.listing.items {
            let file = try draft.item(item.path).setting(body: Array("version \(version)\n".utf8))
            try draft.write(file, at: item.path)
        }
    }

    @Test func `does not wait for a change that is prepared, and sees nothing of it`() throws {
        let shared = try Shared(notes: 3)
        _ = try shared.handle().edit { draft in
            try Self.write(1, &draft)
            let seen = Mutex<Result<Set<String>, any Error>?>(nil)
            let thread = Thread {
                let result = Result { try Self.texts(shared.handle()) }
                seen.withLock { $0 = result }
            }
            thread.start()
            while seen.withLock({ $0 == nil }) { usleep(1000) }
            #expect(try seen.withLock { try $0?.get() } == ["version 0\n"])
        }
        #expect(try Self.texts(shared.handle()) == ["version 1\n"])
    }

    @Test func `finds nothing wrong with what a change has prepared`() throws {
        let shared = try Shared(notes: 3)
        _ = try shared.handle().edit { draft in
            try Self.write(1, &draft)
            let pending = Mutex<Result<String?, any Error>?>(nil)
            Thread {
                let result = Result { try shared.handle().inspectChanges().pendingChange }
                pending.withLock { $0 = result }
            }.start()
            while pending.withLock({ $0 == nil }) { usleep(1000) }
            #expect(try pending.withLock { try $0?.get() } == nil)
        }
    }

    @Test func `keeps changes from becoming visible`() throws {
        let shared = try Shared(notes: 3)
        let reader = try DirectoryFiles.locked(shared.path, .shared)
        let error = #expect(throws: LockError.self) { try shared.handle().edit { try Self.write(1, &$0) } }
        guard case .busy = error else { throw try #require(error) }
        #expect(try Self.texts(shared.handle()) == ["version 0\n"])
        #expect(try shared.handle().hasPendingChange() == false)
        withExtendedLifetime(reader) {}
    }

    @Test func `waits until what takes the place of the manifest is there for good`() throws {
        let shared = try Shared(notes: 1)
        for isExchanged in [true, false] {
            let writer = try DirectoryFiles.locked(shared.path, .exclusive)
            let (new, manifest) = (DiskPath("new"), DiskPath(.manifest))
            let file = try writer.create(new)
            try writer.writeAll(try writer.content(of: manifest, limit: Manifest.maximumBytes), to: file)
            writer.close(file)
            if isExchanged { try writer.exchange(new, with: manifest) } else { try writer.rename(new, to: manifest) }
            #expect(throws: LockError.self) { try Self.texts(shared.handle()) }
            if isExchanged { try writer.unlink(new) }
            withExtendedLifetime(writer) {}
        }
        #expect(try Self.texts(shared.handle()) == ["version 0\n"])
    }

    @Test func `sees every change as a whole`() throws {
        let shared = try Shared(notes: 12)
        let isDone = Mutex(false)
        let seen = Mutex<(states: Set<Set<String>>, errors: [String], running: Int)>(([], [], 3))
        for _ in 1...3 {
            Thread {
                while !isDone.withLock({ $0 }) {
                    do {
                        let texts = try Self.texts(shared.handle(wait: .seconds(600)))
                        seen.withLock { _ = $0.states.insert(texts) }
                    } catch {
                        seen.withLock { $0.errors.append("\(error)") }
                    }
                }
                seen.withLock { $0.running -= 1 }
            }.start()
        }
        let writer = shared.handle(wait: .seconds(600))
        for version in 1...40 { _ = try writer.edit { try Self.write(version, &$0) } }
        isDone.withLock { $0 = true }
        while seen.withLock({ $0.running > 0 }) { usleep(1000) }
        let (states, errors, _) = seen.withLock { $0 }
        #expect(errors == [])
        #expect(states.allSatisfy { $0.count == 1 })
    }
}
