import NotebookFormat
import NotebookText

/// The gaps of a card with brackets, and the text without them.
///
/// A backslash before a bracket makes it a part of the text, and goes; the brackets of a picture stay. The program reads
/// bytes in the same way, also in code and formulas.
struct HashcardsGaps {
    /// The text without the brackets of gaps.
    private var text: [UInt8] = []
    private var gaps: [Range<Int>] = []

    /// How many gaps there are.
    var count: Int { gaps.count }

    init(_ written: String) {
        let bytes = Array(written.utf8)
        var (start, isPicture, offset) = (Int?.none, false, 0)
        while offset < bytes.count {
            let byte = bytes[offset]
            let next = bytes.byte(at: offset + 1, before: bytes.count)
            offset += 1
            switch byte {
            case UInt8(ascii: "\\") where next == UInt8(ascii: "[") || next == UInt8(ascii: "]"):
                text.append(bytes[offset])
                offset += 1
            case UInt8(ascii: "!") where next == UInt8(ascii: "["):
                isPicture = true
                text.append(byte)
            case UInt8(ascii: "[") where isPicture: text.append(byte)
            case UInt8(ascii: "]") where isPicture:
                isPicture = false
                text.append(byte)
            case UInt8(ascii: "["): start = text.count
            case UInt8(ascii: "]"):
                if let start, start < text.count { gaps.append(start..<text.count) }
                start = nil
            default: text.append(byte)
            }
        }
    }

    /// The text without gaps, by which the card is recognized.
    var plain: String { String(decoding: text, as: UTF8.self) }

    /// The front of a card of a notebook with these gaps: `==gap==`, or `{{c1::gap}}` where that would not be all of them.
    ///
    /// - Returns: `nil` if neither is.
    var front: String? {
        let spellings: [(isEscaped: Bool, open: (Int) -> String, close: String)] = [
            (false, { _ in "==" }, "=="), (false, { "{{c\($0)::" }, "}}"), (true, { "{{c\($0)::" }, "}}"),
        ]
        let expected = spelled(isEscaped: false) { _ in
            "\u{1}"
        } closing: {
            "\u{2}"
        }
        for (isEscaped, open, close) in spellings {
            let front = spelled(isEscaped: isEscaped, open) { close }
            guard let file = try? ItemFile(Array("---\n---\n\n\(front)\n".utf8)),
                let marked = StudyCard(file).markedGaps([1], [2]), marked.count == count, marked.hints.isEmpty
            else { continue }
            if isEscaped || String(decoding: marked.text, as: UTF8.self) == expected + "\n" { return front }
        }
        return nil
    }

    /// The text with signs around its gaps.
    ///
    /// - Parameter isEscaped: Whether signs in gaps that would begin a hint or end the gap get a backslash.
    private func spelled(
        isEscaped: Bool, _ open: (_ number: Int) -> String, closing close: () -> String
    ) -> String {
        var output = ""
        var offset = 0
        for (index, gap) in gaps.enumerated() {
            let content = String(decoding: text[gap], as: UTF8.self)
            output += String(decoding: text[offset..<gap.lowerBound], as: UTF8.self) + open(index + 1)
            output += isEscaped ? content.replacing("::", with: ":\\:").replacing("}}", with: "}\\}") : content
            output += close()
            offset = gap.upperBound
        }
        return output + String(decoding: text[offset...], as: UTF8.self)
    }
}
