import NotebookBundle

/// A required text, usually from standard input, is empty.
struct NothingToRead: ToolFailure {
    /// What the text was for.
    enum Use {
        /// It replaces the text of an item.
        case replace
        /// It is added to the text of an item.
        case append
        /// It is the text of a new item.
        case add
        /// It is a side of a new card: `front` or `back`.
        case side(String)
    }

    let use: Use

    var description: String {
        switch use {
        case .replace: "standard input is empty, and would replace the whole text"
        case .append: "there is no text to add"
        case .add: "there is no text: standard input is empty"
        case .side(let name): "the card has no \(name): standard input is empty"
        }
    }

    var hint: String? {
        switch use {
        case .replace: "--body \"\" removes the text on purpose"
        case .append: "give it with --append TEXT, or on standard input"
        case .add: "give it with --body TEXT, or a title with --title; --body \"\" adds an empty one on purpose"
        case .side(let name): "give it with --\(name) TEXT; --\(name) \"\" leaves it empty on purpose"
        }
    }
}
