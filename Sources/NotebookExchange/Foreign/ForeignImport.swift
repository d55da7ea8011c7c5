import Cores
import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookStudy
import NotebookText

/// Takes the notes of other systems, converts them on all cores, and writes them into a bundle; counts what became of
/// everything.
///
/// What a source finds belongs to the note that it adds next, so that all reports are in the order of the source.
package final class ForeignImport: ForeignFindings {
    /// The parameters of the import.
    let request: ImportRequest
    /// Reviews of cards.
    private(set) var reviews: [StudyRecord] = []
    /// Folders of the sources that hold no note.
    private(set) var emptyFolders: Set<FolderPath> = []

    private let writer: ForeignWriter
    private var attachments = ForeignAttachments()
    /// Where attachments come from, for reports.
    private var origins: [BundlePath: [(source: String, place: String)]] = [:]
    private var keptFolders: [[String]] = []
    private var recorded: Set<StudyRecord> = []
    private var ids: ForeignIDs
    /// How many sources could not be read.
    private(set) var failures = 0
    /// The notes that are being converted.
    private var queue = ResultQueue<Converted>()
    /// How many bytes they have at least.
    private var pending = 0

    /// A note, and what was found in it.
    struct Converted: Sendable {
        /// `nil` if it is refused.
        let note: PreparedNote?
        let source: String
        let record: Record
    }

    init(_ request: ImportRequest) {
        self.request = request
        ids = ForeignIDs(known: request.known.titles)
        let marks = ForeignMarks(request.environment.random())
        writer = ForeignWriter(request, marks)
        super.init(marks, source: "")
    }

    /// Keeps a folder that may hold no note.
    func keep(folder: [String]) { keptFolders.append(folder) }

    /// An id made of a value of a note, and its title and a number if other notes have the same.
    ///
    /// - Parameter isThere: Whether the source has a note with the same value and another title.
    func uniqueID(
        _ format: String, _ value: String, _ title: String, isThere: (_ title: String) -> Bool = { _ in false }
    ) -> String { ids.unique(format, value, title, isThere: isThere) }

    // MARK: Attachments

    /// Writes an attachment, unless one with the same content is there; `nil` if it is damaged, which is reported.
    ///
    /// If no note shows it in the end, it is taken back, which is reported.
    ///
    /// - Parameters:
    ///   - place: Its path in the source, for reports.
    ///   - note: The title of the only note that can show it, for reports.
    ///   - name: Its name, which is asked for after the content.
    func attach(
        _ bundle: inout NewBundle, place: String = "", note: String = "",
        _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void, name: () throws -> String
    ) throws -> BundlePath? {
        let fact: FileFact
        do {
            fact = try attachments.receive(&bundle, content)
        } catch let fault as ForeignFault {
            balance.settle(.attachments, .missing)
            lose(
                fault.isAbsence ? .attachmentMissing : .noteDamaged, "the file cannot be read: \(fault)", note: note,
                place: place, target: try name())
            return nil
        }
        try request.progress.step(fact.size, source)
        let (path, isNew) = try attachments.settle(fact, name: try name(), &bundle)
        balance.settle(.attachments, isNew ? .stored : .repeated)
        origins[path, default: []].append((source, place))
        return path
    }

    /// Takes back an attachment that no note gets; other notes may have the same.
    ///
    /// - Returns: Whether no other has it.
    @discardableResult
    func drop(attachment path: BundlePath, _ bundle: inout NewBundle, as fate: ImportBalance.Fate) throws -> Bool {
        let isLast = try attachments.drop(path, &bundle)
        balance.settle(.attachments, isLast ? .stored : .repeated, -1)
        balance.settle(.attachments, fate)
        return isLast
    }

    /// Reports a source that cannot be read, beside others that can.
    func refuse(_ failure: ImportFailure) {
        failures += 1
        lose(.noteDamaged, "the source cannot be imported: \(failure.reason)")
    }

    // MARK: Notes

    /// How many bytes of notes are converted at once, unless it is only one note.
    private static let mostPending = 2 << 20

    /// Writes a note, with what was found since the last one.
    ///
    /// - Throws: an error of the system; a note that cannot be an item is reported.
    func write(_ note: ForeignNote, _ bundle: inout NewBundle) throws {
        try write(&bundle, weight: note.body.utf8.count) { _ in note }
    }

    /// Converts a note on any core, and writes it after earlier ones.
    ///
    /// - Parameters:
    ///   - weight: How many bytes are converted, unless these are in memory anyway.
    ///   - convert: Makes the note, with findings that begin with what was found since the last note; `nil` if it is
    ///     refused.
    /// - Throws: What `convert` throws for an earlier note, or an error of the system.
    func write(
        _ bundle: inout NewBundle, weight: Int = 0,
        _ convert: @escaping @Sendable (ForeignFindings) throws -> ForeignNote?
    ) throws {
        if pending + weight > Self.mostPending { try flush(&bundle) }
        pending += weight
        let (marks, source, record) = (marks, source, takeRecord())
        let ready = try queue.add {
            let findings = ForeignFindings(marks, source: source, record)
            let note = try convert(findings).map { PreparedNote($0, marks, source: source) }
            return Converted(note: note, source: source, record: findings.record)
        }
        for converted in ready { try writer.write(converted, &bundle) }
        // Nothing is read beside a large note, which takes many times its size.
        if pending > Self.mostPending { try flush(&bundle) }
    }

    /// Writes all notes that are being converted.
    private func flush(_ bundle: inout NewBundle) throws {
        for converted in try queue.finish() { try writer.write(converted, &bundle) }
        pending = 0
    }

    /// Adds a review, unless another source had it.
    func record(_ review: StudyRecord) {
        let isNew = recorded.insert(review).inserted
        balance.settle(.reviews, isNew ? .recorded : .repeated)
        if isNew { reviews.append(review) }
    }

    /// Adds a decision about a card, which counts as no review.
    func record(_ hold: StudyHold) {
        if recorded.insert(.hold(hold)).inserted { reviews.append(.hold(hold)) }
    }

    /// Reports files that are no part of an export.
    func loseRest(_ files: some Sequence<ForeignFiles.File>) {
        for file in files { lose(.partSkipped, "it is no part of the export", place: file.path) }
    }

    /// Takes back all attachments that no note has.
    private func dropUnshown(_ bundle: inout NewBundle) throws {
        for path in try writer.unshown(attachments.paths, &bundle) {
            while try !drop(attachment: path, &bundle, as: .dropped) {}
            guard !writer.droppedTargets.contains(path) else { continue }
            for origin in origins[path] ?? [] {
                begin(origin.source)
                lose(
                    .partSkipped, "no note shows this file", place: origin.place, target: AttachmentName.readable(path))
            }
        }
    }

    /// Completes everything: resolves the links, now that all notes are known.
    func finish(_ bundle: inout NewBundle) throws -> Conversion {
        try flush(&bundle)
        emptyFolders = writer.emptyFolders(keptFolders)
        try dropUnshown(&bundle)
        // What is not in the bundle did not arrive, whatever was counted.
        let absent = attachments.paths.subtracting(try bundle.written.map(\.path))
        balance.settle(.attachments, .stored, -absent.count)
        writer.add(takeRecord())
        try writer.finish(&bundle)
        var report = writer.report
        if !request.keepsTwins {
            report.lost += try bundle.separateTwins().map {
                .init(path: $0.text, text: "got a new uuid: another note has the same")
            }
        }
        try writeReviews(&bundle)
        report.attachments = attachments.count
        return Conversion(
            report: report, created: writer.earliest, guessed: writer.guessed, twins: ids.twins,
            yielding: writer.yielding, reviews: reviews)
    }

    /// The device to whose logs imported reviews belong.
    static let device = StudyDevice(randomBits: 0x616E_6B69_0000_0001)

    private func writeReviews(_ bundle: inout NewBundle) throws {
        for records in Dictionary(grouping: reviews, by: { StudyFiles.name($0.time) }).values {
            guard let first = records.first else { continue }
            let path = try StudyFiles.path(Self.device, first.time)
            try bundle.write(StudyLog.appending(records, to: []), at: path)
        }
    }
}
