import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookStudy
import NotebookText

/// Makes cards of a note of Anki.
struct AnkiWriting {
    private let note: AnkiCollection.Note
    private let type: AnkiCollection.NoteType
    private let deck: [String]
    private let text: AnkiText
    private let notes: ForeignImport

    init(
        _ note: AnkiCollection.Note, _ type: AnkiCollection.NoteType, deck: [String], _ text: AnkiText,
        _ notes: ForeignImport
    ) {
        (self.note, self.type, self.deck, self.text, self.notes) = (note, type, deck, text, notes)
    }

    /// A card as HTML.
    private struct Sides: Equatable {
        let front: String
        let back: String
    }

    /// Writes the cards, and notes which side of which card each card of Anki is.
    func write(_ bundle: inout NewBundle, _ sides: inout [Int64: StudyKey]) throws {
        if type.isCloze {
            let isPicture = note.fields.contains { $0.holds("image-occlusion:") }
            let card = isPicture ? pictureSides() : clozeSides()
            let uuid = try write(card, of: note.cards, order: nil, isReversed: false, &bundle)
            for card in note.cards {
                sides[card.id] = StudySide("c\(card.order + 1)").map { StudyKey(card: uuid, side: $0) }
            }
            if isPicture { lose(.cardChanged, "the masks over the picture are not shown") }
            return
        }
        let asked = note.cards.compactMap { card -> (AnkiCollection.Card, Sides)? in
            guard type.templates.indices.contains(card.order) else { return nil }
            return (card, self.sides(type.templates[card.order]))
        }
        reportTyping()
        if asked.count == 2, asked[0].1.front == asked[1].1.back, asked[0].1.back == asked[1].1.front {
            let uuid = try write(asked[0].1, of: note.cards, order: nil, isReversed: true, &bundle)
            sides[asked[0].0.id] = StudyKey(card: uuid, side: .front)
            sides[asked[1].0.id] = StudyKey(card: uuid, side: .back)
            return
        }
        guard !asked.isEmpty else {
            return notes.refuse(note: AnkiText.plain(note.fields.first), place: note.guid, because: "it has no cards")
        }
        // The other templates of a note are cards of their own.
        notes.balance.find(.notes, asked.count - 1)
        for (index, (card, side)) in asked.enumerated() {
            let uuid = try write(
                side, of: [card], order: index == 0 ? nil : card.order, isReversed: false, &bundle)
            sides[card.id] = StudyKey(card: uuid, side: .front)
        }
    }

    private func lose(_ code: ImportLoss.Code, _ reason: String, target: String = "") {
        notes.lose(code, reason, note: AnkiText.plain(note.fields.first), place: note.guid, target: target)
    }

    private func reportTyping() {
        if type.templates.contains(where: { $0.question.holds("{{type:") }) {
            lose(.cardChanged, "the answer is not typed here", target: type.name)
        }
    }

    private var template: AnkiTemplate {
        let pairs = zip(type.fields, note.fields + Array(repeating: "", count: type.fields.count))
        return AnkiTemplate(
            fields: Dictionary(pairs.map { ($0, $1) }) { first, _ in first }, tags: note.tags,
            deck: deck.joined(separator: "/"), type: type.name)
    }

    private func sides(_ template: AnkiCollection.Template) -> Sides {
        let question = template.question.replacingSpans(from: "{{type:", to: "}}") { _ in "" }
        let front = self.template.filled(question, card: template.name)
        // What comes before the line repeats the question.
        let back = self.template.filled(Self.withoutQuestion(template.answer), card: template.name)
        return Sides(front: front.trimmedOfSpace, back: back.trimmedOfSpace)
    }

