import NotebookBundle
import TerminalIO

/// A study session at the terminal.
struct StudyRun {
    /// What the run needs from the notebook.
    struct Source {
        /// Reads the cards and all reviews.
        let load: () throws -> StudyDeck
        /// A mark that changes when somebody changes the list of cards, or records reviews.
        let mark: () -> [FileIdentity?]
        /// What a side of a card shows.
        let faces: (StudySide, Item) throws -> CardFaces
        /// Lets the user edit a card, and returns a message.
        let edit: (Item) throws -> String
        /// Why cards cannot be edited; `nil` if they can.
        let readOnly: String?
        /// The pictures that a text of a card shows.
        let pictures: (String, Item) throws -> [CardPicture]
        /// Reads a picture.
        let bytes: (CardPicture) throws -> [UInt8]
        /// Opens a picture in another program, and returns a message.
        let open: (CardPicture) throws -> String
        /// Whether line ends within paragraphs are shown.
        let keepsLineBreaks: Bool
    }

    /// What a side shows, with its pictures.
    private struct Shown {
        let faces: CardFaces
        let question: [CardPicture]
        let answer: [CardPicture]
        /// How many pictures were opened.
        var opened = 0

        /// The picture to open next, of those that can be seen.
        func next(isRevealed: Bool) -> CardPicture? {
            let all = question + (isRevealed ? answer : [])
            return all.isEmpty ? nil : all[opened % all.count]
        }
    }

    /// Why the session released the keyboard.
    private enum Pause {
        case nothingLeft
        case quit
        case edit(Item)

        /// Whether the session continues.
        var isShort: Bool { if case .edit = self { true } else { false } }
    }

    private let session: Session
    private let source: Source
    private let recorder: StudyRecorder
    private var deck: StudyDeck
    /// The mark of what the deck knows.
    private var mark: [FileIdentity?]
    /// The reviews of this session that were not undone.
    private var made: [Review] = []
    /// The records of this session that were not undone, with the side that was asked.
    private var undoable: [(id: UniqueIdentifier, key: StudyKey)] = []
    /// The sides left to ask in a session that records nothing; `nil` in any other.
    private var crammed: [StudyKey]?
    /// The answers of such a session: the side, whether it was remembered, and the sides that were left before.
    private var cramming: [(key: StudyKey, isKnown: Bool, before: [StudyKey])] = []
    /// The side to show next, whatever is due.
    private var chosen: StudyKey?
    private var message = ""
    /// Why cards could not be edited.
    private var failures: [String] = []
    /// The pictures at the terminal; `nil` if it shows none.
    private var terminalPictures: TerminalPictures?
    /// Sides whose cards could not be read.
    private var unreadable: Set<StudyKey> = []

    /// - Parameter crams: Whether to ask every card until it is remembered, and record nothing.
    init(
        _ session: Session, _ source: Source, _ deck: StudyDeck, _ recorder: StudyRecorder, crams: Bool = false
    ) {
        crammed = crams ? deck.queue.crammed(at: session.notebookEnvironment.now()) : nil
        self.session = session
        self.source = source
        self.deck = deck
        self.recorder = recorder
        mark = source.mark()
    }

    /// Shows cards until none is left or the user quits, and prints a summary.
    ///
    /// - Returns: False without a terminal.
    mutating func run() throws -> Bool {
        guard session.terminal.environment["TERM"] != "dumb" else { return false }
        var pause = Pause.nothingLeft
        repeat {
            do {
                let isPossible = try session.terminal.withKeys { keyboard in pause = try ask(keyboard) }
                guard isPossible else { return false }
                if case .edit(let card) = pause { try edit(card) }
            } catch EditorError.interrupted {
                throw EditorError.interrupted
            } catch {
                try finish()
                throw error
            }
        } while pause.isShort
        try finish()
        return true
    }

