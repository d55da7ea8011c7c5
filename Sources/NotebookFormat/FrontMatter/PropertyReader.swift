import NotebookText

/// Reads the values of properties: scalars on one line or several, and lists of them.
enum PropertyReader {
    /// The value of a key.
    static func value(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> PropertyValue {
        if entry.continuation.isEmpty, let scalar = YAMLScalar.read(bytes, entry.value) {
            return .single(PropertyScalar(scalar))
        }
        if let list = YAMLList.read(bytes, entry), list.form != .nothing {
            return .list(
                list.elements.map { element in
                    element.scalar.map { PropertyScalar($0) }
                        ?? PropertyScalar(nested: String(decoding: bytes[element.range], as: UTF8.self))
                })
        }
        if let text = blockScalar(bytes, entry) ?? folded(bytes, entry) { return .single(PropertyScalar(text: text)) }
        return .single(PropertyScalar(nested: source(bytes, entry)))
    }

    /// The text of a value as it is written, without the spaces around it.
    private static func source(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> String {
        let lines = [entry.value] + entry.continuation.map(\.content)
        return lines.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "\n").trimmingBlanks
    }

    /// The text after `|` or `>` (YAML 1.2.2 §8.1); `nil` if the value has no such sign.
    private static func blockScalar(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> String? {
        let header = bytes[YAMLScalar.withoutComment(bytes, entry.value, atStart: false).trimmed(in: bytes)]
        guard let sign = header.first, sign == UInt8(ascii: "|") || sign == UInt8(ascii: ">"),
            header.dropFirst().allSatisfy({ "+-123456789".utf8.contains($0) })
        else { return nil }
        let lines = entry.continuation.map { Array(bytes[$0.content]) }
        let indentation = lines.filter { $0.contains { !Line.isBlank($0) } }.map { $0.prefix { $0 == 0x20 }.count }
            .min()
        let texts = lines.map { String(decoding: $0.dropFirst(indentation ?? 0), as: UTF8.self) }
        guard sign == UInt8(ascii: ">") else { return texts.joined(separator: "\n") }
        // An empty line means a line end; other line ends mean spaces.
        return texts.split(separator: "", omittingEmptySubsequences: false).map { $0.joined(separator: " ") }
            .joined(separator: "\n")
    }

    /// A plain or quoted scalar that continues on other lines; each line end means a space.
    private static func folded(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> String? {
        let lines = [entry.value] + entry.continuation.map(\.content)
        let parts = lines.map { bytes[$0.trimmed(in: bytes)] }.filter { !$0.isEmpty }
        guard !entry.continuation.contains(where: { FrontMatterLines.isComment($0, in: bytes) }) else { return nil }
        let joined = Array(parts.joined(separator: [0x20]))
        return YAMLScalar.read(joined, joined.indices).flatMap { $0.range == joined.indices ? $0.text : nil }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}
