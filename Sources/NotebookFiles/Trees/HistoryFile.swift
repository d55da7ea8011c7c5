package import NotebookText

/// A file of a history in an archive, below the bundle's directory (Format, clause 23.8).
package struct HistoryFile: Hashable, Sendable {
    /// What a file of a history is; its path determines it.
    package enum Kind: Hashable {
        /// A change, with its number.
        case change(Int)
        /// A content with this digest.
        case content(Digest)
        /// The list of states.
        case lineage
    }

    package let kind: Kind
    /// The size in bytes.
    package let size: Int

    /// The file at a path in the bundle; `nil` if no history has a file there.
    init?(_ path: some Sequence<UInt8>, size: Int) {
        let path = DiskPath(bytes: Array(path))
        switch path.parent {
        case Store.historyPlace where path == Store.lineagePlace: kind = .lineage
        case Store.records:
            guard let number = Store.recordNumber(Array(path.name)) else { return nil }
            kind = .change(number)
        case Store.contents:
            guard let digest = Digest(hexadecimal: String(decoding: path.name, as: UTF8.self)) else { return nil }
            kind = .content(digest)
        default: return nil
        }
        self.size = size
    }

    /// The list of states, with this many bytes.
    package init(lineage size: Int) { (kind, self.size) = (.lineage, size) }

    /// Its path in the bundle.
    package var path: String {
        switch kind {
        case .change(let number): Store.record(number).text
        case .content(let digest): Store.kept(digest).text
        case .lineage: Store.lineagePlace.text
        }
    }
}

extension DirectoryTree {
    /// The files of the history, in the order of their paths.
    package func historyFiles() throws(SystemError) -> [HistoryFile] {
        var found: [HistoryFile] = []
        for directory in [Store.historyPlace, Store.records, Store.contents]
        where try files.status(directory)?.kind == .directory {
            for entry in try files.list(directory) where entry.kind == .file {
                let path = directory.appending(entry.name)
                guard let size = try files.status(path)?.size else { continue }
                if let file = HistoryFile(path.bytes, size: size) { found.append(file) }
            }
        }
        return found.sorted { $0.path < $1.path }
    }

    /// Delivers the content of a file of the history piece by piece.
    package func stream(_ file: HistoryFile, _ body: ([UInt8]) throws -> Void) throws {
        try files.stream(DiskPath(file.path), body)
    }
}
