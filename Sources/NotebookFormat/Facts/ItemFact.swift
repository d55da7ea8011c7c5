/// What one pass found out about a note or card.
package enum ItemFact: Sendable {
    /// The file is an item.
    case readable(ReadableItem)
    /// The file is none: why, and where.
    case unreadable(TextProblem, TextPosition)

    /// What the item says, if it is readable.
    package var readable: ReadableItem? {
        guard case .readable(let item) = self else { return nil }
        return item
    }

    /// Looks at the bytes of an item.
    package init(_ bytes: [UInt8], type: FileType, collectsLinks: Bool = false) {
        do throws(TextProblem) {
            self = .readable(ReadableItem(try ItemFile(bytes), type: type, collectsLinks: collectsLinks))
        } catch {
            self = .unreadable(error, error.position(in: bytes))
        }
    }
}

/// What a note or card says about itself.
package struct ReadableItem: Sendable {
    /// The values of its front matter.
    package let metadata: ItemMetadata
    /// What an untitled card is listed under (Format, clause 8.4).
    package let firstLine: String?
    /// The keys with values that are not acceptable, and where the first of each stands.
    package let unacceptable: [KnownKey: TextPosition]
    /// The first tag that repeats an earlier one, and where.
    package let repeatedTag: (tag: Tag, position: TextPosition)?
    /// Where the values of the known keys are.
    package let positions: [KnownKey: TextPosition]
    /// Whether the file begins with a byte order mark (Format, clause 3.3).
    package let hasByteOrderMark: Bool
    /// The lines that end in CRLF or CR; `nil` if all end in LF.
    package let foreignLineEnds: ForeignLineEnds?
    /// Where a version control system left two versions in the text, outside of code.
    package let conflictMarker: TextPosition?
    /// The side that a card lacks (Format, clause 8.3).
    package let missingSide: CardSide?
    /// The links, if they were asked for.
    package let links: LinkTable
    /// What links can lead to within the item, if they were asked for.
    package let anchors: MarkdownAnchors?
    /// Which findings do not count, as its comments say, if links were asked for.
    package let ignoreComments: IgnoreComments

    /// Reads what an item says.
    package init(_ file: ItemFile, type: FileType, collectsLinks: Bool = false) {
        metadata = file.metadata
        unacceptable = Dictionary(
            file.unacceptable.map { ($0.key, TextPosition(of: $0.offset, in: file.bytes)) },
            uniquingKeysWith: { first, _ in first })
        repeatedTag = file.repeatedTag
        positions = file.positions
        hasByteOrderMark = file.hasByteOrderMark
        foreignLineEnds = ForeignLineEnds(file.bytes)
        missingSide = type == .card ? CardBody(file.bytes, bodyStart: file.bodyStart).missingSide : nil
        firstLine = type == .card && metadata.title == nil ? CardTitle.firstLine(of: file) : nil
        let hasMarks = ConflictMarkers.firstRange(in: file.bytes) != nil
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

/// The lines of an item that end in something else than LF (Format, clause 3.3).
package struct ForeignLineEnds: Hashable, Sendable {
    /// Where the first of them ends.
    package let first: TextPosition
    /// How many end in CRLF.
    package private(set) var crlf = 0
    /// How many end in CR.
    package private(set) var cr = 0
    /// How many lines with an end there are.
    package private(set) var lines = 0

    /// Counts the ends of lines; `nil` if all of them are LF.
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
