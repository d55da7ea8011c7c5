package import NotebookCopies
package import NotebookFiles
package import NotebookFormat
package import NotebookPacking
package import NotebookStore
package import NotebookStudy
package import NotebookText

/// A source converted into a notebook: its items, their files, and a report on the rest.
package struct ImportSource {
    /// The items as a notebook would have them.
    package let notebook: NotebookListing
    /// Its files.
    package let files: any FileTree
    /// What was changed, and what was skipped.
    package var report = ImportReport()
    /// The uuids that were only derived from names in the source.
    package var guessed: Set<UniqueIdentifier> = []
    /// Items that only their texts tell apart.
    package var twins: [TransferTwins] = []
    /// What makes items stay as they are where they are known, by their uuids.
    package var yielding: [UniqueIdentifier: Yielding] = [:]
    /// The icons, colours and settings of the source; `nil` if it has none.
    package var description: NotebookDescription?
    /// Reviews of cards.
    package var reviews: [StudyRecord] = []
    /// Whether counts that do not add up are accepted.
    package var isPartial = false

    /// The parts of a notebook or an export that are not imported, in one row.
    ///
    /// - Parameter carried: The attachments that items reference.
    package func leftBehind(besides carried: Set<BundlePath>) -> [ImportReport.Row] {
        let rest = description == nil ? [] : notebook.leftBehind(besides: carried)
        return rest.isEmpty ? [] : [.init(path: files.name, text: "files: \(rest.joined(separator: ", "))")]
    }
}

/// What makes an item stay as it is, if a source that knows less of it has it, too.
package enum Yielding: Sendable {
    /// Both have the same text.
    case toSameText
    /// Both have the same words, which the source does not arrange.
    case toSameParts
    /// Both show the same words, and the source lacks files.
    case toSameWords
}

extension ImportSource: OpenSource {
    /// Writes everything into a bundle under construction; items without a uuid get one.
    package func write(
        into bundle: inout NewBundle, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> Conversion {
        var report = report
        try files.readItems(Set(self.notebook.items.map(\.path))) { path, bytes in
            try request.progress.step(bytes.count, path.text)
            let item = try Draft.item(bytes, path)
            var metadata = item.metadata
            metadata.uuid = metadata.uuid ?? request.environment.newUUID()
            try bundle.write(try item.setting(metadata).bytes, at: path)
            report.items += 1
        }
        report.lost += try bundle.separateTwins().map {
            .init(path: $0.text, text: "got a new uuid: another note has the same")
        }
        for entry in self.notebook.manifest.entries {
            guard entry.type == .blob || entry.type == .extra, TrashedPath(entry.path) == nil else { continue }
            _ = try bundle.write(at: entry.path) { write in
                guard try files.stream(entry.path, write) else { throw NotebookError.gone(entry.path) }
            }
            if entry.type == .blob { report.attachments += 1 }
            let isOwn = entry.path == .attachmentPlaces || StudyFiles.contains(entry.path)
            if entry.type == .extra, !isOwn { report.extras += 1 }
        }
        report.leftOut += leftBehind(besides: Set(self.notebook.manifest.entries.paths))
        return Conversion(report: report)
    }

    /// The source itself: nothing has to be converted.
    package func source(
        _ place: ImportLocation, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) -> ImportSource { self }
}
