import ForeignData
import NotebookCopies
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookPacking
import NotebookStore
import NotebookStudy
import NotebookText

/// Writes notes of other systems into a bundle, once their links can be resolved, and counts what became of everything.
package final class ForeignImport: ForeignFindings {
    /// The parameters of the import.
    let request: ImportRequest
    /// Reviews of cards.
    private(set) var reviews: [StudyRecord] = []
    /// Folders of the sources that hold no note.
    private(set) var emptyFolders: Set<FolderPath> = []

    private var attachments = ForeignAttachments()
    private var names = ForeignNames()
    /// Where attachments come from, for reports.
    private var origins: [BundlePath: [(source: String, place: String)]] = [:]
    /// The attachments that notes show which are not in the bundle.
    private var droppedTargets: Set<BundlePath> = []
    /// The attachments that others show.
    private var shownTargets: [UniqueIdentifier: Set<BundlePath>] = [:]
    /// The headings of notes, by the fragments that the source has for them.
    private var headings: [BundlePath: [String: ForeignHeading]] = [:]
    /// The places of notes to which links lead.
    private var places: [BundlePath: NotePlaces] = [:]
    private var written: [WrittenNote] = []
    /// Notes with links, which are written once these can be resolved; of many, the first ones.
    private var waiting: [BundlePath: ItemFile] = [:]
    private var waitingBytes = 0
    /// The notes whose ids no other note has.
    private var identified: [UniqueIdentifier: Identified] = [:]
    private var recorded: Set<StudyRecord> = []
    private var guessed: Set<UniqueIdentifier> = []
    private var yielding: [UniqueIdentifier: Yielding] = [:]
    private var earliest: Timestamp?
    /// The rules of time zones by their names; `nil` for unknown ones.
    var zones: [String: TimeZoneRules?] = [:]
    private var ids: ForeignIDs
    private var items = 0
    private var cards = 0
    /// How many sources could not be read.
    private(set) var failures = 0

    /// A note in the bundle.
    struct WrittenNote {
        let path: BundlePath
        let title: String
        let folder: [String]
        let keys: [String]
        let names: [String]
        let links: [Int]
        let source: String
        let place: String
    }

    /// A note in the bundle whose id no other note has.
    private struct Identified {
        let path: BundlePath
        let source: String
        let modified: Timestamp?
        let isYielding: Bool

        /// Whether another version from another source comes instead.
        func isReplaced(by note: ForeignNote) -> Bool {
            if isYielding != (note.yielding != nil) { return isYielding }
            guard let modified else { return note.modified != nil }
            return note.modified.map { $0 > modified } ?? false
        }
    }

    init(_ request: ImportRequest) {
        self.request = request
        ids = ForeignIDs(known: request.knownTitles)
        super.init(ForeignMarks(request.environment.random()), source: "")
    }

    /// Keeps a folder that may hold no note.
    func keep(folder: [String]) {
        if let path = names.folder(folder) { emptyFolders.insert(path) }
    }

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
    ///   - findings: Get what is counted and reported; by default, those of the import.
    ///   - name: Its name, which is asked for after the content.
    func attach(
        _ bundle: inout NewBundle, place: String = "", note: String = "", for findings: ForeignFindings? = nil,
        _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void, name: () throws -> String
    ) throws -> BundlePath? {
        let findings = findings ?? self
        let fact: FileFact
        do {
            fact = try attachments.receive(&bundle, content)
        } catch let fault as ForeignFault {
            findings.balance.settle(.attachments, .missing)
            findings.lose(
                fault.isAbsence ? .attachmentMissing : .noteDamaged, "the file cannot be read: \(fault)", note: note,
                place: place, target: try name())
            return nil
        }
        try request.progress.step(fact.size, source)
        let (path, isNew) = try attachments.settle(fact, name: try name(), &bundle)
        findings.balance.settle(.attachments, isNew ? .stored : .repeated)
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

    /// Takes back all attachments that no note has.
    private func dropUnshown(_ bundle: inout NewBundle) throws {
        var unshown = attachments.paths.subtracting(shownTargets.values.joined())
        guard !unshown.isEmpty else { return }
        let mentions = BlobMentions(of: unshown.sorted())
        for note in written { unshown.subtract(mentions.named(in: try item(at: note.path, &bundle).bytes)) }
        for path in unshown.sorted() {
            while try !drop(attachment: path, &bundle, as: .dropped) {}
            guard !droppedTargets.contains(path) else { continue }
            for origin in origins[path] ?? [] {
                begin(origin.source)
                lose(
                    .partSkipped, "no note shows this file", place: origin.place, target: AttachmentName.readable(path))
            }
        }
    }

    /// Reports a source that cannot be read, beside others that can.
    func refuse(_ failure: ImportFailure) {
        failures += 1
        lose(.noteDamaged, "the source cannot be imported: \(failure.reason)")
    }

    // MARK: Notes

    /// Writes a note.
    ///
    /// - Throws: an error of the system; a note that cannot be an item is reported.
    func write(_ note: ForeignNote, _ bundle: inout NewBundle) throws {
        try request.progress.step(note.body.utf8.count, note.title ?? source)
        do {
            let uuid = note.uuid ?? ForeignIDs.uuid(note.id)
            let twin = note.isIdentified ? identified[uuid].flatMap { $0.source == source ? nil : $0 } : nil
            if let twin {
                balance.settle(.notes, .merged)
                guard twin.isReplaced(by: note) else { return drop(note) }
            }
            var note = note
            let title = self.title(of: &note)
            let head = try self.head(of: note, uuid, title)
            var body = Array(note.body.utf8)
            if body.contains(0) { body.removeAll { $0 == 0 } }
            let draft = try head.setting(body: body)
            let name = title.isEmpty ? Self.name(of: draft, note.type) : title
            let path = twin?.path ?? names.path(name, in: note.folder, note.type)
            let places = marks.places(in: body)
            let pending = Self.links(places)
            let attached = marks.attachments(at: places)
            let item =
                attached.isEmpty
                ? draft
                : try head.setting(
                    body: marks.replaced(places, in: body) { mark, _ in
                        guard case .attachment(let index) = mark else { return nil }
                        return Self.destination(marks.attachment(index), from: path)
                    })
            if let twin { try drop(twin, uuid, &bundle) }
            count(note, item, title)
            try put(item, at: path, hasLinks: !pending.isEmpty, &bundle)
            shownTargets[uuid, default: []].formUnion(attached)
            headings[path] = note.headings.isEmpty ? nil : note.headings
            if note.isGuessed { guessed.insert(uuid) }
            yielding[uuid] = note.yielding
            if note.isIdentified {
                identified[uuid] = Identified(
                    path: path, source: source, modified: note.modified, isYielding: note.yielding != nil)
            }
            if twin == nil {
                if note.type == .card { cards += 1 }
                items += 1
            }
            if let created = note.created ?? note.modified { earliest = min(earliest ?? created, created) }
            written.append(
                WrittenNote(
                    path: path, title: title, folder: note.folder, keys: note.keys, names: note.names, links: pending,
                    source: source, place: note.place))
        } catch let problem as TextProblem {
            refuse(note: note.title ?? "", place: note.place, because: "it cannot be an item: \(problem.message)")
            drop(note)
        }
    }

    /// The name of a note without a title; empty if it has no text either.
    private static func name(of item: ItemFile, _ type: FileType) -> String {
        (type == .card ? StudyCard(item).nameWithGaps : nil) ?? item.firstLineOfText ?? ""
    }

    /// Counts what the text of a note would have held, which is not in the bundle.
    private func drop(_ note: ForeignNote) {
        let places = marks.places(in: Array(note.body.utf8))
        balance.settle(.links, .dropped, Self.links(places).count)
        balance.settle(.tasks, .dropped, note.tasks)
        balance.settle(.tables, .dropped, note.tables)
        droppedTargets.formUnion(marks.attachments(at: places))
    }

    /// The numbers of the links among marks.
    private static func links(_ places: ForeignMarks.Places) -> [Int] {
        places.compactMap { if case .link(let index) = $0.mark { index } else { nil } }
    }

    /// Takes a version of a note back, before another comes in its place.
    private func drop(_ twin: Identified, _ uuid: UniqueIdentifier, _ bundle: inout NewBundle) throws {
        for note in written where note.path == twin.path { balance.settle(.links, .dropped, note.links.count) }
        written.removeAll { $0.path == twin.path }
        if let item = waiting.removeValue(forKey: twin.path) {
            waitingBytes -= item.bytes.count
        } else {
            try bundle.remove(twin.path)
        }
        yielding[uuid] = nil
        droppedTargets.formUnion(shownTargets.removeValue(forKey: uuid) ?? [])
    }

    /// Adds a review, unless another source had it.
    func record(_ review: StudyRecord) {
        let isNew = recorded.insert(review).inserted
        balance.settle(.reviews, isNew ? .recorded : .repeated)
        if isNew { reviews.append(review) }
    }

    /// Reports files that are no part of an export.
    func loseRest(_ files: some Sequence<ForeignFiles.File>) {
        for file in files { lose(.partSkipped, "it is no part of the export", place: file.path) }
    }

    /// How many bytes of notes with links are kept until these can be resolved; the rest is written and read again.
    private static let mostWaiting = 32 << 20

    private func put(_ item: ItemFile, at path: BundlePath, hasLinks: Bool, _ bundle: inout NewBundle) throws {
        guard hasLinks, waitingBytes + item.bytes.count <= Self.mostWaiting else {
            return try bundle.write(item.bytes, at: path)
        }
        waiting[path] = item
        waitingBytes += item.bytes.count
    }

    /// A note that was put into the bundle.
    private func item(at path: BundlePath, _ bundle: inout NewBundle) throws -> ItemFile {
        if let item = waiting[path] { return item }
        return try Draft.item(try bundle.read(path, limit: ItemFile.maximumBytes), path)
    }

    // MARK: Links

    /// Completes everything: resolves the links, now that all notes are known.
    func finish(_ bundle: inout NewBundle) throws -> Conversion {
        try dropUnshown(&bundle)
        // What is not in the bundle did not arrive, whatever was counted.
        let files = try bundle.written
        let absent = attachments.paths.subtracting(files.map(\.path))
        balance.settle(.attachments, .stored, -absent.count)
        let links = marks.links
        let resolver = ForeignLinkResolver(written, links)
        let hasWikiLinks = links.contains { $0.wiki != nil }
        let spellings = hasWikiLinks ? ForeignWikiSpellings(files + unwritten, written, request.environment) : nil
        let fragments = try fragments(links, resolver, &bundle)
        for note in written where !note.links.isEmpty {
            let item = try item(at: note.path, &bundle)
            begin(note.source)
            var results: [(Int, ForeignLinkResolver.Result)] = []
            let marked = Array(item.body)
            let mayBeInTable = marked.contains(UInt8(ascii: "|")) && note.links.contains { links[$0].wiki != nil }
            let tables = mayBeInTable ? MarkdownDocument(marked).tableRanges : []
            let body = marks.replaced(marks.places(in: marked), in: marked) { mark, place in
                guard case .link(let index) = mark else { return nil }
                let link = links[index]
                let result = resolver.resolve(index, from: note)
                results.append((index, result))
                guard case .note(let path) = result else {
                    return link.wiki?.written ?? MarkdownEscapes.destination(link.address)
                }
                if let wiki = link.wiki, let spellings {
                    let text = spellings.text(link, wiki, path, from: note.path)
                    // A bar would end the cell.
                    return tables.contains { $0.contains(place) } ? text.replacing("|", with: "\\|") : text
                }
                return Self.destination(path, from: note.path) + (fragments[index] ?? link.fragment)
            }
            for (index, result) in results {
                let hasPlace = links[index].wiki != nil || links[index].fragment.isEmpty || fragments[index] != nil
                settle(links[index], result, hasPlace: hasPlace, note)
            }
            if waiting.removeValue(forKey: note.path) == nil { try bundle.remove(note.path) }
            try bundle.write(try item.setting(body: body).bytes, at: note.path)
        }
        var report = ImportReport()
        if !request.keepsTwins {
            report.lost += try bundle.separateTwins().map {
                .init(path: $0.text, text: "got a new uuid: another note has the same")
            }
        }
        try writeReviews(&bundle)
        report.items = items
        report.cards = cards
        report.attachments = attachments.count
        report.losses = losses
        report.balance = balance
        emptyFolders.subtract(written.compactMap { FolderPath(of: $0.path) })
        return Conversion(
            report: report, created: earliest, guessed: guessed,
            twins: ids.twins, yielding: yielding, reviews: reviews)
    }

    /// The facts of the notes that wait for their links, by which others can name them.
    private var unwritten: [FileFact] {
        waiting.map { path, item in
            let type = FileType(of: path) ?? .note
            return FileFact(
                path: path, size: item.bytes.count, digest: Digest.of([]),
                item: .readable(ReadableItem(item, type: type)))
        }
    }

    /// The ends of the addresses of links to places in notes, by the numbers of the links.
    ///
    /// All are found before any note is written again.
    private func fragments(
        _ links: [ForeignLink], _ resolver: ForeignLinkResolver, _ bundle: inout NewBundle
    ) throws -> [Int: String] {
        var fragments: [Int: String] = [:]
        for note in written {
            for index in note.links where links[index].wiki == nil && !links[index].fragment.isEmpty {
                guard case .note(let path) = resolver.resolve(index, from: note) else { continue }
                fragments[index] = try fragment(links[index].fragment, of: path, &bundle)
            }
        }
        return fragments
    }

    /// The end of an address that leads to the same place of a note as a fragment in the source; `nil` if the note has no
    /// such place.
    private func fragment(_ written: String, of path: BundlePath, _ bundle: inout NewBundle) throws -> String? {
        let id = written.hasPrefix("#") ? String(written.dropFirst()) : written
        let name = PercentEncoding.decode(id) ?? id
        let heading = headings[path].flatMap { $0[id] ?? $0[name] }
        if heading?.text.isEmpty ?? name.isEmpty { return "" }
        let places = try self.places[path] ?? NotePlaces(try item(at: path, &bundle))
        self.places[path] = places
        if let heading { return places.fragment(of: heading) ?? "" }
        return places.has(name) ? written : places.fragment(of: ForeignHeading(text: name, number: 1))
    }

    /// The destination of a link from a file to another.
    private static func destination(_ target: BundlePath, from source: BundlePath) -> String {
        PercentEncoding.encode(RelativePath.from(source, to: target))
    }

    private func settle(
        _ link: ForeignLink, _ result: ForeignLinkResolver.Result, hasPlace: Bool, _ note: WrittenNote
    ) {
        switch result {
        case .note where !hasPlace:
            balance.settle(.links, .unresolved)
            lose(
                .linkUnresolved, "the note has no such heading", note: note.title, place: note.place,
                target: link.written)
        case .note: balance.settle(.links, .resolved)
        case .none where link.isWeb: balance.settle(.links, .external)
        case .none:
            balance.settle(.links, .unresolved)
            lose(
                .linkUnresolved, "no note has this title or id", note: note.title, place: note.place,
                target: link.written)
        case .several:
            balance.settle(.links, .ambiguous)
            lose(
                .linkAmbiguous, "several notes are called “\(link.title ?? "")”", note: note.title, place: note.place,
                target: link.address)
        }
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
