import ForeignData
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookPacking
import NotebookText

/// The decks of a folder, or one of them.
final class HashcardsSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    private let decks: Set<String>
    private let isFolder: Bool
    /// The paths of files as they are stored, by their composed paths.
    private let paths: [String: String]
    private var attachments: [String: BundlePath] = [:]
    private var used: Set<String> = []
    /// The cards of all decks, which the program knows by what they say.
    private var seen: Set<HashcardsDeck.Content> = []

    init(_ files: ForeignFiles, _ decks: [String], isFolder: Bool, shown: String) {
        (self.files, self.decks, self.isFolder, self.shown) = (files, Set(decks), isFolder, shown)
        paths = Dictionary(files.files.map { ($0.path.composed, $0.path) }) { first, _ in first }
    }

    func owns(_ path: String) -> Bool {
        decks.contains(path) || ![".md", ".markdown", ".txt"].contains { path.lowercased().hasSuffix($0) }
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        for path in decks.sorted() {
            guard let bytes = try files.content(path) else {
                notes.balance.find(.notes)
                notes.refuse(note: path, place: path, because: "the deck is damaged or too large")
                continue
            }
            let decoded = TextDecoding.text(ofPlain: bytes)
            if decoded.problem?.isFatal == true { notes.balance.find(.notes) }
            guard let text = notes.text(decoded, note: path, place: path) else { continue }
            let deck = HashcardsDeck(text)
            guard !deck.cards.isEmpty || !deck.faults.isEmpty else {
                notes.balance.find(.notes)
                notes.refuse(note: path, place: path, because: "it begins with no card: it is no deck")
                continue
            }
            try read(deck, path, notes, &bundle)
        }
        guard isFolder else { return }
        let known = used.union(decks)
        for file in files.files where !known.contains(file.path) && !file.name.hasPrefix(".") {
            let isProgress = file.path == "hashcards.db"
            notes.lose(
                .partSkipped, isProgress ? "the progress of studying is not read" : "no card shows this file",
                place: file.path)
        }
    }

    private func place(_ path: String, _ line: Int) -> String { isFolder ? "\(path), line \(line)" : "line \(line)" }

    private func read(
        _ deck: HashcardsDeck, _ path: String, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        let stem = path.split(separator: "/").last.map { $0.split(separator: ".").dropLast().joined(separator: ".") }
        let around = path.split(separator: "/").dropLast().map(String.init)
        let folder = deck.folder.map { $0.split(separator: "/").map(String.init) } ?? around + [deck.name ?? stem ?? ""]
        for key in deck.otherKeys {
            notes.lose(.valueDropped, "the value “\(key)” of the deck", place: path, target: key)
        }
        for fault in deck.faults {
            notes.balance.find(.notes)
            let line = fault.text.split(separator: "\n").first.map(String.init) ?? ""
            notes.refuse(note: line, place: place(path, fault.line), because: fault.reason)
        }
        var cards = deck.cards[...]
        while let card = cards.popFirst() {
            notes.balance.find(.notes)
            let place = place(path, card.line)
            var isReversed = false
            if case .basic(let question, let answer) = card.content, question != answer,
                cards.first?.content == .basic(question: answer, answer: question), let other = cards.popFirst()
            {
                isReversed = true
                seen.insert(other.content)
                notes.balance.find(.notes)
                notes.balance.settle(.notes, .merged)
                notes.lose(
                    .cardChanged, "two cards that ask each other became one that asks both ways", note: question,
                    place: place)
            }
            guard seen.insert(card.content).inserted else {
                notes.balance.settle(.notes, .merged)
                notes.lose(.noteChanged, "the same card comes twice", place: place)
                continue
            }
            try write(card.content, isReversed: isReversed, path, place, folder, notes, &bundle)
        }
    }

    // MARK: Cards

    private func write(
        _ content: HashcardsDeck.Content, isReversed: Bool, _ path: String, _ place: String, _ folder: [String],
        _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        let (front, whole, body) =
            switch content {
            case .basic(let question, let answer): (question, question + "\0" + answer, Self.body(question, answer))
            case .cloze(let text): (HashcardsGaps(text).plain, text, Self.body(text))
            }
        var card = ForeignNote(id: notes.uniqueID("hashcards", named(front, from: path), named(whole, from: path)))
        card.isGuessed = true
        card.type = .card
        card.folder = folder
        card.place = place
        if isReversed { card.add(StudyCard.reversedKey, typed: "true") }
        let line = front.split(separator: "\n").first.map(String.init) ?? ""
        let text = ForeignText(notes, title: line, place: place, count: LinkedHTML.counts)
        if case .cloze(let text) = content, body == nil {
            notes.lose(.cardChanged, "its gaps cannot be asked", note: line, place: place, target: text)
        }
        if case .basic(_, "") = content { notes.lose(.cardChanged, "the card has no answer", note: line, place: place) }
        let written = body ?? front + "\n"
        try attach(written, path, notes, &bundle)
        card.body = ForeignMarkdown.text(written, text, &card) { target($0, from: path) }
        text.finish()
        try notes.write(card, &bundle)
    }

    /// The body of a card with a question and an answer.
    private static func body(_ question: String, _ answer: String) -> String? {
        var sides = [question, answer].map { HashcardsFormulas.dollars(in: $0) }
        func text() -> String {
            String(decoding: CardBody.text(front: Array(sides[0].utf8), back: Array(sides[1].utf8)), as: UTF8.self)
        }
        // What looks like a gap is text in a deck.
        if let file = try? ItemFile(Array(text().utf8)), case .cloze? = StudyCard(file).sides.first {
            sides[0] = ForeignNote.withoutGaps(sides[0])
        }
        return text()
    }

    /// The body of a card with gaps; `nil` if they cannot be asked.
    private static func body(_ text: String) -> String? {
        HashcardsGaps(text).front.map { HashcardsFormulas.dollars(in: $0) + "\n" }
    }

    // MARK: Files

    /// The paths that an address may mean: from the deck, or from the top after `@/`; with percent signs or as it is.
    static func paths(_ address: String, from directory: String) -> [String] {
        guard !ReadableDestination.isAddress(address), !address.hasPrefix("#") else { return [] }
        return [address, PercentEncoding.decode(address)].compactMap(\.self).compactMap { written in
            if written.hasPrefix("@/") { return RelativePath.resolve(String(written.dropFirst(2)), from: "") }
            return RelativePath.resolve(written, from: directory)
        }
    }

    /// A text with the names of files in place of their addresses, which other places of deck and file would change.
    private func named(_ text: String, from deck: String) -> String {
        MarkdownDocument(Array(text.utf8)).links().reduce(text) { text, link in
            let address = link.destination.text
            return file(address, from: deck).map { text.replacing("(\(address)", with: "(\(Self.name(of: $0))") }
                ?? text
        }
    }

    /// The name of a file, without the beginning of a digest that an export gave it.
    private static func name(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return BlobName(name)?.readableName ?? name
    }

    private func file(_ address: String, from deck: String) -> String? {
        let directory = deck.split(separator: "/").dropLast().joined(separator: "/")
        return Self.paths(address, from: directory).lazy.compactMap { self.paths[$0.composed] }
            .first { !self.decks.contains($0) }
    }

    /// Attaches the files that a card shows or links to.
    private func attach(
        _ body: String, _ deck: String, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        for link in MarkdownDocument(Array(body.utf8)).links() {
            guard let path = file(link.destination.text, from: deck), used.insert(path).inserted else { continue }
            notes.balance.find(.attachments)
            attachments[path] = try notes.attach(&bundle) {
                try files.copy(path, $0)
            } name: {
                Self.name(of: path)
            }
        }
    }

    private func target(_ address: String, from deck: String) -> LinkedHTML.Target {
        guard let path = file(address, from: deck) else {
            return ReadableDestination.isAddress(address) || address.hasPrefix("#") ? .outside : .missing
        }
        guard let blob = attachments[path] else { return .missing }
        return .attachment(blob, name: Self.name(of: path))
    }
}
