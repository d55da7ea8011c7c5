import NotebookBundle

/// Prints due cards, statistics, and reviews.
struct StudyLists {
    private struct DueAnswer: JSONRow {
        let study: StudyCountsRow
        let sides: [StudySideRow]
    }

    private struct StatisticsAnswer: JSONRow {
        let study: StudyCountsRow
        let statistics: StudyStatisticsRow
    }

    private struct HeldAnswer: JSONRow {
        let held: [HeldRow]
    }

    private struct HistoryAnswer: JSONRow {
        let reviews: [ReviewRow]
    }

    /// A review as the optimizer of FSRS reads it (`ReviewLog` of `fsrs` 6 on PyPI), with its card and side.
    private struct ExportedReview: JSONRow {
        let card_id: Int
        let rating: Int
        let review_datetime: String
        let review_duration: Int
        let card: String
        let side: String
    }

    private let session: Session
    private let deck: StudyDeck
    private let printsJSON: Bool
    private let now: Timestamp

    init(_ session: Session, _ deck: StudyDeck, printsJSON: Bool) {
        self.session = session
        self.deck = deck
        self.printsJSON = printsJSON
        now = session.notebookEnvironment.now()
    }

    /// Prints the sides to study now, in the order of the session.
    func printDue() throws {
        let waiting = deck.queue.waiting(at: now, early: StudyQueue.earliness)
        if printsJSON {
            let rows = waiting.compactMap { side, reason in
                deck.cards[side.key.card].map { StudySideRow(side.key, reason, $0, deck.queue, at: now) }
            }
            return try session.printJSON(DueAnswer(study: StudyCountsRow(deck.queue, at: now), sides: rows))
        }
        guard !waiting.isEmpty else { return try session.print(StudyWording.nothingDue(deck.queue, at: now)) }
        try session.print(session.style(StudyWording.counts(deck.queue.counts(at: now)), .bold))
        let room = max(20, session.terminal.width / 2)
        let titles = waiting.map { side, _ in
            let behind = StudyWording.behindTitle(side.key.side)
            return PrintableText.escaped(deck.question(side.key)).cut(to: room - behind.columns) + behind
        }
        let column = titles.map(\.columns).max() ?? 0
        for ((side, reason), title) in zip(waiting, titles) {
            let path = PrintableText.escaped(deck.cards[side.key.card]?.path.text ?? "")
            let left = "\(reason.word.padded(to: 8))  \(title.padded(to: column))"
            try session.printRow("\(left)  \(session.style(path, .dim))")
        }
    }

    /// Prints the cards that are suspended, or buried today.
    func printHeld() throws {
        let held = deck.cards.compactMap { uuid, card in
            deck.queue.hold(of: uuid, at: now).map { (card: card, state: $0) }
        }.sorted { $0.card.path < $1.card.path }
        if printsJSON {
            return try session.printJSON(HeldAnswer(held: held.map { HeldRow($0.card, $0.state) }))
        }
        if held.isEmpty { try session.reportNothing("no card is suspended or buried") }
        let titles = held.map { PrintableText.escaped($0.card.shownTitle) }
        let column = min(40, titles.map(\.columns).max() ?? 0)
        for ((card, state), title) in zip(held, titles) {
            let path = session.style(PrintableText.escaped(card.path.text), .dim)
            try session.printRow("\(state.word.padded(to: 9))  \(title.cut(to: column).padded(to: column))  \(path)")
        }
    }

    /// Prints statistics.
    func printStatistics() throws {
        let statistics = StudyStatistics(deck.queue, at: now)
        if printsJSON {
            return try session.printJSON(
                StatisticsAnswer(
                    study: StudyCountsRow(deck.queue, at: now), statistics: StudyStatisticsRow(statistics, deck, now)))
        }
        let cards = deck.cards.count - deck.withoutAnswer.count
        let asked = statistics.sides == cards ? "" : ", \(Wording.count(statistics.sides, "side"))"
        var rows = [
            ("today", StudyWording.counts(deck.queue.counts(at: now))),
            ("cards", "\(cards)\(asked)"),
            (
                "progress",
                "\(statistics.new) new, \(statistics.learning) learning, \(statistics.young) young, \(statistics.mature) mature"
            ),
            (
                "reviews",
                "\(statistics.reviewsToday) today, \(statistics.reviews) in all, on \(statistics.daysOfLastMonth) of the last 30 days"
            ),
            ("streak", Wording.count(statistics.streak, "day")),
        ]
        if let retention = statistics.retention {
            rows.append(("remembered", "\(StudyWording.percent(retention)) of the last 30 days"))
        }
        if let chance = statistics.retrievability {
            rows.append(("expected", "\(StudyWording.percent(chance)) would be remembered now"))
        }
        let held = deck.cards.keys.compactMap { deck.queue.hold(of: $0, at: now) }
        if !held.isEmpty {
            let suspended = held.count { $0 == .suspended }
            rows.append(("not asked", "\(suspended) suspended, \(held.count - suspended) buried today"))
        }
        rows.append(("next 7 days", statistics.forecast.map { "\($0)" }.joined(separator: " ")))
        let width = rows.map(\.0.count).max() ?? 0
        for (name, value) in rows { try session.print("\(session.style(name.padded(to: width), .dim))  \(value)") }
    }

