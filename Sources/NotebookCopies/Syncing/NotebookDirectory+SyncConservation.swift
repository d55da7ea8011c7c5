import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

extension NotebookDirectory {
    /// Keeps here what a synchronisation is about to remove or replace in the other copy, unless it is kept already
    /// (Format, clause 27.10).
    ///
    /// - Parameters:
    ///   - theirs: The other copy.
    ///   - mine: This notebook, as it will be there.
    ///   - merges: The merges from the other copy.
    /// - Returns: Whether that changed this notebook: what its history has no room for, or no record of, goes to the
    ///   trash.
    func conserve(
        _ theirs: NotebookCopy, replacedBy mine: NotebookCopy, after merges: [NotebookMerge]
    ) throws -> Bool {
        let staying = mine.digests
        // What stands there instead of a listed text counts, not what is listed.
        let left = Set(theirs.compared.reading.unsealable.compactMap(\.found?.path))
        var going = theirs.compared.content.files.filter { file in
            !staying.contains(file.digest) && !left.contains(file.path)
                && (file.type != nil || ConflictCopy.type(of: file.path) != nil)
        }
        .map { Replaced(path: $0.path, uuid: $0.item?.uuid, digest: $0.digest, size: $0.size) }
        let unsealable = theirs.replacedUnsealable(by: mine).filter { !staying.contains($0.digest) }
        going += unsealable.map {
            Replaced(path: $0.path, uuid: nil, digest: $0.digest, size: $0.size, isUnsealable: true)
        }
        if case .read(_, let bytes) = theirs.compared.inspection.description, !staying.contains(Digest.of(bytes)) {
            going.append(Replaced(path: .notebook, uuid: nil, digest: Digest.of(bytes), size: bytes.count))
        }
        guard !going.isEmpty, !environment.isKeptElsewhere else { return false }
        // What was merged is in what replaces it.
        var merged = Set(merges.flatMap(\.files).filter { $0.change == .merged }.map(\.path))
        if merges.contains(where: { !$0.notebook.isEmpty || !$0.lostValues.isEmpty }) { merged.insert(.notebook) }
        let lost = try keep(going, of: theirs, merged: merged, mine)
        return try !lost.isEmpty && edit { try $0.keepInTrash(lost, of: theirs.compared) }.result
    }

    /// Keeps contents of another copy in the history, unless they were destroyed.
    ///
    /// - Parameter merged: The files here that were merged with those of the other copy.
    /// - Returns: Those for which the history has no room, or in which nobody would find them: no record names them.
    private func keep(
        _ contents: [Replaced], of copy: NotebookCopy, merged: Set<BundlePath>, _ mine: NotebookCopy
    ) throws -> [Replaced] {
        let records = try readFiles { try Store($0, environment).historyLog() }.records
        let named = Set(records.flatMap(\.contentsBefore))
        let destroyed = Set(records.flatMap(\.note.destroyed))
        // An interrupted synchronisation has merged them before.
        let earlier = records.filter { $0.note.merged == copy.fingerprint }.flatMap(\.files).map(\.path)
        let merged = merged.union(earlier)
        let isInParts = CarriedVersions.isNeeded(for: copy)
        let late = Set(copy.compared.reading.unlistedTrash.map(\.path))
        let places = Dictionary(
            mine.manifest.entries.compactMap { entry in entry.item?.uuid.map { ($0, entry.path) } }
        ) { first, _ in first }
        func isMerged(_ file: Replaced) -> Bool {
            guard !file.isUnsealable, !late.contains(file.path) else { return false }
            return isInParts && file.path != .notebook || merged.contains(file.path)
                || file.uuid.flatMap { places[$0] }.map(merged.contains) ?? false
        }
        lazy var versions: [BundlePath: Set<Digest>] = records.reduce(into: [:]) { versions, record in
            for file in record.files { if let old = file.before { versions[file.path, default: []].insert(old) } }
            for file in record.note.outside {
                if let old = file.before { versions[file.path, default: []].insert(old) }
            }
        }
        let going = contents.filter { !destroyed.contains($0.digest) }
        var (found, lost): ([Replaced], [Replaced]) = ([], [])
        for file in going {
            let isMerged = isMerged(file)
            let isText = (FileType(of: file.path) ?? ConflictCopy.type(of: file.path))?.isItem == true
            var isFound = named.contains(file.digest) || isMerged && (isInParts && !isText || file.path == .notebook)
            // Notes that both copies made at one path are one here.
            if !isFound,
                let place = file.uuid.flatMap({ places[$0] })
                    ?? (isMerged ? ConflictCopy.original(of: file.path) ?? file.path : nil)
            {
                isFound = try mine.holdsLines(
                    of: file, in: copy, at: place, orIn: versions[place] ?? [], onlyBody: isMerged)
            }
            if isFound { found.append(file) } else { lost.append(file) }
        }
        let store = Store(try openToChange(), environment)
        let unkept = try found.filter { try !store.keepsContent($0.digest) }
        guard let room = try store.roomInHistory(), unkept.reduce(0, { $0 + $1.size }) <= room else {
            return lost + unkept
        }
        try OwnEdits.during(environment.identity(path), store.files) { try store.keep(unkept, of: copy.compared) }
        return lost
    }
}

