import Archives
package import NotebookCopies
package import NotebookFiles
package import NotebookFormat
import NotebookPacking
public import NotebookStore
import NotebookText

/// The result of an import into a notebook.
public struct ImportOutcome: Sendable {
    /// The result for the items of each source, in the order of the sources.
    package let transfers: [Transfer]
    /// Changes made to notes during the import.
    public let changed: [ImportReport.Row]
    /// What differs from the sources.
    public let lost: [ImportReport.Row]
    /// What was skipped, and why.
    public let leftOut: [ImportReport.Row]
    /// The imported icons, colours, folders and smart folders.
    package let decoration: Decoration

    /// New items.
    public var added: [Item] { transfers.flatMap(\.added) }
    /// Items that existed and were updated from the source.
    public var updated: [Item] { transfers.flatMap(\.updated) }
    /// The number of new attachments.
    public var attachments: Int { transfers.map(\.attachments).reduce(0, +) }

    init(_ transfers: [Transfer], of sources: [ImportSource], _ decoration: Decoration) {
        self.transfers = transfers
        self.decoration = decoration
        changed = sources.flatMap(\.report.changed)
        lost = sources.flatMap(\.report.lost) + transfers.flatMap(Self.lost)
        leftOut = zip(sources, transfers).flatMap { source, transfer in
            source.report.leftOut + source.leftBehind(besides: transfer.carriedBlobs)
        }
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
    ///   - folder: The folder that receives the folders of the sources.
    ///   - received: The record of earlier imports, to which this import is added.
    package mutating func receive(
        _ sources: [ImportSource], into folder: FolderPath?, _ received: inout ReceivedItems
    ) throws -> ImportOutcome {
        var transfers: [Transfer] = []
        var decoration = Decoration()
        var target = transferTarget(received: received.digests)
        for source in sources {
            transfers.append(
                try transfer(
                    source.notebook.items, from: source.notebook, source.files, to: &target, below: folder,
                    identity: .same(guessed: source.guessed)))
            try mergePaths(of: source, into: folder, target)
            if let description = source.description {
                try copyDecoration(of: description, below: folder, target, &decoration)
            }
        }
        received.digests = target.received
        return ImportOutcome(transfers, of: sources, decoration)
    }
}

extension NotebookStorage {
    /// Imports notes and cards; updates items that were imported before.
    ///
    /// Blocks until all sources are read and the change is made.
    ///
    /// - Parameters:
    ///   - sources: Notes (`.md`, `.markdown`, `.txt`), folders of them, JSON, exports, and other notebooks.
    ///   - folder: The folder that receives the sources' own folders; `nil` for the top level.
    ///   - password: The password of encrypted archives among the sources.
    ///   - places: The folders for temporary files and for the record of imports; both can be deleted at any time.
    ///   - environment: The clock, and the random source for new uuids.
    /// - Throws: `ImportFailure`, or an error if a source cannot be read or the notebook cannot be changed; then
    ///   nothing is imported.
    @discardableResult
    package func importItems(
        from sources: [Place], into folder: FolderPath? = nil, password: String? = nil,
        places: Places = .standard, environment: NotebookEnvironment = .system,
        progress: any WorkProgress = NoProgress()
    ) throws -> EditResult<ImportOutcome> {
        try places.withScratch(environment) { scratch in
            let uuid = try read(\.listing.description.uuid)
            let opened = try sources.map { source in
                try ImportFailure.requireSource(source)
                guard (self as? NotebookDirectory)?.lies(at: source.path) != true else {
                    throw ImportFailure(path: PrintableText.escaped(source.path), reason: "this is the notebook itself")
                }
                let request = ImportRequest(scratch: scratch.path, environment: environment, progress: progress) {
                    archive in
                    password.map { archive.unlocked(with: Array($0.utf8)) } ?? archive
                }
                return try ImportFormats.open(
                    ImportLocation(source.path, shown: PrintableText.escaped(source.path)), for: uuid, request)
            }
            var received = ReceivedItems(of: uuid, in: places.cache)
            let edit = try edit { draft in try draft.receive(opened, into: folder, &received) }
            // The notes are already imported: without this record, the next import merely keeps more old versions than
            // necessary.
            try? received.save()
            return edit
        }
    }
}
