extension Entry {
    /// The entry of a file, from what was found out about it; `nil` if the file cannot be part of a document.
    ///
    /// - Parameter notebookCreated: `created` of the notebook, which stands for a missing one of the item.
    package init?(_ fact: FileFact, notebookCreated: Timestamp) {
        guard let type = fact.type else { return nil }
        var metadata: ItemMetadata?
        if type.isItem {
            guard let item = fact.item?.readable else { return nil }
            metadata = item.metadata.listed(
                stem: fact.path.stem, firstLine: item.firstLine, notebookCreated: notebookCreated)
        }
        self.init(path: fact.path, type: type, size: fact.size, digest: fact.digest, item: metadata)
    }
}

extension ItemMetadata {
    /// The values as an entry lists them: what is the default is left out (Format, clause 13.2).
    func listed(stem: String, firstLine: String?, notebookCreated: Timestamp) -> ItemMetadata {
        var listed = self
        let shown = title ?? firstLine
        listed.title = shown?.isIdentical(to: stem) == true ? nil : shown
        let created = created ?? notebookCreated
        listed.created = created == notebookCreated ? nil : created
        listed.modified = modified == created ? nil : modified
        return listed
    }
}

extension Manifest {
    /// The manifest of the files that were found: a pure function of what they say (Format, clause 13.4).
    ///
    /// Files that cannot be part of a document are left out.
    package init(of files: [FileFact], notebookCreated: Timestamp) {
        self.init(files.compactMap { Entry($0, notebookCreated: notebookCreated) })
    }
}
