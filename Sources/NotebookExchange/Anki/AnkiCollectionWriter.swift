import ForeignData
import NotebookFormat
import NotebookStore
import NotebookStudy
import NotebookText

/// Writes a collection of Anki's schema 11, which every version reads.
struct AnkiCollectionWriter {
    /// The ids of our note types, by kind.
    static func typeID(_ kind: AnkiFields.Kind) -> Int64 { 1_760_000_000_001 + Int64(kind.rawValue) }

    private let history: ReviewHistory
    private var entries: [(item: Item, fields: AnkiFields)] = []

    init(_ history: ReviewHistory) { self.history = history }

    mutating func add(_ item: Item, _ fields: AnkiFields) { entries.append((item, fields)) }

    private typealias Row = (number: Int64, values: [SQLiteValue])

    /// The database.
    func finish() -> [UInt8] {
        let oldest = entries.map(\.item.created.secondsSince1970).min() ?? 1_000_000_000
        // Anki counts days from the one on which the collection was made, which begins at four o’clock.
        let firstDay = max(0, oldest - 4 * 3600) / 86_400
        let newest = entries.map(\.item.modified.secondsSince1970).max() ?? oldest
        let decks = self.decks
        var notes: [Row] = []
        var cards: [Row] = []
        var reviews: [Row] = []
        var noteIDs = FreeNumbers()
        var cardIDs = FreeNumbers()
        var reviewIDs = FreeNumbers()
        let scheduler = StudyScheduler()
        for (index, entry) in entries.enumerated() {
            let (item, fields) = entry
            let isSuspended = item.uuid.map(history.held.isSuspended) ?? false
            let id = noteIDs.free(item.created.secondsSince1970 * 1000)
            let tags = item.tags.map(AnkiDeck.word)
            let texts = [fields.front, fields.back, fields.title].map { $0.replacing("\u{1F}", with: " ") }
            notes.append(
                (
                    id,
                    [
                        .null, .text(item.uuid?.description ?? item.path.text), .integer(Self.typeID(fields.kind)),
                        .integer(item.modified.secondsSince1970), .integer(-1),
                        .text(tags.isEmpty ? "" : " \(tags.joined(separator: " ")) "),
                        .text(texts.joined(separator: "\u{1F}")), .text(texts[0]), .integer(0), .integer(0), .text(""),
                    ]
                ))
            for (side, order) in fields.sides {
                let card = cardIDs.free(id)
                let done = item.uuid.map { history[StudyKey(card: $0, side: side)] } ?? []
                var schedule = SideSchedule()
                for review in done {
                    let before = schedule.days
                    let isFirst = schedule.reviews == 0
                    schedule.add(review, scheduler)
                    reviews.append(
                        (
                            reviewIDs.free(review.time.secondsSince1970 * 1000),
                            [
                                .null, .integer(card), .integer(-1), .integer(Int64(review.grade.rawValue)),
                                .integer(Int64(schedule.days ?? -600)), .integer(Int64(before ?? 0)), .integer(0),
                                .integer(Int64(review.milliseconds)), .integer(isFirst ? 0 : 1),
                            ]
                        ))
                }
                let state = Self.state(
                    schedule, isSuspended: isSuspended, flag: fields.flag, place: index + 1, firstDay: firstDay)
                cards.append(
                    (
                        card,
                        [
                            .null, .integer(id), .integer(decks[item.folder] ?? 1), .integer(Int64(order)),
                            .integer(item.modified.secondsSince1970), .integer(-1),
                        ] + state
                    ))
            }
        }
        var writer = SQLiteWriter()
        let settings: [SQLiteValue] = [
            .null, .integer(firstDay * 86_400 + 4 * 3600), .integer(newest * 1000), .integer(oldest * 1000),
            .integer(11), .integer(0), .integer(0), .integer(0), .text(Self.configuration), .text(types(newest)),
            .text(deckList(decks, newest)), .text(Self.options), .text("{}"),
        ]
        writer.add("col", Self.statement("col", Self.columns.col), rows: [(1, settings)])
        writer.add("notes", Self.statement("notes", Self.columns.notes), rows: notes.sorted { $0.number < $1.number })
        writer.add("cards", Self.statement("cards", Self.columns.cards), rows: cards.sorted { $0.number < $1.number })
        writer.add(
            "revlog", Self.statement("revlog", Self.columns.revlog), rows: reviews.sorted { $0.number < $1.number })
        writer.add(
            "graves", "CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null)",
            rows: [])
        return writer.finish()
    }

    /// Numbers that are taken once.
    private struct FreeNumbers {
        /// Numbers in use, each with one that may be free: no number between them is.
        private var next: [Int64: Int64] = [:]

        mutating func free(_ wanted: Int64) -> Int64 {
            var number = max(1, wanted)
            var passed = [number]
            while let later = next[number] {
                number = later
                passed.append(number)
            }
            for earlier in passed { next[earlier] = number + 1 }
            return number
        }
    }

    private static func statement(_ name: String, _ columns: String) -> String {
        let rest = columns.split(separator: " ").map { column in
            let isText = column.hasSuffix("$")
            return "\(isText ? column.dropLast() : column) \(isText ? "text" : "integer") not null"
        }
        return "CREATE TABLE \(name) (id integer primary key, \(rest.joined(separator: ", ")))"
    }

    /// The columns after the id; those with `$` are texts.
    private static let columns = (
        col: "crt mod scm ver dty usn ls conf$ models$ decks$ dconf$ tags$",
        notes: "guid$ mid mod usn tags$ flds$ sfld csum flags data$",
        cards: "nid did ord mod usn type queue due ivl factor reps lapses left odue odid flags data$",
        revlog: "cid usn ease ivl lastIvl factor time type"
    )

