import ForeignData
import NotebookText

/// The notes, cards, decks, note types and reviews of a collection.
struct AnkiCollection {
    /// A template: what the two sides of a card show.
    struct Template {
        let name: String
        let question: String
        let answer: String
    }

    /// A note type.
    struct NoteType {
        var name = ""
        var isCloze = false
        var fields: [String] = []
        var templates: [Template] = []
    }

    /// A note.
    struct Note {
        let id: Int64
        let guid: String
        let type: Int64
        let modified: Int64
        let tags: [String]
        let fields: [String]
        /// The cards, by their order.
        var cards: [Card] = []
    }

    /// A card.
    struct Card {
        let id: Int64
        let deck: Int64
        let order: Int
        let modified: Int64
        let isSuspended: Bool
        let flag: Int64
    }

    /// A review.
    struct Reviewed {
        let time: Int64
        let card: Int64
        let ease: Int64
        let milliseconds: Int64
        let kind: Int64
    }

    private(set) var types: [Int64: NoteType] = [:]
    private(set) var decks: [Int64: [String]] = [:]
    private(set) var notes: [Note] = []
    private(set) var reviews: [Reviewed] = []
    /// Cards without a note.
    private(set) var strays = 0

    /// Reads a collection of schema 11 or 18.
    ///
    /// - Throws: `SQLiteProblem`, `TextProblem`, or an error of the file.
    init(_ file: SQLiteFile) throws {
        if file.tables["notetypes"] != nil { try readTypes(file) }
        if file.tables["decks"] != nil { try readDecks(file) }
        if types.isEmpty || decks.isEmpty { try readOldSettings(file) }
        try readNotes(file)
        try file.rows(of: "revlog") { row in
            reviews.append(
                Reviewed(
                    time: row["id"].integer ?? 0, card: row["cid"].integer ?? 0, ease: row["ease"].integer ?? 0,
                    milliseconds: row["time"].integer ?? 0, kind: row["type"].integer ?? 0))
        }
    }

    private mutating func readTypes(_ file: SQLiteFile) throws {
        try file.rows(of: "notetypes") { row in
            let settings = ProtobufFields(row["config"].bytes)
            types[row["id"].integer ?? 0] = NoteType(name: row["name"].text, isCloze: settings?.number(1) == 1)
        }
        var fields: [Int64: [(Int64, String)]] = [:]
        try file.rows(of: "fields") { row in
            fields[row["ntid"].integer ?? 0, default: []].append((row["ord"].integer ?? 0, row["name"].text))
        }
        var templates: [Int64: [(Int64, Template)]] = [:]
        try file.rows(of: "templates") { row in
            let settings = ProtobufFields(row["config"].bytes)
            let template = Template(
                name: row["name"].text, question: settings?.text(1) ?? "", answer: settings?.text(2) ?? "")
            templates[row["ntid"].integer ?? 0, default: []].append((row["ord"].integer ?? 0, template))
        }
        for id in types.keys {
            types[id]?.fields = (fields[id] ?? []).sorted { $0.0 < $1.0 }.map(\.1)
            types[id]?.templates = (templates[id] ?? []).sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private mutating func readDecks(_ file: SQLiteFile) throws {
        try file.rows(of: "decks") { row in
            decks[row["id"].integer ?? 0] = row["name"].text.split(separator: "\u{1F}").map(String.init)
        }
    }

    /// Reads note types and decks in JSON, as schema 11 has them.
    private mutating func readOldSettings(_ file: SQLiteFile) throws {
        var settings: (types: String, decks: String) = ("", "")
        try file.rows(of: "col") { row in settings = (row["models"].text, row["decks"].text) }
        if types.isEmpty, !settings.types.isEmpty {
            for member in try JSONValue.read(Array(settings.types.utf8)).members {
                let value = member.value
                var type = NoteType(name: value["name"]?.text ?? "", isCloze: value["type"]?.integer == 1)
                type.fields = (value["flds"]?.elements ?? []).map { $0["name"]?.text ?? "" }
                type.templates = (value["tmpls"]?.elements ?? []).map {
                    Template(
                        name: $0["name"]?.text ?? "", question: $0["qfmt"]?.text ?? "", answer: $0["afmt"]?.text ?? "")
                }
                types[Int64(member.key) ?? 0] = type
            }
        }
        if decks.isEmpty, !settings.decks.isEmpty {
            for member in try JSONValue.read(Array(settings.decks.utf8)).members {
                let name = member.value["name"]?.text ?? ""
                decks[Int64(member.key) ?? 0] = name.split(separator: "::").map(String.init)
            }
        }
    }

    private mutating func readNotes(_ file: SQLiteFile) throws {
        var indexes: [Int64: Int] = [:]
        try file.rows(of: "notes") { row in
            let id = row["id"].integer ?? 0
            indexes[id] = notes.count
            notes.append(
                Note(
                    id: id, guid: row["guid"].text, type: row["mid"].integer ?? 0, modified: row["mod"].integer ?? 0,
                    tags: row["tags"].text.split(separator: " ").map(String.init),
                    fields: row["flds"].text.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(
                        String.init)))
        }
        try file.rows(of: "cards") { row in
            guard let index = indexes[row["nid"].integer ?? 0] else {
                strays += 1
                return
            }
            let original = row["odid"].integer ?? 0
            notes[index].cards.append(
                Card(
                    id: row["id"].integer ?? 0, deck: original != 0 ? original : row["did"].integer ?? 0,
                    order: Int(clamping: row["ord"].integer ?? 0), modified: row["mod"].integer ?? 0,
                    isSuspended: row["queue"].integer == -1, flag: (row["flags"].integer ?? 0) & 7))
        }
        for index in notes.indices { notes[index].cards.sort { $0.order < $1.order } }
    }
}
