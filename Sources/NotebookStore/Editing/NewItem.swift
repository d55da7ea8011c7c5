import NotebookFiles
public import NotebookFormat
import NotebookLinks
public import NotebookText

/// The values of a new note or card.
public struct NewItem: Sendable {
    /// A note or a card.
    public var type: FileType
    /// The folder, created if it is missing.
    public var folder = FolderPath.root
    /// The values of its front matter.
    package var metadata = ItemMetadata()
    /// The title; `nil` takes the first line, or "New Note" or "New Card".
    public var title: String? {
        get { metadata.title }
        set { metadata.title = newValue }
    }
    /// The tags.
    public var tags: [Tag] {
        get { metadata.tags }
        set { metadata.tags = newValue }
    }
    /// Whether it is pinned.
    public var isPinned: Bool {
        get { metadata.pinned }
        set { metadata.pinned = newValue }
    }
    /// Unknown keys and comments, if the text came with front matter.
    package private(set) var source: ItemFile?
    /// The text without front matter, which is checked when the item is added; `nil` if `source` has it.
    private var body: [UInt8]?
    /// Where the user continues typing: an offset in the body, in bytes; `nil` if no template sets it.
    package private(set) var cursor: Int?

    /// A new item without text.
    package init(_ type: FileType) { self.type = type }

    /// A new item with a text that is checked when it is added; front matter in it is text as well.
    init(_ type: FileType, unchecked body: [UInt8]) { (self.type, self.body) = (type, body) }

    /// The file with its text and with unknown keys and comments.
    ///
    /// - Throws: `NotebookError.malformedItem`.
    fileprivate var content: ItemFile {
        get throws {
            guard let body else { return try source ?? ItemFile([]) }
            return try NewItem(type, text: body).source ?? ItemFile([])
        }
    }

    /// A new item with a text; front matter in it is text as well.
    ///
    /// A byte order mark is dropped, and lines end in line feeds.
    ///
    /// - Throws: `NotebookError.malformedItem`.
    package init(_ type: FileType, text: [UInt8]) throws {
        self.type = type
        try Draft.check(text, for: Self.path(type))
        source = try Draft.item([], Self.path(type)).setting(body: text.asNewText)
    }

    /// The title of a note without text.
    fileprivate static let untitled = "New Note"

    /// The title that a new note gets from its text.
    ///
    /// - Throws: `NotebookError.malformedItem`.
    package var titleOfText: String { get throws { try content.firstLineOfText ?? Self.untitled } }

    private static func path(_ type: FileType) throws -> BundlePath {
        try BundlePath(type == .card ? "cards/new.md" : "notes/new.md")
    }

    /// A new item made from the content of a file, which may have front matter.
    ///
    /// A byte order mark is dropped, and lines end in line feeds.
    ///
    /// - Throws: `NotebookError.malformedItem`.
    public init(_ type: FileType, file: [UInt8]) throws {
        self.type = type
        let file = try Draft.item(file.asNewText, Self.path(type))
        (source, metadata) = (file, file.metadata)
    }

    /// A new item made from a template.
    ///
    /// - Parameters:
    ///   - title: The title; `nil` takes that of the template if it has placeholders, or else the first line of the
    ///     text.
    ///   - fallback: The value of `{{title}}` if there is no title.
    ///   - text: Text that replaces `{{cursor}}`, or is added at the end.
    /// - Throws: `NotebookError.malformedItem` if the result has no valid front matter.
    public init(
        _ type: FileType, from template: NotebookTemplate, title: String? = nil, fallback: String,
        at moment: LocalMoment, text: [UInt8] = []
    ) throws {
        let line = text.isEmpty ? nil : (try? ItemFile(text))?.firstLineOfText
        let name = title?.nonEmpty ?? template.text.title(line ?? fallback, at: moment) ?? line
        do throws(TextProblem) {
            let filled = try template.text.filled(name ?? fallback, at: moment, text: text)
            (self.type, source, cursor) = (type, filled.file, filled.cursor)
            metadata = filled.file.metadata
            metadata.title = name
        } catch {
            throw NotebookError.malformedItem(template.path, error, TextPosition(line: 1, column: 1))
        }
    }
}

extension Draft {
    /// Adds a note or card and returns its path.
    ///
    /// - Throws: `NotebookError.notATitle` or `.malformedItem`, or `StoreError` if the file cannot be written.
    @discardableResult
    public mutating func add(_ new: NewItem) throws -> Item {
        let now = environment.now()
        let source = try new.content
        var metadata = new.metadata
        let created = try metadata.created ?? (new.type == .card ? nextCardDate(now) : now)
        (metadata.uuid, metadata.created, metadata.title) = (environment.newUUID(), created, nil)
        metadata.modified = metadata.modified ?? max(now, created)
        metadata.tags = Tag.unique(new.tags)
        let name: String
        if let title = new.title?.nonEmpty {
            metadata.title = try Self.title(title)
            name = title
        } else {
            // A card without a title is listed by its front; a note gets its first line as title.
            let line = (new.type == .card ? StudyCard(source).nameWithGaps : nil) ?? source.firstLineOfText
            let fallback = new.type == .card ? "New Card" : NewItem.untitled
            name = try line.flatMap { try fileName(from: $0) } ?? fallback
            if new.type == .note { metadata.title = line ?? fallback }
        }
        let path = try freePath(for: name, type: new.type, in: new.folder)
        try write(try Self.ended(Self.setting(metadata, of: source, path)), at: path)
        return try shown(path)
    }

