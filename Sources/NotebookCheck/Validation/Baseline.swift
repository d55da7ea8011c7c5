package import NotebookFormat
package import NotebookText

/// Accepted findings, so that only new ones fail a validation.
package struct Baseline: Equatable, Sendable {
    /// The largest accepted text, in bytes.
    package static let maximumBytes = 64 << 20
    private static let format = "notebundle-baseline"
    private static let version = 1

    /// An accepted finding.
    package struct Entry: Hashable, Sendable, Comparable {
        /// The name of the notebook in reports.
        package let notebook: String
        /// The rule.
        package let rule: String
        /// The file in the notebook.
        package let path: String
        /// The fingerprint of the finding (`Finding.fingerprint`).
        package let fingerprint: String

        /// Makes an entry from a finding of a notebook.
        package init(notebook: String, finding: Finding, fingerprint: String) {
            self.init(
                notebook: notebook, rule: finding.rule.description, path: finding.path, fingerprint: fingerprint)
        }

        init(notebook: String, rule: String, path: String, fingerprint: String) {
            self.notebook = notebook
            self.rule = rule
            self.path = path
            self.fingerprint = fingerprint
        }

        /// Compares by notebook, path, rule and fingerprint.
        package static func < (left: Entry, right: Entry) -> Bool {
            (left.notebook, left.path, left.rule, left.fingerprint)
                < (right.notebook, right.path, right.rule, right.fingerprint)
        }
    }

    /// The findings.
    package let entries: Set<Entry>

    /// Whether a baseline can accept a finding, which it cannot if other rules depend on its rule.
    package static func accepts(_ finding: Finding) -> Bool { !RuleBook.fundamental.contains(finding.rule) }

    /// Makes a baseline from findings.
    package init(_ entries: some Sequence<Entry>) { self.entries = Set(entries) }

    /// Reads a baseline.
    ///
    /// - Throws: `TextProblem` if it is not a valid baseline, and where.
    package init(_ bytes: [UInt8]) throws(TextProblem) {
        var object = try JSONObject(JSONValue.read(bytes))
        try object.checkFormat(Self.format, version: Self.version)
        let rows = try object.required("findings") { (value) throws(TextProblem) in
            var entries: [Entry] = []
            for element in try value.elements() {
                var row = try JSONObject(element)
                entries.append(
                    Entry(
                        notebook: try row.requiredText("notebook"), rule: try row.requiredText("rule"),
                        path: try row.requiredText("path"), fingerprint: try row.requiredText("fingerprint")))
            }
            return entries
        }
        self.init(rows)
    }

    /// The text of the baseline, one finding on each line, in order.
    package var text: [UInt8] {
        let rows = entries.sorted().map { entry in
            JSONValue(
                .object([
                    .init(key: "notebook", value: .text(entry.notebook)), .init(key: "rule", value: .text(entry.rule)),
                    .init(key: "path", value: .text(entry.path)),
                    .init(key: "fingerprint", value: .text(entry.fingerprint)),
                ]))
        }
        return CanonicalJSON.text(of: [
            .init(key: "format", value: .text(Self.format)), .init(key: "version", value: .integer(Self.version)),
            .init(key: "findings", value: JSONValue(.array(rows))),
        ])
    }
}

extension JSONObject {
    fileprivate mutating func requiredText(_ key: String) throws(TextProblem) -> String {
        try required(key) { (value) throws(TextProblem) in try value.text("a text") { $0 } }
    }
}