    /// Prints the reviews of a card.
    func printHistory(of card: Item) throws {
        let reviews = card.uuid.map { deck.queue.history.reviews(of: $0) } ?? []
        var schedules: [StudySide: SideSchedule] = [:]
        let rows = reviews.map { review in
            schedules[review.key.side, default: SideSchedule()].add(review, deck.queue.scheduler)
            return (review: review, due: schedules[review.key.side]?.due)
        }
        if printsJSON {
            return try session.printJSON(HistoryAnswer(reviews: rows.map { ReviewRow($0.review, $0.due) }))
        }
        guard !rows.isEmpty else {
            return try session.note("note: \(PrintableText.escaped(card.path.text)) was never reviewed")
        }
        for (review, due) in rows {
            let back =
                switch due {
                case .time(let time): session.date(time)
                case .day(let day): day.description
                case nil: ""
                }
            let side = review.key.side.name.padded(to: 5)
            let time = StudyWording.duration(review.milliseconds)
            try session.print(
                "\(session.date(review.time))  \(side)  \("\(review.grade)".padded(to: 5))  \(time.padded(to: 6))  next \(back)"
            )
        }
    }

    /// Prints the reviews as JSON Lines for the optimizer of FSRS.
    func printExport() throws {
        let keys = Set(deck.queue.sides.map(\.key))
        var numbers: [StudyKey: Int] = [:]
        for review in deck.queue.history.reviews where keys.contains(review.key) {
            let number = numbers[review.key] ?? numbers.count + 1
            numbers[review.key] = number
            let row = ExportedReview(
                card_id: number, rating: review.grade.rawValue,
                review_datetime: review.time.description.dropLast() + "+00:00", review_duration: review.milliseconds,
                card: review.key.card.description, side: review.key.side.name)
            try session.write(Array(PrintedJSON.text(of: row, .line).utf8))
        }
    }
}

/// How much there is to study, in an answer.
struct StudyCountsRow: JSONRow {
    let new: Int
    let learning: Int
    let due: Int
    /// When the next review comes.
    let next: String?

    init(_ queue: StudyQueue, at now: Timestamp) {
        let counts = queue.counts(at: now)
        (new, learning, due) = (counts.new, counts.learning, counts.due)
        next = queue.nextDue(after: now)?.time.description
    }
}

/// A side of a card, in an answer.
struct StudySideRow: JSONRow {
    let path: String
    let title: String
    let uuid: String
    let side: String
    /// `learning`, `due` or `new`.
    let reason: String
    let due: String?
    let reviews: Int
    let lapses: Int
    let stability: Double?
    let difficulty: Double?
    let retrievability: Double?

    init(_ key: StudyKey, _ reason: StudyQueue.Reason, _ card: Item, _ queue: StudyQueue, at now: Timestamp) {
        let schedule = queue.schedule(key)
        path = card.path.text
        title = card.title
        uuid = key.card.description
        side = key.side.name
        self.reason = reason.word
        due = schedule.due?.text
        (reviews, lapses) = (schedule.reviews, schedule.lapses)
        stability = schedule.state.memory?.stability
        difficulty = schedule.state.memory?.difficulty
        retrievability = queue.retrievability(key, at: now)
    }
}

/// Statistics, in an answer.
struct StudyStatisticsRow: JSONRow {
    let sides: Int
    let new: Int
    let learning: Int
    let young: Int
    let mature: Int
    let reviewsToday: Int
    let reviews: Int
    let daysOfLastMonth: Int
    let streak: Int
    let retrievability: Double?
    let retention: Double?
    let forecast: [Int]
    let suspended: Int
    let buried: Int

    init(_ statistics: StudyStatistics, _ deck: StudyDeck, _ now: Timestamp) {
        let held = deck.cards.keys.compactMap { deck.queue.hold(of: $0, at: now) }
        suspended = held.count { $0 == .suspended }
        buried = held.count - suspended
        (sides, new, learning) = (statistics.sides, statistics.new, statistics.learning)
        (young, mature) = (statistics.young, statistics.mature)
        (reviewsToday, reviews) = (statistics.reviewsToday, statistics.reviews)
        (daysOfLastMonth, streak) = (statistics.daysOfLastMonth, statistics.streak)
        (retrievability, retention) = (statistics.retrievability, statistics.retention)
        forecast = statistics.forecast
    }
}

/// A card that is not asked, in an answer.
struct HeldRow: JSONRow {
    let path: String
    let title: String
    let uuid: String?
    let state: String

    init(_ card: Item, _ state: HeldCards.State) {
        (path, title, uuid) = (card.path.text, card.title, card.uuid?.description)
        self.state = state.word
    }
}

extension HeldCards.State {
    /// The word for it in lists.
    var word: String { self == .suspended ? "suspended" : "buried" }
}

/// A review, in an answer.
struct ReviewRow: JSONRow {
    let id: String
    let time: String
    let side: String
    let grade: String
    let milliseconds: Int
    /// When the side comes back after this review.
    let due: String?

    init(_ review: Review, _ due: SideSchedule.Due?) {
        id = review.id.description
        time = review.time.description
        side = review.key.side.name
        grade = "\(review.grade)"
        milliseconds = review.milliseconds
        self.due = due?.text
    }
}

extension StudyQueue.Reason {
    /// The word for it in lists.
    var word: String {
        switch self {
        case .learning: "learning"
        case .due: "due"
        case .new: "new"
        }
    }
}

extension SideSchedule.Due {
    /// The time, or the day.
    var text: String {
        switch self {
        case .time(let time): time.description
        case .day(let day): day.description
        }
    }
}
