/// Rules that belong together, by the first digit of their identifiers.
public enum RuleFamily: String, Sendable, CaseIterable {
    /// What belongs to the notebook as a whole: the manifest and the description.
    case manifest = "NB1"
    /// Whether all files are there and as they were sealed.
    case files = "NB2"
    /// Names and paths.
    case paths = "NB3"
    /// Notes and cards.
    case items = "NB4"
    /// Attachments.
    case blobs = "NB5"
    /// Links between items.
    case links = "NB6"
    /// What stands in the directory that is no file of the notebook.
    case storage = "NB7"
    /// The archive that the notebook lies in.
    case archives = "NB8"

    /// What people call it.
    public var name: String { "\(self)" }

    /// What its rules are about, in a few words.
    public var subject: String {
        switch self {
        case .manifest: "the manifest and the description of the notebook"
        case .files: "whether all files are there, as they were sealed"
        case .paths: "names and paths"
        case .items: "notes and cards"
        case .blobs: "attachments"
        case .links: "links between items"
        case .storage: "what stands in the directory and is no file of the notebook"
        case .archives: "the archive that the notebook lies in"
        }
    }

    /// Whether a rule belongs to it.
    public func contains(_ rule: RuleID) -> Bool { rule.description.hasPrefix(rawValue) }
}

/// Some of the rules, as a person names them: one by its identifier or name, or a family.
public enum RuleSelector: Hashable, Sendable {
    /// One rule.
    case rule(RuleID)
    /// A family of rules.
    case family(RuleFamily)

    /// Whether a rule is meant.
    public func matches(_ rule: RuleID) -> Bool {
        switch self {
        case .rule(let id): id == rule
        case .family(let family): family.contains(rule)
        }
    }
}
