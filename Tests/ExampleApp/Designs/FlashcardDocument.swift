public import NotebookBundle

/// A document-based flashcard app without its windows: each document is a notebook in memory, saved as one archive.
public struct FlashcardDocument: Sendable {
    private let notebook: Notebook

    /// A new document.
    public init(title: String) throws { notebook = try Notebook(title: title) }

    /// The document in the bytes of a file.
    public init(bytes: [UInt8]) throws { notebook = try Notebook(archive: bytes).unpackedInMemory() }

    /// The bytes of its file.
    public func bytes() throws -> [UInt8] { try notebook.archived(as: .zip).bytes }

    /// Its cards, by title, of a tag or all.
    public func cards(with tag: Tag? = nil) throws -> [Item] {
        let query = tag.map { .isCard && .has($0) } ?? Query.isCard
        return try notebook.read { try $0.items(matching: query, sortedBy: ItemOrder(.name)) }
    }

    /// The sides of a card.
    public func sides(of card: Item) throws -> (front: String, back: String) {
        let file = try notebook.read { try $0.file(of: card) }
        return (file.front, file.back ?? "")
    }

    /// Adds a card.
    @discardableResult
    public func add(front: String, back: String, tags: [Tag] = []) throws -> Item {
        var card = NewItem(front: front, back: back)
        card.tags = tags
        return try notebook.edit { [card] in try $0.add(card) }.result
    }

    /// Changes one side of a card, or both.
    public func edit(_ card: Item, front: String? = nil, back: String? = nil) throws {
        try notebook.edit { draft in _ = try draft.edit(card, ItemChange(front: front, back: back)) }
    }

    /// The question that is due, if there is one.
    public func question(at now: Timestamp) throws -> (key: StudyKey, text: String)? {
        let deck = try deck()
        return deck.queue.next(at: now).map { ($0.key, deck.question($0.key)) }
    }

    /// Records how well a question was answered.
    public func answer(
        _ key: StudyKey, _ grade: ReviewGrade, at now: Timestamp, id: UniqueIdentifier, on device: StudyDevice
    ) throws {
        let review = try deck().queue.review(key, grade, at: now, milliseconds: 1000, id: id)
        try notebook.edit { try $0.record([.review(review)], on: device) }
    }

    private func deck() throws -> StudyDeck { try notebook.read { try $0.studyDeck(StudySettings()) } }
}
