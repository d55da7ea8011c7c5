package import NotebookFormat
import NotebookStore
package import NotebookText

/// The settings of a validation: which rules count, with which severity, and where.
package struct ValidationSettings: Equatable, Sendable {
    /// The name of the settings file, which is beside notebooks or in a folder above.
    package static let fileName = ".bundle-validate.json"
    /// The maximum size of the file, in bytes.
    package static let maximumBytes = 1 << 20

    /// The lowest severity that fails a validation.
    package enum FailureThreshold: String, Sendable, CaseIterable {
        /// Only errors.
        case error
        /// Warnings and errors.
        case warning
        /// All findings.
        case note
        /// No finding.
        case never

        /// Whether a finding of this severity fails the validation.
        package func isReached(by severity: Severity) -> Bool {
            switch self {
            case .error: severity == .error
            case .warning: severity >= .warning
            case .note: true
            case .never: false
            }
        }
    }

    /// Changes to rules.
    package struct Changes: Equatable, Sendable {
        /// The rules whose findings are ignored.
        package var ignored: [RuleSelector] = []
        /// New severities of rules; later ones take precedence.
        package var severities: [Override] = []

        /// No changes.
        package init() {}
    }

    /// A new severity for some rules.
    package struct Override: Equatable, Sendable {
        /// The rules.
        package let rules: RuleSelector
        /// The severity of their findings.
        package let severity: Severity
    }

    /// Changes for some paths.
    package struct PathChanges: Equatable, Sendable {
        /// The paths, relative to the bundle.
        package let pattern: GlobPattern
        /// The changes for them.
        package let changes: Changes
    }

    /// The lowest severity that fails the validation.
    package var failOn = FailureThreshold.error
    /// The only rules that count; all if it is empty.
    package var selected: [RuleSelector] = []
    /// The changes for all paths.
    package var changes = Changes()
    /// The changes for some paths; later ones take precedence.
    package var paths: [PathChanges] = []
    /// What is required of the properties of items.
    package var properties = PropertyRequirements()

    /// Settings without changes.
    package init() {}

    /// Whether any rule still applies, besides those that always do.
    package var leavesRules: Bool {
        Self.leavesRules(selected, without: changes.ignored, besidesProperties: properties.parts.isEmpty)
    }

    /// Whether any selected rule is not ignored; if none is selected, whether any rule of the format is not.
    package static func leavesRules(
        _ selected: [RuleSelector], without ignored: [RuleSelector], besidesProperties: Bool = false
    ) -> Bool {
        (selected.isEmpty || besidesProperties ? RuleBook.all : RuleBook.withProperties).map(\.id).contains { rule in
            let isSelected = selected.isEmpty || selected.contains { $0.matches(rule) }
            return isSelected && !ignored.contains { $0.matches(rule) }
        }
    }
}

extension ValidationSettings {
    /// Reads settings.
    ///
    /// - Throws: `TextProblem` if they are not valid, and where.
    package init(_ bytes: [UInt8]) throws(TextProblem) {
        guard bytes.count <= Self.maximumBytes else {
            throw TextProblem("the settings have more than 1 MiB", at: Self.maximumBytes, kind: .tooLong)
        }
        var object = try JSONObject(JSONValue.read(bytes))
        _ = try object.required("version") { (value) throws(TextProblem) in
            let version = try value.integer(1...Int.max)
            guard version == 1 else {
                throw TextProblem("version \(version) is not supported; use 1", at: value.offset)
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
                    throw TextProblem("“select” is empty; leave it out to select all rules", at: value.offset)
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
        properties =
            try object.optional("properties") { (value) throws(TextProblem) in
                try PropertyRequirements(value)
            } ?? PropertyRequirements()
        try object.rejectRest(known: ["version", "failOn", "select", "ignore", "severities", "paths", "properties"])
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

    func rejectRest(known: [String]) throws(TextProblem) {
        guard let member = rest.first else { return }
        let list = known.joined(separator: ", ")
        throw TextProblem("unknown setting \(PrintableText.quoted(member.key)) (expected: \(list))", at: member.offset)
    }

    fileprivate static func selector(_ word: String, at offset: Int) throws(TextProblem) -> RuleSelector {
        guard let selector = RuleBook.selector(word) else {
            throw TextProblem("unknown rule or family \(PrintableText.quoted(word))", at: offset)
        }
        return selector
    }
}

extension JSONValue {
    func pattern() throws(TextProblem) -> GlobPattern {
        let text = try text("a pattern for paths, such as \"notes/Templates/**\"") { $0 }
        do throws(GlobPattern.Problem) {
            return try GlobPattern(text)
        } catch {
            throw TextProblem("invalid pattern \(PrintableText.quoted(text)): \(error)", at: offset)
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