    /// The template of an answer from the line below the question.
    private static func withoutQuestion(_ answer: String) -> String {
        let bytes = Array(answer.utf8)
        var offset = 0
        while let start = bytes.firstOccurrence(of: "<hr id=", from: offset, before: bytes.count) {
            offset = start + "<hr id=".utf8.count
            var reader = TextReader(answer[answer.utf8.index(answer.startIndex, offsetBy: offset)...])
            _ = reader.take(0...1, where: isQuote)
            guard reader.take(6...6, where: ASCII.isLetter)?.lowercased() == "answer" else { continue }
            _ = reader.take(0...1, where: isQuote)
            _ = reader.skip(" ")
            _ = reader.skip("/")
            if reader.skip(">") { return String(reader.rest) }
        }
        return answer
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// A text from its first word or picture.
    private static func withoutBreaks(_ html: String) -> String {
        var reader = TextReader(html)
        while true {
            if reader.skipSpace() { continue }
            var ahead = reader
            guard ahead.skip("<"), let tag = ahead.take(2...4, where: { $0 != UInt8(ascii: ">") }), ahead.skip(">"),
                AnkiText.breaks.contains(tag.lowercased())
            else { return String(reader.rest) }
            reader = ahead
        }
    }

    private func clozeSides() -> Sides {
        let template = type.templates.first
        let front = self.template.filled(template?.question ?? "", card: template?.name ?? "")
        let back = self.template.filled(template?.answer ?? "", hidesCloze: true, card: template?.name ?? "")
        return Sides(front: front.trimmedOfSpace, back: Self.withoutBreaks(back).trimmedOfSpace)
    }

    /// A picture with masks: the picture, and a gap for each mask.
    private func pictureSides() -> Sides {
        var numbers: [Int] = []
        for field in note.fields {
            var rest = field[...]
            while let gap = rest.place(of: "{{c") {
                rest = rest[gap.upperBound...]
                var reader = TextReader(rest)
                guard let number = reader.take(1..., where: ASCII.isDigit).flatMap({ Int($0) }),
                    reader.skip("::image-occlusion:"), number > 0, !numbers.contains(number)
                else { continue }
                numbers.append(number)
            }
        }
        let texts = note.fields.filter { !$0.holds("image-occlusion:") && !$0.trimmedOfSpace.isEmpty }
        let picture = texts.firstIndex { $0.holds("<img") } ?? 0
        let gaps = numbers.sorted().map { "{{c\($0)::\($0)}}" }.joined(separator: " ")
        let front = (texts.indices.contains(picture) ? texts[picture] : "") + "<div>\(gaps)</div>"
        let back = texts.indices.filter { $0 != picture }.map { "<div>\(texts[$0])</div>" }.joined()
        return Sides(front: front, back: back)
    }

    private func write(
        _ sides: Sides, of cards: [AnkiCollection.Card], order: Int?, isReversed: Bool, _ bundle: inout NewBundle
    ) throws -> UniqueIdentifier {
        let front = text.markdown(sides.front, title: AnkiText.plain(note.fields.first), place: note.guid)
        let back = text.markdown(sides.back, title: AnkiText.plain(note.fields.first), place: note.guid)
        var card = ForeignNote(id: "anki\0\(note.guid)" + (order.map { "\0\($0)" } ?? ""))
        card.uuid = order == nil ? UniqueIdentifier(note.guid) : nil
        card.isIdentified = true
        card.type = .card
        card.place = note.guid
        // A notebook’s own cards of the top level are in Anki’s default deck.
        card.folder = card.uuid != nil && deck == ["Default"] ? [] : deck
        if AnkiFields.Kind.allCases.contains(where: { AnkiCollectionWriter.typeID($0) == note.type }),
            let index = type.fields.firstIndex(of: "Title"), note.fields.indices.contains(index)
        {
            card.title = HTMLNode.text(of: HTMLTree.nodes(note.fields[index]))
        }
        card.created = Timestamp(clamping: note.id / 1000)
        card.modified = Timestamp(clamping: note.modified)
        card.tags = note.tags.map { $0.replacing("::", with: "/") }
        if isReversed { card.add("reversed", typed: "true") }
        if card.uuid == nil { card.add("anki-guid", note.guid) }
        // Sides cannot be suspended by themselves.
        let isSuspended = !cards.isEmpty && cards.allSatisfy(\.isSuspended)
        // The log says it of our own cards, which had no such property when they were exported.
        if cards.contains(where: \.isSuspended), !isSuspended || card.uuid == nil {
            let key = "anki-suspended"
            card.add(key, typed: "true")
            lose(.propertyKept, "it is suspended; kept as the property “\(key)”", target: key)
        }
        if let flag = cards.map(\.flag).first(where: { $0 > 0 }) {
            let key = AnkiFields.flagKey
            card.add(key, typed: "\(flag)")
            lose(.propertyKept, "it has the flag \(flag); kept as the property “\(key)”", target: key)
        }
        let question = type.isCloze ? front.text : ForeignNote.withoutGaps(front.text)
        card.body = ForeignNote.body(front: question, back: back.text)
        (card.tasks, card.tables) = (front.tasks + back.tasks, front.tables + back.tables)
        try notes.write(card, &bundle)
        let uuid = card.uuid ?? UniqueIdentifier(derivedFrom: "notebundle-import\0\(card.id)")
        if isSuspended { suspend(uuid, cards) }
        return uuid
    }

    /// Suspends a card at the time when its cards in Anki last changed, so that it can be released later.
    private func suspend(_ uuid: UniqueIdentifier, _ cards: [AnkiCollection.Card]) {
        let time = Timestamp(clamping: cards.map(\.modified).max() ?? note.modified)
        let id = UniqueIdentifier(derivedFrom: "notebundle-import\0anki-suspended\0\(uuid)\0\(time)")
        notes.record(StudyHold(id: id, time: time, day: AnkiSource.day(of: time), card: uuid, kind: .suspend))
    }
}
