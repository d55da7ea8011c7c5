package import NotebookFiles
package import NotebookFormat
package import NotebookPacking
package import NotebookStore
package import NotebookText

/// The folder that a new notebook is made from: an export, or any folder of notes.
package struct NewContents {
    private let source: any OpenSource

    /// Reads a folder.
    ///
    /// - Throws: an error if it cannot be read.
    package init(_ path: String, shown: String, environment: NotebookEnvironment) throws {
        source = try ImportFormats.open(
            folder: ImportLocation(path, shown: shown), ImportRequest(environment: environment, progress: NoProgress()))
    }

    /// The title that the folder sets for the notebook; `nil` if it sets none.
    package var title: String? { source.description?.title }

    /// Writes everything into a bundle under construction, and changes its description accordingly.
    ///
    /// - Throws: `NotebookError.noNotes` if the folder contains no notes, or an error if files cannot be read.
    package func write(
        into bundle: inout NewBundle, _ description: inout NotebookDescription, takesExtras: Bool,
        environment: NotebookEnvironment,
        progress: any WorkProgress
    ) throws -> ImportReport {
        let (uuid, title) = (description.uuid, description.title)
        var request = ImportRequest(environment: environment, progress: progress)
        request.takesExtras = takesExtras
        let result = try source.write(into: &bundle, for: uuid, request)
        // A notebook of existing notes is as old as its oldest note.
        description =
            source.description
            ?? NotebookDescription(uuid: uuid, title: title, created: result.created ?? description.created)
        (description.uuid, description.title) = (uuid, title)
        var report = result.report
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

extension NotebookDirectory {
    /// Makes a notebook from a folder of notes, or from an export.
    ///
    /// Blocks until everything is read and written.
    ///
    /// - Parameters:
    ///   - name: The name of the bundle, which ends in `.notebundle`.
    ///   - directory: The directory of the bundle.
    ///   - title: The title; `nil` for that of the export, or else the name.
    ///   - folder: The folder of notes.
    ///   - takesExtras: Whether to import files that no note links to.
    ///   - places: The folder for the record of imports; it can be deleted at any time.
    /// - Returns: The notebook, and what was changed and skipped.
    /// - Throws: `ImportFailure`, `NotebookError.noNotes`, `.taken` or `.notATitle`, or `SystemError`; then there is
    ///   no notebook.
    package static func create(
        _ name: String, in directory: String, title: String? = nil, from folder: Place, takesExtras: Bool = false,
        places: Places = .standard, environment: NotebookEnvironment = .system,
        progress: any WorkProgress = NoProgress()
    ) throws -> (notebook: NotebookDirectory, report: ImportReport) {
        try ImportFailure.requireSource(folder)
        let contents = try NewContents(folder.path, shown: PrintableText.escaped(folder.path), environment: environment)
        let text = title ?? contents.title ?? NotebookLocation.stem(of: name)
        guard let accepted = Title.accepted(text), !accepted.isEmpty else { throw NotebookError.notATitle(text) }
        var bundle = try NewBundle(name, in: directory, environment: environment)
        var description = NotebookDescription(uuid: environment.newUUID(), title: accepted, created: environment.now())
        let report = try contents.write(
            into: &bundle, &description, takesExtras: takesExtras, environment: environment, progress: progress)
        var received = ReceivedItems(of: description.uuid, in: places.cache)
        received.digests = bundle.itemDigests
        _ = try bundle.finish(description)
        // Without this record, a later import merely keeps more old versions than necessary.
        try? received.save()
        return (NotebookDirectory("\(directory)/\(name)", environment: environment), report)
    }
}
