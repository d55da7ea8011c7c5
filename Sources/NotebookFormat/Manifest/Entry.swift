import NotebookMarkdown
public import NotebookText

/// An entry of the manifest: a file with its size and digest and, for an item, the metadata that lists show (Format,
/// clause 9.2).
public struct Entry: Hashable, Sendable {
    /// The path of the file.
    public let path: BundlePath
    /// The type of the file.
    public let type: FileType
    /// The size in bytes.
    public let size: Int
    /// The digest of the bytes.
    public let digest: Digest
    /// The values from the front matter; `nil` for files that are not items.
    package let item: ItemMetadata?

    /// Makes an entry; `item` is kept for notes and cards only.
    package init(path: BundlePath, type: FileType, size: Int, digest: Digest, item: ItemMetadata?) {
        self.init(path: path, type: type, size: size, digest: digest, metadata: item ?? ItemMetadata())
    }

    init(path: BundlePath, type: FileType, size: Int, digest: Digest, metadata: consuming ItemMetadata) {
        self.path = path
        self.type = type
        self.size = size
        self.digest = digest
        item = type.isItem ? metadata : nil
    }
}

extension Entry {
    /// The entry of the same file at another path.
    package func at(_ path: BundlePath) -> Entry {
        Entry(path: path, type: FileType(of: path) ?? type, size: size, digest: digest, item: item)
    }

    /// The title in the entry, as people see it: the title of a card without its markup and comments (Format, clause
    /// 18.4); `nil` if there is none.
    package var shownTitle: String? { item?.title.flatMap { Self.shown($0, type) } }

    fileprivate static func shown(_ title: String, _ type: FileType) -> String? {
        let marks = "*_[]<>`#&\\!~-+%0123456789".utf8
        guard type == .card, title.utf8.contains(where: marks.contains) else { return title }
        // A line that was cut may lack the end of a comment.
        let opening = title.holds("-->") ? nil : title[...].place(of: "<!--")
        let cut = title[..<(opening?.lowerBound ?? title.endIndex)]
        let text = MarkdownPlainText.firstLine(Array(cut.utf8), in: 0..<cut.utf8.count)
        guard text.isEmpty else { return text }
        return title.holds("%%") || title.holds("<!--") ? nil : title
    }
}

extension ItemMetadata {
    /// The values of an entry, without defaults (Format, clause 9.2).
    ///
    /// - Parameters:
    ///   - stem: The name of the file without ending.
    ///   - firstLine: The name of a card without a title.
    ///   - notebookCreated: `created` of the notebook, the default for items without that date.
    package func listed(stem: String, firstLine: String?, notebookCreated: Timestamp) -> ItemMetadata {
        var listed = self
        let shown = title ?? firstLine
        listed.title = shown?.isIdentical(to: stem) == true ? nil : shown
        let created = created ?? notebookCreated
        listed.created = created == notebookCreated ? nil : created
        listed.modified = modified == created ? nil : modified
        return listed
    }

    /// The values with the defaults of Format, clause 17.3, for missing ones.
    package func withDefaults(stem: @autoclosure () -> String, notebookCreated: Timestamp) -> ItemMetadata {
        var values = self
        values.title = title ?? stem()
        let created = created ?? notebookCreated
        (values.created, values.modified) = (created, modified ?? created)
        return values
    }
}

extension Manifest.Entries {
    /// The title in an entry, as people see it; `nil` if there is none.
    package func shownTitle(at index: Int) -> String? { title(at: index).flatMap { Entry.shown($0, type(at: index)) } }
}

/// An entry on its own, in a text other than a manifest.
extension Entry {
    /// The entry as a manifest lists it.
    var listed: JSONValue? {
        guard case .object(let members)? = try? JSONValue.read(Manifest([self]).text).content,
            case .array(let entries)? = members.last?.value.content
        else { return nil }
        return entries.first
    }

    /// Reads an entry as a manifest lists it.
    ///
    /// - Throws: `TextProblem` if it is not valid, and where.
    init(_ reader: inout JSONReader) throws(TextProblem) {
        var entries = EntryReader()
        switch try entries.read(&reader) {
        case .listed(let row): self = Manifest.Entries(ascending: [row], of: reader.bytes, made: [])[0]
        case .made(let entry): self = entry
        }
    }
}
