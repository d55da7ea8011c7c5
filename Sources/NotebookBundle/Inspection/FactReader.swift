import NotebookFormat

/// Reads one file and finds out about it.
struct FactReader: Sendable {
    let path: BundlePath
    let storedPath: String?
    let collectsLinks: Bool

    /// What a file gives: the fact, and of `notebook.json` the text.
    struct Reading: Sendable {
        let fact: FileFact
        let text: [UInt8]?
    }

    /// Reads the content piece by piece.
    func read(_ content: any FileContent, _ progress: any Progress) throws -> Reading {
        var hasher = SHA256()
        var size = 0
        var bytes: [UInt8] = []
        let type = FileType(of: path)
        let limit = Self.wanted(of: type)
        try content.stream { piece in
            hasher.update(piece)
            size += piece.count
            if bytes.count < limit { bytes += piece.prefix(limit - bytes.count) }
            progress.advance(piece.count, "\(path)")
        }
        let item = type.flatMap { $0.isItem ? ItemFact(bytes, type: $0, collectsLinks: collectsLinks) : nil }
        let fact = FileFact(
            path: path, size: size, digest: hasher.finish(), item: item, storedPath: storedPath,
            head: type == .blob ? bytes : [])
        return Reading(fact: fact, text: type == .notebook ? bytes : nil)
    }

    /// How many bytes are kept: one more than a text may have shows that it is too long.
    private static func wanted(of type: FileType?) -> Int {
        switch type {
        case .notebook: NotebookDescription.maximumBytes + 1
        case .note, .card: ItemFile.maximumBytes + 1
        case .blob: FileFact.headLength
        case .extra, nil: 0
        }
    }
}

/// The content of a file that is in memory.
struct MemoryContent: FileContent, Sendable {
    let bytes: [UInt8]

    func stream(_ body: ([UInt8]) throws -> Void) throws { if !bytes.isEmpty { try body(bytes) } }
}
