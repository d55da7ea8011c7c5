package import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookStore
package import NotebookText

extension NotebookDirectory {
    /// Puts back a lost `notebook.json`; sets aside a damaged one, if what it was is known.
    ///
    /// - Parameter isAtRest: Whether nobody is writing a file.
    /// - Parameter content: Returns a content for the digest that the manifest lists, or without one if there is no
    ///   manifest; `nil` if it is not known.
    /// - Returns: Whether it is there again.
    package func restoreDescription(
        isAtRest: (FileStatus) throws -> Void = { _ in }, _ content: (Digest?) throws -> [UInt8]?
    ) throws -> Bool {
        let place = DiskPath(.notebook)
        let (isLost, listed, kept) = try readFiles { files in
            let listed = try listedDescription(files)
            let status = try files.status(place)
            let isLost = try listed != nil || status == nil && files.status(DiskPath(.manifest)) == nil
            if let status { try isAtRest(status) }
            let store = Store(files, environment)
            return try (
                isLost, listed, listed.flatMap { try store.keptContent($0, limit: NotebookDescription.maximumBytes) }
            )
        }
        guard isLost, let bytes = try kept ?? content(listed) else { return false }
        let files = try openToChange()
        if let status = try files.status(place) {
            guard status.kind == .file, try !isDescription(files) else { return true }
            _ = try SetAside(files, now: environment.now()).move(place)
        }
        try Placement.file(place, in: files, environment: environment, replacing: false) {
            try files.writeAll(bytes, to: $0)
        }
        return true
    }

    /// Whether an item here is one of another notebook, which is a copy of this one then.
    func sharesItems(with other: Manifest) throws -> Bool {
        let uuids = Set(other.entries.compactMap { $0.item?.uuid })
        return try readFiles { files in
            try Inspector(try tree(files)).inspect().files.contains { fact in
                fact.item?.readable?.metadata.uuid.map(uuids.contains) ?? false
            }
        }
    }

    private func isDescription(_ files: any FileOperations) throws -> Bool {
        let bytes = try files.content(of: DiskPath(.notebook), limit: NotebookDescription.maximumBytes)
        return (try? NotebookDescription(bytes)) != nil
    }

    /// The digest of `notebook.json` in the manifest; `nil` if there is none.
    private func listedDescription(_ files: any FileOperations) throws -> Digest? {
        guard try files.status(DiskPath(.manifest))?.kind == .file else { return nil }
        let bytes = try files.content(of: DiskPath(.manifest), limit: Manifest.maximumBytes)
        return (try? Manifest(bytes))?[.notebook]?.digest
    }

    /// Sets aside unlisted items that the other copy has at the same path, byte for byte, where an older state of them came
    /// back beside them, as by copying an older folder over the notebook: the merge brings them again.
    ///
    /// - Returns: Where they are now, with their digests. They stay there until the notebook has them again.
    func setAsideOverwritten(
        in copy: NotebookCopy, besides other: NotebookCopy
    ) throws -> [NotebookCopy.AsideFile] {
        let facts = copy.compared.inspection.files
        guard let manifest = copy.compared.inspection.manifest.value else { return [] }
        let there = other.manifest
        let unlisted = facts.filter { fact in
            fact.type?.isItem == true && manifest[fact.path] == nil && there[fact.path]?.digest == fact.digest
        }
        guard !unlisted.isEmpty else { return [] }
        let older = Set(
            facts.compactMap { fact in
                let entry = manifest[fact.path]
                let isOlder = entry?.digest == fact.digest && there[fact.path]?.item?.uuid != entry?.item?.uuid
                return isOlder ? entry?.item?.uuid : nil
            })
        let overwritten = unlisted.filter { $0.item?.readable?.metadata.uuid.map(older.contains) ?? false }
        guard !overwritten.isEmpty else { return [] }
        let files = try openToChange()
        let aside = SetAside(files, now: environment.now())
        return try overwritten.compactMap { fact in
            guard try files.digest(of: fact.place) == fact.digest else { return nil }
            return try aside.move(fact.place).map { ($0, fact.digest) }
        }
    }

    /// Removes what was set aside, as far as the notebook has it again.
    func dropSetAside(_ copy: NotebookCopy) throws {
        guard !copy.setAside.isEmpty else { return }
        let files = try openToChange()
        let manifest = try NotebookListing(try tree(files)).manifest
        for (place, digest) in copy.setAside {
            let isBack = try manifest.entries.contains { entry in
                guard entry.digest == digest, TrashedPath(entry.path) == nil else { return false }
                return try files.digest(of: DiskPath(entry.path)) == digest
            }
            guard isBack else { continue }
            try files.unlink(place)
            var directory = place.parent
            while directory != .root, (try? files.removeDirectory(directory)) != nil { directory = directory.parent }
        }
    }

    /// Puts back listed attachments that another program changed, damaged or emptied, as cloud services do with files that
    /// they keep elsewhere, if the other copy still has them; what was there goes to the trash, unless it was empty.
    ///
    /// - Returns: The files that were put back.
    func restoreChanged(in copy: NotebookCopy, besides other: NotebookCopy) throws -> [UnsealableFile] {
        // Without a manifest, the other copy knows what an attachment was.
        let listed = copy.compared.inspection.manifest.value
        let manifest = listed ?? other.manifest
        let there = Dictionary(other.compared.content.files.map { ($0.digest, $0.path) }) { first, _ in first }
        let changed = copy.compared.inspection.files.compactMap { fact -> (fact: FileFact, digest: Digest)? in
            guard fact.type == .blob, let digest = manifest[fact.path]?.digest, digest != fact.digest else {
                return nil
            }
            let isTrue = BlobName(fact.path.name)?.matches(fact.digest) ?? true
            return isTrue || there[digest] == nil ? nil : (fact, digest)
        }
        guard !changed.isEmpty else { return [] }
        guard listed != nil else {
            // No change can be made: the files count as missing, and come back with the merge.
            let (files, batch) = (try openToChange(), environment.newBatch())
            for (fact, _) in changed {
                if fact.size == 0 {
                    try files.unlink(fact.place)
                } else if let kept = try TrashedPath(keeping: fact.path, in: batch)?.path() {
                    _ = try files.makeDirectories(DiskPath(kept).parent)
                    try files.renameExclusively(fact.place, to: DiskPath(kept))
                }
            }
            return changed.map { UnsealableFile(replacing: $0.fact, listed: $0.digest) }
        }
        _ = try recordingChanges(as: "seal").edit { draft in
            for (fact, digest) in changed {
                guard let source = there[digest] else { continue }
                let file = try draft.stage { write in try other.compared.stream(source, write) }
                guard file.digest == digest else { throw other.compared.changed(source) }
                if fact.size == 0 { try draft.delete(fact.path) } else { try draft.keepInTrash(fact.path) }
                try draft.write(file, at: fact.path)
            }
        }
        return changed.map { UnsealableFile(replacing: $0.fact, listed: $0.digest) }
    }

    /// A value that shows, within this process, whether files of the notebook were changed; `nil` if they cannot be
    /// listed.
    ///
    /// Reads no file.
    package var mark: Int? {
        try? readFiles { files in
            var hasher = Hasher()
            try tree(files).forEachFile { file, _ in
                hasher.combine(file.place.path)
                hasher.combine(file.size)
                hasher.combine(file.identity)
                return .goOn
            }
            return hasher.finalize()
        }
    }
}
