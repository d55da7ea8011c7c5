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
    public var endColumn: Int?
    /// The message, without a full stop.
    public let message: String
    /// What to do about it.
    public let suggestion: Remedy?
    /// The digest of the file, if the finding depends on exactly this content.
    public var content: Digest?
    /// The constant part of the message, without counts that depend on other lines; it distinguishes findings.
    public var gist: String?

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