extension NotebookCopy {
    /// Whether an item here, or its earlier versions, have all lines of its version in another copy, but for the times
    /// of changes.
    ///
    /// - Parameter onlyBody: Whether its front matter was merged, so that only the text counts.
    fileprivate func holdsLines(
        of file: Replaced, in other: NotebookCopy, at place: BundlePath, orIn versions: Set<Digest>, onlyBody: Bool
    ) throws -> Bool {
        guard let mine = manifest[place]?.digest else { return false }
        func lines(_ bytes: [UInt8]) -> Set<ArraySlice<UInt8>> {
            let body = onlyBody ? (try? ItemFile(bytes)).map { Array($0.body) } : nil
            let lines = (body ?? bytes).split(separator: 0x0A)
            return Set(lines.filter { !$0.starts(with: Array("modified:".utf8)) })
        }
        let wanted = ComparedNotebook.Wanted(file.path, file.digest)
        guard let there = try other.compared.contents(of: [wanted])[wanted] else { return false }
        var rest = lines(there)
        let here = ComparedNotebook.Wanted(place, mine)
        if let bytes = try compared.contents(of: [here])[here] { rest.subtract(lines(bytes)) }
        for version in versions where !rest.isEmpty {
            if let bytes = try text(with: version, preferring: place) { rest.subtract(lines(bytes)) }
        }
        return rest.isEmpty
    }
}

/// A file that is removed or replaced in another copy.
private struct Replaced {
    let path: BundlePath
    let uuid: UniqueIdentifier?
    let digest: Digest
    let size: Int
    /// Whether it is nothing that could be merged.
    var isUnsealable = false
}

extension Store {
    /// Keeps contents of another copy in the history.
    fileprivate func keep(_ contents: [Replaced], of copy: ComparedNotebook) throws {
        guard !contents.isEmpty else { return }
        try HistoryKeeping(self).makeDirectories()
        for content in contents {
            let staged = Self.staged(content.digest)
            if try files.status(staged) != nil { try files.unlink(staged) }
            let file = try files.create(staged)
            defer { files.close(file) }
            try copy.stream(content.path) { try files.writeAll($0, to: file) }
            guard try files.digest(of: staged) == content.digest else {
                try files.unlink(staged)
                throw copy.changed(content.path)
            }
        }
        try files.synchronizeAll()
        for content in contents { try files.rename(Self.staged(content.digest), to: Self.kept(content.digest)) }
    }
}

extension Draft {
    /// Puts contents of another copy into the trash, whatever they hold; false if they are there.
    fileprivate mutating func keepInTrash(_ contents: [Replaced], of copy: ComparedNotebook) throws -> Bool {
        let batch = environment.newBatch()
        // Attachments that they link to keep their places.
        let items = contents.filter { FileType(of: $0.path)?.isItem == true }
        var isChanged = try bringAttachments(of: items.map { .init($0.path, $0.digest) }, from: copy)
        var known = Set(manifest.entries.digests)
        for content in contents where !known.contains(content.digest) {
            guard let kept = TrashedPath(keeping: content.path, in: batch)?.oldPath,
                let target = try freeTrashPath(of: kept, in: batch)
            else { continue }
            let staged = try stage(expecting: content.size) { write in try copy.stream(content.path, write) }
            guard staged.digest == content.digest else { throw copy.changed(content.path) }
            try write(staged, at: target)
            known.insert(content.digest)
            isChanged = true
        }
        return isChanged
    }
}
