import ForeignData
import NotebookFormat
import NotebookLinks
import NotebookPacking
import NotebookText

/// A text file with a card in each row.
struct AnkiTextSource: ForeignSource {
    let shown: String
    private let table: AnkiTextTable
    private let media: ForeignFiles?

    private let text: DecodedText

    init(_ text: DecodedText, isCSV: Bool, tagsColumn: Int?, shown: String, media: ForeignFiles?) {
        table = AnkiTextTable(Array(text.text.utf8), isCSV: isCSV, tagsColumn: tagsColumn)
        (self.text, self.shown, self.media) = (text, shown, media)
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        _ = try notes.wholeText(self.text)
        let text = AnkiText(notes: notes, media: try attach(notes, &bundle))
        var seen: Set<[String]> = []
        for (index, row) in table.rows.enumerated() {
            notes.balance.find(.notes)
            let place = "row \(index + 1)"
            let fields = table.fields(row)
            let front = (fields.first ?? "").trimmedOfSpace
            guard seen.insert(row).inserted else {
                notes.balance.settle(.notes, .merged)
                notes.lose(.noteChanged, "the same row comes twice", note: front, place: place)
                continue
            }
            guard !front.isEmpty else {
                notes.refuse(note: fields.joined(separator: " "), place: place, because: "it has no front")
                continue
            }
            try write(fields, row, place, text, notes, &bundle)
        }
        for line in table.damagedLines {
            notes.balance.find(.notes)
            notes.refuse(note: "", place: "line \(line)", because: "nothing closes a quotation mark of the row")
        }
    }

    private func write(
        _ fields: [String], _ row: [String], _ place: String, _ text: AnkiText, _ notes: ForeignImport,
        _ bundle: inout NewBundle
    ) throws {
        let guid = (table.value(.guid, row) ?? "").trimmedOfSpace
        let type = table.value(.noteType, row) ?? table.noteType
        let deck = (table.value(.deck, row) ?? table.deck).split(separator: "::").map { $0.trimmedOfSpace }
        var card = ForeignNote(
            id: guid.isEmpty ? notes.uniqueID("anki-text", fields[0], fields.joined(separator: "\0")) : "anki\0\(guid)")
        card.uuid = guid.isEmpty ? nil : UniqueIdentifier(guid)
        (card.isGuessed, card.isIdentified) = (guid.isEmpty, !guid.isEmpty)
        card.type = .card
        card.place = place
        card.folder = card.uuid != nil && deck == ["Default"] ? [] : deck
        card.tags = (table.tags + Self.tags(table.value(.tags, row) ?? "")).map { $0.replacing("::", with: "/") }
        if !guid.isEmpty, card.uuid == nil { card.add("anki-guid", guid) }
        let rest = fields.dropFirst(2)
        let asksBack = type.lowercased().holds("optional") && rest.contains { !$0.trimmedOfSpace.isEmpty }
        let isBasicReversed = type.lowercased().holds("revers") && !type.lowercased().holds("optional")
        if table.isReversed || isBasicReversed || asksBack { card.add("reversed", typed: "true") }
        if type.lowercased().holds("type in") {
            notes.lose(.cardChanged, "the answer is not typed here", note: fields[0], place: place, target: type)
        }
        let extra = asksBack ? [] : rest.filter { !$0.trimmedOfSpace.isEmpty }
        // A package of the same cards knows more, such as their pictures, and on which side each field is.
        if !guid.isEmpty { card.yielding = extra.isEmpty ? .toSameText : .toSameParts }
        if !extra.isEmpty {
            notes.lose(
                .cardChanged, "further fields went to the back: \(extra.count)", note: fields[0], place: place,
                target: extra.joined(separator: "; "))
        }
        let sides = [
            fields[0],
            ([fields.count > 1 ? fields[1] : ""] + extra).joined(separator: table.isHTML ? "<br><br>" : "\n\n"),
        ]
        .map { text.markdown(html($0), title: fields[0], place: place) }
        // A list does not say what a note type asks; gaps are those of a type that is none of Anki’s basic ones.
        let front = type.hasPrefix("Basic") ? ForeignNote.withoutGaps(sides[0].text) : sides[0].text
        if sides[1].text.isEmpty, !front.holds("{{c") {
            notes.lose(.cardChanged, "the row has no back", note: fields[0], place: place)
        }
        card.body = ForeignNote.body(front: front, back: sides[1].text)
        (card.tasks, card.tables) = (sides.map(\.tasks).reduce(0, +), sides.map(\.tables).reduce(0, +))
        try notes.write(card, &bundle)
    }

    /// The HTML of a field.
    private func html(_ field: String) -> String {
        let field = field.trimmedOfSpace
        guard !table.isHTML else { return field }
        var html: [UInt8] = []
        for byte in field.withLineFeeds.utf8 {
            switch byte {
            case UInt8(ascii: "&"): html += "&amp;".utf8
            case UInt8(ascii: "<"): html += "&lt;".utf8
            case UInt8(ascii: ">"): html += "&gt;".utf8
            case UInt8(ascii: "\n"): html += "<br>".utf8
            default: html.append(byte)
            }
        }
        return String(decoding: html, as: UTF8.self)
    }

    /// Tags between spaces, or between commas if there are no spaces.
    private static func tags(_ text: String) -> [String] {
        let parts = text.split { $0.isWhitespace }.map(String.init)
        return parts.count == 1 ? parts[0].parts(between: ",").map(String.init) : parts
    }

    /// Attaches the files beside the text that a row mentions.
    private func attach(_ notes: ForeignImport, _ bundle: inout NewBundle) throws -> [String: BundlePath] {
        guard let media else { return [:] }
        var found: [String: BundlePath] = [:]
        let names = media.files.flatMap { file in
            [file.name, PercentEncoding.encode(file.name), HTMLText.escaped(file.name)].map { Array($0.utf8) }
        }
        let search = WordSearch(names)
        let mentioned = Set(table.rows.joined().flatMap { search.longestWords(in: Array($0.utf8)).map { $0 / 3 } })
        for file in mentioned.sorted().map({ media.files[$0] }) {
            notes.balance.find(.attachments)
            found[file.name.composed] = try notes.attach(&bundle) {
                try media.copy(file.path, $0)
            } name: {
                file.name
            }
        }
        return found
    }
}