    private mutating func ask(_ keyboard: Keyboard) throws -> Pause {
        keyboard.endWith(Self.erased)
        terminalPictures = try TerminalPictures(keyboard, session.terminal.environment)
        defer { try? keyboard.write(terminalPictures?.removeAll() ?? []) }
        repeat {
            while let key = try takeNext() {
                guard let card = deck.cards[key.card] else {
                    crammed?.removeAll { $0 == key }
                    continue
                }
                if let pause = try show(key, card, keyboard) { return pause }
            }
        } while try undoesAtEnd(keyboard)
        return .nothingLeft
    }

    /// Whether the user undoes the last answer now that nothing is left.
    private mutating func undoesAtEnd(_ keyboard: Keyboard) throws -> Bool {
        while !undoable.isEmpty || !cramming.isEmpty {
            let nothing = StudyWording.nothingDue(deck.queue, at: session.notebookEnvironment.now())
            let end = StudyEnd(text: crammed == nil ? nothing : "nothing is left", message: nextMessage())
            guard try end.isUndone(keyboard, session.style) else { return false }
            if try undo() { return true }
        }
        return false
    }

    /// The side to show, after what others have done meanwhile: a card is not asked in two sessions.
    private mutating func takeNext() throws -> StudyKey? {
        if source.mark() != mark { try reload() }
        defer { chosen = nil }
        return chosen ?? next
    }

    private mutating func reload() throws {
        mark = source.mark()
        deck = try source.load()
    }

    /// The side that comes next.
    private var next: StudyKey? {
        guard let crammed else { return deck.queue.next(at: session.notebookEnvironment.now())?.key }
        let last = cramming.last?.key.card
        return crammed.first { $0.card != last } ?? crammed.first
    }

    /// Shows one side until it is graded; `nil` to go on.
    private mutating func show(_ key: StudyKey, _ card: Item, _ keyboard: Keyboard) throws -> Pause? {
        let id = session.notebookEnvironment.newUUID()
        guard var shown = try shown(key, card) else { return nil }
        var size = keyboard.size()
        var page = page(key, card, id, text(of: shown, size), hasPictures: shown.next(isRevealed: true) != nil)
        page.message = nextMessage()
        let began = ContinuousClock.now
        while true {
            let lines = page.lines(width: size.width, height: size.height, session.style)
            try keyboard.write((terminalPictures?.takeUnsent() ?? []) + Self.picture(of: lines))
            guard let bytes = try keyboard.next(size) else {
                size = keyboard.size()
                page.replace(text(of: shown, size))
                continue
            }
            guard !bytes.isEmpty else { return .quit }
            for pressed in PressedKey.keys(in: bytes) {
                let outcome = page.press(pressed)
                switch outcome {
                case .stays: continue
                case .quit: return .quit
                case .suspend: keyboard.suspend()
                case .edit:
                    guard let reason = source.readOnly else {
                        chosen = key
                        return .edit(card)
                    }
                    page.message = reason
                case .open: page.message = try open(&shown, isRevealed: page.isRevealed)
                case .hold, .bury:
                    guard crammed == nil else {
                        page.message = "nothing is recorded in this session"
                        break
                    }
                    if try hold(key, card, outcome == .hold ? .suspend : .bury) { return nil }
                    page.message = nextMessage()
                case .undo:
                    if try undo() { return nil }
                    page.message = nextMessage()
                case .graded(let grade) where crammed != nil:
                    cram(key, grade)
                    return nil
                case .graded(let grade):
                    let spent = (ContinuousClock.now - began).components
                    let milliseconds = spent.seconds * 1000 + spent.attoseconds / 1_000_000_000_000_000
                    let review = deck.queue.review(
                        key, grade, at: session.notebookEnvironment.now(),
                        milliseconds: min(Int(milliseconds), 600_000), id: id)
                    if try add(.review(review)) {
                        made.append(review)
                        undoable.append((review.id, key))
                        return nil
                    }
                    page.message = nextMessage()
                }
                break
            }
        }
    }

