import Foundation
import TestSupport

/// A session with the tool, as it stands in a file: `$ ` before commands, `> ` before what is typed at a prompt, `! `
/// before lines of standard error, `? ` before an exit status that is not 0, and `// ` before what the reader is told.
struct Transcript {
    private enum Line {
        case remark(String)
        case command(String, typed: [String])
    }

    private var lines: [Line] = []
    private let recorded: String

    init(_ text: String) {
        recorded = text
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("$ ") {
                lines.append(.command(String(line.dropFirst(2)), typed: []))
            } else if line.hasPrefix("> "), case .command(let command, let typed)? = lines.last {
                lines[lines.count - 1] = .command(command, typed: typed + [String(line.dropFirst(2))])
            } else if line.hasPrefix("// ") {
                lines.append(.remark(line))
            }
        }
    }

    /// What the file should say, by running every command in a workplace.
    ///
    /// - Parameter marksErrors: Whether standard error and exit statuses are told from output.
    func replay(in workplace: Workplace, marksErrors: Bool = true) throws -> String {
        var text = ""
        for line in lines {
            switch line {
            case .remark(let remark): text += remark + "\n"
            case .command(let command, let typed):
                text += "$ \(command)\n" + typed.map { "> \($0)\n" }.joined()
                let result = try workplace.run(command, typed: typed.isEmpty ? nil : typed.map { $0 + "\n" }.joined())
                let home = workplace.directory.path + "/"
                text += Self.lines(Self.stable(result.output, home), "")
                text += Self.lines(Self.stable(result.errors, home), marksErrors ? "! " : "")
                if marksErrors, result.status != 0 { text += "? \(result.status)\n" }
            }
        }
        return text
    }

    /// Without what differs from machine to machine: the directory and the number of the process; carriage returns are
    /// seen.
    private static func stable(_ text: String, _ home: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\r" ? "␍" : $0 })).replacing(home, with: "/…/")
            .replacing(/process [0-9]+ \([^)]*\)/, with: "process N (NAME)")
    }

    private static func lines(_ text: String, _ prefix: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 + "\n" }.dropLast(
            text.hasSuffix("\n") || text.isEmpty ? 1 : 0
        )
        .joined()
    }
}
