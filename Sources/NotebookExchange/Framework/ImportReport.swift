import Archives
import ForeignData
import NotebookFiles
package import NotebookFormat
import NotebookText

/// The result of an import.
public struct ImportReport: Sendable {
    /// A file, and a remark on it.
    public struct Row: Hashable, Sendable {
        /// The file's name in its source.
        public let path: String
        /// The remark.
        public let text: String
        /// Whether it is about a note that cannot be imported.
        package let isDamage: Bool

        /// Makes a row of a report.
        package init(path: String, text: String, isDamage: Bool = false) {
            (self.path, self.text, self.isDamage) = (path, text, isDamage)
        }
    }

    /// The number of imported notes and cards.
    public internal(set) var items = 0
    /// How many of these are cards; only a vault made by an export has cards.
    package internal(set) var cards = 0
    /// The number of imported attachments.
    public internal(set) var attachments = 0
    /// The number of files imported as extras.
    package internal(set) var extras = 0
    /// Changes during the import, in the order of the paths.
    public internal(set) var changed: [Row] = []
    /// What was changed or dropped, so that it differs from the source.
    package internal(set) var lost: [Row] = []
    /// What was skipped, and why, in the order of the paths.
    public internal(set) var leftOut: [Row] = []

    /// What differs from sources of other systems, in their order.
    package internal(set) var losses: [ImportLoss] = []
    /// What sources of other systems contain, and what became of it.
    package internal(set) var balance = ImportBalance()

    /// What differs from the sources, with what their systems have and a notebook has not.
    public var differences: [Row] {
        lost
            + losses.map { loss in
                Row(path: loss.note.isEmpty ? loss.source : "\(loss.source): \(loss.note)", text: loss.text)
            }
    }

    /// What sources of other systems contain and what became of it, in words: `notes: 12 found = 10 added + 2 unchanged`.
    public var counts: [String] { balance.lines }

    /// The settings that a new notebook took from its source: their keys and values.
    package internal(set) var settings: [Row] = []

    /// Adds the report of a part of the import.
    mutating func add(_ other: ImportReport) {
        items += other.items
        cards += other.cards
        attachments += other.attachments
        extras += other.extras
        changed += other.changed
        lost += other.lost
        leftOut += other.leftOut
        settings += other.settings
        losses += other.losses
        balance.add(other.balance)
    }
}

extension ImportReport {
    /// Whether it says something about sources of other systems.
    package var isAboutOtherSystems: Bool { !balance.isEmpty || !losses.isEmpty }

    /// Whether the sources are sound and contain no note, and nothing else.
    package var hasNothing: Bool {
        items == 0 && attachments == 0 && extras == 0 && balance.found[.notes] == nil && leftOut.isEmpty && lost.isEmpty
            && settings.isEmpty
    }
}

/// A source that cannot be imported.
package struct ImportFailure: Failure {
    /// The source, safe to print.
    package let path: String
    /// The reason, in words.
    package let reason: String

    /// The source and the reason.
    package var description: String { "\(path) cannot be imported: \(reason)" }
    /// Whether it is an archive of other files.
    var isArchive = false
    /// The way out, if there is another than a source of another kind.
    var wayOut: Remedy?

    /// What to do about it.
    package var remedy: Remedy? {
        wayOut
            ?? "a source can be notes (.md, .markdown, .txt), folders of them, JSON, notebooks, and exports of other systems"
    }

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Refuses an archive that cannot be read.
    init(_ failure: ArchiveFailure) {
        self.init(path: failure.name, reason: "\(failure.problem)")
        // What is no archive may be meant as anything.
        if case .refused(.notAnArchive, _, _) = failure.problem { return }
        wayOut = failure.remedy
    }

    /// Refuses a text whose encoding cannot be read; `nil` for others.
    init?(_ problem: EncodingProblem, in path: String) {
        guard problem.isFatal else { return nil }
        self.init(path: path, reason: "\(problem)")
        wayOut = "convert it to UTF-8 first: “\(problem.conversion) FILE > NEW”"
    }

    /// Refuses a source that does not exist.
    static func requireSource(_ place: FileLocation) throws {
        guard FileKind.following(place.path) == nil else { return }
        throw ImportFailure(path: PrintableText.escaped(place.path), reason: "no such file or directory")
    }
}
