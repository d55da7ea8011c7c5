/// How a text is written in YAML, which decides what must be escaped.
package enum ScalarStyle: Hashable, Sendable {
    /// Plain, where YAML's indicators matter.
    case plain
    /// Plain, within brackets or braces or containing them.
    case flow
    /// In single quotation marks (YAML 1.2.2 §7.3.2).
    case singleQuoted
    /// In double quotation marks (§7.3.1).
    case doubleQuoted

    /// The bytes that encode a part of a text; `nil` if that is not possible.
    package func spelling(of text: [UInt8]) -> [UInt8]? {
        guard !text.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        switch self {
        case .plain, .flow: return fits(text) ? text : nil
        case .singleQuoted:
            return text.flatMap { $0 == UInt8(ascii: "'") ? [$0, $0] : [$0] }
        case .doubleQuoted:
            return text.flatMap { "\"\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        }
    }

    /// Whether an unescaped text means the same to YAML.
    private func fits(_ text: [UInt8]) -> Bool {
        guard let first = text.first, let last = text.last else { return true }
        if Self.indicators.contains(first) || last == UInt8(ascii: ":") { return false }
        if self == .flow {
            if text.contains(where: { "{}".utf8.contains($0) }) { return false }
            // After a comma, another scalar begins, unless the comma is the last sign.
            var parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
            guard parts.allSatisfy(Self.canBegin) else { return false }
        }
        return zip(text, text.dropFirst()).allSatisfy { byte, next in
            !(byte == UInt8(ascii: ":") && Line.isBlank(next)) && !(Line.isBlank(byte) && next == UInt8(ascii: "#"))
        }
    }

    /// Whether a plain scalar in brackets can begin with a text.
    private static func canBegin(_ text: ArraySlice<UInt8>) -> Bool {
        let text = text.drop(while: Line.isBlank)
        guard let first = text.first else { return false }
        // An encoded character is one of a Markdown link, which YAML could only have in a text of several lines.
        if first == UInt8(ascii: "%") { return text.dropFirst().prefix(2).count(where: isHexDigit) == 2 }
        guard !indicators.contains(first) else { return false }
        return !"-?:".utf8.contains(first) || text.dropFirst().first.map { !Line.isBlank($0) } ?? false
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(ASCII.lowercased(byte))
    }

    private static let indicators = Array("&*!|>'\"%@`#".utf8)
}
