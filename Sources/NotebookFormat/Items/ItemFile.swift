import NotebookMarkdown
package import NotebookText

/// A note or card as a file: Markdown after front matter (Format, section 17).
///
/// The bytes are the value. Everything else is parsed from them, and every change makes new bytes that differ only
/// where something changed.
public struct ItemFile: Sendable {
    /// The largest item, in bytes (clause 17.9).
    public static let maximumBytes = 16 << 20

    /// The whole file.
    public let bytes: [UInt8]
    /// The offset of the body.
    package let bodyStart: Int
    /// The values of the front matter; missing and invalid ones are `nil`, `false` or empty.
    package let metadata: ItemMetadata
    /// The invalid values.
    package let unacceptable: [UnacceptableValue]

    /// The positions of the values of known keys, or of the keys if their lines have no value.
    package var positions: [KnownKey: TextPosition] {
        frontMatter.entries.mapValues { entry in
            let value = entry.value.first { !Line.isBlank(bytes[$0]) }
            return TextPosition(of: value ?? entry.start, in: bytes)
        }
    }

    /// The first tag that repeats an earlier one, and its position; a reader ignores it (clause 15.4).
    package var repeatedTag: (tag: Tag, position: TextPosition)? {
        frontMatter.repeatedTag.map { ($0.tag, TextPosition(of: $0.offset, in: bytes)) }
    }
    /// The position of the title in the front matter, with its quotation marks; `nil` if there is none.
    package var titleRange: Range<Int>? {
        guard metadata.title != nil, let entry = frontMatter.entries[.title] else { return nil }
        return YAMLScalar.read(bytes, entry.value)?.range
    }

    /// The tags of the front matter, and the position of each, or of the text that contains several.
    package var tagRanges: [(text: String, range: Range<Int>)] {
        guard let entry = frontMatter.entries[.tags], let list = YAMLList.read(bytes, entry) else { return [] }
        return list.items.compactMap { item in Tag(item.text).map { ($0.text, item.range) } }
    }

    package let layout: ItemLayout
    private let frontMatter: FrontMatter

    /// Reads an item from the text of its file, front matter included.
    ///
    /// - Throws: an error if it is too long, contains U+0000, or has invalid front matter.
    public init(text: String) throws { try self.init(Array(text.utf8)) }

    /// Reads an item.
    ///
    /// - Throws: `TextProblem` if it is too long, not UTF-8, contains NUL, or has invalid front matter
    ///   (clauses 3.1, 15.3, 17.2 and 17.9).
    package init(_ bytes: [UInt8]) throws(TextProblem) { try self.init(bytes, headOf: nil) }

    /// Reads an item.
    ///
    /// - Parameter other: An item with the same bytes up to the end of its front matter, which is not read again.
    private init(_ bytes: [UInt8], headOf other: ItemFile?) throws(TextProblem) {
        guard bytes.count <= Self.maximumBytes else {
            throw TextProblem("the item has more than 16 MiB", at: Self.maximumBytes, kind: .tooLong)
        }
        if let offset = UTF8Validity.firstProblem(in: bytes, 0..<bytes.count) {
            throw TextProblem("invalid UTF-8", at: offset, kind: .encoding)
        }
        if let offset = bytes.span.firstIndex(of: 0) {
            throw TextProblem("the character U+0000", at: offset, kind: .nul)
        }
        self.bytes = bytes
        layout = ItemLayout(bytes)
        bodyStart = layout.bodyStart
        if let other, layout.frontMatter == other.layout.frontMatter {
            frontMatter = other.frontMatter
        } else if let range = layout.frontMatter {
            frontMatter = try FrontMatter(bytes, range)
        } else {
            frontMatter = FrontMatter()
        }
        metadata = frontMatter.values
        unacceptable = frontMatter.unacceptable
    }

    /// Makes a new item in canonical form (clause 17.7).
    ///
    /// - Throws: `TextProblem` if the body is not valid.
    package init(metadata: ItemMetadata, body: [UInt8]) throws(TextProblem) {
        let layout = ItemLayout([])
        let head = try FrontMatterEditor.setting(metadata, in: [], layout, FrontMatter())
        let rules = Array("---\n---\n".utf8)
        try self.init((head.isEmpty ? rules : head) + (body.isEmpty ? [] : [0x0A]) + body)
    }

    /// The text after the front matter.
    package var body: ArraySlice<UInt8> { bytes[bodyStart...] }

    /// Whether the file begins with a byte order mark (clause 15.2).
    package var hasByteOrderMark: Bool { layout.start > 0 }

    /// Changes the values of known keys; lines whose value stays keep their bytes (clause 17.6).
    ///
    /// Invalid values of `uuid`, `created` and `modified` stay unchanged.
    ///
    /// - Throws: `TextProblem` of the kind `notUnderstood`, at the value, if another invalid value would be
    ///   overwritten; `malformed` for a title that the format does not allow.
    package func setting(_ metadata: ItemMetadata) throws(TextProblem) -> ItemFile {
        guard KnownKey.allCases.contains(where: { !$0.row.isSame(metadata, frontMatter.values) }) else { return self }
        return try ItemFile(try FrontMatterEditor.setting(metadata, in: bytes, layout, frontMatter))
    }

    /// Replaces the body.
    ///
    /// - Throws: `TextProblem` if the body is not valid.
    package func setting(body: [UInt8]) throws(TextProblem) -> ItemFile {
        guard layout.frontMatter != nil else {
            // Adds empty front matter before a body that looks like front matter.
            let head = bytes[..<layout.start]
            let bare = try? ItemFile(head + body)
            if let bare, bare.layout.frontMatter == nil { return bare }
            return try ItemFile(head + Array("---\n---\n\n".utf8) + body)
        }
        // Keeps the empty line before the body, or adds one if the body's own first empty line would take its place.
        let isDirect = bodyStart == layout.frontMatterEnd && bodyStart < bytes.count
        let isBlank = body.first == 0x0A || body.first == 0x0D
        let separator = body.isEmpty || isDirect && !isBlank ? [] : Line.lineEnd(of: bytes)
        return try ItemFile(bytes[..<layout.frontMatterEnd] + separator + body, headOf: self)
    }

    /// Replaces some bytes.
    ///
    /// - Throws: `TextProblem` if the result is not a valid item.
    package func replacing(_ edits: [(range: Range<Int>, text: [UInt8])]) throws(TextProblem) -> ItemFile {
        var output: [UInt8] = []
        var offset = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where edit.range.lowerBound >= offset {
            output.append(contentsOf: bytes[offset..<edit.range.lowerBound])
            output.append(contentsOf: edit.text)
            offset = edit.range.upperBound
        }
        return try ItemFile(output + bytes[offset...])
    }
}

extension ItemFile {
    /// The tags written as `#tag` in the text, without duplicates, in the order of the text.
    package var inlineTags: [Tag] { Tag.unique(InlineTags.places(in: bytes, from: bodyStart).map(\.tag)) }

    /// The tags in the text outside its comments.
    package var shownInlineTags: [Tag] {
        let comments = ReadingSource.comments(in: bytes, bodyStart..<bytes.count)
        guard !comments.isEmpty else { return inlineTags }
        let places = InlineTags.places(in: bytes, from: bodyStart)
        return Tag.unique(places.filter { place in !comments.contains { $0.overlaps(place.range) } }.map(\.tag))
    }
}
