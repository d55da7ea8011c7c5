public import NotebookCopies
package import NotebookFormat
public import NotebookStore
import NotebookStudy

/// The result of an import into a notebook.
public struct ImportOutcome: Sendable {
    /// The result for the items of each source, in the order of the sources.
    public let transfers: [Transfer]
    /// Changes made to notes during the import.
    public let changed: [ImportReport.Row]
    /// What differs from the sources.
    public let lost: [ImportReport.Row]
    /// What was skipped, and why.
    public let leftOut: [ImportReport.Row]
    /// What differs from sources of other systems.
    public let losses: [ImportLoss]
    /// What sources of other systems contain, and what became of all of it.
    public let balance: ImportBalance
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
        losses = sources.flatMap(\.report.losses)
        var balance = ImportBalance()
        for (source, transfer) in zip(sources, transfers) where !source.report.balance.isEmpty {
            balance.add(source.report.balance)
            balance.settle(.notes, .added, transfer.added.count)
            balance.settle(.notes, .updated, transfer.updated.count)
            balance.settle(.notes, .unchanged, transfer.unchanged.count + transfer.newer.count)
        }
        self.balance = balance
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
    package mutating func take(
        _ sources: [ImportSource], into folder: FolderPath?, _ received: inout ReceivedItems
    ) throws -> ImportOutcome {
        var transfers: [Transfer] = []
        var decoration = Decoration()
        var target = transferTarget(received: received.digests)
        for source in sources {
            transfers.append(
                try take(
                    source.notebook.items, from: source.notebook, source.files, to: &target, below: folder,
                    identity: .same(guessed: source.guessed)))
            try takePlaces(of: source, into: folder, target)
            try takeReviews(of: source)
            if let description = source.description {
                try takeDecoration(of: description, below: folder, target, &decoration)
            }
        }
        received.digests = target.received
        let outcome = ImportOutcome(transfers, of: sources, decoration)
        guard outcome.balance.gaps.isEmpty || sources.allSatisfy(\.isPartial) else {
            throw UnbalancedImport(outcome.balance)
        }
        return outcome
    }

    /// Records the reviews of a source that no log has.
    private mutating func takeReviews(of source: ImportSource) throws {
        guard !source.reviews.isEmpty else { return }
        let path = try source.reviews.map { try StudyFiles.path(ForeignImport.device, $0.time) }
        var known: Set<StudyRecord> = []
        for path in Set(path) {
            guard let bytes = try peek(path, limit: StudyFiles.maximumBytes) else { continue }
            known.formUnion(try StudyLog(bytes).records)
        }
        let new = source.reviews.filter { !known.contains($0) }
        if !new.isEmpty { try record(new, on: ForeignImport.device) }
    }
}