    /// A name for the file of an item without a title.
    ///
    /// Where the text begins with an attachment, not the name of that, since the link would lead to the item itself.
    private func fileName(from line: String) throws -> String? {
        guard let name = PortableName.made(from: line) else { return nil }
        guard let blob = BlobName(name), manifest[try BundlePath("blobs/\(name)")] != nil else { return name }
        let readable = blob.readableName
        let end = readable.utf8.lastIndex(of: UInt8(ascii: ".")) ?? readable.endIndex
        return end > readable.startIndex ? String(readable[..<end]) : "\(readable) 2"
    }

    /// The date of another card: cards made within a second get dates a second apart, so that they are studied in the
    /// order in which they were added.
    private mutating func nextCardDate(_ now: Timestamp) throws -> Timestamp {
        let last = Self.latestDate(at: now)
        let known =
            try latestCard
            ?? listing.manifest.entries(below: try BundlePath("cards")).compactMap { entry in
                entry.item.map { $0.created ?? description.created }
            }.filter { $0 <= last }.max()
        let next = known.map { max(now, min(last, Timestamp(clamping: $0.secondsSince1970 + 1))) } ?? now
        latestCard = next
        return next
    }

    /// How far ahead of the clock such a date can be, in seconds.
    private static let longestLead: Int64 = 600

    static func latestDate(at now: Timestamp) -> Timestamp {
        Timestamp(clamping: now.secondsSince1970 + longestLead)
    }

    /// The item, with a line end like its first one at its end.
    static func ended(_ item: ItemFile) throws -> ItemFile {
        guard let last = item.body.last, last != 0x0A else { return item }
        return try item.setting(body: item.body + Line.lineEnd(of: item.bytes))
    }

    static func title(_ text: String) throws -> String {
        guard let title = Title.accepted(text), !title.isEmpty else { throw NotebookError.notATitle(text) }
        return title
    }
}

extension String {
    fileprivate var nonEmpty: String? { Title.accepted(self)?.isEmpty == true ? nil : self }
}

/// A file to be attached to an item.
public struct Attachment {
    /// The name that people see.
    package let name: String
    /// Its size in bytes, if known; the content decides.
    package let size: Int
    /// Delivers the content piece by piece.
    package let content: (_ write: ([UInt8]) throws -> Void) throws -> Void

    /// A file to be attached under a name.
    public init(name: String, size: Int = 0, content: @escaping (_ write: ([UInt8]) throws -> Void) throws -> Void) {
        self.name = name
        self.size = size
        self.content = content
    }
}

extension Draft {
    /// Stores a file as a blob and returns its path; does not store content again that the notebook already has.
    ///
    /// - Throws: `NotebookError` if no file name can be made, or what writing the file or reading the attachment
    ///   throws.
    public mutating func addBlob(_ attachment: Attachment) throws -> BundlePath {
        let file = try stage(expecting: attachment.size, attachment.content)
        if let known = blob(file.digest), try isIntact(known, file.digest) { return known }
        var length = BlobName.shortestInfix
        while true {
            let name = BlobName(attachment.name, digest: file.digest, infixLength: length)
            let path = try BundlePath("blobs/\(name)")
            if try isFree(path) {
                try write(file, at: path)
                return path
            }
            guard length < 64 else { throw NotebookError.taken(path.text) }
            length += 1
        }
    }

    /// Attaches files to an item: stores them as blobs and links them at the end of its body; images are embedded.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or what writing files or reading the attachments throws.
    public mutating func attach(_ attachments: [Attachment], to item: Item) throws -> [BundlePath] {
        try attach(attachments, to: item, atFront: false)
    }

    /// The same, with the links at the end of the front of a card on request.
    package mutating func attach(
        _ attachments: [Attachment], to item: Item, atFront isFront: Bool
    ) throws -> [BundlePath] {
        let item = try foundOutsideTrash(item)
        var paths: [BundlePath] = []
        var links: [String] = []
        for attachment in attachments {
            let path = try addBlob(attachment)
            paths.append(path)
            links.append(Self.link(to: path, label: attachment.name, from: item.path))
        }
        var change = ItemChange()
        let added = Array(links.joined(separator: "\n\n").utf8)
        if isFront {
            let file = try self.item(item.path)
            var front = Array(file.bytes[CardBody(file.bytes, bodyStart: file.bodyStart).front])
            while let last = front.last, last <= 0x20 { front.removeLast() }
            change.front = front.isEmpty ? added : front + Array("\n\n".utf8) + added
        } else {
            change.appended = added
        }
        _ = try edit(item.path, change)
        return paths
    }

    private static func link(to blob: BundlePath, label: String, from item: BundlePath) -> String {
        let destination = PercentEncoding.encode(RelativePath.from(item, to: blob))
        let line = PrintableText.escaped(String(label.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
        let text = line.map { "\\[]`*_<>!".contains($0) ? "\\\($0)" : String($0) }.joined()
        return "\(MediaType.isImage(blob.text) ? "!" : "")[\(text)](\(destination))"
    }

    private mutating func blob(_ digest: Digest) -> BundlePath? {
        formerNames.blob(digest, listing.manifest, deleted) ?? written.blob(digest)
    }

    /// Whether a path is free, even if letter case is ignored.
    private mutating func isFree(_ path: BundlePath) throws -> Bool {
        try readNames(in: .blobs)
        return !isTaken(String(path.name), in: .blobs) && entry(path) == nil
    }
}
