import NotebookText

/// The link reference definitions of a document, by label (CommonMark 0.31.2 §4.7).
package struct ReferenceDefinitions {
    /// All of them, in the order of the source.
    private(set) var all: [MarkdownDefinition] = []
    private var indices: [[UInt8]: Int] = [:]

    /// No definitions.
    package init() {}

    /// The index of the first definition with a label.
    subscript(key: [UInt8]) -> Int? { indices[key] }

    /// Removes the definitions from the beginning of a paragraph and returns the number of their lines.
    mutating func extract(from lines: ArraySlice<ContentLine>, of source: [UInt8]) -> Int {
        let content = InlineContent(lines, of: source)
        var offset = 0
        var taken = 0
        while let definition = ScannedDefinition(content.bytes, at: offset) {
            if indices[definition.key] == nil { indices[definition.key] = all.count }
            all.append(MarkdownDefinition(definition, content))
            taken += content.bytes[offset..<definition.end].count { $0 == 0x0A } + 1
            offset = definition.end + 1
        }
        return taken
    }
}

/// A link reference definition as written.
struct ScannedDefinition {
    let start: Int
    let label: Range<Int>
    let key: [UInt8]
    let destination: ScannedText
    let title: ScannedText?
    /// The end of its last line.
    let end: Int

    /// Reads the definition at the beginning of a line.
    init?(_ bytes: [UInt8], at start: Int) {
        guard let label = ReferenceLabel.scan(bytes, at: start), let key = ReferenceLabel.key(bytes, label),
            bytes.byte(at: label.upperBound + 1, before: bytes.count) == UInt8(ascii: ":")
        else { return nil }
        let destinationStart = bytes.skippingOneLineEnd(from: label.upperBound + 2, before: bytes.count)
        guard let destination = LinkDestinationScanner.destination(bytes, at: destinationStart) else { return nil }
        let titleStart = bytes.skippingOneLineEnd(from: destination.end, before: bytes.count)
        if titleStart > destination.end, let title = LinkDestinationScanner.title(bytes, at: titleStart),
            let end = Self.lineEnd(bytes, from: title.end)
        {
            (self.title, self.end) = (title, end)
        } else if let end = Self.lineEnd(bytes, from: destination.end) {
            (self.title, self.end) = (nil, end)
        } else {
            return nil
        }
        (self.start, self.label, self.key, self.destination) = (start, label, key, destination)
    }

    /// The end of the line, if only spaces and tabs come before it.
    private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int? {
        let end = bytes.skippingBlanks(from: start, before: bytes.count)
        return end == bytes.count || bytes[end] == 0x0A ? end : nil
    }
}
