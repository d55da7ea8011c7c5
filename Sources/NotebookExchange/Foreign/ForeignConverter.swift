import Cores
import NotebookPacking

/// Converts notes of a source on all cores, and writes them in the order in which they were added.
///
/// Few are converted ahead of what is written, so that little memory is needed.
struct ForeignConverter: ~Copyable {
    /// A note, and what was found in it.
    struct Converted: Sendable {
        /// `nil` if it is refused.
        let note: ForeignNote?
        let source: String
        let record: ForeignFindings.Record
    }

    /// The notes that can be written.
    final class Ready { var notes: [Converted] = [] }

    private let notes: ForeignImport
    private let ready: Ready
    private var queue: JobQueue<Converted>

    init(_ notes: ForeignImport) {
        let ready = Ready()
        (self.notes, self.ready) = (notes, ready)
        queue = JobQueue { ready.notes.append($0) }
    }

    /// Converts a note on any core, and writes earlier ones that are converted.
    ///
    /// - Parameters:
    ///   - record: What was found in it before.
    ///   - convert: Makes the note, with findings of its own; `nil` if it is refused.
    /// - Throws: What `convert` throws for an earlier note, or an error of the system.
    mutating func add(
        _ bundle: inout NewBundle, after record: ForeignFindings.Record? = nil,
        _ convert: @escaping @Sendable (ForeignFindings) throws -> ForeignNote?
    ) throws {
        let (marks, source) = (notes.marks, notes.source)
        try queue.add {
            let findings = ForeignFindings(marks, source: source, record)
            let note = try convert(findings)
            return Converted(note: note, source: source, record: findings.record)
        }
        try write(&bundle)
    }

    /// Writes all notes that are not written yet.
    mutating func finish(_ bundle: inout NewBundle) throws {
        try queue.finish()
        try write(&bundle)
    }

    private func write(_ bundle: inout NewBundle) throws {
        guard !ready.notes.isEmpty else { return }
        let source = notes.source
        for converted in ready.notes {
            notes.begin(converted.source)
            notes.add(converted.record)
            if let note = converted.note { try notes.write(note, &bundle) }
        }
        ready.notes = []
        notes.begin(source)
    }
}
