import NotebookFiles
public import NotebookFormat
public import NotebookMerging
import NotebookText

/// Two versions of an item, or of values of the notebook, that have not been merged.
public struct OpenConflict: Hashable, Sendable {
    /// Where the second version is.
    package enum Form: Hashable, Sendable {
        /// In a file beside it, made by another program or by the tool (Format, clause 14.1).
        case copy(BundlePath)
        /// In the item itself, in this many marked places.
        case marked(Int)
        /// In `notebook.json`, beside this many values.
        case values(Int)
    }

    /// The item, attachment or other file; `nil` if it is gone and only the copy exists, and for values of the notebook.
    public let item: BundlePath?
    /// Where the second version is.
    package let form: Form

    /// The path that identifies the conflict: that of the item, of the copy if there is no item, or of `notebook.json`.
    public var path: BundlePath? {
        if let item { return item }
        return switch form {
        case .copy(let path): path
        case .marked: nil
        case .values: .notebook
        }
    }
}

/// Both versions of a conflict: the one of this copy comes first, whichever copy merged them.
public struct ConflictVersions: Sendable {
    /// The whole text, with this copy’s version of each conflicting place, or the first if none is known to be.
    public let mine: [UInt8]
    /// The whole text, with the other version of each conflicting place.
    public let theirs: [UInt8]
    /// What the first version is called: its copy, and when it was changed.
    package let mineName: String
    /// What the other version is called.
    package let theirsName: String
    /// The values that differ, for values of the notebook: old ones are of the first version.
    package var values: [DescriptionChange] = []
    /// The path that the item has in the second version, if it differs.
    package var otherPath: BundlePath?
}

/// How to resolve a conflict.
public enum ConflictChoice: Sendable {
    /// Merge the versions; if both changed the same place, do nothing.
    case merge
    /// Take one version, or both; for a value of the notebook, only one is possible.
    case take(ConflictSide)
    /// Take this text, front matter included, or this `notebook.json`.
    case text([UInt8])
}

extension Draft {
    /// The conflicts of the notebook, in the order of their paths.
    ///
    /// - Throws: an error if files cannot be read.
    public mutating func conflicts() throws -> [OpenConflict] { try conflicts(among: nil, files: foundPaths()) }

    /// The conflicts among some items; `nil` for all.
    ///
    /// - Parameter files: The paths of all files.
    mutating func conflicts(among candidates: Set<BundlePath>?, files: [BundlePath]) throws -> [OpenConflict] {
        var found: [OpenConflict] = []
        for path in try files.filter({ try isConflictCopy($0) }).sorted() {
            found.append(OpenConflict(item: try original(of: path), form: .copy(path)))
        }
        let items = candidates.map { $0.compactMap(listing.item(at:)).filter { !$0.isInTrash } } ?? listing.items
        for item in items {
            guard let bytes = try peek(item.path, limit: ItemFile.maximumBytes),
                let count = (try? ItemFile(bytes))?.conflictCount, count > 0
            else { continue }
            found.append(OpenConflict(item: item.path, form: .marked(count)))
        }
        let values = description.conflicts.count
        if values > 0 { found.append(OpenConflict(item: nil, form: .values(values))) }
        return found.sorted { ($0.path?.text ?? "") < ($1.path?.text ?? "") }
    }

