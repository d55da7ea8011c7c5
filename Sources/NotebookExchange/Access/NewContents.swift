import NotebookCopies
package import NotebookFiles
import NotebookFormat
import NotebookLinks
package import NotebookPacking
package import NotebookStore
import NotebookText

/// What a new notebook is made from: the first source becomes the notebook, the others are imported into it.
struct NewContents {
    private let first: any OpenSource
    private let others: [ImportFormats.Opened]
    private let request: ImportRequest

    /// Opens the sources.
    ///
    /// - Throws: an error if one cannot be read.
    init(_ places: [ImportLocation], _ request: ImportRequest) throws {
        var opened = try ImportFormats.open(places, request)
        guard !opened.isEmpty else { throw ImportFailure(path: "nothing", reason: "no source is given") }
        (first, others, self.request) = (opened.removeFirst().source, opened, request)
    }

    /// The title that the first source sets for the notebook; `nil` if it sets none.
    var title: String? { first.description?.title }

    /// Writes the first source into a bundle under construction, and changes its description accordingly.
    ///
    /// - Throws: `NotebookError.noNotes` if a folder contains no notes, or an error if files cannot be read.
    func write(into bundle: inout NewBundle, _ description: inout NotebookDescription) throws -> ImportReport {
        let (uuid, title) = (description.uuid, description.title)
        let result = try first.write(into: &bundle, for: uuid, request)
        // A notebook of existing notes is as old as its oldest note, unless one has no date: it would get that date.
        let created = try bundle.hasUndatedItems() ? description.created : result.created ?? description.created
        description = first.description ?? NotebookDescription(uuid: uuid, title: title, created: created)
        (description.uuid, description.title) = (uuid, title)
        var report = result.report
        if !report.balance.isEmpty { report.balance.settle(.notes, .added, report.items) }
        if !request.isPartial, !report.balance.gaps.isEmpty { throw UnbalancedImport(report) }
        report.settings = first.apply(to: &description.settings)
        return report
    }

    /// Whether there are several sources.
    var areSeveral: Bool { !others.isEmpty }

    /// Imports the other sources into the notebook that was made of the first.
    func importOthers(
        into notebook: NotebookDirectory, _ received: inout ReceivedItems, _ locations: FileLocations
    ) throws -> ImportReport {
        try locations.withScratch(request.environment) { scratch in
            let request = request.into(try notebook.read(\.listing), scratch: scratch.path)
            let opened = try others.map { place, source in
                try source.source(place, for: notebook.read(\.listing.description.uuid), request)
            }
            return try notebook.edit { draft in try draft.receive(opened, into: nil, &received) }.result.report
        }
    }
}

extension NewBundle {
    /// Whether an item says neither when it was created nor when it was changed.
    fileprivate mutating func hasUndatedItems() throws -> Bool {
        try written.contains { fact in
            guard let metadata = fact.item?.readable?.metadata else { return false }
            return metadata.created == nil && metadata.modified == nil
        }
    }
}

extension NotebookDirectory {
    /// Makes a notebook from anything that can be imported: the first source also gives its title and settings.
    ///
    /// Blocks until everything is read and written.
    ///
    /// - Parameters:
    ///   - name: The name of the bundle, which ends in `.notebundle`.
    ///   - directory: The directory of the bundle.
    ///   - title: The title; `nil` for that of the first source, or else the name.
    ///   - sources: Notes, folders of them, JSON, exports, and other notebooks.
    ///   - choices: The format of the sources, if it is not to be found out, and what is done if something is missing.
    ///   - takesExtras: Whether to import files of the first source that no note links to.
    ///   - locations: The folders for temporary files and for the record of imports; both can be deleted at any time.
    ///   - unlock: Gives an archive among the sources its password, if it needs one.
    /// - Returns: The notebook, and what was changed and skipped.
    /// - Throws: `ImportFailure`, `NotebookError.noNotes`, `.taken` or `.notATitle`, or `SystemError`; then there is
    ///   no notebook.
    package static func create(
        _ name: String, in directory: String, title: String? = nil, from sources: [FileLocation],
        _ choices: ImportChoices = ImportChoices(), takesExtras: Bool = false,
        locations: FileLocations = .standard, environment: NotebookEnvironment = .system,
        progress: any WorkProgress = NoProgress(),
        unlocking unlock: @escaping (NotebookArchive) throws -> NotebookArchive = { $0 }
    ) throws -> (notebook: NotebookDirectory, report: ImportReport) {
        for source in sources { try ImportFailure.requireSource(source) }
        var request = ImportRequest(choices, environment: environment, progress: progress, unlock)
        request.takesExtras = takesExtras
        let places = sources.map { ImportLocation($0.path, shown: environment.display($0.path)) }
        return try PackedBag.unpacking(places, request, locations) { places, request in
            try create(name, in: directory, title: title, from: NewContents(places, request), locations, environment)
        }
    }

    private static func create(
        _ name: String, in directory: String, title: String?, from contents: NewContents, _ locations: FileLocations,
        _ environment: NotebookEnvironment
    ) throws -> (notebook: NotebookDirectory, report: ImportReport) {
        let text = title ?? contents.title ?? NotebookLocation.stem(of: name)
        guard let accepted = Title.accepted(text), !accepted.isEmpty else { throw NotebookError.notATitle(text) }
        let made =
            contents.areSeveral
            ? try NewBundle.inSteps(name, in: directory, environment: environment) { directory, environment in
                try make(name, in: directory, titled: accepted, of: contents, locations, environment)
            } : try make(name, in: directory, titled: accepted, of: contents, locations, environment)
        // Without this record, a later import merely keeps more old versions than necessary.
        try? made.received.save()
        return (NotebookDirectory(ExternalPath.below(directory, name), environment: environment), made.report)
    }

    /// Makes a notebook of the first source, and imports the others into it.
    private static func make(
        _ name: String, in directory: String, titled title: String, of contents: NewContents,
        _ locations: FileLocations, _ environment: NotebookEnvironment
    ) throws -> (report: ImportReport, received: ReceivedItems) {
        var bundle = try NewBundle(name, in: directory, environment: environment)
        var description = NotebookDescription(uuid: environment.newUUID(), title: title, created: environment.now())
        var report = try contents.write(into: &bundle, &description)
        var received = ReceivedItems(of: description.uuid, in: locations.cache)
        _ = try bundle.finish(description) { manifest, files in
            // Without them, a later import merely keeps more old versions than necessary.
            received.states = (try? itemStates(manifest, files)) ?? [:]
        }
        let notebook = NotebookDirectory(ExternalPath.below(directory, name), environment: environment)
        if contents.areSeveral {
            // What one source replaces of another is still in that source.
            report.add(try contents.importOthers(into: notebook.keepingElsewhere(), &received, locations))
        }
        return (report, received)
    }

    /// The state of items that were just written, by uuid.
    private static func itemStates(
        _ manifest: Manifest, _ files: any FileTree
    ) throws -> [UniqueIdentifier: ReceivedState] {
        let resolver = LinkResolver(manifest)
        let items = Set(manifest.entries.filter { $0.item?.uuid != nil }.map(\.path))
        let states = try ItemPass(files).map(items) { path, bytes -> (UniqueIdentifier, ReceivedState)? in
            let file = try ItemFile(bytes)
            guard let uuid = file.metadata.uuid, let digest = manifest[path]?.digest else { return nil }
            return (uuid, ReceivedState(digest: digest, meaning: resolver.meaning(of: file, at: path)))
        }
        return Dictionary(states) { first, _ in first }
    }
}
