import Archives
import ForeignData
package import NotebookCopies
package import NotebookFiles
package import NotebookFormat
import NotebookMarkdown
package import NotebookPacking
public import NotebookStore
import NotebookStudy
import NotebookText

/// How an import reads its sources.
public struct ImportChoices: Sendable {
    /// The name of the format of the sources; `nil` to know it by their content.
    public var format: String?
    /// Whether an import whose counts do not add up is made all the same.
    public var isPartial: Bool
    /// The number of the column with tags in lists of cards, from 1.
    package var tagsColumn: Int?

    /// Makes the choices.
    public init(format: String? = nil, isPartial: Bool = false) {
        (self.format, self.isPartial) = (format, isPartial)
    }
}

/// The result of an import into a notebook.
public struct ImportOutcome: Sendable {
    /// The result for the items of each source, in the order of the sources.
    package let transfers: [Transfer]
    /// What was imported, changed and skipped.
    public let report: ImportReport
    /// The imported icons, colours, folders and smart folders.
    package let decoration: Decoration
    /// The list of files before the import.
    package let before: Manifest

    /// New items.
    public var added: [Item] { transfers.flatMap(\.added) }
    /// Items that existed and were updated from the source.
    public var updated: [Item] { transfers.flatMap(\.updated) }

    /// Sums up an import.
    ///
    /// - Parameter knownReviews: How many reviews of the sources a log had before.
    init(
        _ transfers: [Transfer], of sources: [ImportSource], _ decoration: Decoration, before: Manifest,
        knownReviews: Int
    ) {
        self.transfers = transfers
        self.before = before
        self.decoration = decoration
        var report = ImportReport()
        report.items = transfers.map { $0.added.count + $0.updated.count }.reduce(0, +)
        report.attachments = transfers.map(\.attachments).reduce(0, +)
        report.losses = sources.flatMap(\.report.losses)
        for (source, transfer) in zip(sources, transfers) where !source.report.balance.isEmpty {
            report.balance.add(source.report.balance)
            report.balance.settle(.notes, .added, transfer.added.count)
            report.balance.settle(.notes, .updated, transfer.updated.count)
            report.balance.settle(.notes, .unchanged, transfer.unchanged.count + transfer.newer.count)
        }
        report.balance.settle(.reviews, .recorded, -knownReviews)
        report.balance.settle(.reviews, .unchanged, knownReviews)
        report.changed = sources.flatMap(\.report.changed)
        report.lost = sources.flatMap(\.report.lost) + transfers.flatMap(Self.lost)
        report.leftOut = zip(sources, transfers).flatMap { source, transfer in
            source.report.leftOut + source.leftBehind(besides: transfer.carriedBlobs)
        }
        self.report = report
    }

    private static func lost(_ transfer: Transfer) -> [ImportReport.Row] {
        let twins = transfer.twins.map { twin in
            let other = twin.other.map { "\($0) has" } ?? "an item in the trash has"
            return ImportReport.Row(path: twin.item.text, text: "got a new uuid: \(other) the same uuid")
        }
        let kept = transfer.kept.map { kept in
            let reason = kept.reason == .changedHere ? "was also changed here" : "is completely different now"
            return ImportReport.Row(
                path: kept.item.path.text, text: "\(reason); the old version is in the trash")
        }
        let names = transfer.lostNames.map { name in
            ImportReport.Row(
                path: name.item.text, text: "names \(name.old.name), which is called \(name.new.name) here")
        }
        return twins + kept + names
    }
}

extension Draft {
    /// Imports the items of sources, with their icons, colours, folders and smart folders.
    ///
    /// - Parameters:
    ///   - folder: The folder that receives the folders of the sources, as a person writes it.
    ///   - received: The record of earlier imports, to which this import is added.
    mutating func receive(
        _ sources: [ImportSource], into folder: String?, _ received: inout ReceivedItems
    ) throws -> ImportOutcome {
        let folder = try folder.map { try self.folder($0) }
        var transfers: [Transfer] = []
        var knownReviews = 0
        var decoration = Decoration()
        var target = transferTarget(received: received.states)
        for source in sources {
            let kept = try same(as: source)
            let items = source.notebook.items.filter { item in item.uuid.map { kept[$0] == nil } ?? true }
            var transfer = try transfer(
                items, from: source.notebook, source.files, to: &target, below: folder,
                identity: .same(guessed: source.guessed, twins: source.twins))
            transfer.unchanged += kept.values
            transfers.append(transfer)
            try mergePaths(of: source, into: folder, target)
            knownReviews += try importReviews(of: source)
            if let description = source.description {
                try copyDecoration(of: description, below: folder, target, &decoration)
            }
        }
        received.states = target.received(in: manifest)
        let outcome = ImportOutcome(
            transfers, of: sources, decoration, before: listing.manifest, knownReviews: knownReviews)
        guard outcome.report.balance.gaps.isEmpty || sources.allSatisfy(\.isPartial) else {
            throw UnbalancedImport(outcome.report)
        }
        return outcome
    }

