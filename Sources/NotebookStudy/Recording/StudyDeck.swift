import NotebookFiles
public import NotebookFormat
public import NotebookQuery
public import NotebookStore
public import NotebookText

/// The cards of a notebook, as the user studies them.
public struct StudyDeck: Sendable {
    /// The queue of what to study.
    public var queue: StudyQueue
    /// The cards by their uuids.
    public private(set) var cards: [UniqueIdentifier: Item] = [:]
    /// Cards that have no uuid, and cannot be studied before the notebook is sealed.
    package private(set) var withoutUUID: [Item] = []
    /// Cards without a back and without a cloze deletion.
    package private(set) var withoutAnswer: [Item] = []
    /// Cards that are listed, but whose files are missing.
    package private(set) var gone: [Item] = []
    /// The questions of sides with gaps: a line that shows the gap.
    private var questions: [StudyKey: String] = [:]

    /// The lines of logs that cannot be read; they are ignored and kept.
    package internal(set) var unreadable: [(path: String, line: Int)] = []
    /// Whether some of these are conflict markers of git, which sealing removes.
    package internal(set) var hasConflictMarkers = false

    /// Reads the sides of some cards.
    init(
        _ items: [Item], _ files: any FileTree, _ history: ReviewHistory, _ settings: StudySettings,
        _ clock: StudyClock, ahead days: Int
    ) throws {
        let cards = items.filter { $0.type == .card }
        let sides = try StudyDeck.sides(of: cards, files)
        var asked: [Item] = []
        for card in cards {
            guard let uuid = card.uuid else {
                withoutUUID.append(card)
                continue
            }
            // If several cards have the same uuid, the first in the list counts.
            guard self.cards[uuid] == nil else { continue }
            guard let found = sides[card.path] else {
                gone.append(card)
                continue
            }
            self.cards[uuid] = card
            asked.append(card)
            if found.isEmpty { withoutAnswer.append(card) }
        }
        var queued: [StudyQueue.Side] = []
        for card in Self.inOrderOfAsking(asked) {
            guard let uuid = card.uuid else { continue }
            for (side, question) in sides[card.path] ?? [] {
                let key = StudyKey(card: uuid, side: side)
                queued.append(StudyQueue.Side(key: key, created: card.created))
                if let question { questions[key] = question }
            }
        }
        queue = StudyQueue(queued, history, settings: settings, clock: clock, ahead: days)
    }

    /// Cards in the order in which new ones are asked: by date, and those of one date by name, as people sort names.
    package static func inOrderOfAsking(_ cards: [Item]) -> [Item] {
        // Sorting is stable.
        let named = cards.map { (card: $0, name: NameKey($0.path.text)) }
        return named.sorted { one, two in
            one.card.created != two.card.created ? one.card.created < two.card.created : one.name < two.name
        }.map(\.card)
    }

    /// What a side asks, in one line: the title of the card; for a gap in a card without a title of its own, the line
    /// with the gap.
    public func question(_ key: StudyKey) -> String { questions[key] ?? cards[key.card]?.title ?? "" }

    private typealias Asked = (side: StudySide, question: String?)

    private static func sides(of cards: [Item], _ files: any FileTree) throws -> [BundlePath: [Asked]] {
        let found = try ItemPass(files).map(Set(cards.map(\.path))) { path, bytes -> (BundlePath, [Asked]) in
            guard let file = try? ItemFile(bytes) else { return (path, []) }
            let card = StudyCard(file)
            let hasTitle = file.metadata.title != nil
            return (path, card.sides.map { ($0, hasTitle ? nil : card.questionLine(of: $0)) })
        }
        return Dictionary(found) { first, _ in first }
    }
}

extension NotebookSnapshot {
    /// The cards as the user studies them, with all reviews.
    ///
    /// - Parameters:
    ///   - items: The cards; `nil` for all.
    ///   - records: Reviews that the notebook does not hold, such as those of a ``StudyFolder``.
    ///   - settings: How the user studies.
    ///   - context: The time zone, which decides when a day begins; by default the user's.
    /// - Throws: `StudyError`, or an error if files cannot be read.
    public func studyDeck(
        of items: [Item]? = nil, besides records: [StudyRecord] = [], _ settings: StudySettings,
        in context: QueryContext? = nil
    ) throws -> StudyDeck {
        try studyDeck(of: items, besides: StudyRecords(records), settings, in: context, ahead: 0)
    }

    /// The same, where sides may come some days early.
    package func studyDeck(
        of items: [Item]?, besides records: StudyRecords, _ settings: StudySettings, in context: QueryContext?,
        ahead days: Int
    ) throws -> StudyDeck {
        var all = try studyRecords()
        all.add(records)
        var deck = try StudyDeck(
            items ?? listing.items, files, ReviewHistory(all.records), settings,
            StudyClock(dayStart: settings.dayStart, in: context ?? self.context), ahead: days)
        (deck.unreadable, deck.hasConflictMarkers) = (all.unreadable, all.hasConflictMarkers)
        return deck
    }

    /// What a side of a card shows.
    ///
    /// - Throws: `NotebookError.gone` if the file does not exist, `.malformedItem`, or an error if it cannot be read.
    public func faces(of side: StudySide, of card: Item) throws -> CardFaces {
        StudyCard(try file(of: card)).faces(of: side)
    }
}
