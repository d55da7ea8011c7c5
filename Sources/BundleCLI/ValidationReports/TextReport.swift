import NotebookBundle
import NotebookFormat

/// Findings as people read them in a terminal: by notebook, with the source line and a caret, and a summary at the end.
struct TextReport: ValidationReport {
    let session: Session
    let style: Style
    /// Whether it says what could not be looked at; on standard output, standard error does.
    let tellsFailures: Bool

    func text(of notebook: ValidatedNotebook) -> String {
        if let failure = notebook.failure { return tellsFailures ? text(of: failure, notebook) : "" }
        var text = ""
        var explained: Set<String> = []
        for reported in notebook.findings {
            let finding = reported.finding
            text += line(finding, notebook) + excerpt(finding, notebook)
            // What to do is said once for each rule.
            guard let suggestion = finding.suggestion, explained.insert("\(finding.rule) \(suggestion)").inserted else {
                continue
            }
            text += hint(suggestion)
        }
        return text + verdict(notebook) + "\n"
    }

    private func text(of failure: any Failure, _ notebook: ValidatedNotebook) -> String {
        "\(failure.description)\n" + (failure.hint.map(hint) ?? "") + verdict(notebook) + "\n"
    }

    private func hint(_ text: String) -> String {
        "    " + style("hint: " + text.replacing("‘bundle ", with: "‘\(session.tool) "), .dim) + "\n"
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
        let severity = style(finding.severity.rawValue, face(finding.severity))
        return "\(place): \(severity): \(finding.message) [\(finding.rule)]\n"
    }

    private func face(_ severity: Severity) -> Style.Face {
        switch severity {
        case .error: .red
        case .warning: .yellow
        case .note: .cyan
        }
    }

    /// The source line, cut where it is long, and a caret below the place.
    private func excerpt(_ finding: Finding, _ notebook: ValidatedNotebook) -> String {
        guard let position = finding.position, let line = notebook.lines.line(position.line, of: finding.path),
            !line.isEmpty
        else { return "" }
        let excerpt = SourceExcerpt(line, column: position.column)
        return "    \(excerpt.text)\n    \(String(repeating: " ", count: excerpt.lead))\(style("^", .green))\n"
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
        let counts = Wording.suppressed(count)
        return counts.isEmpty ? "" : "; \(counts)"
    }
}
