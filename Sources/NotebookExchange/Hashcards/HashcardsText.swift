import ForeignData
import NotebookFormat
import NotebookStore
import NotebookText

/// The text of a card for hashcards, where some lines begin or end a card, and brackets are gaps.
struct HashcardsText {
    /// What stands around gaps while brackets are escaped.
    static let open: [UInt8] = [0x01]
    static let close: [UInt8] = [0x02]

    /// The hints of gaps.
    var hints: [String] = []
    /// Whether the gaps have numbers.
    var isNumbered = false
    private var changedCode: [String] = []
    private var hasInnerGaps = false

    /// A text with lines that are no marks of cards, and brackets that are no formulas.
    mutating func side(_ text: String) -> String {
        var fence: Substring?
        return HashcardsFormulas.escaped(in: text).split(separator: "\n", omittingEmptySubsequences: false).map {
            line in
            let start = line.drop { $0 == " " }.prefix { $0 == "`" || $0 == "~" }
            if let open = fence {
                if start.hasPrefix(open), line.trimmedOfSpace == start { fence = nil }
            } else if start.count >= 3 {
                fence = start
            }
            let isMark = ["Q:", "A:", "C:"].contains { line.hasPrefix($0) }
            let isRule = line.trimmedOfSpace == "---"
            guard isMark || isRule else { return String(line) }
            if fence != nil { changedCode.append(String(line)) }
            // Four dashes are the same in Markdown, and a colon with a backslash is a colon.
            if isRule { return String(line).replacing("---", with: "----") }
            return fence == nil ? "\(line.prefix(1))\\\(line.dropFirst())" : " \(line)"
        }.joined(separator: "\n")
    }

    /// A text whose gaps are in brackets; other brackets get a backslash, except those of pictures.
    mutating func cloze(_ text: String) -> String {
        var output = ""
        var depth = 0
        var isPicture = false
        for character in side(text) {
            switch character {
            case "\u{1}":
                // A sign before the bracket would make a picture of it, or a part of the text.
                if depth == 0, output.hasSuffix("!") { output = output.dropLast() + "&#33;" }
                if depth == 0, output.hasSuffix("\\") { output.append(" ") }
                if depth == 0 { output.append("[") } else { hasInnerGaps = true }
                depth += 1
            case "\u{2}":
                depth -= 1
                if depth == 0, output.hasSuffix("\\") { output.append(" ") }
                if depth == 0 { output.append("]") }
            case "[" where output.hasSuffix("!") && !output.hasSuffix("\\!"):
                isPicture = true
                output.append(character)
            case "]" where isPicture:
                isPicture = false
                output.append(character)
            // In a deck, this backslash goes, wherever it is.
            case "[", "]": output += "\\\(character)"
            default: output.append(character)
            }
        }
        return output
    }

    /// Reports what is different in the deck.
    func report(_ item: Item, _ losses: ExportLosses) {
        for hint in hints { losses.lose(.cardChanged, "the hint of a gap is left out", of: item, target: hint) }
        for line in changedCode {
            losses.lose(.cardChanged, "code that would be a mark of hashcards got a sign more", of: item, target: line)
        }
        if isNumbered { losses.lose(.cardChanged, "the numbers of gaps are left out", of: item) }
        if hasInnerGaps { losses.lose(.cardChanged, "gaps within gaps are asked with those around them", of: item) }
    }
}
