import NotebookFormat
package import NotebookText

extension Entry {
    /// The entry of a file, made from the facts about it; `nil` if the file cannot be part of a document.
    ///
    /// - Parameter notebookCreated: `created` of the notebook, the default for items without that date.
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
    /// The values of an entry, without defaults (Format, clause 13.2).
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
    /// The manifest of some files: a pure function of the facts about them (Format, clause 13.4).
    ///
    /// Leaves out files that cannot be part of a document.
    package init(of files: [FileFact], notebookCreated: Timestamp) {
        self.init(files.compactMap { Entry($0, notebookCreated: notebookCreated) })
    }
}
