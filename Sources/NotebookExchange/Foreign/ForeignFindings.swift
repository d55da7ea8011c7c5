import ForeignData
import NotebookFormat
import NotebookStore
import NotebookText

/// What is found while notes of other systems are converted: counts, losses, and what their marks stand for.
///
/// A note that another thread converts has findings of its own, which are added to those of the import in the order of
/// the notes.
package class ForeignFindings {
    /// What was found, as one thread hands it to another.
    struct Record: Sendable {
        let balance: ImportBalance
        let losses: [ImportLoss]
    }

    /// What was counted.
    final var balance: ImportBalance
    /// What differs from the sources.
    final private(set) var losses: [ImportLoss]
    /// The source that is being read, in messages.
    final private(set) var source: String
    /// The rules of time zones by their names; `nil` for unknown ones.
    final var zones: [String: TimeZoneRules?] = [:]
    /// What marks in texts stand for.
    final let marks: ForeignMarks

    /// Begins with nothing, or with what another thread found.
    init(_ marks: ForeignMarks, source: String, _ record: Record? = nil) {
        (self.marks, self.source) = (marks, source)
        (balance, losses) = (record?.balance ?? ImportBalance(), record?.losses ?? [])
    }

    /// What was found so far.
    final var record: Record { Record(balance: balance, losses: losses) }

    /// Takes what was found so far.
    final func takeRecord() -> Record {
        defer { (balance, losses) = (ImportBalance(), []) }
        return record
    }

    /// Adds what another thread found.
    final func add(_ record: Record) {
        balance.add(record.balance)
        losses += record.losses
    }

    /// Begins a source.
    final func begin(_ shown: String) { source = shown }

    /// Reports a loss.
    final func lose(
        _ code: ImportLoss.Code, _ text: String, note: String = "", place: String = "", target: String = ""
    ) {
        losses.append(
            ImportLoss(code: code, source: source, place: place, note: note, target: readable(target), text: text))
    }

    /// A part of a text with what its marks stand for.
    final private func readable(_ text: String) -> String {
        let text = Array(text.utf8)
        let bytes = marks.replaced(marks.places(in: text), in: text) { mark, _ in
            switch mark {
            case .link(let index): marks.link(index).written
            case .attachment(let index): AttachmentName.readable(marks.attachment(index))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reports a note that cannot be imported.
    final func refuse(note: String, place: String, because reason: String) {
        balance.settle(.notes, .refused)
        lose(.noteDamaged, reason, note: note, place: place)
    }

    /// The text of a note; `nil` if its encoding cannot be read, so that the note is refused.
    final func text(_ decoded: DecodedText, note: String = "", place: String = "") -> String? {
        guard let problem = decoded.problem else { return decoded.text }
        if problem.isFatal {
            refuse(note: note, place: place, because: "\(problem); convert the file: \(problem.conversion)")
            return nil
        }
        lose(problem, note: note, place: place)
        return decoded.text
    }

    /// The text of a source that is one file.
    ///
    /// - Throws: `ImportFailure` if its encoding cannot be read.
    final func wholeText(_ decoded: DecodedText) throws(ImportFailure) -> String {
        if let failure = decoded.problem.flatMap({ ImportFailure($0, in: source) }) { throw failure }
        if let problem = decoded.problem { lose(problem) }
        return decoded.text
    }

    /// Reports that a text is not in the encoding that it declares.
    final func lose(_ problem: EncodingProblem, note: String = "", place: String = "") {
        let code: ImportLoss.Code = if case .invalid = problem { .noteLost } else { .noteChanged }
        lose(code, "\(problem)", note: note, place: place)
    }

    // MARK: Marks

    /// A mark in a text in place of the destination of a link to a note.
    final func mark(_ link: ForeignLink) -> String { marks.mark(link) }

    /// A mark in a text in place of the destination of an attachment.
    final func mark(_ attachment: BundlePath) -> String { marks.mark(attachment) }

    /// The attachments that a text shows.
    final func attachments(in body: [UInt8]) -> Set<BundlePath> { marks.attachments(in: body) }
}
