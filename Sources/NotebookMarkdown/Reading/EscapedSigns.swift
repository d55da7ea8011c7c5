/// Distinguishes signs of a parsed text that were escaped with a backslash from those that can be markup.
package enum EscapedSigns {
    /// Splits a text into parts that were escaped and parts that were not.
    ///
    /// - Parameter source: The bytes that the text was parsed from.
    package static func parts(
        of text: String, source: ArraySlice<UInt8>
    ) -> [(text: String, isEscaped: Bool)] {
        guard source.contains(UInt8(ascii: "\\")), text.utf8.count != source.count else { return [(text, false)] }
        var parts: [(text: String, isEscaped: Bool)] = []
        func add(_ character: Character, isEscaped: Bool) {
            if let last = parts.last, last.isEscaped == isEscaped {
                parts[parts.count - 1].text.append(character)
            } else {
                parts.append((String(character), isEscaped))
            }
        }
        var rest = source
        for character in text {
            let bytes = Array(character.utf8)
            if rest.first == UInt8(ascii: "\\"), rest.dropFirst().starts(with: bytes) {
                rest = rest.dropFirst(1 + bytes.count)
                add(character, isEscaped: true)
            } else {
                if rest.starts(with: bytes) {
                    rest = rest.dropFirst(bytes.count)
                } else if rest.first == UInt8(ascii: "&"), let end = rest.firstIndex(of: UInt8(ascii: ";")) {
                    rest = rest[(end + 1)...]
                }
                add(character, isEscaped: false)
            }
        }
        return parts
    }
}
