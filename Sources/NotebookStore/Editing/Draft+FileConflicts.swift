import NotebookFiles
package import NotebookFormat
import NotebookMerging
import NotebookText

// Conflict copies of files that are no items: attachments, extras, `notebook.json` and `manifest.json`.
extension Draft {
    /// The original of such a copy; `nil` for copies of items.
    func otherOriginal(of copy: BundlePath) -> BundlePath? {
        if ConflictCopy.isOfOwnFile(copy) { return ConflictCopy.original(of: copy) }
        guard let type = ConflictCopy.type(of: copy), !type.isItem else { return nil }
        return ConflictCopy.original(of: copy)
    }

    /// Whether a copy of an item can be read as one.
    mutating func isReadable(_ copy: BundlePath) throws -> Bool {
        do {
            _ = try item(copy)
            return true
        } catch NotebookError.malformedItem {
            return false
        }
    }

    /// Both versions of a file; empty if they are no texts.
    mutating func versions(ofFile copy: BundlePath, _ original: BundlePath) throws -> ConflictVersions {
        func text(_ path: BundlePath) throws -> [UInt8] {
            guard let bytes = try peek(path, limit: Self.longestShown) else { return [] }
            return String(validating: bytes, as: UTF8.self) == nil || bytes.contains(0) ? [] : bytes
        }
        return ConflictVersions(
            mine: try text(original), theirs: try text(copy), mineName: original.text, theirsName: copy.text)
    }

    /// How much of a file is shown.
    private static var longestShown: Int { 1 << 20 }

    /// Resolves a conflict copy of a file, and returns the file; `nil` if somebody has to choose.
    ///
    /// The version that is not taken goes to the trash.
    mutating func resolveFile(
        _ copy: BundlePath, _ original: BundlePath, _ choice: ConflictChoice
    ) throws -> BundlePath? {
        if original == .manifest {
            // It follows from the other files.
            try keepInTrash(copy)
            return original
        }
        if original == .notebook { return try resolveDescription(copy, choice) }
        let digest = try store.files.digest(of: DiskPath(copy))
        let old = try store.files.digest(of: DiskPath(original))
        guard let digest, let old else { return digest == nil ? nil : try adoptFile(copy, original, choice) }
        switch choice {
        case .merge:
            guard digest == old else { return nil }
        case .take(.mine): break
        case .take(.theirs) where BlobName(original.name)?.matches(digest) ?? true:
            let staged = try stageFile(copy)
            try keepInTrash(original)
            try write(staged, at: original)
        case .take, .text: return try adoptFile(copy, try freePath(for: original, digest), choice)
        }
        if entry(copy) != nil { moved.note(together: [.init(old: copy, new: original, isLinked: true)]) }
        try keepInTrash(copy)
        return original
    }

    private mutating func resolveDescription(_ copy: BundlePath, _ choice: ConflictChoice) throws -> BundlePath? {
        let bytes = try read(copy, limit: NotebookDescription.maximumBytes)
        let other = try? NotebookDescription(bytes)
        // What cannot be read, or is that of another notebook, cannot be merged.
        let theirs = other?.uuid == description.uuid ? other : nil
        switch choice {
        case .merge, .take(.both):
            guard let theirs, let merged = try? MergedDescription(base: nil, mine: description, theirs: theirs) else {
                return nil
            }
            description = merged.marked
        case .take(.mine): break
        case .take(.theirs):
            guard let theirs else { return nil }
            description = theirs
        case .text(let text):
            guard let text = try? NotebookDescription(text) else { return nil }
            description = text
        }
        try keepInTrash(copy)
        return .notebook
    }

    /// Gives a copy a name of its own, such as that of an original that is gone.
    private mutating func adoptFile(
        _ copy: BundlePath, _ wanted: BundlePath, _ choice: ConflictChoice
    ) throws -> BundlePath? {
        if case .take(.mine) = choice {
            try keepInTrash(copy)
            return copy
        }
        let staged = try stageFile(copy)
        let isAttachment = FileType(of: wanted) == .blob
        let isNamed = !isAttachment || BlobName(wanted.name)?.matches(staged.digest) == true
        let path = isNamed ? wanted : try freePath(for: wanted, staged.digest)
        if try store.files.status(DiskPath(path)) == nil || entry(path)?.digest != staged.digest {
            try write(staged, at: path)
        }
        // Links to a copy that was sealed lead to its new name.
        if entry(copy) != nil { moved.note(together: [.init(old: copy, new: path, isLinked: true)]) }
        try delete(copy)
        return path
    }

    private mutating func stageFile(_ path: BundlePath) throws -> StagedFile {
        let files = store.files
        return try stage { write in try files.stream(DiskPath(path), write) }
    }

    /// A free path for another version of a file: with a number, or for an attachment with its own digest.
    private func freePath(for path: BundlePath, _ digest: Digest) throws -> BundlePath {
        if FileType(of: path) == .blob {
            let name = BlobName(path.name)?.readableName ?? String(path.name)
            return try BundlePath(
                "blobs/\(BlobName(name, digest: digest, infixLength: BlobName.shortestInfix))")
        }
        let name = String(path.name)
        let point = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        var number = 2
        while true {
            let next = "\(name[..<point]) \(number)\(name[point...])"
            let free = try path.parent?.appending(next) ?? BundlePath(next)
            if entry(free) == nil, try store.files.status(DiskPath(free)) == nil { return free }
            number += 1
        }
    }

    /// Moves a file to the trash as it is, whatever it holds.
    package mutating func keepInTrash(_ path: BundlePath) throws {
        let batch = world.newBatch()
        let isExtra = FileType(of: path) == .extra
        guard let kept = isExtra ? path : TrashedPath(keeping: path, in: batch)?.oldPath,
            let target = try freeTrashPath(of: kept, in: batch)
        else { return }
        try write(try stageFile(path), at: target)
        try delete(path)
    }
}
