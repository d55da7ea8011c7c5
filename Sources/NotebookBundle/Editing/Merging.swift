public import NotebookFormat

extension Draft {
    /// Puts the text of an item behind that of another of its kind, leads all links to it there, and moves it to the trash.
    ///
    /// The first keeps its identity, title and keys of other applications; it gets the tags of both, the earlier date of
    /// making, and is pinned if one of them is. Of cards fronts and backs are joined. Relative links in the second text are
    /// led from its new place.
    ///
    /// - Returns: The first item, and the deletion that the second is in the trash with.
    /// - Throws: `NotebookError.cannotMerge` if they are one item, or of two kinds.
    public mutating func merge(_ second: Item, into first: Item) throws -> (item: Item, batch: BatchName) {
        guard first.path != second.path, first.type == second.type else {
            throw NotebookError.cannotMerge(first.path, second.path)
        }
        let (one, other) = (try item(first.path), try item(second.path))
        let batch = try moveToTrash([second])
        let links = KeptLinks(before: manifestBeforeMoves, after: manifest, moves: [second.path: first.path])
        let oneKept = try links.rewriting(one, from: first.path, to: first.path)
        let otherKept = try links.rewriting(other, from: second.path, to: first.path)
        let (top, bottom) = (oneKept.item, otherKept.item)
        var merged = try top.setting(body: first.type == .card ? Self.cards(top, bottom) : Self.texts(top, bottom))
        var metadata = merged.metadata
        metadata.tags = Tag.unique(metadata.tags + bottom.metadata.tags)
        metadata.pinned = metadata.pinned || bottom.metadata.pinned
        metadata.created = min(first.created, second.created)
        metadata.modified = world.now()
        merged = try merged.setting(metadata)
        try write(merged, at: first.path)
        noteRedirect(of: second.path, to: first.path)
        noteUnkept((oneKept.unkept + otherKept.unkept).map { UnkeptLink(item: first.path, link: $0) })
        return (try shown(first.path), batch)
    }

    /// Two texts with an empty line between them.
    private static func texts(_ one: ItemFile, _ other: ItemFile) -> [UInt8] {
        joined([Array(one.body), Array(other.body)]) + [0x0A]
    }

    private static func cards(_ one: ItemFile, _ other: ItemFile) -> [UInt8] {
        let sides = [one, other].map { file in (file, CardBody(file.bytes, bodyStart: file.bodyStart)) }
        return CardBody.text(
            front: joined(sides.map { Array($0.0.bytes[$0.1.front]) }),
            back: joined(sides.map { file, body in body.back.map { Array(file.bytes[$0]) } ?? [] }))
    }

    private static func joined(_ texts: [[UInt8]]) -> [UInt8] {
        let trimmed = texts.map { text -> [UInt8] in
            var end = text.count
            while end > 0, text[end - 1] == 0x0A || text[end - 1] == 0x0D { end -= 1 }
            return Array(text[..<end])
        }
        return Array(trimmed.filter { !$0.isEmpty }.joined(separator: [0x0A, 0x0A]))
    }
}
