import NotebookBundle
import NotebookFormat

/// Findings as people read them in a terminal: by notebook, with the source line and a caret, and a summary at the end.
///
/// Of very many findings of one rule, the first are shown, and the others summed up.
struct TextReport: ValidationReport {
    let session: Session
    let style: Style
    /// Whether it says what could not be looked at; on standard output, standard error does.
    let tellsFailures: Bool
    /// Whether it shows every finding.
    let showsAll: Bool

    func text(of notebook: ValidatedNotebook) -> String {
        let failure = tellsFailures ? notebook.failure.map(text) ?? "" : ""
        guard notebook.judgement != nil else { return tellsFailures ? failure + verdict(notebook) + "\n" : "" }
        var text = ""
        var explained: Set<String> = []
        let groups = FindingGroups(notebook, showsAll: showsAll)
        for finding in groups.shown {
            text += line(finding, notebook) + excerpt(finding, notebook)
            // What to do is said once for each rule.
            guard let suggestion = finding.suggestion, explained.insert("\(finding.rule) \(suggestion)").inserted else {
                continue
            }
            text += hint(suggestion.text(for: session.tool))
        }
        let rest = groups.rest.map { "\(notebook.name): \($0.line)\n" + $0.messages.map { "    \($0)\n" }.joined() }
        return Self.harmless(text + rest.joined() + failure + verdict(notebook) + "\n")
    }

    /// The line with the verdict of a notebook.
    func verdictLine(_ notebook: ValidatedNotebook) -> String { Self.harmless(verdict(notebook) + "\n") }

    /// What is said of a notebook that could not be looked at.
    func text(ofFailure notebook: ValidatedNotebook) -> String { notebook.failure.map(text) ?? "" }

    private func text(of failure: any Failure) -> String {
        "\(failure.description)\n" + (failure.hint(for: session.tool).map(hint) ?? "")
    }

    private func hint(_ text: String) -> String {
        "    " + style("hint: " + text, .dim) + "\n"
    }

    func end(of run: ValidationRun) -> String {
        var lines: [String] = []
        if run.notebooks.count > 1 {
            let verdicts = ValidatedNotebook.Verdict.allCases.compactMap { verdict -> String? in
                let count = run.count(verdict)
                return count == 0 ? nil : "\(count) \(verdict.rawValue)"
            }
            lines.append(
                "\(Wording.count(run.notebooks.count, "notebook")): " + verdicts.joined(separator: ", ")
                    + Self.counts { run.count($0) } + Self.suppressed(run.suppressed))
        }
        if run.staleBaseline > 0 {
            let findings = Wording.count(run.staleBaseline, "finding")
            lines.append("\(findings) of the baseline did not occur; --write-baseline drops what is gone")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func line(_ finding: Finding, _ notebook: ValidatedNotebook) -> String {
        let position = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
        let place = style(notebook.place(of: finding) + position, .bold)
        let severity = style(finding.severity.rawValue, Self.face(finding.severity))
        return "\(place): \(severity): \(finding.message) [\(finding.rule)]\n"
    }

    static func face(_ severity: Severity) -> Style.Face {
        switch severity {
        case .error: .red
        case .warning: .yellow
        case .note: .cyan
        }
    }

    /// The source line, cut where it is long, and a caret below the place; behind a bar, since a line of a stranger
    /// could be a command to the reader of the log.
    private func excerpt(_ finding: Finding, _ notebook: ValidatedNotebook) -> String {
        guard let position = finding.position, let line = notebook.lines.line(position.line, of: finding.path),
            !line.isEmpty
        else { return "" }
        let excerpt = SourceExcerpt(line, column: position.column)
        let caret = String(repeating: " ", count: excerpt.lead) + style("^", .green)
        return "    | \(excerpt.text)\n    | \(caret)\n"
    }

    /// What is printed, without the brackets that are a command wherever they stand in a line: `##[` of GitHub and
    /// Azure,
    /// `##vso[` and `##teamcity[`.
    static func harmless(_ text: String) -> String {
        guard text.contains("##") else { return text }
        return text.replacing(/(##[a-z]*)\[/) { "\($0.output.1)\\u{5B}" }
    }

    private func verdict(_ notebook: ValidatedNotebook) -> String {
        let word =
            switch notebook.verdict {
            case .valid: style("valid", .green)
            case .accepted: style("accepted", .yellow)
            case .invalid: style("not valid", .red)
            case .unknown: style("unknown", .red)
            }
        return "\(notebook.name): \(word)\(failing(notebook))" + Self.counts(notebook.count)
            + Self.suppressed { notebook.judgement?.suppressed[$0] ?? 0 }
    }

    /// That a notebook fails although the format has no fault to find with it.
    private func failing(_ notebook: ValidatedNotebook) -> String {
        guard notebook.fails, notebook.failure == nil, notebook.verdict != .invalid else { return "" }
        return notebook.count(.error) == 0 ? ", but fails" : " by the format, but not by the settings"
    }

    private static func counts(_ count: (Severity) -> Int) -> String {
        let counts = Severity.allCases.reversed().compactMap { severity -> String? in
            let number = count(severity)
            return number == 0 ? nil : Wording.count(number, severity.rawValue)
        }
        return counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
    }

    private static func suppressed(_ count: (Judgement.Suppression) -> Int) -> String {
        let counts = FindingCounts.suppressed(count)
        return counts.isEmpty ? "" : "; \(counts)"
    }
}