    /// What a side shows; `nil`, with a message, if its card can no longer be read.
    private mutating func shown(_ key: StudyKey, _ card: Item) throws -> Shown? {
        do {
            let faces = try source.faces(key.side, card)
            return Shown(
                faces: faces, question: try source.pictures(faces.question, card),
                answer: try source.pictures(faces.answer, card))
        } catch let error as any Failure where !unreadable.contains(key) {
            // If it still is in the deck, the error is thrown the next time.
            unreadable.insert(key)
            message = "\(error)"
            try reload()
            return nil
        }
    }

    /// Opens the next picture; returns a message.
    private func open(_ shown: inout Shown, isRevealed: Bool) throws -> String {
        guard let picture = shown.next(isRevealed: isRevealed) else {
            return shown.answer.isEmpty ? "the card has no picture" : "the picture belongs to the answer"
        }
        shown.opened += 1
        do {
            return try source.open(picture)
        } catch let error as any Failure {
            return "\(error)"
        }
    }

    /// The message for the next drawing; it is shown once.
    private mutating func nextMessage() -> String {
        defer { message = "" }
        return message
    }

    /// Undoes the last review of this session, and asks it again.
    private mutating func undo() throws -> Bool {
        if let last = cramming.popLast() {
            (crammed, chosen) = (last.before, last.key)
            return true
        }
        guard let last = undoable.last else {
            message = "nothing to undo"
            return false
        }
        let record = StudyRecord.undo(
            id: session.notebookEnvironment.newUUID(), time: session.notebookEnvironment.now(), review: last.id)
        guard try add(record) else { return false }
        undoable.removeLast()
        made.removeAll { $0.id == last.id }
        chosen = last.key
        return true
    }

    /// Suspends or buries a card; false, with a message, if that cannot be recorded.
    private mutating func hold(_ key: StudyKey, _ card: Item, _ kind: StudyHold.Kind) throws -> Bool {
        let now = session.notebookEnvironment.now()
        let hold = deck.queue.holding(key.card, kind, at: now, id: session.notebookEnvironment.newUUID())
        guard try add(.hold(hold)) else { return false }
        undoable.append((hold.id, key))
        let title = PrintableText.quoted(card.shownTitle)
        message = kind == .suspend ? "suspended \(title); u undoes that" : "\(title) comes back tomorrow; u undoes that"
        return true
    }

    /// Takes a side that was remembered off the list, and moves one that was forgotten to its end.
    private mutating func cram(_ key: StudyKey, _ grade: ReviewGrade) {
        guard let before = crammed else { return }
        cramming.append((key, grade > .again, before))
        crammed = before.filter { $0 != key } + (grade == .again ? [key] : [])
    }

    /// Records a review or an undo, on disk first; false, with a message, if that fails.
    private mutating func add(_ record: StudyRecord) throws -> Bool {
        // What others recorded before stays to be read.
        let isCurrent = source.mark() == mark
        do {
            try recorder.record(record)
        } catch let error as any Failure {
            message = "not recorded: \(error)"
            return false
        }
        deck.queue.add(record)
        if isCurrent { mark = source.mark() }
        return true
    }

    private mutating func edit(_ card: Item) throws {
        do {
            message = try source.edit(card)
        } catch EditorError.interrupted {
            throw EditorError.interrupted
        } catch let error as any Failure {
            let hint = error.remedy?.text(for: session.tool) ?? (error as? any ToolFailure)?.hint
            message = session.inThisNotebook("\(error)" + (hint.map { "; \($0)" } ?? ""))
            failures.append(message)
        }
        try reload()
    }

    /// Moves the reviews to the notebook, and prints a summary.
    private func finish() throws {
        guard crammed == nil else { return try summarizeCramming() }
        do {
            try recorder.finish()
        } catch let error as any Failure {
            try session.note(
                "note: your reviews are safe in your data folder, and move to the notebook the next time: \(error)")
        }
        // They may name files with what somebody typed.
        for failure in failures { try session.note("note: \(failure)") }
        try summarize()
    }

