import Cores
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookPacking
import NotebookStore
import NotebookText

/// Writes converted notes into a bundle, one after the other, and their links once all notes are known.
///
/// Its findings are those of all notes that it has.
final class ForeignWriter: ForeignFindings {
    private let request: ImportRequest
    private var names = ForeignNames()
    /// The notes that were written, in their order; `nil` for one in whose place another version came.
    private var versions: [WrittenNote?] = []
    /// The attachments that notes show which are not in the bundle.
    private(set) var droppedTargets: Set<BundlePath> = []
    /// The attachments that others show.
    private var shownTargets: [UniqueIdentifier: Set<BundlePath>] = [:]
    /// The headings of notes, by the fragments that the source has for them.
    private var headings: [BundlePath: [String: ForeignHeading]] = [:]
    /// The places of notes to which links lead.
    private var places: [BundlePath: NotePlaces] = [:]
    /// Notes with links, which are written once these can be resolved; of many, the first ones.
    private var waiting: [BundlePath: ItemFile] = [:]
    private var waitingBytes = 0
    /// The notes whose ids no other note has.
    private var identified: [UniqueIdentifier: Identified] = [:]
    /// The notes whose ids are made of names and dates.
    private(set) var guessed: Set<UniqueIdentifier> = []
    /// What makes items stay that are in the notebook already.
    private(set) var yielding: [UniqueIdentifier: Yielding] = [:]
    /// When the first note was created.
    private(set) var earliest: Timestamp?
    private var items = 0
    private var cards = 0

    /// A note in the bundle.
    struct WrittenNote: Sendable {
        let path: BundlePath
        let uuid: UniqueIdentifier
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
        /// Its place among the versions.
        let index: Int
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

    init(_ request: ImportRequest, _ marks: ForeignMarks) {
        self.request = request
        super.init(marks, source: "")
    }

    /// What became of the notes.
    var report: ImportReport {
        var report = ImportReport()
        (report.items, report.cards) = (items, cards)
        (report.losses, report.balance) = (losses, balance)
        return report
    }

    /// The notes in the bundle, in the order in which they were written.
    private var written: [WrittenNote] { versions.compactMap(\.self) }

    /// The paths of some folders that hold no note.
    func emptyFolders(_ folders: [[String]]) -> Set<FolderPath> {
        Set(folders.compactMap { names.folder($0) }).subtracting(written.compactMap { FolderPath(of: $0.path) })
    }

    // MARK: Notes

    /// Writes a note, and adds what was found in it.
    ///
    /// - Throws: an error of the system; a note that cannot be an item is reported.
    func write(_ converted: ForeignImport.Converted, _ bundle: inout NewBundle) throws {
        begin(converted.source)
        add(converted.record)
        guard let note = converted.note else { return }
        try write(note, &bundle)
        let lacksFiles = converted.record.balance.fates[.attachments]?[.missing] != nil
        if lacksFiles, note.note.yielding == nil { yielding[note.uuid] = .toSameWords }
    }

    private func write(_ prepared: PreparedNote, _ bundle: inout NewBundle) throws {
        let (note, uuid) = (prepared.note, prepared.uuid)
        try request.progress.step(note.body.utf8.count, note.title ?? source)
        let twin = note.isIdentified ? identified[uuid].flatMap { $0.source == source ? nil : $0 } : nil
        if let twin {
            balance.settle(.notes, .merged)
            guard twin.isReplaced(by: note) else { return drop(prepared) }
        }
        add(prepared.record)
        do {
            let draft = try prepared.draft.get()
            let path = twin?.path ?? names.path(draft.name, in: note.folder, note.type)
            let item = try draft.item { ForeignLinking.destination(marks.attachment($0), from: path) }
            if let twin { try drop(twin, uuid, &bundle) }
            add(draft.counts)
            try put(item, at: path, hasLinks: !prepared.links.isEmpty, &bundle)
            shownTargets[uuid, default: []].formUnion(prepared.attachments)
            headings[path] = note.headings.isEmpty ? nil : note.headings
            if note.isGuessed { guessed.insert(uuid) }
            yielding[uuid] = note.yielding
            if note.isIdentified {
                identified[uuid] = Identified(
                    path: path, index: versions.count, source: source, modified: note.modified,
                    isYielding: note.yielding != nil)
            }
            if twin == nil {
                if note.type == .card { cards += 1 }
                items += 1
            }
            if let created = note.created ?? note.modified { earliest = min(earliest ?? created, created) }
            versions.append(
                WrittenNote(
                    path: path, uuid: uuid, title: prepared.title, folder: note.folder, keys: note.keys,
                    names: note.names,
                    links: prepared.links, source: source, place: note.place))
        } catch let problem as TextProblem {
            refuse(note: note.title ?? "", place: note.place, because: "it cannot be an item: \(problem.message)")
            drop(prepared)
        }
    }

