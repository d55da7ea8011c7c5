public import NotebookFormat

extension Draft {
    /// Restores items to what they were at an earlier moment, to the byte: at their paths now, or, if they are gone, at
    /// those they had.
    ///
    /// - Parameters:
    ///   - words: What names the items as they were then: paths, names, titles or beginnings of uuids.
    ///   - text: The moment as it was written, for messages.
    /// - Throws: `HistoryError` if the history does not reach that moment, or `NotebookError` if there was no such item.
    public mutating func restore(
        _ words: [String], at moment: HistoryMoment, _ text: String? = nil
    ) throws -> [Item] {
        let log = try store.historyLog()
        guard let number = moment.number(in: log, notebook.fingerprint) else {
            throw HistoryError.unknownMoment(text ?? "\(moment)")
        }
        let past = try PastNotebook(at: number, log, notebook, store)
        let then = try Notebook(past.tree)
        var restored: [Item] = []
        for word in words {
            let item = try then.item(word)
            guard let bytes = try past.tree.content(of: item.path, limit: ItemFile.maximumBytes) else {
                throw NotebookError.gone(item.path)
            }
            let path = try place(of: item)
            try write(try Self.item(bytes, path), at: path)
            restored.append(try shown(path))
        }
        return restored
    }

    /// Where an item of an earlier state belongs now; if it is in the trash, it is taken out of it.
    private mutating func place(of item: Item) throws -> BundlePath {
        if let now = notebook.items.first(where: { $0.uuid == item.uuid }) { return now.path }
        let target = try freePath(stem: item.path.stem, type: item.type, in: item.folder)
        if let trashed = notebook.trashedItems.first(where: { $0.uuid == item.uuid }) {
            try moveBytes(trashed.path, to: target)
        }
        return target
    }
}
