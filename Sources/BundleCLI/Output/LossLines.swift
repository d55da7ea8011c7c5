import NotebookBundle

/// What differs from sources of other systems: one line for each code, or each row.
struct LossLines {
    let listsAll: Bool

    /// The counts of what the sources contain and what became of it.
    func counts(_ balance: ImportBalance) -> [String] { balance.lines.map { "  \($0)" } }

    /// The lines for people.
    func lines(_ losses: [ImportLoss]) -> [String] {
        if listsAll { return losses.map { PrintableText.escaped(Self.line($0)) } }
        let groups = Dictionary(grouping: losses, by: \.code).sorted { $0.key < $1.key }
        let width = groups.map { "\($0.value.count)".count }.max() ?? 1
        return groups.map { code, rows in
            let count = String(rows.count)
            let space = String(repeating: " ", count: width - count.count)
            return "  \(space)\(count) \(code.rawValue): \(code.summary)"
        }
    }

    private static func line(_ loss: ImportLoss) -> String {
        let isNamed = loss.place.isEmpty || loss.place == loss.source
        let place = isNamed ? loss.source : "\(loss.source), \(loss.place)"
        let note = loss.note.isEmpty ? "" : "“\(loss.note.prefix(100))\(loss.note.count > 100 ? "…" : "")”: "
        let target = loss.target.isEmpty || names(loss) ? "" : ": \(loss.target.prefix(200))"
        return "  \(loss.code.rawValue): \(place): \(note)\(loss.text)\(target)"
    }
}

extension LossLines {
    /// Whether the text of a row says what it is about.
    private static func names(_ loss: ImportLoss) -> Bool {
        switch loss.code {
        // What these are about comes from the source, and may be any word of the sentence.
        case .linkUnresolved, .linkAmbiguous, .linkDropped, .attachmentMissing, .attachmentUnshown, .remoteKept,
            .queryKept, .tagChanged, .titleChanged, .dateInvalid:
            loss.text.contains("“\(loss.target)”")
        default: loss.text.contains(loss.target)
        }
    }
}

/// A row of the report of an import, in JSON.
struct LossRow: JSONRow {
    let code: String
    let kind: String
    let source: String
    let place: String?
    let note: String?
    let target: String?
    let text: String

    init(_ loss: ImportLoss) {
        func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
        (code, kind, source) = (loss.code.rawValue, loss.code.kind.rawValue, loss.source)
        (place, note, target) = (filled(loss.place), filled(loss.note), filled(loss.target))
        text = loss.text
    }

    /// A remark on a file or a note of a source.
    init(_ row: ImportReport.Row, _ code: ImportLoss.Code) {
        (self.code, kind, source) = (code.rawValue, code.kind.rawValue, row.path)
        (place, note, target) = (nil, nil, nil)
        text = row.text
    }
}

/// The report of an import, in JSON.
struct LossReport: JSONRow {
    /// The counts: kind, then `found` and each fate.
    let balance: [String: [String: Int]]
    /// How many are missing where the counts do not add up, or below zero, too many.
    let gaps: [String: Int]?
    let losses: [LossRow]

    /// The report of an export.
    init(_ balance: ImportBalance, _ losses: [ImportLoss]) { self.init(balance, rows: losses.map(LossRow.init)) }

    /// The report of an import.
    init(_ report: ImportReport) {
        self.init(
            report.balance,
            rows: report.losses.map(LossRow.init) + report.changed.map { LossRow($0, .noteChanged) }
                + report.lost.map { LossRow($0, .noteLost) }
                + report.leftOut.map { LossRow($0, $0.isDamage ? .noteDamaged : .partSkipped) })
    }

    private init(_ balance: ImportBalance, rows: [LossRow]) {
        self.balance = Self.rows(balance)
        let missing = balance.gaps.map { ($0.kind.rawValue, $0.missing) }
        gaps = missing.isEmpty ? nil : Dictionary(missing) { first, _ in first }
        losses = rows
    }

    private static func rows(_ balance: ImportBalance) -> [String: [String: Int]] {
        var rows: [String: [String: Int]] = [:]
        for kind in ImportBalance.Kind.allCases where balance.found[kind] != nil || balance.fates[kind] != nil {
            var row = ["found": balance.found[kind] ?? 0]
            for (fate, count) in balance.fates[kind] ?? [:] { row[fate.rawValue] = count }
            rows[kind.rawValue] = row
        }
        return rows
    }

    /// Whether a note could not be read.
    var hasDamage: Bool { losses.contains { $0.code == ImportLoss.Code.noteDamaged.rawValue } }

    /// Whether something is missing or lost.
    var losesSomething: Bool { losses.contains { $0.kind != ImportLoss.Kind.changed.rawValue } }
}
