/// What a value names, so that a shell can offer what fits.
enum ValueKind: Sendable {
    /// Nothing that the tool could list; shells offer files.
    case anything
    /// One of a few words.
    case words([String])
    /// Of several words the first is one of these, and the others name items.
    case wordThenItems([String])
    case notebook
    /// An item of the notebook that the line names first.
    case item
    /// A rule by its identifier or name.
    case rule
    /// A rule or a family of rules by its name.
    case ruleOrFamily
}
