import NotebookFiles
import NotebookFormat
import NotebookText

/// Reads one file and collects the facts about it.
struct FactReader: Sendable {
    let path: BundlePath
    let storedPath: String?
    let collectsLinks: Bool
    /// Whether to report an unreadable file instead of failing.
    let goesOn: Bool
    let links: LinkBudget
    let progress: any WorkProgress

    /// The result for a file: its facts, and for `notebook.json` its text.
    struct Reading: Sendable {
        let fact: FileFact
        let text: [UInt8]?
    }

    /// The result of reading a file.
    enum Outcome: Sendable {
        case read(Reading)
        /// The system cannot read it; the other files can still be checked.
        case unreadable(String, SystemError)
    }

    /// The memory that a file of this size needs while several are examined at once.
    func weight(_ size: Int) -> Int { FileType(of: path)?.isItem == true ? min(size, ItemFile.maximumBytes) : 0 }

    /// Whether the other files can still be checked despite an error in this one.
    func passesOver(_ error: SystemError) -> Bool { goesOn && !error.meansInterrupted && path != .notebook }

    /// Reads the content piece by piece.
    func read(_ content: any FileContent, size announced: Int) throws -> Outcome {
        do {
            return .read(try stream(content, size: announced))
        } catch let error as SystemError where passesOver(error) {
            return .unreadable(path.text, error)
        }
    }

    private func stream(_ content: any FileContent, size announced: Int) throws -> Reading {
        var digest = StreamDigest(size: announced)
        var size = 0
        var bytes: [UInt8] = []
        let limit = Self.wanted(of: FileType(of: path))
        try content.stream { piece in
            digest.update(piece)
            size += piece.count
            if bytes.count < limit { bytes += piece.prefix(limit - bytes.count) }
            try progress.step(piece.count, "\(path)")
        }
        return try reading(bytes, size: size, digest.finish())
    }

    /// The result for a whole content, whose digest is known.
    func reading(_ bytes: [UInt8], _ digest: Digest) throws(InspectionLimit) -> Reading {
        progress.advance(bytes.count, "\(path)")
        return try reading(Array(bytes.prefix(Self.wanted(of: FileType(of: path)))), size: bytes.count, digest)
    }

    private func reading(_ bytes: [UInt8], size: Int, _ digest: Digest) throws(InspectionLimit) -> Reading {
        let type = FileType(of: path)
        let item = type.flatMap { $0.isItem ? ItemFact(bytes, type: $0, collectsLinks: collectsLinks) : nil }
        let fact = FileFact(
            path: path, size: size, digest: digest, item: item, storedPath: storedPath,
            head: type == .blob ? bytes : [])
        try links.charge(fact)
        return Reading(fact: fact, text: type == .notebook ? bytes : nil)
    }

    /// How many bytes are kept: one more than a text may have, which shows that it is too long.
    private static func wanted(of type: FileType?) -> Int {
        switch type {
        case .notebook: NotebookDescription.maximumBytes + 1
        case .note, .card: ItemFile.maximumBytes + 1
        case .blob: FileFact.headLength
        case .extra, nil: 0
        }
    }
}
