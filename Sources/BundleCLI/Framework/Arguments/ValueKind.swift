/// What a value names, so that shells can complete it.
enum ValueKind: Sendable {
    /// Nothing that the tool can list; shells offer files.
    case anything
    /// One of a few words.
    case words([String])
    /// The first of several words is one of these; the others name items.
    case wordThenItems([String])
    case notebook
    /// An item of the notebook that the line names first.
    case item
    /// A rule by its identifier or name.
    case rule
    /// A rule or a family of rules by its name.
    case ruleOrFamily
}
