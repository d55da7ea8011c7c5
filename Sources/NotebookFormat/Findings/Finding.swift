/// Something that a rule found in a notebook.
public struct Finding: Hashable, Sendable {
    /// The rule.
    public let rule: RuleID
    /// The severity.
    public var severity: Severity
    /// The file as it was found, in Normalization Form C where that makes it a path of a notebook; not safe to print.
    public let path: String
    /// Where in the file; `nil` if it is about the file as a whole.
    public var position: TextPosition?
    /// The column behind its end, where that is known and in the same line.
    public var endColumn: Int?
    /// What was found, without a full stop.
    public let message: String
    /// What to do about it.
    public let suggestion: Remedy?
    /// What the file holds, where the finding is about just that: with other bytes it is another finding.
    public var content: Digest?
    /// What is said in any case, where the message also holds counts that other lines change; what tells findings
    /// apart.
    public var gist: String?
}

/// How grave a finding is.
public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// It is worth knowing.
    case note
    /// Something may be lost or misunderstood by some reader.
    case warning
    /// The notebook is not valid.
    case error

    /// Compares by severity.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The name of a rule, such as `NB201`.
public struct RuleID: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let description: String

    /// A name that code spells out.
    public init(stringLiteral name: String) { description = name }

    /// Compares by name.
    public static func < (left: RuleID, right: RuleID) -> Bool { left.description < right.description }
}

extension Finding {
    /// The finding as the same one whatever its message counts.
    func inShort(_ gist: String) -> Finding {
        var finding = self
        finding.gist = gist
        return finding
    }

    /// The finding as one about what the file holds now.
    func about(_ content: Digest) -> Finding {
        var finding = self
        finding.content = content
        return finding
    }
}
