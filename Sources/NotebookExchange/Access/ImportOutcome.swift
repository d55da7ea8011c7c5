package import NotebookFormat
public import NotebookStore

/// The result of an import into a notebook.
public struct ImportOutcome: Sendable {
    /// What became of the items of each source, in the order of the sources.
    public let transfers: [Transfer]
    /// What was changed in notes on the way, so that they are notes of a notebook.
    public let changed: [ImportReport.Row]
    /// What differs from the sources.
    public let lost: [ImportReport.Row]
    /// What was skipped, and why.
    public let leftOut: [ImportReport.Row]
    /// How much was taken over besides items.
    package let decoration: Decoration

    /// The items that are new.
    public var added: [Item] { transfers.flatMap(\.added) }
    /// The items that were there before, and are as in the source now.
    public var updated: [Item] { transfers.flatMap(\.updated) }
    /// How many attachments came along.
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
            return ImportReport.Row(path: twin.item.text, text: "got a new uuid: \(other) the one that it came with")
        }
        let kept = transfer.kept.map { kept in
            let reason = kept.reason == .changedHere ? "was changed here as well" : "is wholly different now"
            return ImportReport.Row(
                path: kept.item.path.text, text: "\(reason): the version that was here goes to the trash")
        }
        let names = transfer.lostNames.map { name in
            ImportReport.Row(path: name.item.text, text: "names \(name.old.name), which is \(name.new.name) here")
        }
        return twins + kept + names
    }
}

extension Draft {
    /// Takes over the items of sources, with what decorates their folders and tags.
    ///
    /// - Parameters:
    ///   - folder: The folder that the folders of the sources are put into.
    ///   - received: What is known of earlier imports, and of this one afterwards.
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
            if let description = source.description {
                try takeDecoration(of: description, below: folder, target, &decoration)
            }
        }
        received.digests = target.received
        return ImportOutcome(transfers, of: sources, decoration)
    }
}