    /// Counts what the text of a note would have held, which is not in the bundle.
    private func drop(_ prepared: PreparedNote) {
        balance.settle(.links, .dropped, prepared.links.count)
        balance.settle(.tasks, .dropped, prepared.note.tasks)
        balance.settle(.tables, .dropped, prepared.note.tables)
        droppedTargets.formUnion(prepared.attachments)
    }

    /// Takes a version of a note back, before another comes in its place.
    private func drop(_ twin: Identified, _ uuid: UniqueIdentifier, _ bundle: inout NewBundle) throws {
        balance.settle(.links, .dropped, versions[twin.index]?.links.count ?? 0)
        versions[twin.index] = nil
        if let item = waiting.removeValue(forKey: twin.path) {
            waitingBytes -= item.bytes.count
        } else {
            try bundle.remove(twin.path)
        }
        yielding[uuid] = nil
        droppedTargets.formUnion(shownTargets.removeValue(forKey: uuid) ?? [])
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

    /// Those of some attachments that no note shows or names.
    func unshown(_ attachments: Set<BundlePath>, _ bundle: inout NewBundle) throws -> [BundlePath] {
        var unshown = attachments.subtracting(shownTargets.values.joined())
        guard !unshown.isEmpty else { return [] }
        let mentions = BlobMentions(of: unshown.sorted())
        for note in written { unshown.subtract(mentions.named(in: try item(at: note.path, &bundle).bytes)) }
        return unshown.sorted()
    }

    // MARK: Links

    /// Writes the links of all notes; other cores find where they lead.
    func finish(_ bundle: inout NewBundle) throws {
        let (written, links) = (written, marks.links)
        let resolver = ForeignLinkResolver(written, links)
        let hasWikiLinks = links.contains { $0.wiki != nil }
        let spellings =
            hasWikiLinks ? ForeignWikiSpellings(try bundle.written + unwritten, written, request.environment) : nil
        let fragments = try fragments(links, resolver, &bundle)
        let linking = ForeignLinking(
            links: links, marks: marks, resolver: resolver, spellings: spellings, fragments: fragments,
            known: request.known)
        var queue = ResultQueue<ForeignLinking.Linked>()
        for note in written where !note.links.isEmpty {
            let item = try item(at: note.path, &bundle)
            for linked in try queue.add({ try linking.linked(item, note) }) { try put(linked, &bundle) }
        }
        for linked in try queue.finish() { try put(linked, &bundle) }
    }

    private func put(_ linked: ForeignLinking.Linked, _ bundle: inout NewBundle) throws {
        begin(linked.note.source)
        for (link, result) in linked.results { settle(link, result, linked.note) }
        if waiting.removeValue(forKey: linked.note.path) == nil { try bundle.remove(linked.note.path) }
        try bundle.write(linked.item.bytes, at: linked.note.path)
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

    private func settle(
        _ link: ForeignLink, _ result: ForeignLinking.Outcome, _ note: WrittenNote
    ) {
        switch result {
        case .withoutPlace:
            balance.settle(.links, .unresolved)
            lose(
                .linkUnresolved, "the note has no such heading", note: note.title, place: note.place,
                target: link.written)
        case .resolved: balance.settle(.links, .resolved)
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
}
