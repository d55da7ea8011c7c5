import Foundation
import NotebookBundle
import NotebookFiles
import NotebookPacking
import NotebookStore
import NotebookTestSupport
import Synchronization
import TestSupport
import Testing

/// Async calls while others keep a notebook busy, or when their task is cancelled.
@Suite(.serialized) struct `An async call` {
    /// Calls `body` with a notebook in a directory that somebody else has locked.
    static func withBusy(_ body: (NotebookDirectory) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
        let lock = try DirectoryFiles.locked(notebook.path, .exclusive)
        // Much longer than any test may take.
        try await body(NotebookDirectory(notebook.path, locking: .init(wait: .seconds(600))))
        withExtendedLifetime((lock, folder)) {}
    }

    /// How long a call takes.
    static func duration(of body: () async throws -> Void) async rethrows -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        try await body()
        return clock.now - start
    }

    @Test func `does not wait for calls that wait for another notebook`() async throws {
        try await Self.withBusy { busy in
            let other = try MemoryNotebook(title: "Other")
            // More than threads may work at once.
            let waiting = (0..<100).map { _ in Task { try await busy.read { $0.listing } } }
            try await Task.sleep(for: .milliseconds(200))
            let duration = try await Self.duration {
                for _ in 0..<20 {
                    let opened = try await other.read { $0.listing }
                    #expect(opened.description.title == "Other")
                }
            }
            // Only the order matters: busy machines let a test wait for minutes.
            #expect(duration < .seconds(500))
            for task in waiting { task.cancel() }
            for task in waiting { await #expect(throws: CancellationError.self) { _ = try await task.value } }
        }
    }

    @Test func `ends soon when it is cancelled while it waits`() async throws {
        try await Self.withBusy { busy in
            let calls: [Task<Void, any Error>] = [
                Task { _ = try await busy.read { $0.listing } },
                Task { _ = try await busy.edit { _ = try $0.add(NewItem(.note)) } },
                Task { _ = try await inBackground { try busy.seal() } },
                Task { _ = try await inBackground { try busy.merge(MemoryNotebook(title: "N")) } },
            ]
            try await Task.sleep(for: .milliseconds(100))
            let duration = await Self.duration {
                for call in calls { call.cancel() }
                for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
            }
            // Only the order matters: busy machines let a test wait for minutes.
            #expect(duration < .seconds(500))
        }
    }

    @Test func `ends soon when it is cancelled while a change of a notebook in memory runs`() async throws {
        let notebook = try MemoryNotebook(title: "N")
        let mayEnd = DispatchSemaphore(value: 0)
        let hasBegun = DispatchSemaphore(value: 0)
        let long = Task {
            try await notebook.edit { draft in
                hasBegun.signal()
                mayEnd.wait()
                _ = try draft.add(NewItem(.note, text: "Long"))
            }
        }
        await Self.wait(for: hasBegun)
        let waiting = Task { try await notebook.edit { _ = try $0.add(NewItem(.note, text: "Waiting")) } }
        try await Task.sleep(for: .milliseconds(100))
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        mayEnd.signal()
        _ = try await long.value
        #expect(try notebook.open().items.count == 1)
    }

    private static func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                semaphore.wait()
                continuation.resume()
            }
        }
    }

    /// Cancels a task at the first report of progress.
    private final class Stopper: WorkProgress {
        private let task = Mutex<Task<Void, any Error>?>(nil)
        private let reports = Mutex(0)

        var count: Int { reports.withLock { $0 } }

        func watch(_ task: Task<Void, any Error>) { self.task.withLock { $0 = task } }

        func advance(_ bytes: Int, _ path: @autoclosure () -> String) {
            reports.withLock { $0 += 1 }
            while true {
                if let task = task.withLock({ $0 }) { return task.cancel() }
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
    }

    /// Long calls that report their progress.
    enum Long: String, CaseIterable {
        case pack, inspect, collect, unpack
    }

    @Test(arguments: Long.allCases) func `ends soon when it is cancelled while it works`(long: Long) async throws {
        let notebook = try MemoryNotebook(title: "N")
        try await notebook.edit { draft in
            for number in 0..<24 {
                let noise = (0..<100_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761 &+ number) >> 7) }
                _ = try draft.addBlob(Attachment(name: "\(number).bin") { try $0(noise) })
                _ = try draft.add(NewItem(.note, text: String(repeating: "Word \(number). ", count: 10_000)))
            }
        }
        let archive = NotebookArchive(bytes: try notebook.archived(as: .zip).bytes)
        let before = try notebook.open().fingerprint
        let stopper = Stopper()
        let task = Task {
            try await inBackground {
                switch long {
                case .pack: _ = try notebook.archived(as: .tarXZ, progress: stopper)
                case .inspect: _ = try notebook.inspect(collectsLinks: true, progress: stopper)
                case .collect:
                    let unused = Set(try notebook.blobUsage().unreferenced.map(\.path))
                    _ = try notebook.collectGarbage(unused, progress: stopper)
                case .unpack: _ = try archive.unpackedInMemory(progress: stopper)
                }
            }
        }
        stopper.watch(task)
        await #expect(throws: CancellationError.self) { try await task.value }
        // Each core may have gone on with what it was reading.
        #expect(stopper.count > 0 && stopper.count <= 64 * ProcessInfo.processInfo.activeProcessorCount)
        #expect(try notebook.open().fingerprint == before)
    }

    @Test func `changes nothing if it is cancelled in its edit, whatever the edit makes of it`() async throws {
        let notebook = try MemoryNotebook(title: "N")
        let task = Mutex<Task<Void, any Error>?>(nil)
        let edit = Task {
            _ = try await notebook.edit { draft in
                _ = try draft.add(NewItem(.note, text: "Half"))
                while task.withLock({ $0 == nil }) { Thread.sleep(forTimeInterval: 0.001) }
                task.withLock { $0?.cancel() }
            }
        }
        task.withLock { $0 = edit }
        await #expect(throws: CancellationError.self) { try await edit.value }
        #expect(try notebook.open().items == [])
    }

    @Test func `ends soon when it is cancelled in an edit that makes many changes`() async throws {
        let notebook = try MemoryNotebook(title: "N")
        let task = Mutex<Task<Void, any Error>?>(nil)
        let added = Mutex(0)
        let edit = Task {
            _ = try await notebook.edit { draft in
                while task.withLock({ $0 == nil }) { Thread.sleep(forTimeInterval: 0.001) }
                for number in 0..<10 {
                    if number == 3 { task.withLock { $0?.cancel() } }
                    _ = try draft.add(NewItem(.note, text: "Number \(number)"))
                    added.withLock { $0 += 1 }
                }
            }
        }
        task.withLock { $0 = edit }
        await #expect(throws: CancellationError.self) { try await edit.value }
        #expect(added.withLock(\.self) == 3)
        #expect(try notebook.open().items == [])
    }
}
