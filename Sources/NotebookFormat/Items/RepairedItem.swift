/// Makes a note or card of bytes that are none, and keeps all that can be read.
package struct RepairedItem: Sendable {
    /// The item.
    package let item: ItemFile
    /// What was done, in words.
    package let steps: [String]

    /// Saves an item; `nil` if it is too long.
    package init?(of bytes: [UInt8]) {
        var bytes = bytes
        var steps: [String] = []
        if let text = UTF16Text.decoded(bytes) {
            bytes = text
            steps.append("read as UTF-16")
        }
        while steps.count < 4 {
            do throws(TextProblem) {
                item = try ItemFile(bytes)
                self.steps = steps
                return
            } catch {
                switch error.kind {
                case .encoding:
                    let decoded = Windows1252.decodingStrays(in: bytes)
                    bytes = decoded.bytes
                    steps.append("\(Self.count(decoded.strays, "byte")) read as Windows-1252")
                case .nul:
                    bytes.removeAll { $0 == 0 }
                    steps.append("without U+0000")
                case .tooLong: return nil
                default:
                    if let repaired = RepairedFrontMatter(of: bytes) {
                        bytes = repaired.bytes
                        steps.append(Self.list(repaired.lines))
                    } else {
                        // What cannot be front matter is text.
                        bytes = Array("---\n---\n\n".utf8) + bytes
                        steps.append("front matter kept as text")
                    }
                }
            }
        }
        return nil
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Lines that became comments, in words; those in a row as a range.
    private static func list(_ lines: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for line in lines {
            if let last = ranges.last, last.upperBound + 1 == line {
                ranges[ranges.count - 1] = last.lowerBound...line
            } else {
                ranges.append(line...line)
            }
        }
        let texts = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        return (lines.count == 1 ? "now a comment: line " : "now comments: lines ") + texts.joined(separator: ", ")
    }
}
