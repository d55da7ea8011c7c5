import ForeignData
import NotebookText

/// A deck of hashcards: a text with `Q:` and `A:`, or with `C:` and gaps in brackets.
///
/// The grammar is that of the program, which refuses a deck with one fault; here, a fault stays in its card.
struct HashcardsDeck {
    /// What a card says.
    enum Content: Hashable {
        case basic(question: String, answer: String)
        /// A text with gaps in brackets.
        case cloze(String)
    }

    /// A card, and the line where it begins.
    struct Card {
        let content: Content
        let line: Int
    }

    /// Lines that are no card, and why.
    struct Fault {
        let line: Int
        let text: String
        let reason: String
    }

    /// The name in the front matter.
    private(set) var name: String?
    /// The folder of the notebook that the deck was exported from; empty for the top level.
    private(set) var folder: String?
    /// The keys of the front matter that have no meaning.
    private(set) var otherKeys: [String] = []
    private(set) var cards: [Card] = []
    private(set) var faults: [Fault] = []
    /// Whether the first line of text begins a card.
    private(set) var begins = false

    /// The key of the front matter in which our exports keep the folder.
    static let folderKey = "folder"

    /// Reads a text.
    init(_ text: String) {
        var reader = Reader()
        let lines = text.withLineFeeds.split(separator: "\n", omittingEmptySubsequences: false)
        // Front matter of another kind is that of a note, and its first line begins no card.
        for (index, line) in lines.enumerated().dropFirst(readFrontMatter(lines) ?? 0) {
            if !begins, !line.trimmedOfSpace.isEmpty {
                guard line.hasPrefix("Q:") || line.hasPrefix("C:") else { break }
                begins = true
            }
            reader.read(line, at: index + 1)
        }
        reader.finish()
        (cards, faults) = (reader.cards, reader.faults)
    }

    /// Whether the text is a deck and nothing else: it says so, or the program would accept it.
    var isSound: Bool { begins && !cards.isEmpty && (name != nil || faults.isEmpty) }

    /// Reads the front matter; returns the number of its lines, or `nil` if it is not TOML.
    private mutating func readFrontMatter(_ lines: [Substring]) -> Int? {
        guard lines.first?.trimmedOfSpace == "---" else { return 0 }
        guard let end = lines.dropFirst().firstIndex(where: { $0.trimmedOfSpace == "---" }) else { return nil }
        var isInTable = false
        for line in lines[1..<end].map(\.trimmedOfSpace) where !line.isEmpty && !line.hasPrefix("#") {
            if line.hasPrefix("[") {
                isInTable = true
                otherKeys.append(line)
                continue
            }
            guard let row = line.wholeMatch(of: #/([A-Za-z0-9_\-.]+|"[^"]*")\s*=\s*(.+)/#)?.output else { return nil }
            let key = row.1.filter { $0 != "\"" }
            let value = Self.string(row.2)
            switch key {
            case "name" where !isInTable && value != nil: name = value
            case Self.folderKey where !isInTable && value != nil: folder = value
            default: otherKeys.append(key)
            }
        }
        return end + 1
    }

    /// A string of TOML (1.0, “String”); `nil` for other values.
    private static func string(_ written: Substring) -> String? {
        if let literal = written.prefixMatch(of: #/'([^']*)'/#) { return String(literal.output.1) }
        guard let basic = written.prefixMatch(of: #/"(?:[^"\\]|\\.)*"/#),
            case .string(let text)? = try? JSONValue.read(Array(basic.output.utf8)).content
        else { return nil }
        return text
    }
}

/// Reads the lines of a deck.
private struct Reader {
    private(set) var cards: [HashcardsDeck.Card] = []
    private(set) var faults: [HashcardsDeck.Fault] = []
    private var state = State.between
    /// The lines of the part that is read, and where its card begins.
    private var lines: [Substring] = []
    private var start = 0

    private enum State {
        case between
        case question
        case answer(question: String)
        case cloze
        /// In lines that are no card.
        case fault(String)
    }

    mutating func read(_ line: Substring, at number: Int) {
        if line.hasPrefix("Q:") {
            begin(.question, line.dropFirst(2), number)
        } else if line.hasPrefix("C:") {
            begin(.cloze, line.dropFirst(2), number)
        } else if line.hasPrefix("A:") {
            guard case .question = state else {
                return begin(.fault("an answer without a question"), line, number)
            }
            state = .answer(question: text)
            lines = [line.dropFirst(2)]
        } else if line.trimmedOfSpace == "---" {
            finish()
        } else if case .between = state {
            if !line.trimmedOfSpace.isEmpty { begin(.fault("a text that belongs to no card"), line, number) }
        } else {
            lines.append(line)
        }
    }

    private mutating func begin(_ new: State, _ line: Substring, _ number: Int) {
        finish()
        (state, lines, start) = (new, [line], number)
    }

    /// Ends the card.
    mutating func finish() {
        switch state {
        case .between: break
        case .question: fail("a question without an answer")
        case .answer(let question):
            cards.append(.init(content: .basic(question: question, answer: text), line: start))
        case .cloze where HashcardsGaps(text).count == 0: fail("a card without a gap in brackets")
        case .cloze: cards.append(.init(content: .cloze(text), line: start))
        case .fault(let reason): fail(reason)
        }
        state = .between
    }

    private mutating func fail(_ reason: String) {
        faults.append(.init(line: start, text: text, reason: reason))
    }

    private var text: String { lines.joined(separator: "\n").trimmedOfSpace }
}
