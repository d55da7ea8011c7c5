import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

extension NotebookDirectory {
    /// Puts back a lost `notebook.json` with the content that the manifest lists.
    ///
    /// - Parameter content: Returns the content with a digest; `nil` if it is not known.
    /// - Returns: Whether it is there again.
    func restoreDescription(_ content: (Digest) throws -> [UInt8]?) throws -> Bool {
        let files = try openToChange()
        let place = DiskPath(.notebook)
        guard try files.status(place) == nil, try files.status(DiskPath(.manifest))?.kind == .file,
            let manifest = try? Manifest(try files.content(of: DiskPath(.manifest), limit: Manifest.maximumBytes)),
            let digest = manifest[.notebook]?.digest
        else { return false }
        let kept = try Store(files, world).keptContent(digest, limit: NotebookDescription.maximumBytes)
        guard let bytes = try kept ?? content(digest), Digest.of(bytes) == digest else { return false }
        try Placement.file(place, in: files, world: world, replacing: false) { try files.writeAll(bytes, to: $0) }
        return true
    }

    /// Sets aside listed attachments that another program damaged or emptied, as cloud services do with files that they
    /// keep elsewhere, if the other copy still has them: then they count as missing, and come back.
    ///
    /// - Returns: Whether there were any.
    func setAsideDamaged(in copy: NotebookCopy, besides other: NotebookCopy) throws -> Bool {
        guard let manifest = copy.compared.inspection.manifest.value else { return false }
        let damaged = copy.compared.inspection.files.filter { fact in
            guard fact.type == .blob, let digest = manifest[fact.path]?.digest, digest != fact.digest else {
                return false
            }
            let isTrue = BlobName(fact.path.name)?.matches(fact.digest) ?? true
            return !isTrue && other.digests.contains(digest)
        }
        guard !damaged.isEmpty else { return false }
        let files = try openToChange()
        let aside = SetAside(files, now: world.now())
        for fact in damaged {
            if fact.size == 0 { try files.unlink(fact.place) } else { _ = try aside.move(fact.place) }
        }
        return true
    }
}