    private func summarizeCramming() throws {
        for failure in failures { try session.note("note: \(failure)") }
        let known = Set(cramming.filter(\.isKnown).map(\.key)).count
        let left = crammed.map(\.count) ?? 0
        try session.printRow(
            "\(Wording.count(cramming.count, "answer")), \(known) remembered, \(left) left; nothing was recorded",
            wrappedWith: 2)
    }

    private func summarize() throws {
        let now = session.notebookEnvironment.now()
        if !made.isEmpty {
            // Nobody can remember what was never asked before.
            let asked = made.filter { deck.queue.history[$0.key].first?.id != $0.id }
            let remembered = asked.count { $0.grade != .again }
            let result = asked.isEmpty ? "all of them new" : "\(remembered) of \(asked.count) remembered"
            let time = StudyWording.duration(made.reduce(0) { $0 + $1.milliseconds })
            try session.printRow(
                "\(Wording.count(made.count, "review")) in \(time), \(result)", wrappedWith: 2)
        }
        let isLeft = deck.queue.next(at: now) != nil
        try session.printRow(
            isLeft
                ? "left for today: \(StudyWording.counts(deck.queue.counts(at: now)))"
                : StudyWording.nothingDue(deck.queue, at: now), wrappedWith: 2)
        if recorder.isReadOnly {
            try session.note("note: the notebook cannot be changed; your reviews are recorded in your data folder")
        }
    }
}

/// Drawing.
extension StudyRun {
    private static let erased = Array("\r\u{1B}[J".utf8)

    private func page(
        _ key: StudyKey, _ card: Item, _ id: UniqueIdentifier, _ text: StudyPage.Text, hasPictures: Bool
    ) -> StudyPage {
        let now = session.notebookEnvironment.now()
        let folder = card.folder == .root ? "" : "  \(PrintableText.escaped(card.folder.text))"
        let head = crammed.map(StudyWording.left)
        let intervals = deck.queue.intervals(key, at: now, as: id).map(StudyWording.interval)
        return StudyPage(
            head: (head ?? StudyWording.counts(deck.queue.counts(at: now))) + folder, text: text,
            intervals: crammed == nil ? intervals : intervals.map { _ in "" }, isRecorded: crammed == nil,
            hasPictures: hasPictures)
    }

    /// The lines of the question, and those that replace it with the answer.
    private mutating func text(of shown: Shown, _ size: Keyboard.Size) -> StudyPage.Text {
        let (faces, width) = (shown.faces, size.width)
        let asked = lines(of: shown.question, size)
        let question = rendered(faces.question, width) + asked
        let rule = [session.style(String(repeating: "─", count: max(1, min(width - 1, 40))), .dim)]
        let other = rendered(faces.answer, width) + lines(of: shown.answer, size)
        let shown = faces.solution.map { rendered($0, width) + asked } ?? question
        let answer = shown + (other.isEmpty ? [] : [""] + rule + [""] + other)
        let filled = Array(zip(question, shown)).firstIndex { $0 != $1 }
        return StudyPage.Text(
            question: question, answer: answer, answerStart: filled ?? min(question.count, shown.count))
    }

    /// The lines of pictures, if the terminal shows them; the text names them.
    private mutating func lines(of pictures: [CardPicture], _ size: Keyboard.Size) -> [String] {
        pictures.flatMap { picture -> [String] in
            let lines = terminalPictures?.lines(
                of: picture, width: min(size.width - 1, 100), height: size.height - 9, source.bytes)
            return lines.map { [""] + $0 } ?? []
        }
    }

    private func rendered(_ text: String, _ width: Int) -> [String] {
        let width = max(20, min(width - 1, 100))
        let options = MarkdownRenderer.Options(
            width: width, keepsLineBreaks: source.keepsLineBreaks, wrapsCode: true)
        let bytes = Array(text.utf8)
        return MarkdownRenderer.lines(bytes, in: bytes.indices, session.style, options)
    }

    /// The lines, then a move of the cursor to the start of the first.
    static func picture(of lines: [String]) -> [UInt8] {
        let up = lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : ""
        return erased + Array((lines.joined(separator: "\r\n") + up + "\r").utf8)
    }
}
