public import NotebookFiles
import NotebookFormat
import NotebookPacking
public import NotebookStore
import NotebookText

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
    public static func create(
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
