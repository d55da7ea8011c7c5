/// Something that a rule found in a notebook.
public struct Finding: Hashable, Sendable {
    /// The rule.
    public let rule: RuleID
    /// How grave it is.
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
    public let suggestion: String?
    /// What the file holds, where the finding is about just that: with other bytes it is another finding.
    public var content: Digest?
    /// What is said in any case, where the message also holds counts that other lines change; what tells findings apart.
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

    /// Compares by gravity.
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

/// One rule of the format: what it demands, why, and the check.
public protocol Rule: Sendable {
    /// The name, which never changes its meaning.
    var id: RuleID { get }
    /// What the rule demands, as words joined by hyphens.
    var name: String { get }
    /// How grave it is to break it.
    var severity: Severity { get }
    /// The clause of the format that it checks.
    var clause: String { get }
    /// The part of the format that its clause stands in.
    var level: FormatLevel { get }
    /// Why it matters, in a sentence or two.
    var explanation: String { get }
    /// What breaks it.
    var example: String { get }
    /// What to do about it.
    var remedy: String { get }

    /// Whether the rule says something only of a notebook that was read as a whole.
    var needsWholeNotebook: Bool { get }
    /// Whether other rules can say nothing where this one is broken, so that its findings are never suppressed or lowered.
    var isFundamental: Bool { get }

    /// Looks for what breaks the rule: a pure function of what was found out.
    ///
    /// - Throws: only if the rule itself fails; that is never taken for “nothing found”.
    func findings(in inspection: Inspection) throws -> [Finding]

    /// How many more there are of some files than ``findings(in:)`` gives.
    func omissions(in inspection: Inspection) throws -> [(path: String, count: Int)]
}

extension Rule {
    /// Nearly all rules do.
    public var needsWholeNotebook: Bool { true }

    /// Few rules are.
    public var isFundamental: Bool { false }

    /// Most rules give all.
    public func omissions(in inspection: Inspection) -> [(path: String, count: Int)] { [] }

    func finding(_ path: String, _ message: String, suggestion: String? = nil) -> Finding {
        finding(path, nil, message, suggestion: suggestion)
    }

    func finding(_ path: String, _ position: TextPosition?, _ message: String, suggestion: String? = nil) -> Finding {
        Finding(
            rule: id, severity: severity, path: path, position: position, message: message,
            suggestion: suggestion ?? remedy)
    }
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
