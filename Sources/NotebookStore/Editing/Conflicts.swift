public import NotebookFormat

/// Two versions of an item that are not merged yet.
public struct OpenConflict: Hashable, Sendable {
    /// How the versions stand there.
    public enum Form: Hashable, Sendable {
        /// In a file of its own beside the item, which another program or the tool has made (Format, clause 14.5).
        case copy(BundlePath)
        /// In the item itself, marked in so many places.
        case marked(Int)
    }

    /// The item; `nil` if it is gone and only the copy is there.
    public let item: BundlePath?
    /// How the versions stand there.
    public let form: Form

    /// What the conflict is known by: the item, or the copy where there is none.
    public var path: BundlePath? {
        if let item { return item }
        guard case .copy(let path) = form else { return nil }
        return path
    }
}

/// What to do about two versions.
public enum ConflictChoice: Sendable {
    /// Bring them together; where both changed the same, nothing is done.
    case merge
    /// Take one version, or both.
    case take(ConflictSide)
    /// Take this text, front matter included.
    case text([UInt8])
}

extension Draft {
    /// The conflicts of the notebook, in the order of their paths.
    ///
    /// - Throws: what keeps files from being read.
    public mutating func conflicts() throws -> [OpenConflict] {
        var found: [OpenConflict] = []
        for path in try conflictCopies() {
            found.append(OpenConflict(item: try original(of: path), form: .copy(path)))
        }
        for item in notebook.items {
            guard let bytes = try peek(item.path, limit: ItemFile.maximumBytes),
                let count = (try? ItemFile(bytes))?.marked.count, count > 0
            else { continue }
            found.append(OpenConflict(item: item.path, form: .marked(count)))
        }
        return found.sorted { ($0.path?.text ?? "") < ($1.path?.text ?? "") }
    }

    /// Both versions of a conflict in one text, with marks where both changed the same, and how many there are.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or what keeps files from being read.
    public mutating func both(_ conflict: OpenConflict) throws -> (text: [UInt8], places: Int) {
        guard case .copy(let copy) = conflict.form else {
            guard let item = conflict.item else { return ([], 0) }
            let file = try self.item(item)
            return (file.bytes, file.marked.count)
        }
        let theirs = try item(copy).bytes
        guard let item = conflict.item else { return (theirs, 0) }
        let merged = MergedVersions(
            base: nil, mine: try self.item(item).bytes, theirs: theirs,
            labels: .init(mine: item.text, theirs: copy.text))
        return (merged.bytes, merged.conflicts)
    }

    /// Settles a conflict and gives the item; `nil` if it has to be left.
    ///
    /// What stood in a copy is in the trash afterwards, whatever was chosen.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or `StoreError` if files cannot be written.
    public mutating func resolve(_ conflict: OpenConflict, _ choice: ConflictChoice) throws -> BundlePath? {
        guard case .copy(let copy) = conflict.form else {
            guard let path = conflict.item else { return nil }
            switch choice {
            case .merge: return nil
            case .take(let side): _ = try replace(path, with: try item(path).marked.resolved(side))
            case .text(let bytes): _ = try replace(path, with: bytes)
            }
            return path
        }
        guard let path = conflict.item else { return try adopt(copy, choice) }
        let (text, places) = try both(conflict)
        switch choice {
        case .merge:
            guard places == 0 else { return nil }
            _ = try replace(path, with: text)
        case .take(.mine): break
        case .take(.theirs):
            let theirs = try item(copy)
            try trash([path], asCopies: true)
            _ = try replace(path, with: theirs.bytes)
        case .take(.both): _ = try replace(path, with: try Self.item(text, path).marked.resolved(.both))
        case .text(let bytes): _ = try replace(path, with: bytes)
        }
        try trash([copy], asCopies: false)
        return path
    }

    /// Lets a copy whose item is gone become that item.
    private mutating func adopt(_ copy: BundlePath, _ choice: ConflictChoice) throws -> BundlePath? {
        guard let original = ConflictCopy.original(of: copy), let folder = FolderPath(of: original),
            let type = FileType(of: original)
        else { return nil }
        let bytes: [UInt8]
        switch choice {
        case .take(.mine):
            try trash([copy], asCopies: false)
            return copy
        case .text(let text): bytes = text
        default: bytes = try item(copy).bytes
        }
        let path = try freePath(stem: original.stem, type: type, in: folder)
        let file = try Self.item(bytes, copy)
        var metadata = file.metadata
        metadata.uuid = metadata.uuid ?? world.newUUID()
        try write(try Self.setting(metadata, of: file, copy), at: path)
        try delete(copy)
        return path
    }

    /// Moves files to the trash under uuids of their own, since others have theirs.
    private mutating func trash(_ paths: [BundlePath], asCopies: Bool) throws {
        let batch = world.newBatch()
        for path in paths {
            guard let target = try TrashedPath(of: path, in: batch)?.path() else { continue }
            let file = try item(path)
            var metadata = file.metadata
            if metadata.uuid != nil { metadata.uuid = world.newUUID() }
            try write(try Self.setting(metadata, of: file, path), at: target)
            if !asCopies { try delete(path) }
        }
    }

    /// The files beside items whose names say that they are second versions, listed or not.
    private func conflictCopies() throws -> [BundlePath] {
        var paths: [BundlePath] = []
        try tree().forEachFile { file, _ in
            if case .file(let path) = file.place, FileType(of: path)?.isItem == true, TrashedPath(path) == nil,
                ConflictCopy.matches(path)
            {
                paths.append(path)
            }
            return .goOn
        }
        return paths.sorted()
    }

    /// The item that a copy is a version of: the one that has its uuid, or else the one whose name it bears.
    private mutating func original(of copy: BundlePath) throws -> BundlePath? {
        if let bytes = try peek(copy, limit: ItemFile.maximumBytes), let uuid = (try? ItemFile(bytes))?.metadata.uuid,
            let item = notebook.items.first(where: { $0.uuid == uuid && $0.path != copy })
        {
            return item.path
        }
        guard let path = ConflictCopy.original(of: copy), entry(path) != nil else { return nil }
        return path
    }
}
