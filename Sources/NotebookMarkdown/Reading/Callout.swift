/// The first line of a callout, as Obsidian and GitHub write it: `> [!warning] Title`.
///
/// Any word is a kind. Text after a bar, as in `> [!note|wide]`, is for Obsidian's themes.
package struct Callout {
    /// The kind in lower case.
    package let kind: String
    /// The length of the mark in the text, in characters.
    package let length: Int
    /// Whether it can be folded.
    package let folding: Folding

    /// Whether a callout can be folded, by the sign after its kind: none, `+` or `-`.
    package enum Folding: Sendable {
        case none, open, closed
    }

    /// The mood of a kind of callout, which decides its colour.
    package enum Mood: String, Sendable {
        case information, success, caution, danger, reference
    }

    /// Reads the beginning of a block quote; `nil` if it is not a callout.
    package init?(_ text: String) {
        guard text.hasPrefix("[!"), let close = text.firstIndex(of: "]") else { return nil }
        let inner = text[text.index(text.startIndex, offsetBy: 2)..<close]
        let name = inner.prefix { $0 != "|" }
        guard !name.isEmpty,
            name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " })
        else { return nil }
        var rest = text[text.index(after: close)...]
        // A sign says whether the callout starts open or closed.
        folding = rest.first == "+" ? .open : rest.first == "-" ? .closed : .none
        if folding != .none { rest = rest.dropFirst() }
        guard rest.first.map(\.isWhitespace) ?? true else { return nil }
        kind = name.lowercased()
        length = text.count - rest.drop(while: \.isWhitespace).count
    }

    /// The kind as a word, for callouts without a title.
    package var title: String { kind.prefix(1).uppercased() + kind.dropFirst().replacing("-", with: " ") }

    /// The mood of its kind.
    package var mood: Mood {
        switch kind {
        case "tip", "hint", "success", "check", "done": .success
        case "warning", "caution", "attention", "question", "help", "faq", "important": .caution
        case "danger", "error", "bug", "failure", "fail", "missing": .danger
        case "abstract", "summary", "tldr", "example", "quote", "cite": .reference
        default: .information
        }
    }
}
