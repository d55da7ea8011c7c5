import Foundation
import NotebookBundle

extension BundleTool {
    /// Runs the tool on the process's own streams and gives its exit status.
    package static func runProcess(_ words: [String]) -> Int32 {
        let (terminal, flush) = Terminal.system()
        let name = words.first.map { URL(filePath: $0).lastPathComponent } ?? "bundle"
        let status = run(Array(words.dropFirst()), named: name.isEmpty ? "bundle" : name, in: terminal)
        do {
            try flush()
            return status.rawValue
        } catch is ClosedPipe {
            return status.rawValue
        } catch {
            let hint = (error as? any Failure)?.hint.map { "hint: \($0)\n" } ?? ""
            try? terminal.errors(Array("\(name): \(error)\n\(hint)".utf8))
            return ExitStatus.failure.rawValue
        }
    }
}
