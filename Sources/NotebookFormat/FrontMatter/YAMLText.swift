import NotebookMarkdown
import NotebookText

/// The text of a YAML scalar in any of the styles that the format does not accept: of several lines, with a tag or an
/// anchor, or an alias (YAML 1.2.2 §6.8, §7 and §8.1).
///
/// Line ends become spaces.
struct YAMLText {
    let text: String
    /// The name that other values use for it.
    private(set) var anchor: String?

    /// Reads a value on its first line and the lines after it; `nil` if it is no scalar.
    ///
    /// - Parameter anchors: The texts that aliases mean.
    init?(_ lines: [String], _ anchors: [String: String] = [:]) {
        guard let line = lines.first else { return nil }
        let first = Self.withoutProperties(line, anchor: &anchor)
        let rest = Array(lines.dropFirst())
        switch first.first {
        case "*":
            guard rest.isEmpty, let text = anchors[String(first.dropFirst()).trimmed] else { return nil }
            self.text = text
        case "\"", "'":
            guard let text = Self.scalar(Self.joined([first] + rest)) else { return nil }
            self.text = text
        case "|", ">":
            let header = first.dropFirst().prefix { "+-123456789".contains($0) }
            let comment = first.dropFirst(header.count + 1)
            guard comment.allSatisfy({ $0.isWhitespace }) || String(comment).trimmed.hasPrefix("#") else { return nil }
            text = Self.joined(rest)
        default:
            let parts = ([first] + rest).map { line in
                let bytes = Array(line.utf8)
                return String(
                    decoding: bytes[YAMLScalar.withoutComment(bytes, bytes.indices, atStart: true)], as: UTF8.self)
            }
            guard let text = Self.scalar(Self.joined(parts)) else { return nil }
            self.text = text
        }
    }

    /// A value without spaces, its tag and its anchor, which is kept.
    static func withoutProperties(_ line: String, anchor: inout String?) -> String {
        var text = line.trimmed
        while let mark = text.first, mark == "!" || mark == "&" {
            let word = text.prefix { !$0.isWhitespace }
            if mark == "&" { anchor = String(word.dropFirst()) }
            text = String(text.dropFirst(word.count)).trimmed
        }
        return text
    }

    /// Lines as one, with a space between them; a line end after `\` counts as nothing.
    static func joined(_ lines: [String]) -> String {
        lines.reduce(into: "") { text, line in
            let line = line.trimmed
            if text.hasSuffix("\\"), !text.hasSuffix("\\\\") {
                text.removeLast()
            } else if !text.isEmpty, !line.isEmpty {
                text += " "
            }
            text += line
        }
    }

    private static func scalar(_ line: String) -> String? {
        let bytes = Array(line.utf8)
        return YAMLScalar.read(bytes, bytes.indices)?.text
    }
}
