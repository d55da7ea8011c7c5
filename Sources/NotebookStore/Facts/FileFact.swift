package import NotebookFiles
package import NotebookFormat
package import NotebookLinks
package import NotebookMarkdown
import NotebookMerging
package import NotebookText

/// The facts that an inspection collects about a file.
package struct FileFact: Sendable {
    /// The path of the file, in Normalization Form C.
    package let path: BundlePath
    /// The type of the file; `nil` if the format allows no file at its path.
    package let type: FileType?
    /// The size in bytes.
    package let size: Int
    /// The digest of the bytes.
    package let digest: Digest
    /// The values of an item; `nil` for other files.
    package let item: ItemFact?
    /// The path as it is stored, if it is not in Normalization Form C (Format, clause 5.4).
    package let storedPath: String?
    /// The first bytes of a blob, which show its type; empty for other files.
    package let head: [UInt8]

    /// The path as it is stored, in whatever normalisation.
    package var foundPath: String { storedPath ?? path.text }

    /// The place of the file on the disk, in whatever normalisation.
    package var place: DiskPath { DiskPath(foundPath) }

    /// How many of a blob's first bytes are kept.
    package static let headLength = MediaSignature.headLength

    /// What to do if the content does not match the manifest; `nil` if the change can be sealed.
    ///
    /// A blob never changes: other bytes make a new blob.
    package var remedyOfChange: Remedy? {
        guard type == .blob, let name = BlobName(path.name), !name.matches(digest) else { return nil }
        return Self.remedyOfChangedBlob
    }

    /// What to do about a blob that is not what its name states.
    package static let remedyOfChangedBlob: Remedy =
        "restore the file from a backup; if the change is wanted, attach the changed file again and link to that"

    /// Makes a fact; the path determines the type.
    package init(
        path: BundlePath, size: Int, digest: Digest, item: ItemFact?, storedPath: String? = nil, head: [UInt8] = []
    ) {
        self.path = path
        type = FileType(of: path)
        self.size = size
        self.digest = digest
        self.item = item
        self.storedPath = storedPath
        self.head = head
    }

    /// The fact about a file that is as a manifest lists it.
    init(_ entries: Manifest.Entries, at index: Int) {
        path = entries.path(at: index)
        type = entries.type(at: index)
        size = entries.size(at: index)
        digest = entries.digest(at: index)
        item = nil
        storedPath = nil
        head = []
    }
}

extension Entry {
    /// The entry of a file, made from the facts about it; `nil` if the file cannot be part of a document.
    ///
    /// - Parameter notebookCreated: `created` of the notebook, the default for items without that date.
    package init?(_ fact: FileFact, notebookCreated: Timestamp) {
        guard let type = fact.type else { return nil }
        var metadata: ItemMetadata?
        if type.isItem {
            guard let item = fact.item?.readable else { return nil }
            metadata = item.metadata.listed(
                stem: fact.path.stem, firstLine: item.firstLine, notebookCreated: notebookCreated)
        }
        self.init(path: fact.path, type: type, size: fact.size, digest: fact.digest, item: metadata)
    }
}

extension Manifest {
    /// The manifest of some files: a pure function of the facts about them (Format, clause 9.4).
    ///
    /// Leaves out files that cannot be part of a document.
    package init(of files: [FileFact], notebookCreated: Timestamp) {
        self.init(files.compactMap { Entry($0, notebookCreated: notebookCreated) })
    }
}

/// The facts about a note or card; in a place of their own, so that lists of files without them are short.
package indirect enum ItemFact: Sendable {
    /// The file is a valid item.
    case readable(ReadableItem)
    /// The file is invalid: why, and where.
    case unreadable(TextProblem, TextPosition)

    /// The values of the item, if it is valid.
    package var readable: ReadableItem? {
        guard case .readable(let item) = self else { return nil }
        return item
    }

    /// Examines the bytes of an item.
    ///
    /// - Parameter examine: Compares its properties with requirements.
    package init(
        _ bytes: [UInt8], type: FileType, collectsLinks: Bool = false,
        examine: (ItemFile) -> [PropertyProblem] = { _ in [] }
    ) {
        do throws(TextProblem) {
            let file = try ItemFile(bytes)
            self = .readable(
                ReadableItem(file, type: type, collectsLinks: collectsLinks, propertyProblems: examine(file)))
        } catch {
            self = .unreadable(error, error.position(in: bytes))
        }
    }
}

