import NotebookFormat

/// The first line of a callout, as Obsidian and GitHub write it: `> [!warning] Title`; any kind is one, and Obsidian's themes
/// read what stands behind a bar: `> [!note|wide]`.
struct Callout {
    /// The kind in lower case.
    let kind: String
    /// The number of characters of the mark in the text.
    let length: Int

    /// Reads the beginning of a block quote; `nil` if it is not a callout.
    init?(_ text: String) {
        guard text.hasPrefix("[!"), let close = text.firstIndex(of: "]") else { return nil }
        let inner = text[text.index(text.startIndex, offsetBy: 2)..<close]
        let name = inner.prefix { $0 != "|" }
        guard !name.isEmpty,
            name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " })
        else { return nil }
        var rest = text[text.index(after: close)...]
        // A sign says whether it is folded.
        if let sign = rest.first, sign == "+" || sign == "-" { rest = rest.dropFirst() }
        guard rest.first.map(\.isWhitespace) ?? true else { return nil }
        kind = name.lowercased()
        length = text.count - rest.drop(while: \.isWhitespace).count
    }

    /// The kind as a word, which is the title if there is none.
    var title: String { kind.prefix(1).uppercased() + kind.dropFirst().replacing("-", with: " ") }

    /// The colour of the kind.
    var face: Style.Face {
        switch kind {
        case "tip", "hint", "success", "check", "done": .green
        case "warning", "caution", "attention", "question", "help", "faq", "important": .yellow
        case "danger", "error", "bug", "failure", "fail", "missing": .red
        case "abstract", "summary", "tldr", "example", "quote", "cite": .cyan
        default: .blue
        }
    }
}
