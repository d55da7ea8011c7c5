import ForeignData
import NotebookText

/// References to blocks as outliners write them: alone, with a text of their own, or as embeds.
struct BlockReferences: Sendable {
    /// Whether a byte can be in an id.
    let isInID: @Sendable (UInt8) -> Bool
    /// How long ids are.
    let length: ClosedRange<Int>
    /// How long the ids of references are that stand alone.
    let lengthAlone: ClosedRange<Int>
    /// Reads what stands between the braces of an embed and its reference; false if it is no embed.
    let readEmbed: @Sendable (inout TextReader) -> Bool

    /// A reference.
    struct Found {
        let id: Substring
        /// The text that it shows.
        var label: Substring?
        var isEmbed = false
        /// Where it stands.
        var range: Range<Substring.Index>
    }

    /// The ids in a text.
    func ids(in text: String) -> [Substring] {
        var ids: [Substring] = []
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "(")) {
            var reader = TextReader(text[start...])
            if let id = id(&reader, length) { ids.append(id) }
            rest = rest[max(reader.rest.startIndex, rest.index(after: start))...]
        }
        return ids
    }

    /// A text with its references replaced.
    func replaced(in text: String, _ replacement: (Found, _ written: Substring) -> String) -> String {
        var output = ""
        var done = text.startIndex
        var rest = text.utf8[...]
        while let start = rest.firstIndex(where: { "([{".utf8.contains($0) }) {
            guard let found = reference(in: text[start...]) else {
                rest = rest[start...].dropFirst()
                continue
            }
            output += text[done..<start]
            output += replacement(found, text[found.range])
            done = found.range.upperBound
            rest = rest[done...]
        }
        return output + text[done...]
    }

    /// The reference at the beginning of a text.
    private func reference(in text: Substring) -> Found? {
        var reader = TextReader(text)
        var (label, isEmbed): (Substring?, Bool) = (nil, false)
        let found: Substring?
        if reader.skip("{{") {
            guard readEmbed(&reader), let id = id(&reader, length) else { return nil }
            reader.skipSpace()
            guard reader.skip("}}") else { return nil }
            (found, isEmbed) = (id, true)
        } else if reader.skip("[") {
            label = reader.take(0...) { !"[]".utf8.contains($0) }
            guard reader.skip("]("), let id = id(&reader, length), reader.skip(")") else { return nil }
            found = id
        } else {
            found = id(&reader, lengthAlone)
        }
        return found.map {
            Found(id: $0, label: label, isEmbed: isEmbed, range: text.startIndex..<reader.rest.startIndex)
        }
    }

    /// The id between two parentheses on each side, at the beginning of a text.
    private func id(_ reader: inout TextReader, _ length: ClosedRange<Int>) -> Substring? {
        var ahead = reader
        guard ahead.skip("(("), let id = ahead.take(length, where: isInID), ahead.skip("))") else { return nil }
        reader = ahead
        return id
    }

    /// A text in which tags of several words are links: `#[[two words]]`.
    static func withLinkedTags(_ text: String) -> String {
        guard text.holds("#[[") else { return text }
        var output = ""
        var done = text.startIndex
        var rest = text.utf8[...]
        while let sign = rest.firstIndex(of: UInt8(ascii: "#")) {
            rest = rest[sign...].dropFirst()
            var reader = TextReader(Substring(rest))
            guard reader.skip("[["), reader.take(1..., where: { !"[]".utf8.contains($0) }) != nil, reader.skip("]]")
            else { continue }
            output += text[done..<sign]
            done = rest.startIndex
            rest = reader.rest.utf8
        }
        return output + text[done...]
    }
}
