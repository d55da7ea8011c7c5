import NotebookText

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

/// The numbers of footnotes, in the order of their first references.
package struct FootnoteNumbers {
    /// The labels that have a footnote, in the order of the source.
    private let labels: [String]
    private let known: Set<String>
    /// The first label that may be without a number.
    private var next = 0
    private var numbers: [String: Int] = [:]
    /// The labels that have a number, in the order of their numbers.
    package private(set) var used: [String] = []

    package init(_ labels: [String]) { (self.labels, known) = (labels, Set(labels)) }

    /// The number of the footnote with a label, or the next free one; `nil` if there is no such footnote.
    package mutating func number(of label: String) -> Int? {
        guard known.contains(label) else { return nil }
        if let number = numbers[label] { return number }
        used.append(label)
        numbers[label] = used.count
        return used.count
    }

    /// The number of the footnote after another; one that nothing refers to gets its number here.
    package mutating func number(after number: Int) -> Int? {
        if number < used.count { return number + 1 }
        while next < labels.count, numbers[labels[next]] != nil { next += 1 }
        return next < labels.count ? self.number(of: labels[next]) : nil
    }
}

/// The mark of a task at the beginning of a list item: `[ ]`, `[x]`, or, as in Obsidian, another character in brackets
/// (`[-]` is cancelled, `[>]` is moved).
package struct TaskMark {
    /// The character in the brackets.
    package let character: Character
    /// The length of the mark in the text, in characters.
    package let length: Int

    /// Reads the beginning of a list item; `nil` if it is not a task, or the gap of a card, `[…]`.
    ///
    /// It is the same that `MarkdownDocument.tasks()` finds: an escaped bracket begins no task.
    ///
    /// - Parameter bytes: The source.
    package init?(_ item: MarkdownListItem, in bytes: [UInt8]) {
        guard case .paragraph(let content)? = item.blocks.first?.content,
            case .text(let text)? = content.first?.content, let mark = text.dropFirst().first, mark != "…",
            text.hasPrefix("[\(mark)]"), let start = content.first?.range.lowerBound,
            bytes[min(start, bytes.count)...].starts(with: "[\(mark)]".utf8),
            text.count == 3 ? content.count == 1 : " \t".contains(text.dropFirst(3).first ?? "x")
        else { return nil }
        character = mark
        length = min(4, text.count)
    }

    /// Whether it is done, and not only cancelled.
    package var isDone: Bool { "xX".contains(character) }
}

/// Distinguishes signs of a parsed text that were escaped with a backslash from those that can be markup.
package enum EscapedSigns {
    /// Splits a text into parts that were escaped and parts that were not.
    ///
    /// - Parameter source: The bytes that the text was parsed from.
    package static func parts(
        of text: String, source: ArraySlice<UInt8>
    ) -> [(text: String, isEscaped: Bool)] {
        guard source.contains(UInt8(ascii: "\\")), text.utf8.count != source.count else { return [(text, false)] }
        var parts: [(text: String, isEscaped: Bool)] = []
        func add(_ character: Character, isEscaped: Bool) {
            if let last = parts.last, last.isEscaped == isEscaped {
                parts[parts.count - 1].text.append(character)
            } else {
                parts.append((String(character), isEscaped))
            }
        }
        var rest = source
        for character in text {
            let bytes = Array(character.utf8)
            if rest.first == UInt8(ascii: "\\"), rest.dropFirst().starts(with: bytes) {
                rest = rest.dropFirst(1 + bytes.count)
                add(character, isEscaped: true)
            } else {
                if rest.starts(with: bytes) {
                    rest = rest.dropFirst(bytes.count)
                } else if rest.first == UInt8(ascii: "&"), let end = rest.firstIndex(of: UInt8(ascii: ";")) {
                    rest = rest[(end + 1)...]
                }
                add(character, isEscaped: false)
            }
        }
        return parts
    }
}
