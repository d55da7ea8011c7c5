/// A reference to a footnote in a text, `[^label]`.
package struct FootnoteReference {
    /// Where it is, with its brackets.
    package let range: Range<String.Index>
    /// Its label: no brackets, and no white space.
    package let label: Substring

    /// The references in a text, in order.
    package static func all(in text: String) -> [FootnoteReference] {
        guard text.utf8.contains(UInt8(ascii: "[")) else { return [] }
        let scalars = text.unicodeScalars
        var found: [FootnoteReference] = []
        var index = scalars.startIndex
        while let start = scalars[index...].firstIndex(of: "[") {
            index = scalars.index(after: start)
            guard index < scalars.endIndex, scalars[index] == "^" else { continue }
            let first = scalars.index(after: index)
            let end = scalars[first...].firstIndex { $0 == "[" || $0 == "]" || $0.properties.isWhitespace }
            guard let end else { break }
            index = end
            guard scalars[end] == "]", end > first else { continue }
            index = scalars.index(after: end)
            found.append(FootnoteReference(range: start..<index, label: text[first..<end]))
        }
        return found
    }
}
