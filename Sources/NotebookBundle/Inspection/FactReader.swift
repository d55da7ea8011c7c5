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
    func read(_ content: any FileContent, size announced: Int, _ progress: any Progress) throws -> Reading {
        var digest = StreamDigest(size: announced)
        var size = 0
        var bytes: [UInt8] = []
        let limit = Self.wanted(of: FileType(of: path))
        try content.stream { piece in
            digest.update(piece)
            size += piece.count
            if bytes.count < limit { bytes += piece.prefix(limit - bytes.count) }
            progress.advance(piece.count, "\(path)")
        }
        return reading(bytes, size: size, digest.finish())
    }

    /// What the whole content gives, whose digest is known.
    func reading(_ bytes: [UInt8], _ digest: Digest, _ progress: any Progress) -> Reading {
        progress.advance(bytes.count, "\(path)")
        return reading(Array(bytes.prefix(Self.wanted(of: FileType(of: path)))), size: bytes.count, digest)
    }

    private func reading(_ bytes: [UInt8], size: Int, _ digest: Digest) -> Reading {
        let type = FileType(of: path)
        let item = type.flatMap { $0.isItem ? ItemFact(bytes, type: $0, collectsLinks: collectsLinks) : nil }
        let fact = FileFact(
            path: path, size: size, digest: digest, item: item, storedPath: storedPath,
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
