import NotebookBundle

/// What a value names, so that shells can complete it.
indirect enum ValueKind: Sendable {
    /// Nothing that the tool can list; shells offer files.
    case anything
    /// A text, for which nothing can be offered.
    case text
    /// One of a few words.
    case words([String])
    /// The first of several words is one of these, or else all are items; after each stand words of
    /// these kinds.
    case wordThenItems([String], after: [String: [ValueKind]])
    /// The words after an action, by the action's name: what each of them names.
    case afterAction([String: [ValueKind]])
    /// One of a few words, by the word before it.
    case wordsAfter([String: [String]])
    /// A word to search for, which can be `tag:` with a tag.
    case searchWord
    /// A query (docs/Query.md).
    case query
    /// A notebook, or an archive of one.
    case notebook
    /// A notebook that can be changed: a directory.
    case notebookDirectory
    /// A notebook, or a file that may be an archive of one.
    case notebookOrArchive
    /// A notebook, or a library of the user.
    case notebookOrLibrary
    /// A library of the user.
    case library
    /// An item of the notebook.
    case item
    /// A card of the notebook.
    case card
    /// An attachment of the notebook.
    case blob
    /// An item in its trash.
    case trashedItem
    /// One of its folders.
    case folder
    /// One of its tags, perhaps behind `+` or `-`.
    case tag
    /// A column of a table of items.
    case column
    /// What orders items: a column as well.
    case order
    /// A property of its items, or of the item before it.
    case property
    /// A value of the property before it.
    case propertyValue
    /// One of its smart folders.
    case smartFolder
    /// A setting: of the notebook if one is named, or else of the user.
    case setting
    /// One of its templates.
    case template
    /// A change that can be undone, by its number.
    case change
    /// A rule by its identifier or name.
    case rule
    /// A rule or a family of rules by its identifier or name.
    case ruleOrFamily
    /// Several values of a kind, separated by commas.
    case list(ValueKind)
}

extension ValueKind {
    /// Whether the value is one name or text that needs quotation marks if it has several words.
    var isName: Bool {
        switch self {
        case .item, .trashedItem, .blob, .text: true
        default: false
        }
    }

    /// Whether the value is a text.
    var isText: Bool { if case .text = self { true } else { false } }

    /// A hint with the valid words that are most like an invalid one.
    func nearest(to word: String) -> String? {
        guard case .words(let words) = self else { return nil }
        let like = Similarity.nearest(to: word, in: words)
        return like.isEmpty ? nil : "did you mean \(like.alternatives)?"
    }
}

extension [String] {
    /// The words as alternatives in a sentence: `ls, add or rm`.
    var alternatives: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
