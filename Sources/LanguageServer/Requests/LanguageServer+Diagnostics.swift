import EditorWire
import NotebookBundle

extension LanguageServer {
    /// Publishes what validation says about the open documents, if something has changed.
    package func settle() {
        guard owesFindings else { return }
        markPublished()
        var shown: Set<String> = []
        for root in roots {
            let own = documents.values.filter { $0.place?.root == root }
            guard !own.isEmpty else { continue }
            // Other editors tell when files change.
            if !client.canWatch { rooms[root]?.lookIfOld() }
            do {
                let live = try live(root)
                let paths = documents(of: root)
                let findings = Dictionary(
                    grouping: try live.findings(in: Set(paths.keys), by: environment.validation(root)), by: \.path)
                for (path, document) in paths where document.isInSync {
                    publish(findings[path.text] ?? [], document)
                    shown.insert(document.address)
                }
                failures[root] = nil
            } catch {
                // What was published stays, and other notebooks can be read.
                shown.formUnion(published.intersection(own.map(\.address)))
                let message = Self.wireError(error).message
                if failures.updateValue(message, forKey: root) != message { tell(error) }
            }
        }
        for address in published.subtracting(shown) {
            send("textDocument/publishDiagnostics", .object([("uri", .text(address)), ("diagnostics", .array([]))]))
        }
        published = shown
    }

    private func publish(_ findings: [Finding], _ document: OpenDocument) {
        send(
            "textDocument/publishDiagnostics",
            .object(present: [
                ("uri", .text(document.address)), ("version", document.version.map(JSONValue.integer)),
                ("diagnostics", .array(findings.map { diagnostic($0, document) })),
            ]))
    }

    /// A finding as the editor shows it.
    private func diagnostic(_ finding: Finding, _ document: OpenDocument) -> JSONValue {
        .object(present: [
            ("range", document.lines.json(range(of: finding, in: document.lines), client.encoding)),
            ("severity", .integer(finding.severity.number)),
            ("code", .text(finding.rule.description)),
            ("codeDescription", .object([("href", .text("https://notebundle.org/rules#\(finding.rule)"))])),
            ("source", .text("bundle")),
            ("message", .text(finding.message + (finding.suggestion.map { "; \(environment.words($0))" } ?? ""))),
        ])
    }

    /// The bytes that a finding is about; the first line if it is about the whole file.
    func range(of finding: Finding, in lines: LineTable) -> Range<Int> {
        guard let position = finding.position else { return 0..<0 }
        let line = position.line - 1
        let start = lines.offset(line: line, character: position.column - 1, .utf32)
        let end =
            finding.endColumn.map { lines.offset(line: line, character: $0 - 1, .utf32) }
            ?? lines.content(of: line).upperBound
        return start..<max(start, end)
    }
}

extension Severity {
    /// The number of a severity (LSP 3.17, "DiagnosticSeverity").
    fileprivate var number: Int {
        switch self {
        case .error: 1
        case .warning: 2
        case .note: 3
        }
    }
}
