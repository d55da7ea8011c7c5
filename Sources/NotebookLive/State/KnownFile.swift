import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookQuery
import NotebookStore
import NotebookText

/// What a live notebook knows about a file.
struct KnownFile: Sendable {
    let fact: FileFact
    /// Shows whether the file was changed on the disk; none for an unsaved text.
    let mark: FileMark
    /// What its links name.
    let names: LinkNames
    /// The tags in its text.
    let tags: [Tag]
    /// Other names in its front matter.
    let aliases: [String]
    /// The short values of its own keys in the front matter.
    let values: [String: [String]]
    /// Whether every character is one byte long.
    let isASCII: Bool

    /// Examines the bytes of an item.
    init(item path: BundlePath, _ type: FileType, _ bytes: [UInt8], mark: FileMark, storedPath: String? = nil) {
        let file = Result { () throws(TextProblem) in try ItemFile(bytes) }
        let item: ItemFact =
            switch file {
            case .success(let file): .readable(ReadableItem(file, type: type, collectsLinks: true))
            case .failure(let problem): .unreadable(problem, problem.position(in: bytes))
            }
        fact = FileFact(path: path, size: bytes.count, digest: Digest.of(bytes), item: item, storedPath: storedPath)
        self.mark = mark
        names = item.readable.map { LinkNames($0.links) } ?? .none
        tags = (try? file.get())?.inlineTags ?? []
        values = Dictionary(
            ((try? file.get())?.properties ?? []).map {
                let texts = $0.value.scalars.filter { $0.kind != .nested }.map(\.text)
                return ($0.key, texts.filter { (1...Self.longestValue).contains($0.utf8.count) })
            }
        ) { first, _ in first }
        aliases = ItemAliases.of(bytes)
        isASCII = bytes.span.isASCII
    }

    /// A file that is not read.
    init(_ path: BundlePath, size: Int, _ digest: Digest, mark: FileMark, storedPath: String?) {
        fact = FileFact(path: path, size: size, digest: digest, item: nil, storedPath: storedPath)
        self.mark = mark
        (names, tags, aliases, values, isASCII) = (.none, [], [], [:], false)
    }

    /// The longest value that is proposed for other items, in bytes.
    private static let longestValue = 40

    /// The entry of the file, also if its content cannot be read; `nil` if it cannot be part of a notebook.
    ///
    /// - Parameter isPlain: Whether this is a plain folder, where other files are attachments wherever they are.
    func entry(_ created: Timestamp, isPlain: Bool) -> Entry? {
        guard let type = fact.type ?? (isPlain ? .blob : nil) else { return nil }
        // A file that cannot be read can still be a link target.
        return Entry(fact, notebookCreated: created)
            ?? Entry(path: fact.path, type: type, size: fact.size, digest: fact.digest, item: nil)
    }

    /// Whether links find the file by the same names as another version of it.
    func isNamed(like other: KnownFile) -> Bool {
        let (one, two) = (fact.item?.readable, other.fact.item?.readable)
        return one?.metadata.title == two?.metadata.title && one?.firstLine == two?.firstLine
            && (one == nil) == (two == nil)
    }
}
