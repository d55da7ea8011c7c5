package import NotebookFiles
package import NotebookFormat
package import NotebookPacking
package import NotebookStore
package import NotebookText

/// The folder that a new notebook is made from: an export, or any folder of notes.
package struct NewContents {
    private let source: any OpenSource
    private let format: String?
    private let isPartial: Bool

    /// Reads a folder.
    ///
    /// - Throws: an error if it cannot be read.
    package init(_ path: String, shown: String, world: World) throws {
        try self.init([ImportPlace(path, shown: shown)], ImportRequest(world: world, progress: NoProgress()))
    }

    /// Reads a folder, or exports of other systems.
    ///
    /// - Throws: an error if one cannot be read.
    package init(_ places: [ImportPlace], _ request: ImportRequest) throws {
        source = try ImportFormats.open(new: places, request)
        (format, isPartial) = (request.format, request.isPartial)
    }

    /// The title that the folder sets for the notebook; `nil` if it sets none.
    package var title: String? { source.description?.title }

    /// Writes everything into a bundle under construction, and changes its description accordingly.
    ///
    /// - Throws: `NotebookError.noNotes` if the folder contains no notes, or an error if files cannot be read.
    package func write(
        into bundle: inout NewBundle, _ description: inout NotebookDescription, takesExtras: Bool, world: World,
        progress: any WorkProgress
    ) throws -> ImportReport {
        let (uuid, title) = (description.uuid, description.title)
        var request = ImportRequest(world: world, progress: progress)
        request.takesExtras = takesExtras
        (request.format, request.isPartial) = (format, isPartial)
        let result = try source.write(into: &bundle, for: uuid, request)
        // A notebook of existing notes is as old as its oldest note.
        description =
            source.description
            ?? NotebookDescription(uuid: uuid, title: title, created: result.created ?? description.created)
        (description.uuid, description.title) = (uuid, title)
        var report = result.report
        if !report.balance.isEmpty { report.balance.settle(.notes, .added, report.items) }
        if !isPartial, !report.balance.gaps.isEmpty { throw UnbalancedImport(report.balance) }
        report.settings = source.apply(to: &description.settings)
        return report
    }
}

extension NewBundle {
    /// The digests of the written items, by uuid.
    package var itemDigests: [UniqueIdentifier: Digest] {
        let items = written.compactMap { fact in fact.item?.readable?.metadata.uuid.map { ($0, fact.digest) } }
        return Dictionary(items) { first, _ in first }
    }
}