    /// Both versions of a conflict.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or an error if files cannot be read.
    public mutating func versions(_ conflict: OpenConflict) throws -> ConflictVersions {
        if case .values = conflict.form {
            let origin = try originOfValues()
            let mine = try resolved(description, origin.marked(.mine)) ?? description
            let theirs = try resolved(description, origin.marked(.theirs)) ?? description
            return ConflictVersions(
                mine: mine.text, theirs: theirs.text, mineName: origin.mine, theirsName: origin.theirs,
                values: DescriptionChange.all(mine, theirs))
        }
        guard let path = conflict.path else {
            return ConflictVersions(mine: [], theirs: [], mineName: "", theirsName: "")
        }
        if case .copy(let copy) = conflict.form, let original = otherOriginal(of: copy) {
            return try versions(ofFile: copy, original)
        }
        let file = try Self.item(try both(conflict).text, path)
        let origin: ConflictOrigin
        if case .copy(let copy) = conflict.form {
            origin = ConflictOrigin(mine: path.text, theirs: copy.text)
        } else {
            origin = try self.origin(of: file, at: path)
        }
        return ConflictVersions(
            mine: try Self.resolved(file, origin.marked(.mine), path),
            theirs: try Self.resolved(file, origin.marked(.theirs), path), mineName: origin.mine,
            theirsName: origin.theirs, otherPath: ConflictComments(file).paths.last)
    }

    /// Both versions of a conflict in one text, with conflict markers where both changed the same place, and the number
    /// of such places.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or an error if files cannot be read.
    package mutating func both(_ conflict: OpenConflict) throws -> (text: [UInt8], places: Int) {
        guard case .copy(let copy) = conflict.form else {
            guard let item = conflict.item else { return (description.text, description.conflicts.count) }
            let file = try self.item(item)
            return (file.bytes, file.conflictCount)
        }
        guard otherOriginal(of: copy) == nil else { return ([], 1) }
        let theirs = try item(copy).bytes
        guard let item = conflict.item else { return (theirs, 0) }
        let merged = MergedVersions(
            base: nil, mine: try self.item(item).bytes, theirs: theirs,
            labels: .init(mine: item.text, theirs: copy.text))
        return (merged.bytes, merged.conflicts)
    }

    /// Resolves a conflict with a text that was typed over both versions; what has changed meanwhile is merged into it.
    ///
    /// - Throws: the same as `resolve(_:_:)`.
    package mutating func resolve(
        _ conflict: OpenConflict, with text: [UInt8], typedOver old: [UInt8]
    ) throws -> BundlePath? {
        let now = try both(conflict).text
        guard now != old else { return try resolve(conflict, .text(text)) }
        let merged = MergedVersions(
            base: old, mine: text, theirs: now, labels: .init(mine: "your version", theirs: "changed meanwhile"))
        return try resolve(conflict, .text(merged.bytes))
    }

    /// Resolves a conflict and returns the item; `nil` if the conflict cannot be resolved.
    ///
    /// The copy, if there is one, always goes to the trash.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or `StoreError` if files cannot be written.
    public mutating func resolve(_ conflict: OpenConflict, _ choice: ConflictChoice) throws -> BundlePath? {
        isFromOutside = true
        guard case .copy(let copy) = conflict.form else {
            guard let path = conflict.item else { return try settleValues(choice) }
            switch choice {
            case .merge: return nil
            case .take(let side): return try settle(path, side)
            case .text(let bytes): _ = try replace(path, with: bytes)
            }
            return path
        }
        if let original = otherOriginal(of: copy) { return try resolveFile(copy, original, choice) }
        // Another copy of it may have become the item meanwhile.
        guard let path = try conflict.item ?? original(of: copy) else { return try adopt(copy, choice) }
        guard try isReadable(copy) else {
            guard case .take(.mine) = choice else {
                if case .merge = choice { return nil }
                _ = try item(copy)
                return nil
            }
            try keepInTrash(copy)
            return path
        }
        let (text, places) = try both(OpenConflict(item: path, form: conflict.form))
        switch choice {
        case .merge:
            guard places == 0 else { return nil }
            _ = try replace(path, with: text)
        case .take(.mine): break
        case .take(.theirs):
            let theirs = try item(copy)
            try trash([path], asCopies: true)
            _ = try replace(path, with: theirs.bytes)
        case .take(.both): _ = try replace(path, with: try Self.resolved(try Self.item(text, path), .both, path))
        case .text(let bytes): _ = try replace(path, with: bytes)
        }
        // Another program may have edited what stays.
        let taken = try item(path)
        if entry(path)?.digest != taken.digest { try write(taken, at: path) }
        try trash([copy], asCopies: false)
        return path
    }

