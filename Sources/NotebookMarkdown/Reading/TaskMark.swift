/// The mark of a task at the beginning of a list item: `[ ]`, `[x]`, or, as in Obsidian, another character in brackets
/// (`[-]` is cancelled, `[>]` is moved).
package struct TaskMark {
    /// The character in the brackets.
    package let character: Character
    /// The length of the mark in the text, in characters.
    package let length: Int

    /// Reads the beginning of a list item; `nil` if it is not a task, or the gap of a card, `[…]`.
    package init?(_ item: MarkdownListItem) {
        guard case .paragraph(let content)? = item.blocks.first?.content,
            case .text(let text)? = content.first?.content, let mark = text.dropFirst().first, mark != "…",
            text.hasPrefix("[\(mark)]"),
            text.count == 3 ? content.count == 1 : " \t".contains(text.dropFirst(3).first ?? "x")
        else { return nil }
        character = mark
        length = min(4, text.count)
    }

    /// Whether nothing is left to do.
    package var isDone: Bool { "xX-".contains(character) }
}
