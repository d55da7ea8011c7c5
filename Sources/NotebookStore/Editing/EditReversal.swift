import NotebookFiles
import NotebookFormat
import NotebookText

/// The reversal of an edit: the changed files as they were before.
///
/// It keeps the bytes of changed and deleted files in memory; for moved files it keeps the path.
public struct EditReversal: Sendable {
    /// A file that the edit wrote or deleted.
    struct Change: Sendable {
        let path: BundlePath
        /// Its digest after the edit; `nil` if it is gone.
        let after: Digest?
        let before: Before
    }

    /// The state of a file before the edit.
    enum Before: Sendable {
        case nothing
        case content([UInt8])
        /// It was the same file at another path.
        case elsewhere(BundlePath)
    }

    let changes: [Change]

    /// Whether there is nothing to undo.
    public var isEmpty: Bool { changes.isEmpty }
}

extension Draft {
    /// The reversal of this draft, including all follow-up changes.
    func reversal() throws -> EditReversal {
        var changes: [EditReversal.Change] = []
        var moved = Dictionary(
            deletedPaths.compactMap { path in deletedDigest(path).map { ($0, path) } }
        ) { first, _ in first }
        var gone = Set(deletedPaths)
        for path in writtenPaths {
            let digest = writtenDigest(path)
            let before: EditReversal.Before
            if let bytes = try original(path, besides: gone) {
                before = .content(bytes)
            } else if let digest, let old = moved.removeValue(forKey: digest) {
                before = .elsewhere(old)
                gone.remove(old)
            } else {
                before = .nothing
            }
            changes.append(.init(path: path, after: digest, before: before))
        }
        for path in gone.sorted() {
            let bytes = try original(path, besides: [])
            changes.append(.init(path: path, after: nil, before: bytes.map { .content($0) } ?? .nothing))
        }
        return EditReversal(changes: changes)
    }

    /// The bytes that a file had; where letter case is ignored, a file whose name differs in case does not count.
    private func original(_ path: BundlePath, besides gone: Set<BundlePath>) throws -> [UInt8]? {
        guard listing.manifest[path] != nil || !gone.contains(where: { $0.key == path.key }) else { return nil }
        return try originalBytes(path)
    }

    /// Restores files to their state before an edit.
    package mutating func revert(_ reversal: EditReversal) throws {
        restoresExactly = true
        for change in reversal.changes where try digestOnDisk(change.path) != change.after {
            throw NotebookError.changedSince(change.path)
        }
        for change in reversal.changes {
            guard case .elsewhere(let old) = change.before else { continue }
            guard try digestOnDisk(old) == nil else { throw NotebookError.changedSince(old) }
            try moveBytes(change.path, to: old)
        }
        for change in reversal.changes {
            switch change.before {
            case .elsewhere: break
            case .nothing: try delete(change.path)
            case .content(let bytes): try restore(bytes, at: change.path)
            }
        }
    }

    private mutating func restore(_ bytes: [UInt8], at path: BundlePath) throws {
        if path == .notebook {
            try restoreDescription(bytes)
        } else if FileType(of: path)?.isItem == true {
            try write(try Self.item(bytes, path), at: path)
        } else {
            try write(try stage(expecting: bytes.count) { write in try write(bytes) }, at: path)
        }
    }
}
