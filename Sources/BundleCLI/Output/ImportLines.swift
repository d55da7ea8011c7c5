import NotebookBundle

/// What an import changed and skipped, summarized or line by line.
struct ImportLines {
    let listsAll: Bool

    /// What is said instead of counts about sources without notes.
    static let nothing = "nothing to import: no source has a note"

    /// Up to this many lines are always listed.
    private static let fewLines = 10

    /// The settings that were taken from the source.
    func settings(_ report: ImportReport) -> [String] {
        guard !report.settings.isEmpty else { return [] }
        return ["settings taken:"] + report.settings.map { "  \($0.path) = \(PrintableText.escaped($0.text))" }
    }

    /// What was changed: each line if there are few, or else the number of notes for each change; losses are always
    /// listed.
    func changes(_ report: ImportReport) -> [String] {
        let all = (report.changed + report.lost).sorted { $0.path < $1.path }
        guard !all.isEmpty else { return [] }
        guard isLong(report.changed) else { return ["changed:"] + all.map(Self.line) }
        return ["changed:"] + Self.groups(report.changed) + report.lost.map(Self.line)
    }

    /// What was skipped: each line if there are few, or else the number of files for each reason.
    func skipped(_ report: ImportReport) -> [String] {
        guard !report.leftOut.isEmpty else { return [] }
        return ["skipped:"] + (isLong(report.leftOut) ? Self.groups(report.leftOut) : report.leftOut.map(Self.line))
    }

    /// Whether some lines are only summarized.
    func leavesOut(_ report: ImportReport) -> Bool { isLong(report.changed) || isLong(report.leftOut) }

    private func isLong(_ rows: [ImportReport.Row]) -> Bool { !listsAll && rows.count > Self.fewLines }

    private static func line(_ row: ImportReport.Row) -> String {
        "  \(PrintableText.escaped(row.path)): \(PrintableText.escaped(row.text))"
    }

    /// One line for each remark, with the number of files; for a single file, its name.
    private static func groups(_ rows: [ImportReport.Row]) -> [String] {
        var (order, groups): ([String], [String: [ImportReport.Row]]) = ([], [:])
        for row in rows {
            let kind = kind(of: row.text)
            if groups[kind] == nil { order.append(kind) }
            groups[kind, default: []].append(row)
        }
        return order.flatMap { kind -> [String] in
            guard let rows = groups[kind], rows.count > 1 else { return (groups[kind] ?? []).map(line) }
            let areNotes = rows.allSatisfy { $0.path.lowercased().hasSuffix(".md") }
            return ["  \(Wording.count(rows.count, areNotes ? "note" : "file")): \(PrintableText.escaped(kind))"]
        }
    }

    /// The common part of remarks that differ only in numbers and names.
    private static func kind(of text: String) -> String {
        if text.contains(/^\d+ links? updated$/) { return "links updated" }
        if text.hasPrefix("renamed to ") { return "renamed" }
        if text.hasPrefix("front matter names ") { return "front matter names attachments, and was left unchanged" }
        return text.replacing(#/^line \d+: /#, with: "").replacing(/line \d+/, with: "a line")
    }
}

/// The result of an import, in an answer.
struct ImportRow: JSONRow {
    let items: Int
    let attachments: Int
    let extras: Int
    let changed: [Reason]
    let leftOut: [Reason]
    /// The settings that a new notebook took from its source.
    var settings: [String: String]?

    /// A file, and why it was changed or skipped.
    struct Reason: JSONRow {
        let path: String
        let reason: String
    }
}
