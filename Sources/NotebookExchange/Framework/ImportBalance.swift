import NotebookFiles
package import NotebookFormat

/// What a source contains, and what became of it; both are counted separately, so that nothing is lost unseen.
package struct ImportBalance: Hashable, Sendable {
    /// What is counted.
    package enum Kind: String, Sendable, CaseIterable {
        /// Notes, and cards.
        case notes
        /// Attached files.
        case attachments
        /// Links in texts.
        case links
        /// Tasks.
        case tasks
        /// Tables.
        case tables
        /// Reviews of cards.
        case reviews
    }

    /// What became of something.
    package enum Fate: String, Sendable, CaseIterable {
        /// A new note.
        case added
        /// A note that existed.
        case updated
        /// A note that is the same, or a review that was recorded before.
        case unchanged
        /// A note in the trash of the source.
        case inTrash = "in the trash"
        /// A note that cannot be an item.
        case refused
        /// A note that came twice.
        case merged
        /// A new attachment.
        case stored
        /// An attachment that came twice.
        case repeated
        /// A file that the source lacks.
        case missing
        /// A link to a note.
        case resolved
        /// A link elsewhere.
        case external
        /// A link to no note.
        case unresolved
        /// A link that could lead to several notes.
        case ambiguous
        /// Something in the text.
        case written
        /// Something that is only text now.
        case flattened
        /// A review in a log.
        case recorded
        /// Something left out, and reported.
        case dropped
    }

    /// Nothing.
    package init() {}

    /// How many the source contains.
    package private(set) var found: [Kind: Int] = [:]
    /// What became of them.
    package private(set) var fates: [Kind: [Fate: Int]] = [:]

    /// Counts something in the source.
    mutating func find(_ kind: Kind, _ count: Int = 1) { if count != 0 { found[kind, default: 0] += count } }

    /// Counts what became of something.
    mutating func settle(_ kind: Kind, _ fate: Fate, _ count: Int = 1) {
        let sum = (fates[kind]?[fate] ?? 0) + count
        if count != 0 { fates[kind, default: [:]][fate] = sum == 0 ? nil : sum }
    }

    /// Adds the counts of another source.
    mutating func add(_ other: ImportBalance) {
        for (kind, count) in other.found { find(kind, count) }
        for (kind, fates) in other.fates { for (fate, count) in fates { settle(kind, fate, count) } }
    }

    /// Whether there is nothing to count.
    package var isEmpty: Bool { found.isEmpty && fates.isEmpty }

    /// The kinds whose sum is not what was found, and how many are missing.
    package var gaps: [(kind: Kind, missing: Int)] {
        Kind.allCases.compactMap { kind in
            let missing = (found[kind] ?? 0) - (fates[kind]?.values.reduce(0, +) ?? 0)
            return missing == 0 ? nil : (kind, missing)
        }
    }

    /// The counts in words: `notes: 12 found = 10 added + 2 unchanged`.
    package var lines: [String] {
        Kind.allCases.filter { found[$0] != nil || fates[$0] != nil }.map { kind in
            let sums = Fate.allCases.compactMap { fate in fates[kind]?[fate].map { "\($0) \(fate.rawValue)" } }
            return "\(kind.rawValue): \(found[kind] ?? 0) found = \(sums.isEmpty ? "0" : sums.joined(separator: " + "))"
        }
    }
}

/// An import whose counts do not add up.
package struct UnbalancedImport: Failure {
    /// What would have been imported, and what differs.
    package let report: ImportReport

    init(_ report: ImportReport) { self.report = report }

    /// What is missing.
    package var description: String {
        let balance = report.balance
        let gaps = balance.gaps.map { gap in
            gap.missing > 0
                ? "\(gap.missing) of \(balance.found[gap.kind] ?? 0) \(gap.kind.rawValue) did not arrive"
                : "\(-gap.missing) more \(gap.kind.rawValue) arrived than the source contains"
        }
        return "the import does not add up: \(gaps.joined(separator: ", ")); nothing was imported"
    }

    /// What to do about it.
    package var remedy: Remedy? {
        let remedy: Remedy = "\(.importPartly); if the source is sound, please report this"
        return remedy
    }
}