    /// The items here that say the same as those of a source that knows less of them.
    private mutating func same(as source: ImportSource) throws -> [UniqueIdentifier: Item] {
        guard !source.yielding.isEmpty else { return [:] }
        let here = Dictionary(
            listing.items.compactMap { item in item.uuid.map { ($0, item) } }
        ) { first, _ in first }
        var kept: [UniqueIdentifier: Item] = [:]
        try source.files.readItems(Set(source.notebook.items.map(\.path))) { path, bytes in
            let new = try Draft.item(bytes, path)
            guard let uuid = new.metadata.uuid, let yielding = source.yielding[uuid], let item = here[uuid] else {
                return
            }
            let old = try self.item(item.path)
            let (text, other) = (Self.text(of: old), Self.text(of: new))
            let isSame =
                switch yielding {
                case .toSameText: text == other
                case .toSameParts: text == other || Self.haveSameParts(text, other)
                case .toSameWords:
                    Self.attachments(of: old) > Self.attachments(of: new)
                        && old.metadata.title == new.metadata.title && old.metadata.modified == new.metadata.modified
                        && Self.shownWords(text) == Self.shownWords(other)
                }
            if isSame, old.metadata.tags == new.metadata.tags { kept[uuid] = item }
        }
        return kept
    }

    /// How often an item names an attachment.
    private static func attachments(of file: ItemFile) -> Int {
        String(decoding: file.body, as: UTF8.self).ranges(of: "blobs/").count
    }

    /// The text of an item without the files that it shows.
    private static func text(of file: ItemFile) -> String {
        String(decoding: file.body, as: UTF8.self)
            .replacing(#/!\[[^\]]*\]\([^)]*\)|\\?\[sound:[^\]\\]*\\?\]/#, with: "!")
    }

    private static func words(_ text: some StringProtocol) -> [Substring] {
        Substring(text).split { !$0.isLetter && !$0.isNumber }
    }

    /// The words of a text without the addresses of its links.
    private static func shownWords(_ text: String) -> [Substring] {
        let bytes = Array(text.utf8)
        return words(MarkdownPlainText.text(bytes, in: bytes.indices))
    }

    /// Whether a text has each paragraph of another, in any place, and no word besides.
    private static func haveSameParts(_ text: String, _ other: String) -> Bool {
        let (own, all) = (words(text), words(other))
        guard Set(own) == Set(all) else { return false }
        let joined = " \(own.joined(separator: " ")) "
        return other.parts(between: "\n").map(words).allSatisfy { part in
            part.isEmpty || joined.holds(" \(part.joined(separator: " ")) ")
        }
    }

    /// Records the reviews of a source that no log has.
    ///
    /// What was exported from this notebook comes back under other ids; but no side has two reviews of the same time.
    ///
    /// - Returns: How many reviews a log has.
    private mutating func importReviews(of source: ImportSource) throws -> Int {
        guard !source.reviews.isEmpty else { return 0 }
        let own = try source.reviews.map { try StudyFiles.path(ForeignImport.device, $0.time) }
        let known = try StudyRecords(of: Set(manifest.studyLogs + own)) { path in
            try peek(path, limit: StudyFiles.maximumBytes)
        }.records
        var times: [StudyKey: Set<Timestamp>] = [:]
        for case .review(let review) in known { times[review.key, default: []].insert(review.time) }
        let (held, all) = (ReviewHistory(known).held, Set(known))
        var repeated = 0
        let new = source.reviews.filter { record in
            switch record {
            case .review(let review):
                guard times[review.key]?.contains(review.time) == true else { return true }
                repeated += 1
                return false
            case .hold(let hold): return !held.isSuspended(hold.card) && !all.contains(record)
            case .undo: return !all.contains(record)
            }
        }
        if !new.isEmpty { try record(new, on: ForeignImport.device) }
        return repeated
    }
}

extension NotebookStorage {
    /// Imports notes and cards; updates items that were imported before.
    ///
    /// Blocks until all sources are read and the change is made.
    ///
    /// - Parameters:
    ///   - sources: Notes (`.md`, `.markdown`, `.txt`), folders of them, JSON, exports, and other notebooks.
    ///   - folder: The folder that receives the sources' own folders, as a person writes it; `nil` for the top level.
    ///   - locations: The folders for temporary files and for the record of imports; both can be deleted at any time.
    ///   - environment: The clock, and the random source for new uuids; `nil` for those of the notebook.
    ///   - choices: The format of the sources, if it is not to be found out, and what is done if something is missing.
    ///   - unlock: Gives an archive among the sources its password, if it needs one.
    /// - Throws: `ImportFailure`, or an error if a source cannot be read or the notebook cannot be changed; then
    ///   nothing is imported.
    @discardableResult
    package func importItems(
        from sources: [FileLocation], into folder: String? = nil, _ choices: ImportChoices = ImportChoices(),
        locations: FileLocations = .standard, environment: NotebookEnvironment? = nil,
        progress: any WorkProgress = NoProgress(),
        unlocking unlock: @escaping (NotebookArchive) throws -> NotebookArchive = { $0 }
    ) throws -> EditResult<ImportOutcome> {
        try withImport(sources, choices, locations, environment, progress, unlock) { opened, received in
            let edit = try edit { draft in try draft.receive(opened, into: folder, &received) }
            // The notes are already imported: without this record, the next import merely keeps more old versions than
            // necessary.
            try? received.save()
            return edit
        }
    }

