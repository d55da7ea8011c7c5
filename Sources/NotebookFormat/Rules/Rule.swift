/// One rule of the format: what it demands, why, and the check.
public struct Rule: Sendable {
    /// Looks for what breaks a rule: a pure function of the rule itself and of what was found out.
    package typealias Check = @Sendable (Rule, Inspection) throws -> [Finding]
    /// Counts what a check does not list, for each file.
    package typealias Omissions = @Sendable (Inspection) throws -> [(path: String, count: Int)]

    /// The identifier, which never changes its meaning.
    public let id: RuleID
    /// What the rule demands, as words joined by hyphens.
    public let name: String
    /// The severity of a finding.
    public let severity: Severity
    /// The clause of the format that it checks.
    public let clause: String
    /// The part of the format that its clause stands in.
    public let level: FormatLevel
    /// How `validate --fix` does away with what it finds; `nil` if only a person can.
    public let fix: Fix?
    /// Whether other rules can say nothing where this one is broken, so that its findings are never suppressed or
    /// lowered.
    public let isFundamental: Bool
    /// Whether the rule says something only of a notebook that was read as a whole.
    public let needsWholeNotebook: Bool
    /// Why it matters, in a sentence or two.
    public let explanation: String
    /// What breaks it.
    public let example: String
    /// What to do about it.
    public let remedy: Remedy
    /// The check.
    package var check: Check
    /// How many more there are of some files than the check lists.
    let omissions: Omissions

    init(
        _ id: RuleID, _ name: String, _ severity: Severity, clause: String, level: FormatLevel, fix: Fix? = nil,
        isFundamental: Bool = false, needsWholeNotebook: Bool = true, why explanation: String, example: String,
        remedy: Remedy, omissions: @escaping Omissions = { _ in [] }, check: @escaping Check
    ) {
        (self.id, self.name, self.severity, self.clause, self.level) = (id, name, severity, clause, level)
        (self.fix, self.isFundamental, self.needsWholeNotebook) = (fix, isFundamental, needsWholeNotebook)
        (self.explanation, self.example, self.remedy) = (explanation, example, remedy)
        (self.omissions, self.check) = (omissions, check)
    }

    /// What breaks the rule.
    ///
    /// - Throws: only if the rule itself fails; that is never taken for “nothing found”.
    public func findings(in inspection: Inspection) throws -> [Finding] { try check(self, inspection) }

    func finding(_ path: String, _ message: String, suggestion: Remedy? = nil) -> Finding {
        finding(path, nil, message, suggestion: suggestion)
    }

    func finding(_ path: String, _ position: TextPosition?, _ message: String, suggestion: Remedy? = nil) -> Finding {
        Finding(
            rule: id, severity: severity, path: path, position: position, message: message,
            suggestion: suggestion ?? remedy)
    }
}
