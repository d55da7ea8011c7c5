import Foundation
import NotebookBundle
import NotebookFiles
import Synchronization
import Testing

struct `A sync that watches` {
    @Test(
        arguments: [
            LockError.busy(path: "N.notebundle", holder: "process 7"), SystemError(.read, "N.notebundle", code: EIO),
        ] as [any Failure])
    func `goes on after an error that can pass, and says it once`(problem: any Failure) throws {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create N")
        _ = try workplace.run("mkdir S")
        let (notebook, copy) = (workplace.path("N.notebundle"), workplace.path("S/N.notebundle"))
        let turn = Mutex(0)
        workplace.willOpen = { path in
            if (1...3).contains(turn.withLock(\.self)), path == notebook { throw problem }
        }
        workplace.pause = { _ in
            turn.withLock { turn in
                turn += 1
                // Two syncs have failed.
                if turn == 4 { try? FileManager.default.removeItem(atPath: copy) }
                return turn < 7
            }
        }
        let sync = try workplace.run("bundle sync N S --watch")
        #expect(sync.status == 0, "\(sync)")
        let notes = sync.errors.split(separator: "\n").filter { $0.hasPrefix("note: ") }
        #expect(notes == ["note: \(problem)"], "\(sync)")
        #expect(FileManager.default.fileExists(atPath: copy), "what was missing is there again")
    }
}