    /// What an import would do; changes nothing.
    ///
    /// Blocks until all sources are read. The parameters and errors are those of `importItems`.
    ///
    /// - Throws: the same as `importItems`.
    package func importPreview(
        from sources: [FileLocation], into folder: String? = nil, _ choices: ImportChoices = ImportChoices(),
        locations: FileLocations = .standard, environment: NotebookEnvironment? = nil,
        progress: any WorkProgress = NoProgress(),
        unlocking unlock: @escaping (NotebookArchive) throws -> NotebookArchive = { $0 }
    ) throws -> ImportOutcome {
        try withImport(sources, choices, locations, environment, progress, unlock) { opened, received in
            do {
                return try edit { (draft: inout Draft) throws -> ImportOutcome in
                    throw Preview(outcome: try draft.receive(opened, into: folder, &received))
                }.result
            } catch let preview as Preview {
                return preview.outcome
            }
        }
    }

    private func withImport<Result>(
        _ sources: [FileLocation], _ choices: ImportChoices, _ locations: FileLocations,
        _ environment: NotebookEnvironment?,
        _ progress: any WorkProgress, _ unlock: @escaping (NotebookArchive) throws -> NotebookArchive,
        _ body: ([ImportSource], inout ReceivedItems) throws -> Result
    ) throws -> Result {
        let environment = self.environment(environment)
        return try locations.withScratch(environment) { scratch in
            let listing = try read(\.listing)
            let uuid = listing.description.uuid
            let request = ImportRequest(choices, environment: environment, progress: progress, unlock)
                .into(listing, scratch: scratch.path)
            let found = try sources.map { source in
                try ImportFailure.requireSource(source)
                let shown = environment.display(source.path)
                guard (self as? NotebookDirectory)?.lies(at: source.path) != true else {
                    throw ImportFailure(path: shown, reason: "this is the notebook itself")
                }
                return ImportLocation(source.path, shown: shown)
            }
            return try PackedBag.unpacking(found, request, locations) { places, request in
                let opened = try ImportFormats.open(places, request).map { place, source in
                    try source.source(place, for: uuid, request)
                }
                var received = ReceivedItems(of: uuid, in: locations.cache)
                return try body(opened, &received)
            }
        }
    }
}

extension ImportRequest {
    /// Makes an import with the choices of a person.
    init(
        _ choices: ImportChoices, environment: NotebookEnvironment, progress: any WorkProgress,
        _ unlock: @escaping (NotebookArchive) throws -> NotebookArchive
    ) {
        self.init(environment: environment, progress: progress) { archive, place in
            try unlock(NotebookArchive(archive, at: place.path, name: place.shown, environment: environment)).source
        }
        (format, isPartial, tagsColumn) = (choices.format, choices.isPartial, choices.tagsColumn)
    }

    /// The import into a notebook, with a directory for intermediate files.
    func into(_ notebook: NotebookListing, scratch: String) -> ImportRequest {
        var request = self
        request.scratch = scratch
        request.takesExtras = false
        request.known = KnownItems(notebook.items)
        return request
    }
}

/// Ends an edit that only shows what it would do.
private struct Preview: Error {
    let outcome: ImportOutcome
}

extension NotebookReading {
    /// The given environment, or else that of this notebook.
    func environment(_ environment: NotebookEnvironment?) -> NotebookEnvironment {
        environment ?? (self as? NotebookDirectory)?.environment ?? (self as? NotebookArchive)?.environment
            ?? .system
    }
}
