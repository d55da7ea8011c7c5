import NotebookFormat
import NotebookMarkdown
import NotebookStudy
import NotebookText

/// A note of another system as an item that only lacks its place: all that needs to know nothing of other notes.
struct PreparedNote: Sendable {
    let note: ForeignNote
    let uuid: UniqueIdentifier
    /// The title as the format accepts it; empty if there is none.
    let title: String
    /// The numbers of the links in its text.
    let links: [Int]
    /// The attachments that its text shows.
    let attachments: Set<BundlePath>
    /// What was found on the way.
    let record: ForeignFindings.Record
    /// The item, or why it cannot be one.
    let draft: Result<Draft, TextProblem>

    init(_ note: ForeignNote, _ marks: ForeignMarks, source: String) {
        let findings = ForeignFindings(marks, source: source)
        var note = note
        var body = Array(note.body.utf8)
        if body.contains(0) { body.removeAll { $0 == 0 } }
        let places = marks.places(in: body)
        title = findings.title(of: &note)
        uuid = note.uuid ?? ForeignIDs.uuid(note.id)
        links = places.compactMap { if case .link(let index) = $0.mark { index } else { nil } }
        attachments = marks.attachments(at: places)
        do throws(TextProblem) {
            let head = try findings.head(of: note, uuid, title)
            let item = try head.setting(body: body)
            let counts = ForeignFindings(marks, source: source)
            counts.count(note, item, title)
            draft = .success(
                Draft(
                    name: title.isEmpty ? Self.name(of: item, note.type) : title, counts: counts.record, item: item,
                    body: attachments.isEmpty ? nil : (body, places, marks)))
        } catch {
            draft = .failure(error)
        }
        record = findings.record
        self.note = note
    }

    /// The name of a note without a title; empty if it has no text either.
    private static func name(of item: ItemFile, _ type: FileType) -> String {
        (type == .card ? StudyCard(item).nameWithGaps : nil) ?? item.firstLineOfText ?? ""
    }

    /// An item whose text has marks.
    struct Draft: Sendable {
        /// Its title, or how it begins.
        let name: String
        /// The tasks and tables that are in it, and those that should be.
        let counts: ForeignFindings.Record
        fileprivate let item: ItemFile
        /// The text with its marks, if some stand for attachments.
        fileprivate let body: (bytes: [UInt8], places: ForeignMarks.Places, marks: ForeignMarks)?

        /// The item with destinations instead of the marks of attachments.
        ///
        /// - Parameter destination: The destination of an attachment, by the number of its mark.
        func item(_ destination: (Int) -> String) throws(TextProblem) -> ItemFile {
            guard let body else { return item }
            return try item.setting(
                body: body.marks.replaced(body.places, in: body.bytes) { mark, _ in
                    if case .attachment(let index) = mark { destination(index) } else { nil }
                })
        }
    }
}
