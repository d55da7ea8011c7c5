public import NotebookText

/// A problem that a rule found in a notebook.
public struct Finding: Hashable, Sendable {
    /// The rule.
    public let rule: RuleID
    /// The severity.
    public var severity: Severity
    /// The file as it was found, in Normalization Form C if that is a valid path of a notebook; not safe to print.
    public let path: String
    /// The position in the file; `nil` if the finding concerns the file as a whole.
    public var position: TextPosition?
    /// The column after its end, if that is known and in the same line.
    package var endColumn: Int?
    /// The message, without a full stop.
    public let message: String
    /// What to do about it.
    public let suggestion: Remedy?
    /// The digest of the file, if the finding depends on exactly this content.
    package var content: Digest?
    /// The constant part of the message, without counts that depend on other lines; it distinguishes findings.
    package var gist: String?

    /// Makes the value of its parts.
    package init(
        rule: RuleID, severity: Severity, path: String, position: TextPosition? = nil, endColumn: Int? = nil,
        message: String, suggestion: Remedy?, content: Digest? = nil, gist: String? = nil
    ) {
        (
            self.rule, self.severity, self.path, self.position, self.endColumn, self.message, self.suggestion,
            self.content, self.gist
        ) = (rule, severity, path, position, endColumn, message, suggestion, content, gist)
    }
}

/// The severity of a finding.
public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// Worth knowing.
    case note
    /// Some reader may lose or misunderstand something.
    case warning
    /// The notebook is not valid.
    case error

    /// Compares by severity.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The identifier of a rule, such as `NB201`.
public struct RuleID: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The identifier as text.
    public let description: String

    /// Makes an identifier from a literal.
    public init(stringLiteral name: String) { description = name }

    /// Compares the identifiers as texts.
    public static func < (left: RuleID, right: RuleID) -> Bool { left.description < right.description }
}

extension Finding {
    /// The same finding, identified by the constant part of its message.
    package func inShort(_ gist: String) -> Finding {
        var finding = self
        finding.gist = gist
        return finding
    }

    /// The same finding, tied to the current content of the file.
    package func about(_ content: Digest) -> Finding {
        var finding = self
        finding.content = content
        return finding
    }
}

/// The findings in a notebook: a list of limited length, and the number of findings that are not listed.
package struct Findings: Sendable {
    /// The maximum number of listed findings for one rule and file.
    package static let mostOfFile = 1_000
    /// The maximum number of listed findings; each rule has its share of them.
    package static let mostInAll = 100_000

    /// Findings of a rule in a file that are not listed because there are too many.
    package struct Omission: Hashable, Sendable {
        /// The rule.
        package let rule: RuleID
        /// The severity.
        package let severity: Severity
        /// The file.
        package let path: String
        /// Their number.
        package let count: Int

        /// Makes the value of its parts.
        package init(rule: RuleID, severity: Severity, path: String, count: Int) {
            (self.rule, self.severity, self.path, self.count) = (rule, severity, path, count)
        }
    }

    /// The listed findings, in the order of paths, positions and rules.
    package let listed: [Finding]
    /// The others, counted.
    package let omissions: [Omission]

    /// Makes findings that are all listed.
    package init(_ listed: [Finding]) { self.init(listed, omissions: []) }

    /// Makes findings, some of which are only counted.
    package init(_ listed: [Finding], omissions: [Omission]) {
        self.listed = listed
        self.omissions = omissions
    }
}

/// The level of the format that a rule belongs to; each level can be implemented without those after it.
package enum FormatLevel: String, Sendable, CaseIterable, Comparable {
    /// Everything needed to list, verify and unpack a notebook.
    case container
    /// Names that differ only in case, which needs Unicode’s tables.
    case names
    /// Front matter, cards, dates and tags, and the description of the notebook.
    case items
    /// Links and their targets.
    case links
    /// Zip and tar archives.
    case archives
    /// Transactions and sealing.
    case changing

    /// Compares the levels by their order.
    package static func < (left: FormatLevel, right: FormatLevel) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

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
    /// What somebody requires of properties.
    case properties = "NB9"

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
        case .properties: "what the settings of a validation require of properties"
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
