import NotebookBundle

/// The report as JUnit XML, which most CI servers show: a suite for each notebook, a case for each rule.
///
/// A rule fails if one of its findings is severe enough to fail the validation; its other findings are output. A rule
/// whose findings are all ignored or in the baseline is skipped.
struct JUnitReport: ValidationReport {
    let rules: [Rule]

    func end(of run: ValidationRun) -> String {
        let suites = run.notebooks.map(suite)
        let failures = suites.map(\.failures).reduce(0, +)
        let errors = suites.map(\.errors).reduce(0, +)
        let tests = suites.map(\.tests).reduce(0, +)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="bundle validate" tests="\(tests)" failures="\(failures)" errors="\(errors)">
            \(suites.map(\.text).joined())</testsuites>

            """
    }

    private struct Suite {
        let text: String
        let tests: Int
        let failures: Int
        let errors: Int
        var skipped = 0
    }

    private func suite(_ notebook: ValidatedNotebook) -> Suite {
        let name = Self.escaped(notebook.name)
        let failure = notebook.failure.map { Self.failureCase($0, name) } ?? ""
        guard notebook.judgement != nil else {
            let text =
                "  <testsuite name=\"\(name)\" tests=\"1\" failures=\"0\" errors=\"1\">\n\(failure)  </testsuite>\n"
            return Suite(text: text, tests: 1, failures: 0, errors: 1)
        }
        let findings = Dictionary(grouping: notebook.findings.map(\.finding), by: \.rule)
        let suppressions = Dictionary(grouping: notebook.judgement?.suppressions ?? [], by: \.finding.rule)
        let errors = failure.isEmpty ? 0 : 1
        var text = failure
        var (failures, skipped) = (0, 0)
        for rule in rules {
            let found = findings[rule.id] ?? []
            let failing = found.filter { notebook.failOn.isReached(by: $0.severity) }
            if !failing.isEmpty { failures += 1 }
            if found.isEmpty, let suppressed = suppressions[rule.id] {
                skipped += 1
                text += skippedCase(rule, suppressed, name)
            } else {
                text += testCase(rule, found, failing, notebook, name)
            }
        }
        return Suite(
            text: """
                  <testsuite name="\(name)" tests="\(rules.count + errors)" failures="\(failures)" errors="\(errors)" skipped="\(skipped)">
                \(text)  </testsuite>

                """, tests: rules.count + errors, failures: failures, errors: errors, skipped: skipped)
    }

    private static func failureCase(_ failure: any Failure, _ suite: String) -> String {
        let text = escaped(failure.description)
        return """
                <testcase classname="\(suite)" name="validation">
                  <error message="\(text)" type="\(failure.isFinding ? "damaged" : "unreadable")">\(text)</error>
                </testcase>

            """
    }

    /// The number of findings in the text of a test: GitLab and Jenkins drop files with texts of many megabytes.
    private static let limit = 1_000

    private func testCase(
        _ rule: Rule, _ found: [Finding], _ failing: [Finding], _ notebook: ValidatedNotebook, _ suite: String
    ) -> String {
        let head = "    <testcase classname=\"\(suite)\" name=\"\(rule.id) \(rule.name)\""
        guard !found.isEmpty else { return head + "/>\n" }
        let omitted = (notebook.omitted[rule.id] ?? 0) + max(0, found.count - Self.limit)
        let rest = omitted == 0 ? [] : ["\(omitted) more are not listed"]
        let lines = Self.escaped((found.prefix(Self.limit).map { line($0, notebook) } + rest).joined(separator: "\n"))
        guard let first = failing.first else {
            return head + ">\n      <system-out>\(lines)</system-out>\n    </testcase>\n"
        }
        let count = failing.count + (notebook.omitted[rule.id] ?? 0)
        let more = count > 1 ? " (and \(count - 1) more)" : ""
        let message = Self.escaped(line(first, notebook) + more)
        return head
            + ">\n      <failure message=\"\(message)\" type=\"\(first.severity)\">\(lines)</failure>\n    </testcase>\n"
    }

    private func skippedCase(_ rule: Rule, _ suppressed: [Judgement.Suppressed], _ suite: String) -> String {
        let counts = FindingCounts.suppressed { reason in suppressed.count { $0.reason == reason } }
        return "    <testcase classname=\"\(suite)\" name=\"\(rule.id) \(rule.name)\">\n"
            + "      <skipped message=\"\(counts)\"/>\n    </testcase>\n"
    }

    private func line(_ finding: Finding, _ notebook: ValidatedNotebook) -> String {
        let position = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(notebook.place(of: finding))\(position): \(finding.severity): \(finding.message)"
    }

    /// Text as content or attribute of XML; characters that XML cannot hold were escaped before.
    private static func escaped(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "\n": output += "&#10;"
            case "\t": output += "&#9;"
            default:
                let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                output.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
            }
        }
        return output
    }
}