    /// From `type` to `data`: what Anki knows about a card.
    private static func state(
        _ schedule: SideSchedule, isSuspended: Bool, flag: Int, place: Int, firstDay: Int64
    ) -> [SQLiteValue] {
        var (type, queue, due, left) = (Int64(0), Int64(0), Int64(place), Int64(0))
        switch (schedule.state.phase, schedule.due) {
        case (.review, .day(let day)?): (type, queue, due) = (2, 2, Int64(day.number) - firstDay)
        case (.learning, .time(let time)?): (type, queue, due, left) = (1, 1, time.secondsSince1970, 1001)
        case (.relearning, .time(let time)?): (type, queue, due, left) = (3, 1, time.secondsSince1970, 1001)
        default: break
        }
        if isSuspended { queue = -1 }
        let memory = schedule.state.memory.map { memory in
            "{\"s\":\(rounded(memory.stability)),\"d\":\(rounded(memory.difficulty))}"
        }
        let days = Int64(schedule.days ?? (type == 3 ? 1 : 0))
        return [
            .integer(type), .integer(queue), .integer(due), .integer(days), .integer(type == 0 ? 0 : 2500),
            .integer(Int64(schedule.reviews)), .integer(Int64(schedule.lapses)), .integer(left), .integer(0),
            .integer(0), .integer(Int64(flag)), .text(memory ?? ""),
        ]
    }

    private static func rounded(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }

    // MARK: Settings

    private var decks: [FolderPath: Int64] {
        var decks: [FolderPath: Int64] = [.root: 1]
        for (index, folder) in Set(entries.map(\.item.folder)).subtracting([.root]).sorted().enumerated() {
            decks[folder] = 1_760_000_001_000 + Int64(index)
        }
        return decks
    }

    private func deckList(_ decks: [FolderPath: Int64], _ modified: Int64) -> String {
        let rows = decks.sorted { $0.value < $1.value }.map { folder, id in
            let name = AnkiDeck.name(folder)
            return """
                "\(id)":{"id":\(id),"mod":\(modified),"name":\(AnkiJSON.text(name)),"usn":-1,"lrnToday":[0,0],\
                "revToday":[0,0],"newToday":[0,0],"timeToday":[0,0],"collapsed":false,"browserCollapsed":false,\
                "desc":"","dyn":0,"conf":1,"extendNew":0,"extendRev":0}
                """
        }
        return "{\(rows.joined(separator: ","))}"
    }

    private func types(_ modified: Int64) -> String {
        let rows = AnkiFields.Kind.allCases.map { kind in
            let id = Self.typeID(kind)
            let fields = ["Front", "Back", "Title"].enumerated().map { order, name in
                """
                {"name":"\(name)","ord":\(order),"sticky":false,"rtl":false,"font":"Arial","size":20,"media":[]}
                """
            }
            let templates = kind.templates.enumerated().map { order, template in
                """
                {"name":"Card \(order + 1)","ord":\(order),"qfmt":\(AnkiJSON.text(template.question)),\
                "afmt":\(AnkiJSON.text(template.answer)),"did":null,"bqfmt":"","bafmt":""}
                """
            }
            return """
                "\(id)":{"id":\(id),"name":\(AnkiJSON.text(kind.name)),"type":\(kind == .cloze ? 1 : 0),"mod":1760000000,\
                "usn":-1,"sortf":0,"did":1,"tmpls":[\(templates.joined(separator: ","))],\
                "flds":[\(fields.joined(separator: ","))],"css":\(AnkiJSON.text(Self.style)),"latexPre":"","latexPost":"",\
                "latexsvg":false,"req":[],"vers":[],"tags":[]}
                """
        }
        return "{\(rows.joined(separator: ","))}"
    }

    private static let style =
        ".card { font-family: arial; font-size: 20px; text-align: center; } .cloze { font-weight: bold; color: blue; }"
    private static let configuration = """
        {"nextPos":1,"estTimes":true,"activeDecks":[1],"sortType":"noteFld","timeLim":0,"sortBackwards":false,\
        "addToCur":true,"curDeck":1,"newSpread":0,"dueCounts":true,"curModel":"1760000000001","collapseTime":1200}
        """
    private static let options = """
        {"1":{"id":1,"mod":0,"name":"Default","usn":0,"maxTaken":60,"autoplay":true,"timer":0,"replayq":true,\
        "new":{"bury":false,"delays":[1,10],"initialFactor":2500,"ints":[1,4,0],"order":1,"perDay":20},\
        "rev":{"bury":false,"ease4":1.3,"ivlFct":1,"maxIvl":36500,"perDay":200,"hardFactor":1.2},\
        "lapse":{"delays":[10],"leechAction":1,"leechFails":8,"minInt":1,"mult":0},"dyn":false}}
        """
}

extension AnkiFields.Kind {
    /// The name of the note type.
    fileprivate var name: String {
        switch self {
        case .card: "Notebook card"
        case .reversed: "Notebook card, both ways"
        case .cloze: "Notebook gaps"
        }
    }

    fileprivate var templates: [(question: String, answer: String)] {
        let there = ("{{Front}}", "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}")
        switch self {
        case .card: return [there]
        case .reversed: return [there, ("{{Back}}", "{{FrontSide}}\n\n<hr id=answer>\n\n{{Front}}")]
        case .cloze: return [("{{cloze:Front}}", "{{cloze:Front}}<br>\n{{Back}}")]
        }
    }
}
