import Cores
import NotebookCopies
package import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookPacking
package import NotebookStore
import NotebookText

/// What a new notebook is made from: an export, any folder of notes, or exports of other systems.
struct NewContents {
    private let source: any OpenSource
    private let rest: ((UniqueIdentifier, ImportRequest) throws -> [ImportSource])?
    private let format: String?
    private let isPartial: Bool

    /// Reads a folder, or exports of other systems.
    ///
    /// - Throws: an error if one cannot be read.
    init(_ places: [ImportLocation], _ request: ImportRequest) throws {
        let contents = try ImportFormats.open(new: places, request)
        (source, rest) = (contents.source, contents.rest)
        (format, isPartial) = (request.format, request.isPartial)
    }

    /// The title that the folder sets for the notebook; `nil` if it sets none.
    var title: String? { source.description?.title }

    /// Writes everything into a bundle under construction, and changes its description accordingly.
    ///
    /// - Throws: `NotebookError.noNotes` if the folder contains no notes, or an error if files cannot be read.
    func write(
        into bundle: inout NewBundle, _ description: inout NotebookDescription, takesExtras: Bool,
        environment: NotebookEnvironment,
        progress: any WorkProgress
    ) throws -> ImportReport {
        let (uuid, title) = (description.uuid, description.title)
        var request = ImportRequest(environment: environment, progress: progress)
        request.takesExtras = takesExtras
        (request.format, request.isPartial) = (format, isPartial)
        let result = try source.write(into: &bundle, for: uuid, request)
        // A notebook of existing notes is as old as its oldest note, unless one has no date: it would get that date.
        let created = bundle.hasUndatedItems ? description.created : result.created ?? description.created
        description = source.description ?? NotebookDescription(uuid: uuid, title: title, created: created)
        (description.uuid, description.title) = (uuid, title)
        var report = result.report
        if !report.balance.isEmpty { report.balance.settle(.notes, .added, report.items) }
        if !isPartial, !report.balance.gaps.isEmpty { throw UnbalancedImport(report) }
        report.settings = source.apply(to: &description.settings)
        return report
    }

    /// Imports what is beside the source into the notebook that was made of it; `nil` if nothing is.
    func importRest(
        into notebook: NotebookDirectory, _ received: inout ReceivedItems, _ locations: FileLocations,
        progress: any WorkProgress
    ) throws -> ImportReport? {
        guard let rest else { return nil }
        let listing = try notebook.read(\.listing)
        return try locations.withScratch(notebook.environment) { scratch in
            var request = ImportRequest(
                scratch: scratch.path, environment: notebook.environment, progress: progress)
            request.isPartial = isPartial
            let opened = try rest(listing.description.uuid, request)
            return try notebook.edit { draft in try draft.receive(opened, into: nil, &received) }.result.report
        }
    }
}

extension NewBundle {
    /// Whether an item says neither when it was created nor when it was changed.
    fileprivate var hasUndatedItems: Bool {
        written.contains { fact in
            guard let metadata = fact.item?.readable?.metadata else { return false }
            return metadata.created == nil && metadata.modified == nil
        }
    }

    /// The state of the written items, by uuid.
    fileprivate func itemStates(
        notebookCreated created: Timestamp
    ) throws -> [UniqueIdentifier: ReceivedState] {
        let resolver = LinkResolver(Manifest(of: written, notebookCreated: created))
        let jobs = OrderedJobs<(UniqueIdentifier, ReceivedState)>()
        for fact in written {
            guard let uuid = fact.item?.readable?.metadata.uuid else { continue }
            let bytes = try read(fact.path, limit: ItemFile.maximumBytes)
            jobs.add {
                let file = try ItemFile(bytes)
                return (uuid, ReceivedState(digest: fact.digest, meaning: resolver.meaning(of: file, at: fact.path)))
            }
        }
        return Dictionary(try jobs.values()) { first, _ in first }
    }
}

extension NotebookDirectory {
    /// Makes a notebook from a folder of notes, from an export, or from exports of other systems.
    ///
    /// Blocks until everything is read and written.
    ///
    /// - Parameters:
    ///   - name: The name of the bundle, which ends in `.notebundle`.
    ///   - directory: The directory of the bundle.
    ///   - title: The title; `nil` for that of the export, or else the name.
    ///   - sources: One folder of notes, or exports of other systems.
    ///   - choices: The format of the sources, if it is not to be found out, and what is done if something is missing.
    ///   - takesExtras: Whether to import files that no note links to.
    ///   - locations: The folder for the record of imports; it can be deleted at any time.
    /// - Returns: The notebook, and what was changed and skipped.
    /// - Throws: `ImportFailure`, `NotebookError.noNotes`, `.taken` or `.notATitle`, or `SystemError`; then there is
    ///   no notebook.
    package static func create(
        _ name: String, in directory: String, title: String? = nil, from sources: [FileLocation],
        _ choices: ImportChoices = ImportChoices(), takesExtras: Bool = false,
        locations: FileLocations = .standard, environment: NotebookEnvironment = .system,
        progress: any WorkProgress = NoProgress()
    ) throws -> (notebook: NotebookDirectory, report: ImportReport) {
        for source in sources { try ImportFailure.requireSource(source) }
        var request = ImportRequest(environment: environment, progress: NoProgress())
        (request.format, request.isPartial) = (choices.format, choices.isPartial)
        request.tagsColumn = choices.tagsColumn
        let contents = try NewContents(
            sources.map { ImportLocation($0.path, shown: environment.display($0.path)) }, request)
        let text = title ?? contents.title ?? NotebookLocation.stem(of: name)
        guard let accepted = Title.accepted(text), !accepted.isEmpty else { throw NotebookError.notATitle(text) }
        var bundle = try NewBundle(name, in: directory, environment: environment)
        var description = NotebookDescription(uuid: environment.newUUID(), title: accepted, created: environment.now())
        var report = try contents.write(
            into: &bundle, &description, takesExtras: takesExtras, environment: environment, progress: progress)
        var received = ReceivedItems(of: description.uuid, in: locations.cache)
        received.states = try bundle.itemStates(notebookCreated: description.created)
        _ = try bundle.finish(description)
        let notebook = NotebookDirectory(ExternalPath.below(directory, name), environment: environment)
        do {
            let rest = try contents.importRest(into: notebook, &received, locations, progress: progress)
            if let rest { report.add(rest) }
        } catch {
            try DirectoryFiles(directory).removeTree(DiskPath(name))
            throw error
        }
        // Without this record, a later import merely keeps more old versions than necessary.
        try? received.save()
        return (notebook, report)
    }
}