    /// Resolves the values of the notebook that a merge could not decide between.
    private mutating func settleValues(_ choice: ConflictChoice) throws -> BundlePath? {
        switch choice {
        case .merge: return nil
        case .take(let side):
            guard let settled = try resolved(description, try originOfValues().marked(side)) else { return nil }
            description = settled
        case .text(let bytes):
            do {
                description = try NotebookDescription(bytes)
            } catch {
                throw invalid(error, bytes)
            }
        }
        return .notebook
    }

    private func invalid(_ problem: TextProblem, _ bytes: [UInt8]) -> NotebookError {
        .malformed(
            listing.description.title, file: BundlePath.notebook.text, problem,
            TextPosition(of: problem.offset, in: bytes))
    }

    private func resolved(_ description: NotebookDescription, _ side: ConflictSide) throws -> NotebookDescription? {
        do {
            return try description.resolved(side)
        } catch {
            throw invalid(error, description.text)
        }
    }

    /// Resolves the places of an item that hold two versions; renames or moves the item if it gets another title or
    /// path.
    private mutating func settle(_ path: BundlePath, _ side: ConflictSide) throws -> BundlePath {
        let old = try item(path)
        let side = try origin(of: old, at: path).marked(side)
        let bytes = try Self.resolved(old, side, path)
        _ = try replace(path, with: bytes)
        guard side == .theirs, var item = listing.items.first(where: { $0.path == path }) else { return path }
        let title = try Self.item(bytes, path).metadata.title
        if let title, title != old.metadata.title { item = try rename(item, to: title) }
        guard let wanted = ConflictComments(old).paths.last, wanted != item.path, let folder = FolderPath(of: wanted)
        else { return item.path }
        let target = try freePath(stem: wanted.stem, type: item.type, in: folder, besides: item.path)
        return try relocate(item, to: target).path
    }

    private static func resolved(_ file: ItemFile, _ side: ConflictSide, _ path: BundlePath) throws -> [UInt8] {
        do {
            return try file.resolved(side).bytes
        } catch {
            throw NotebookError.malformedItem(path, error, TextPosition(of: error.offset, in: file.bytes))
        }
    }

    /// Turns a copy whose item is gone into that item.
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
        // A program that renames both versions leaves no file under the listed name.
        let isFree = try store.files.status(DiskPath(original)) == nil && entry(original) != nil
        let path = try isFree ? original : freePath(stem: original.stem, type: type, in: folder)
        let file = try Self.item(bytes, copy)
        var metadata = file.metadata
        metadata.uuid = metadata.uuid ?? (isFree ? entry(original)?.item?.uuid : nil) ?? environment.newUUID()
        try write(try Self.setting(metadata, of: file, copy), at: path)
        try delete(copy)
        // Of a deleted item that comes back in this way, the deleted version is another one.
        for version in listing.trashedItems where version.uuid == metadata.uuid {
            guard let bytes = try peek(version.path, limit: ItemFile.maximumBytes) else { continue }
            let file = try Self.item(bytes, version.path)
            var metadata = file.metadata
            metadata.uuid = environment.newUUID()
            try write(try Self.setting(metadata, of: file, version.path), at: version.path)
        }
        return path
    }

    /// Moves files to the trash; as copies, under new uuids, because other items have theirs.
    private mutating func trash(_ paths: [BundlePath], asCopies: Bool) throws {
        let batch = environment.newBatch()
        for path in paths {
            let named = ConflictCopy.withEnding(path) ?? path
            guard let target = try TrashedPath(of: named, in: batch)?.path() else { continue }
            let file = try item(path)
            var metadata = file.metadata
            if metadata.uuid != nil { metadata.uuid = environment.newUUID() }
            try write(try Self.setting(metadata, of: file, path), at: target)
            if !asCopies { try delete(path) }
        }
    }
}
