import NotebookFormat

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

    /// Removes listed attachments that another program emptied, as cloud services do with files that they keep
    /// elsewhere: then they count as missing, and come back from the other copy.
    func removeEmptied(_ copy: NotebookCopy) throws -> Bool {
        let manifest = copy.compared.inspection.manifest.value
        let emptied = copy.compared.inspection.files.filter { fact in
            fact.type == .blob && fact.size == 0 && (manifest?[fact.path]?.size ?? 0) > 0
        }
        guard !emptied.isEmpty else { return false }
        let files = try openToChange()
        for fact in emptied where try files.status(fact.place)?.size == 0 { try files.unlink(fact.place) }
        return true
    }
}