/// The values of a note or card.
package struct ReadableItem: Sendable {
    /// The values of its front matter.
    package let metadata: ItemMetadata
    /// The name of an untitled card in lists (Format, clause 18.4).
    package let firstLine: String?
    /// The keys with invalid values, and the position of the first one of each.
    package let unacceptable: [KnownKey: TextPosition]
    /// The first tag that repeats an earlier one, and its position.
    package let repeatedTag: (tag: Tag, position: TextPosition)?
    /// The positions of the values of known keys.
    package let positions: [KnownKey: TextPosition]
    /// Whether the file begins with a byte order mark (Format, clause 15.2).
    package let hasByteOrderMark: Bool
    /// The lines that end in CRLF or CR; `nil` if all end in LF.
    package let foreignLineEnds: ForeignLineEnds?
    /// The position of the first conflict markers of a version control system, outside of code.
    package let conflictMarker: TextPosition?
    /// The position of the first value that a merge left as a comment in the front matter.
    package let conflictComment: TextPosition?
    /// The missing side of a card (Format, clause 18.3).
    package let missingSide: CardSide?
    /// The links, if they were asked for.
    package let links: LinkTable
    /// The link targets within the item, if they were asked for.
    package let anchors: MarkdownAnchors?
    /// The findings that its comments suppress, if links were asked for.
    package let ignoreComments: IgnoreComments
    /// How its properties differ from requirements.
    package let propertyProblems: [PropertyProblem]

    /// Reads the values of an item.
    package init(
        _ file: ItemFile, type: FileType, collectsLinks: Bool = false, propertyProblems: [PropertyProblem] = []
    ) {
        self.propertyProblems = propertyProblems
        metadata = file.metadata
        unacceptable = Dictionary(
            file.unacceptable.map { ($0.key, TextPosition(of: $0.offset, in: file.bytes)) },
            uniquingKeysWith: { first, _ in first })
        repeatedTag = file.repeatedTag
        positions = file.positions
        hasByteOrderMark = file.hasByteOrderMark
        foreignLineEnds = ForeignLineEnds(file.bytes)
        missingSide = type == .card ? CardBody(file.bytes, bodyStart: file.bodyStart).missingSide : nil
        firstLine = CardTitle.ofUntitled(file, type)
        let hasMarks = ConflictMarkers.firstRange(in: file.bytes) != nil
        conflictComment = ConflictComments(file).firstPosition
        guard collectsLinks || hasMarks else {
            (links, anchors, conflictMarker, ignoreComments) = (LinkTable(), nil, nil, IgnoreComments())
            return
        }
        let text = ItemText(file)
        let document = text.document
        conflictMarker = hasMarks ? MarkedText(document).firstPosition : nil
        guard collectsLinks else {
            (links, anchors, ignoreComments) = (LinkTable(), nil, IgnoreComments())
            return
        }
        links = LinkTable(text)
        anchors = document.anchors()
        ignoreComments = IgnoreComments(file.bytes)
    }
}

/// The lines of an item that do not end in LF (Format, clause 15.2).
package struct ForeignLineEnds: Hashable, Sendable {
    /// The position of the first such line end.
    package let first: TextPosition
    /// The number of lines that end in CRLF.
    package private(set) var crlf = 0
    /// The number of lines that end in CR.
    package private(set) var cr = 0
    /// The number of line ends.
    package private(set) var lines = 0

    /// Counts line ends; `nil` if all of them are LF.
    init?(_ bytes: [UInt8]) {
        guard let start = bytes.span.firstIndex(of: 0x0D) else { return nil }
        first = TextPosition(of: start, in: bytes)
        let span = bytes.span
        for index in span.indices {
            switch span[index] {
            case 0x0D where index + 1 < span.count && span[index + 1] == 0x0A: crlf += 1
            case 0x0D: cr += 1
            case 0x0A: lines += 1
            default: break
            }
        }
        lines += cr
    }
}

/// Comments in an item that suppress findings: `<!-- bundle-ignore NB602 -->`, with rules or families, separated by
/// spaces or commas.
///
/// A comment applies to its own line, and to the next one if it is alone on its line.
package struct IgnoreComments: Sendable {
    /// The maximum number of comments per item.
    static let most = 1_000
    private static let opening = Array("<!--".utf8)
    private static let word = Array("bundle-ignore".utf8)
    private static let closing = Array("-->".utf8)

    /// The words of the comments for each line.
    private var words: [Int: [String]] = [:]

    /// No comments.
    package init() {}

    /// The comments of an item.
    init(_ bytes: [UInt8]) {
        var (lineStart, line, found, offset) = (0, 1, 0, 0)
        while found < Self.most, let start = Self.next(in: bytes, from: offset) {
            offset = start + 1
            guard let words = Self.words(bytes, at: start) else { continue }
            found += 1
            // Counts lines in one pass, up to the last comment.
            var content = Line(at: lineStart, in: bytes)
            while content.end <= start {
                (lineStart, line) = (content.end, line + 1)
                content = Line(at: lineStart, in: bytes)
            }
            let named = bytes[words].split { $0 == 0x20 || $0 == 0x2C || $0 == 0x09 }.map {
                String(decoding: $0, as: UTF8.self)
            }
            self.words[line, default: []] += named
            let rest = bytes[lineStart..<start] + bytes[(words.upperBound + 3)..<content.content.upperBound]
            if rest.allSatisfy(Line.isBlank) { self.words[line + 1, default: []] += named }
        }
    }

    /// The offset of the next comment of any kind.
    private static func next(in bytes: [UInt8], from start: Int) -> Int? {
        let span = bytes.span
        var offset = start
        while offset < span.count {
            if span[offset] == 0x3C, bytes[offset...].starts(with: opening) { return offset }
            offset &+= 1
        }
        return nil
    }

    /// The words of a suppressing comment, which must end on its line.
    private static func words(_ bytes: [UInt8], at start: Int) -> Range<Int>? {
        var offset = bytes.skippingBlanks(from: start + opening.count, before: bytes.count)
        guard bytes[offset...].starts(with: word) else { return nil }
        offset += word.count
        var end = offset
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
            if bytes[end...].starts(with: closing) { return offset..<end }
            end += 1
        }
        return nil
    }

    /// The rules and families that comments for a line name, as they are written.
    package func words(inLine line: Int) -> [String] { words[line] ?? [] }

    var isEmpty: Bool { words.isEmpty }
}
