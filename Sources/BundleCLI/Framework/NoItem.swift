import NotebookBundle

/// A word names no item, and there is a better hint than similar names.
struct NoItem: ToolFailure {
    let word: String
    let hint: String?

    var isFinding: Bool { true }
    var description: String { NotebookError.noSuchItem(word, like: []).description }
}
