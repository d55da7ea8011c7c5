import NotebookText

/// Makes a note or card from invalid bytes, and keeps everything that can be read.
package struct RepairedItem: Sendable {
    /// The item.
    package let item: ItemFile
    /// The repairs, in words.
    package let steps: [String]

    /// Repairs an item; `nil` if it is too long.
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
                    steps.append("read \(Self.count(decoded.strays, "byte")) as Windows-1252")
                case .nul:
                    bytes.removeAll { $0 == 0 }
                    steps.append("removed U+0000")
                case .tooLong: return nil
                default:
                    if let repaired = RepairedFrontMatter(of: bytes) {
                        bytes = repaired.bytes
                        steps.append(Self.list(repaired.lines))
                    } else {
                        // Invalid front matter becomes text.
                        bytes = Array("---\n---\n\n".utf8) + bytes
                        steps.append("kept front matter as text")
                    }
                }
            }
        }
        return nil
    }

    /// Whether bytes that are no item are a text in another encoding, as an editor writes it, rather than damaged.
    package static func isText(_ bytes: [UInt8]) -> Bool {
        guard let repaired = RepairedItem(of: bytes), repaired.steps.contains(where: { $0.hasPrefix("read") }) else {
            return false
        }
        return String(decoding: repaired.item.bytes, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                || "\t\n\r\u{0C}".unicodeScalars.contains(scalar)
        }
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Lines that became comments, in words; consecutive ones as a range.
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
        return (lines.count == 1 ? "commented out line " : "commented out lines ") + texts.joined(separator: ", ")
    }
}
