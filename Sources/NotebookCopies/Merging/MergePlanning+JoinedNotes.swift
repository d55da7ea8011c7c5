import NotebookFormat
import NotebookMerging

// Notes that both copies made under one path.
extension MergePlanning {
    /// Makes one note of what both copies made under one path, if the tool chose that path or the texts say the same.
    ///
    /// Cards stay apart: each has its own reviews.
    mutating func joinSameNotes() throws {
        let live = mine.compared.content.files.filter { $0.type == .note && !$0.isInTrash }
        let places = Dictionary(live.map { ($0.path.key, $0) }) { first, _ in first }
        let uuids = Set(theirs.compared.content.files.compactMap { $0.item?.uuid })
        let known = Set(base.files.compactMap { $0.item?.uuid })
        var joined = changed
        try joined.join { theirs in
            guard theirs.type == .note, let mine = places[theirs.path.key], let uuid = mine.item?.uuid,
                uuid != theirs.item?.uuid, !uuids.contains(uuid)
            else { return nil }
            if isDaily(theirs) { return mine }
            return try !known.contains(uuid) && saySame(mine, theirs) ? mine : nil
        }
        changed = joined
    }

    private func isDaily(_ file: ComparedFile) -> Bool {
        let date = file.item?.created ?? plan.description.created
        return [mine, theirs].contains { copy in
            copy.compared.content.description.settings.places.isDaily(file.path, around: date)
        }
    }

    /// Whether two items have the same text, or one of them has none.
    private func saySame(_ mine: ComparedFile, _ theirs: ComparedFile) throws -> Bool {
        let texts = [
            try self.mine.compared.contents(of: [mine.wanted])[mine.wanted],
            try self.theirs.compared.contents(of: [theirs.wanted])[theirs.wanted],
        ].map { bytes in
            (bytes.flatMap { try? ItemFile($0) }?.body).map { body in
                body.split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.map(Array.init)
            }
        }
        guard let one = texts[0], let other = texts[1] else { return false }
        return one == other || one.isEmpty || other.isEmpty
    }
}
