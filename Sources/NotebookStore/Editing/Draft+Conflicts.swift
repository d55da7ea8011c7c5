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
        if entry(copy) != nil { moved.record(together: [.init(old: copy, new: original, isLinked: true)]) }
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
        if entry(copy) != nil { moved.record(together: [.init(old: copy, new: path, isLinked: true)]) }
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
        let batch = environment.newBatch()
        let isExtra = FileType(of: path) == .extra
        guard let kept = isExtra ? path : TrashedPath(keeping: path, in: batch)?.oldPath,
            let target = try freeTrashPath(of: kept, in: batch)
        else { return }
        try write(try stageFile(path), at: target)
        try delete(path)
    }
}

// The files that other programs, or the tool, keep as second versions of others (Format, clause 14.1).
extension Draft {
    /// The paths of all files, listed or not.
    func foundPaths() throws -> [BundlePath] {
        var paths: [BundlePath] = []
        try tree().forEachFile { file, _ in
            if case .file(let path) = file.place { paths.append(path) }
            return .goOn
        }
        return paths
    }

    /// Whether a file is a second version of another, listed or not.
    func isConflictCopy(_ path: BundlePath) throws -> Bool {
        let isNamed = try SecondVersion.isNamed(path, text: { try text(of: path) }) { uuid in
            listing.items.contains { $0.path != path && $0.uuid == uuid }
        }
        guard !isNamed, entry(path) == nil else { return isNamed }
        return try SecondVersion.isBeside(path, listed: { entry($0)?.item?.uuid }, text: { try text(of: path) })
    }

    /// Renames an item that got another title if its name is that of a conflict copy and only its earlier title, from
    /// which it had the name, told that it is none.
    ///
    /// - Parameter before: The item before its title changed.
    package mutating func keepApart(_ item: Item, from before: Item) throws -> Item {
        guard ConflictCopy.matches(item.path), ConflictCopy.isNamed(item.path, after: before.title),
            try isConflictCopy(item.path)
        else { return item }
        return try rename(item, to: item.title)
    }

    private func text(of path: BundlePath) throws -> SecondVersion.Text? {
        guard let bytes = try peek(path, limit: ItemFile.maximumBytes), let item = try? ItemFile(bytes) else {
            return nil
        }
        let isCard = ConflictCopy.type(of: path) == .card
        return (item.metadata.uuid, item.metadata.title ?? (isCard ? CardTitle.firstLine(of: item) : nil))
    }

    /// The item that a copy is a version of: the one with the same uuid, or else with the same name.
    mutating func original(of copy: BundlePath) throws -> BundlePath? {
        if let original = otherOriginal(of: copy) {
            return try store.files.status(DiskPath(original)) == nil ? nil : original
        }
        if let bytes = try peek(copy, limit: ItemFile.maximumBytes), let uuid = (try? ItemFile(bytes))?.metadata.uuid,
            let item = listing.items.first(where: { $0.uuid == uuid && $0.path != copy }), try exists(item.path)
        {
            return item.path
        }
        guard let path = ConflictCopy.original(of: copy), try entry(path) != nil && exists(path) else { return nil }
        return path
    }

    private func exists(_ path: BundlePath) throws -> Bool {
        try written(at: path) || store.files.status(DiskPath(path)) != nil
    }
}

/// Where the two versions of a conflict come from, as far as the history of this notebook says.
struct ConflictOrigin {
    /// Whether the second version is the one that this notebook had, because another copy merged them.
    var isSwapped = false
    /// What the version of this notebook is called.
    var mine: String
    /// What the other version is called.
    var theirs: String

    /// The side of the marks that a person means.
    func marked(_ side: ConflictSide) -> ConflictSide { isSwapped ? side.other : side }
}

extension Draft {
    /// Where the versions that are marked in an item come from.
    func origin(of file: ItemFile, at path: BundlePath) throws -> ConflictOrigin {
        let marks = file.marked
        let labels =
            marks.count > 0
            ? (marks.labels.mine, marks.labels.theirs) : ("", ConflictComments(file).label ?? "")
        var origin = ConflictOrigin(mine: labels.0, theirs: labels.1)
        guard let taken = try versionBeforeMerge(of: path), let version = try? ItemFile(taken.bytes) else {
            return origin
        }
        let date = version.metadata.date ?? description.created
        func isOwn(_ label: String) -> Bool { VersionLabel.label(label, isOf: date, Digest.of(taken.bytes)) }
        if let other = ConflictComments(file).paths.last, marks.count == 0 {
            // Whoever only moves an item changes neither its text nor its date.
            origin.isSwapped = other == taken.path
        } else {
            if isOwn(labels.0) != isOwn(labels.1) {
                origin.isSwapped = isOwn(labels.1)
            } else {
                // The other copy merged a version that was sealed here only afterwards.
                let counts = (marks.count(.mine, in: taken.bytes), marks.count(.theirs, in: taken.bytes))
                guard counts.0 != counts.1 else { return origin }
                origin.isSwapped = counts.1 > counts.0
            }
        }
        let other = origin.isSwapped ? labels.0 : labels.1
        origin.mine = "this copy, changed \(date)"
        origin.theirs = [taken.source, other].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
        return origin
    }

    /// Where the two versions of values of the notebook come from.
    func originOfValues() throws -> ConflictOrigin {
        let taken = try versionBeforeMerge(of: .notebook)
        let before = taken.flatMap { try? NotebookDescription($0.bytes) }
        return ConflictOrigin(
            isSwapped: before?.had(description.conflicts) ?? false, mine: "this copy",
            theirs: taken?.source ?? "the other copy")
    }

    /// A file as it was before the last merge that changed it, and the name of the copy that was merged.
    private func versionBeforeMerge(
        of path: BundlePath
    ) throws -> (path: BundlePath, bytes: [UInt8], source: String?)? {
        for (record, place) in try store.historyLog().changes(of: path) where record.note.merged != nil {
            let old = record.origin(of: place) ?? place
            guard let digest = record.files.first(where: { $0.path == old })?.before,
                let bytes = try store.keptContent(digest, limit: NotebookDescription.maximumBytes)
            else { return nil }
            return (old, bytes, record.note.source)
        }
        return nil
    }
}
