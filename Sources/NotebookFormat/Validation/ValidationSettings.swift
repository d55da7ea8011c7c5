/// How to treat the findings of a validation to be taken: which rules count, with which severity, and where.
public struct ValidationSettings: Equatable, Sendable {
    /// The name of the file in which settings stand, beside the notebooks that they are for.
    public static let fileName = ".bundle-validate.json"
    /// The longest such file, in bytes.
    public static let maximumBytes = 1 << 20

    /// The lowest severity that fails a validation.
    public enum FailureThreshold: String, Sendable, CaseIterable {
        /// Errors alone.
        case error
        /// Warnings and errors.
        case warning
        /// Everything.
        case note
        /// Nothing.
        case never

        /// Whether a finding of this severity fails the validation.
        public func isReached(by severity: Severity) -> Bool {
            switch self {
            case .error: severity == .error
            case .warning: severity >= .warning
            case .note: true
            case .never: false
            }
        }
    }

    /// What is changed about rules.
    public struct Changes: Equatable, Sendable {
        /// The rules whose findings are suppressed.
        public var ignored: [RuleSelector] = []
        /// How grave findings of rules are; the later ones win.
        public var severities: [Override] = []

        /// No changes.
        public init() {}
    }

    /// How grave the findings of a rule are.
    public struct Override: Equatable, Sendable {
        /// The rules.
        public let rules: RuleSelector
        /// How grave their findings are.
        public let severity: Severity
    }

    /// Changes for some paths.
    public struct PathChanges: Equatable, Sendable {
        /// The paths, relative to the bundle.
        package let pattern: GlobPattern
        /// What is changed there.
        public let changes: Changes
    }

    /// The lowest severity that fails the validation.
    public var failOn = FailureThreshold.error
    /// The only rules that count; all of them if it is empty.
    public var selected: [RuleSelector] = []
    /// What is changed everywhere.
    public var changes = Changes()
    /// What is changed for some paths; the later ones win.
    public var paths: [PathChanges] = []

    /// Settings that change nothing.
    public init() {}

    /// Whether a rule is left that counts somewhere, besides those that always do.
    public var leavesRules: Bool { Self.leavesRules(selected, without: changes.ignored) }

    /// Whether a rule is left of those that are selected, or of all if none is, without those that are ignored.
    package static func leavesRules(_ selected: [RuleSelector], without ignored: [RuleSelector]) -> Bool {
        RuleBook.all.map(\.id).contains { rule in
            let isSelected = selected.isEmpty || selected.contains { $0.matches(rule) }
            return isSelected && !ignored.contains { $0.matches(rule) }
        }
    }
}

extension ValidationSettings {
    /// Reads settings.
    ///
    /// - Throws: `TextProblem`: what is no JSON or no setting, and where.
    public init(_ bytes: [UInt8]) throws(TextProblem) {
        guard bytes.count <= Self.maximumBytes else {
            throw TextProblem("the settings have more than 1 MiB", at: Self.maximumBytes, kind: .tooLong)
        }
        var object = try JSONObject(JSONValue.read(bytes))
        _ = try object.required("version") { (value) throws(TextProblem) in
            let version = try value.integer(1...Int.max)
            guard version == 1 else {
                throw TextProblem("version \(version) is not known here, only 1", at: value.offset)
            }
        }
        let threshold = try object.optional("failOn") { (value) throws(TextProblem) in
            try value.text("“error”, “warning”, “note” or “never”") { FailureThreshold(rawValue: $0) }
        }
        failOn = threshold ?? .error
        selected =
            try object.optional("select") { (value) throws(TextProblem) in
                let selectors = try value.selectors()
                guard !selectors.isEmpty else {
                    throw TextProblem("“select” is empty: leave it out to have all rules count", at: value.offset)
                }
                return selectors
            } ?? []
        changes = try object.changes()
        paths =
            try object.optional("paths") { (value) throws(TextProblem) in
                var paths: [PathChanges] = []
                for element in try value.elements() {
                    var object = try JSONObject(element)
                    let pattern = try object.required("path") { (value) throws(TextProblem) in
                        try value.pattern()
                    }
                    paths.append(PathChanges(pattern: pattern, changes: try object.changes()))
                    try object.rejectRest(known: ["path", "ignore", "severities"])
                }
                return paths
            } ?? []
        try object.rejectRest(known: ["version", "failOn", "select", "ignore", "severities", "paths"])
    }
}

extension JSONObject {
    fileprivate mutating func changes() throws(TextProblem) -> ValidationSettings.Changes {
        var changes = ValidationSettings.Changes()
        changes.ignored = try optional("ignore") { (value) throws(TextProblem) in try value.selectors() } ?? []
        changes.severities =
            try optional("severities") { (value) throws(TextProblem) in
                var overrides: [ValidationSettings.Override] = []
                for member in try JSONObject(value).rest {
                    overrides.append(
                        ValidationSettings.Override(
                            rules: try Self.selector(member.key, at: member.offset),
                            severity: try member.value.text("“error”, “warning” or “note”") { Severity(rawValue: $0) }))
                }
                return overrides
            } ?? []
        return changes
    }

    fileprivate func rejectRest(known: [String]) throws(TextProblem) {
        guard let member = rest.first else { return }
        let list = known.joined(separator: ", ")
        throw TextProblem("there is no setting \(PrintableText.quoted(member.key)), but: \(list)", at: member.offset)
    }

    fileprivate static func selector(_ word: String, at offset: Int) throws(TextProblem) -> RuleSelector {
        guard let selector = RuleBook.selector(word) else {
            throw TextProblem("there is no rule or family \(PrintableText.quoted(word))", at: offset)
        }
        return selector
    }
}

extension JSONValue {
    fileprivate func pattern() throws(TextProblem) -> GlobPattern {
        let text = try text("a pattern for paths, such as \"notes/Templates/**\"") { $0 }
        do throws(GlobPattern.Problem) {
            return try GlobPattern(text)
        } catch {
            throw TextProblem("the pattern \(PrintableText.quoted(text)) fits nothing: \(error)", at: offset)
        }
    }

    fileprivate func selectors() throws(TextProblem) -> [RuleSelector] {
        var selectors: [RuleSelector] = []
        for element in try elements() {
            guard let word = element.string else {
                throw TextProblem("expected the name of a rule or family", at: element.offset)
            }
            selectors.append(try JSONObject.selector(word, at: element.offset))
        }
        return selectors
    }
}
