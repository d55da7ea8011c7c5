/// What one pass over a notebook found out about a file.
public struct FileFact: Sendable {
    /// Where the file stands, in Normalization Form C.
    public let path: BundlePath
    /// What the file is; `nil` if no file of the document can have its path.
    public let type: FileType?
    /// The size in bytes.
    public let size: Int
    /// The digest of the bytes.
    public let digest: Digest
    /// What an item says; `nil` for other files.
    public let item: ItemFact?
    /// Whether the name stands on the disk in another normalisation (Format, clause 5.5).
    public let isDecomposed: Bool

    /// A fact; the type follows from the path.
    public init(path: BundlePath, size: Int, digest: Digest, item: ItemFact?, isDecomposed: Bool = false) {
        self.path = path
        type = FileType(of: path)
        self.size = size
        self.digest = digest
        self.item = item
        self.isDecomposed = isDecomposed
    }
}

/// What one pass found out about a note or card.
public enum ItemFact: Sendable {
    /// The file is an item.
    case readable(ReadableItem)
    /// The file is none: why, and where.
    case unreadable(TextProblem, TextPosition)

    /// What the item says, if it is readable.
    public var readable: ReadableItem? {
        guard case .readable(let item) = self else { return nil }
        return item
    }

    /// Looks at the bytes of an item.
    public init(_ bytes: [UInt8], type: FileType, collectsLinks: Bool = false) {
        do throws(TextProblem) {
            self = .readable(ReadableItem(try ItemFile(bytes), type: type, collectsLinks: collectsLinks))
        } catch {
            self = .unreadable(error, error.position(in: bytes))
        }
    }
}

/// What a note or card says about itself.
public struct ReadableItem: Sendable {
    /// The values of its front matter.
    public let metadata: ItemMetadata
    /// What an untitled card is listed under (Format, clause 8.4).
    public let firstLine: String?
    /// The keys whose values are not acceptable.
    public let unacceptable: Set<KnownKey>
    /// Where the known keys are.
    public let positions: [KnownKey: TextPosition]
    /// Whether the file begins with a byte order mark (Format, clause 3.3).
    public let hasByteOrderMark: Bool
    /// Where the first line ends in CRLF or CR; `nil` if all end in LF.
    public let firstCarriageReturn: TextPosition?
    /// The side that a card lacks (Format, clause 8.3).
    public let missingSide: CardSide?
    /// The links, if they were asked for.
    public let links: [FoundLink]

    /// Reads what an item says.
    public init(_ file: ItemFile, type: FileType, collectsLinks: Bool = false) {
        metadata = file.metadata
        unacceptable = Set(file.unacceptable.map(\.key))
        positions = file.positions
        hasByteOrderMark = file.hasByteOrderMark
        firstCarriageReturn = file.bytes.firstIndex(of: 0x0D).map { TextPosition(of: $0, in: file.bytes) }
        missingSide = type == .card ? CardBody(file.bytes, bodyStart: file.bodyStart).missingSide : nil
        links = collectsLinks ? file.links : []
        firstLine = type == .card && metadata.title == nil ? CardTitle.firstLine(of: file) : nil
    }

    /// The first line of an item as plain text, at most 60 characters; `nil` if there is none.
    public static func firstLine(of file: ItemFile) -> String? { CardTitle.firstLine(of: file) }
}
