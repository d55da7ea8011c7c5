package import NotebookFiles
package import NotebookFormat
import NotebookText

/// Lines of files, to be shown with findings.
package struct SourceLines: Sendable {
    private var lines: [String: [Int: String]] = [:]

    /// No lines.
    package init() {}

    /// The line of a file, without its end; `nil` if it was not read.
    package func line(_ number: Int, of path: String) -> String? { lines[path]?[number] }

    /// The longest line that is shown, in bytes: longer ones are not readable, and would be copied for every finding.
    private static let longestLine = 1 << 16

    /// Reads the source lines of findings in one pass; leaves out what cannot be read.
    package init(_ tree: any FileTree, of findings: [Finding]) {
        var wanted: [String: Set<Int>] = [:]
        for finding in findings {
            if let position = finding.position { wanted[finding.path, default: []].insert(position.line) }
        }
        guard !wanted.isEmpty else { return }
        try? tree.forEachFile { file, content in
            guard case .file(let path) = file.place, let numbers = wanted.removeValue(forKey: path.text) else {
                return .goOn
            }
            lines[path.text] = Self.lines(numbers, of: try content.bytes(limit: ItemFile.maximumBytes))
            return wanted.isEmpty ? .stop : .goOn
        }
    }

    private static func lines(_ numbers: Set<Int>, of bytes: [UInt8]) -> [Int: String] {
        guard let last = numbers.max() else { return [:] }
        var lines: [Int: String] = [:]
        var start = 0
        var number = 1
        while start <= bytes.count, number <= last {
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            if numbers.contains(number), end - start <= longestLine {
                lines[number] = String(decoding: bytes[start..<end], as: UTF8.self)
            }
            start = end + (bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
            number += 1
        }
        return lines
    }
}
