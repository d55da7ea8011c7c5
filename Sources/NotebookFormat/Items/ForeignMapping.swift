import NotebookMarkdown
import NotebookText

/// A text whose front matter is a mapping of YAML in another form than lines `key: value`: all of it is indented, it is in
/// braces, or keys follow `?` (YAML 1.2.2 §7.4.2 and §8.2.2).
struct ForeignMapping {
    /// The text with lines `key: value`.
    let bytes: [UInt8]

    /// Rewrites the front matter; `nil` if it is not in such a form.
    init?(_ bytes: [UInt8]) {
        guard let range = ItemLayout(bytes).frontMatter else { return nil }
        let lines = String(decoding: bytes[range], as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        guard let rewritten = Self.ofBraces(lines) ?? Self.ofIndented(lines) ?? Self.ofQuestions(lines) else {
            return nil
        }
        let end = Line.lineEnd(of: bytes)
        self.bytes =
            Array(bytes[..<range.lowerBound]) + rewritten.flatMap { Array($0.utf8) + end } + bytes[range.upperBound...]
    }

    private static func ofIndented(_ lines: [String]) -> [String]? {
        let texts = lines.filter { !$0.trimmed.isEmpty && !$0.trimmed.hasPrefix("#") }
        guard let indent = texts.map({ $0.prefix { $0 == " " }.count }).min(), indent > 0 else { return nil }
        return lines.map { String($0.dropFirst(min(indent, $0.prefix { $0 == " " }.count))) }
    }

    private static func ofBraces(_ lines: [String]) -> [String]? {
        let text = lines.joined(separator: "\n").trimmed
        guard text.hasPrefix("{"), let parts = YAMLParts(text.dropFirst()), parts.closing == "}", parts.isWhole else {
            return nil
        }
        let pairs = parts.texts.map { YAMLText.joined($0.split(separator: "\n").map(String.init)) }
            .filter { !$0.trimmed.isEmpty }
        let rows = pairs.map { row($0.trimmed) }
        return rows.contains(nil) ? nil : rows.compactMap(\.self)
    }

    /// A pair as a line; JSON has no space after the colon.
    private static func row(_ pair: String) -> String? {
        let bytes = Array(pair.utf8)
        guard let quoted = YAMLScalar.quoted(in: bytes, bytes.indices) else {
            return pair.contains(": ") || pair.hasSuffix(":") ? pair : nil
        }
        let rest = String(decoding: bytes[quoted.end...], as: UTF8.self).trimmed
        guard rest.hasPrefix(":") else { return nil }
        return String(decoding: bytes[..<quoted.end], as: UTF8.self) + ": " + String(rest.dropFirst()).trimmed
    }

    private static func ofQuestions(_ lines: [String]) -> [String]? {
        guard lines.contains(where: { $0.hasPrefix("? ") }) else { return nil }
        var rows: [String] = []
        for line in lines {
            if line.hasPrefix(": "), let key = rows.last, key.hasPrefix("? ") {
                rows[rows.count - 1] = String(key.dropFirst(2)).trimmed + line
            } else {
                rows.append(line)
            }
        }
        return rows
    }
}
