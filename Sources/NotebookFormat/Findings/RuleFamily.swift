/// Families of rules, by the first digit of their identifiers.
package enum RuleFamily: String, Sendable, CaseIterable {
    /// The notebook as a whole: the manifest and the description.
    case manifest = "NB1"
    /// Whether all files exist and match the manifest.
    case files = "NB2"
    /// Names and paths.
    case paths = "NB3"
    /// Notes and cards.
    case items = "NB4"
    /// Attachments.
    case blobs = "NB5"
    /// Links between items.
    case links = "NB6"
    /// Files in the directory that are not part of the notebook.
    case storage = "NB7"
    /// The archive that contains the notebook.
    case archives = "NB8"

    /// Its name.
    package var name: String { "\(self)" }

    /// What its rules check, in a few words.
    package var subject: String {
        switch self {
        case .manifest: "the manifest and the description of the notebook"
        case .files: "whether all files exist and match the manifest"
        case .paths: "names and paths"
        case .items: "notes and cards"
        case .blobs: "attachments"
        case .links: "links between items"
        case .storage: "files in the directory that are not part of the notebook"
        case .archives: "the archive that contains the notebook"
        }
    }

    /// Whether a rule belongs to it.
    package func contains(_ rule: RuleID) -> Bool { rule.description.hasPrefix(rawValue) }
}

/// A selection of rules as a person names it: one by its identifier or name, or a family.
package enum RuleSelector: Hashable, Sendable {
    /// One rule.
    case rule(RuleID)
    /// A family of rules.
    case family(RuleFamily)

    /// Whether the selection includes a rule.
    package func matches(_ rule: RuleID) -> Bool {
        switch self {
        case .rule(let id): id == rule
        case .family(let family): family.contains(rule)
        }
    }
}
