import NotebookBundle

/// Findings for people at a terminal: by notebook, with the source line and a caret, and a summary at the end.
///
/// If a rule has very many findings, shows the first, and summarizes the others.
struct TextReport: ValidationReport {
    let session: Session
    let style: Style
    /// Whether to report what could not be checked; for standard output, standard error does that.
    let tellsFailures: Bool
    /// Whether to show every finding.
    let showsAll: Bool

    func text(of notebook: ValidatedNotebook) -> String {
        let failure = tellsFailures ? notebook.failure.map(text) ?? "" : ""
        guard notebook.judgement != nil else { return tellsFailures ? failure + verdict(notebook) + "\n" : "" }
        var text = ""
        var explained: Set<String> = []
        let groups = FindingGroups(notebook, showsAll: showsAll)
        for finding in groups.shown {
            text += line(finding, notebook) + excerpt(finding, notebook)
            // The remedy is shown once for each rule.
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

    /// The lines for a notebook that could not be checked.
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
            lines.append("\(findings) of the baseline did not occur; update it with --write-baseline")
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

    /// The source line, cut if it is long, with a caret below the column; begins with a bar, because foreign text could
    /// be a command for the program that reads the log.
    private func excerpt(_ finding: Finding, _ notebook: ValidatedNotebook) -> String {
        guard let position = finding.position, let line = notebook.lines.line(position.line, of: finding.path),
            !line.isEmpty
        else { return "" }
        let terminal = session.terminal
        let width = terminal.outputIsTerminal ? max(20, terminal.width - 6) : SourceExcerpt.maximumWidth
        let excerpt = SourceExcerpt(
            line, column: position.column, width: min(width, SourceExcerpt.maximumWidth))
        let caret = String(repeating: " ", count: excerpt.lead) + style("^", .green)
        return "    | \(excerpt.text)\n    | \(caret)\n"
    }

    /// The output without brackets that are commands anywhere in a line: `##[` for GitHub and Azure, `##vso[`, and
    /// `##teamcity[`.
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

    /// The addition to the verdict if a notebook fails although the format allows it.
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

/// A source line as a terminal shows it, cut around a column, and the width before that column.
struct SourceExcerpt {
    /// The maximum width in columns.
    static let maximumWidth = 100

    /// The line, with an ellipsis where it was cut.
    let text: String
    /// The width before the column.
    let lead: Int

    /// - Parameters:
    ///   - column: The column, in code points from 1.
    ///   - width: The width in columns.
    init(_ line: String, column: Int, width: Int = maximumWidth) {
        let scalars = Array(line.unicodeScalars)
        let place = min(column - 1, scalars.count)
        let start = Self.start(before: place, in: scalars, width)
        let before = (start > 0 ? "…" : "") + Self.shown(scalars[start..<place])
        lead = before.columns
        text = before + Self.rest(scalars[place...], room: width - lead)
    }

    /// Where to begin: at the start of the line, unless the column would be too far to the right.
    private static func start(before place: Int, in scalars: [Unicode.Scalar], _ width: Int) -> Int {
        var (start, columns, half) = (place, 0, place)
        while start > 0 {
            columns += shown(scalars[start - 1...start - 1]).columns
            guard columns <= width * 3 / 4 else { return half }
            start -= 1
            if columns <= width / 2 { half = start }
        }
        return 0
    }

    /// As much of the text as fits.
    private static func rest(_ scalars: ArraySlice<Unicode.Scalar>, room: Int) -> String {
        var (end, columns, last) = (scalars.startIndex, 0, scalars.startIndex)
        while end < scalars.endIndex {
            columns += shown(scalars[end...end]).columns
            guard columns <= room else { return shown(scalars[..<last]) + "…" }
            end += 1
            if columns < room { last = end }
        }
        return shown(scalars)
    }

    private static func shown(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return PrintableText.escaped(String(text).replacing("\t", with: "    "))
    }
}
