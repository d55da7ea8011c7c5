/// A command line as it is typed in bash: its words without quotation marks, and how to insert a completion of the last
/// one.
///
/// readline replaces only a part of the last word: what follows an open quotation mark, or else the last unquoted
/// character at which it breaks words (Bash Reference Manual, COMP_WORDBREAKS).
struct TypedLine {
    /// The complete words, including the command.
    private(set) var words: [String] = []
    /// The last word; empty after a space.
    private(set) var last = ""
    /// The beginning of the last word that stays as it is.
    private(set) var kept = ""
    /// The open quotation mark.
    private(set) var mark: Character?

    /// Reads a line.
    ///
    /// - Parameter breaks: The characters at which readline breaks words.
    init(_ line: String, breaks: String) {
        var isWord = false
        var rest = line[...]
        while let character = rest.popFirst() {
            switch (mark, character) {
            case ("'", "'"), ("\"", "\""):
                mark = nil
                kept = last
            case ("'", _): last.append(character)
            case ("\"", "\\"):
                // Elsewhere, a backslash is an ordinary character (POSIX.1-2024, Shell Command Language, 2.2.3).
                let isEscape = rest.first.map { "$`\"\\".contains($0) } ?? false
                last.append(isEscape ? rest.removeFirst() : character)
            case ("\"", _): last.append(character)
            case (_, "'"), (_, "\""):
                mark = character
                kept = last
                isWord = true
            case (_, "\\"):
                isWord = true
                if let next = rest.popFirst() { last.append(next) }
            case (_, " "), (_, "\t"), (_, "\n"), (_, ";"), (_, "|"), (_, "&"), (_, "<"), (_, ">"):
                if isWord { words.append(last) }
                (last, kept, isWord) = ("", "", false)
            default:
                isWord = true
                last.append(character)
                if breaks.contains(character) { kept = last }
            }
        }
    }

    /// The texts that replace the end of the last word, one for each candidate that can be inserted.
    ///
    /// If several do not begin with the word, another text is added, so that readline does not replace the word by what
    /// they have in common.
    func insertions(of candidates: [String]) -> [String] {
        let ends = candidates.filter { $0.hasPrefix(kept) }.map { String($0.dropFirst(kept.count)) }
        let typed = last.dropFirst(kept.count).lowercased()
        var texts = ends.map(quoted)
        guard texts.count > 1 else { return texts }
        let shared = texts.dropFirst().reduce(texts[0]) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
        if !ends.allSatisfy({ $0.lowercased().hasPrefix(typed) }) {
            texts.append(" ")
        } else if shared.reversed().prefix(while: { $0 == "\\" }).count % 2 == 1 {
            // Otherwise a lone backslash would remain.
            texts.append(String(shared.dropLast()))
        }
        return texts
    }

    /// A text as it is typed after the open quotation mark, or without one.
    private func quoted(_ text: String) -> String {
        switch mark {
        case "'": text.replacing("'", with: "'\\''")
        case "\"": String(text.flatMap { "$`\"\\".contains($0) ? ["\\", $0] : [$0] })
        default: String(text.flatMap { " \t'\"\\$`&|;()<>*?[]{}!#~^".contains($0) ? ["\\", $0] : [$0] })
        }
    }
}
