public import NotebookFiles
public import NotebookFormat
public import NotebookExchange
public import NotebookLive
import NotebookPacking
public import NotebookStore
import NotebookText

extension Notebook {
    /// The notebook at a path: a directory or an archive; nothing of it is read yet.
    ///
    /// Does not block: looks only at what is at the path.
    ///
    /// - Parameters:
    ///   - wait: How long its calls wait for others who have locked it.
    ///   - isLocking: Whether to lock it against others while it is read or changed; `false` for disks that cannot lock.
    ///   - cache: The folder in which to remember what a directory contains, so that large notebooks are read sooner, such
    ///     as `FileLocations.standard.cache`, which the tool uses; can be deleted at any time. `nil` for none.
    /// - Throws: `NotebookError` if nothing is there, or something that is no notebook.
    public static func open(
        _ path: String, waiting wait: Duration = .seconds(10), locking isLocking: Bool = true,
        caching cache: FileLocation? = nil, environment: NotebookEnvironment = .system
    ) throws -> Notebook {
        let shown = PrintableText.escaped(path)
        switch NotebookLocation(at: path) {
        case .notebook, .remains:
            return Notebook(
                directory: path, environment: environment,
                locking: NotebookLocking(isEnabled: isLocking, wait: wait),
                cache: cache.map { NotebookCaches(in: $0) })
        case .file: return Notebook(NotebookArchive(path, environment: environment))
        case .folder: throw NotebookError.notANotebook(shown, "it has neither the ending .notebundle nor its files")
        case .special: throw NotebookError.notANotebook(shown, "neither a directory nor a file")
        case .nothing: throw NotebookError.nothingThere(shown)
        }
    }

    /// Makes a notebook in a directory: empty, or with samples.
    ///
    /// Blocks until it is durable.
    ///
    /// - Parameters:
    ///   - name: The name of the bundle, which ends in `.notebundle`.
    ///   - suggestions: What to try in a notebook with samples, in Markdown; `nil` for an empty one.
    /// - Throws: an error if the name is in use, the title is not valid, or the directory cannot be written.
    public static func create(
        _ name: String, in directory: String, title: String, samplesWith suggestions: [String]? = nil,
        environment: NotebookEnvironment = .system
    ) throws -> Notebook {
        Notebook(
            try NotebookDirectory.create(
                name, in: directory, title: title, samplesWith: suggestions, environment: environment))
    }

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
    ///   - unlock: Gives an archive among the sources its password, if it needs one (``unlocked(with:)``).
    /// - Returns: The notebook, and what was changed and skipped.
    /// - Throws: an error if a source cannot be imported, the name is in use, or the directory cannot be written; then
    ///   there is no notebook.
    public static func create(
        _ name: String, in directory: String, title: String? = nil, from sources: [FileLocation],
        _ choices: ImportChoices = ImportChoices(), takesExtras: Bool = false,
        locations: FileLocations = .standard, environment: NotebookEnvironment = .system,
        progress: (any WorkProgress)? = nil,
        unlocking unlock: @escaping (Notebook) throws -> Notebook = { $0 }
    ) throws -> (notebook: Notebook, report: ImportReport) {
        let (notebook, report) = try NotebookDirectory.create(
            name, in: directory, title: title, from: sources, choices, takesExtras: takesExtras, locations: locations,
            environment: environment, progress: progress ?? NoProgress()
        ) { try unlock(Notebook($0)).archive }
        return (Notebook(notebook), report)
    }

    /// Makes an empty notebook in memory, which is gone when it is released.
    ///
    /// Does not block.
    ///
    /// - Throws: an error if the title is not valid.
    public init(title: String, environment: NotebookEnvironment = .system) throws {
        self.init(try MemoryNotebook(title: title, environment: environment))
    }

    /// A notebook in memory with a few notes and cards, for trying things out.
    ///
    /// Does not block.
    ///
    /// - Throws: an error if the title is not valid.
    public static func sample(title: String = "Sample", environment: NotebookEnvironment = .system) throws -> Notebook {
        Notebook(try MemoryNotebook(sample: title, environment))
    }

    /// A notebook in memory, made from files, which are read on demand.
    ///
    /// - Parameter files: The bytes of the files by their paths in the bundle, as ``files()`` returns them.
    public init(files: [String: [UInt8]], environment: NotebookEnvironment = .system) {
        self.init(MemoryNotebook(files: files, environment: environment))
    }

    /// A notebook in an archive in memory; nothing is read yet.
    ///
    /// - Parameter name: Its name in messages.
    public init(archive bytes: [UInt8], name: String = "the archive", environment: NotebookEnvironment = .system) {
        self.init(NotebookArchive(bytes: bytes, name: name, environment: environment))
    }

    /// The notebook that a program stores itself; nothing is read yet.
    ///
    /// Keeps up to 32 MiB of the files that it has read, until the revision of the backend changes.
    public init(_ backend: any NotebookBackend, environment: NotebookEnvironment = .system) {
        self.init(BackendNotebook(backend, environment: environment))
    }

    /// Puts the files of a notebook into an empty backend.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Parameter files: The bytes of the files by their paths in the bundle, as ``files()`` returns them.
    /// - Throws: an error if the backend is not empty, or what the backend throws.
    public static func create(
        in backend: any NotebookBackend, files: [String: [UInt8]], environment: NotebookEnvironment = .system
    ) throws -> Notebook {
        Notebook(try BackendNotebook.create(in: backend, files: files, environment: environment))
    }
}

extension Notebook {
    /// The notebook with unsaved texts to be laid over it, for a program that edits it.
    ///
    /// Blocks until all notes and cards are read.
    ///
    /// - Throws: an error if it is not in a directory, or if a file cannot be read; damage to the notebook is not an
    ///   error.
    public func live() throws -> LiveNotebook { try LiveNotebook(try directory) }
}

extension NotebookSnapshot {
    /// The template with a name.
    ///
    /// Blocks until it is read.
    ///
    /// - Throws: `NotebookError.noSuchTemplate`, `.gone` or `.malformedItem`, or an error if it cannot be read.
    public func template(_ name: String, _ type: FileType = .note) throws -> NotebookTemplate {
        let item = try listing.template(name, type)
        guard let bytes = try files.content(of: item.path, limit: ItemFile.maximumBytes) else {
            throw NotebookError.gone(item.path)
        }
        return try NotebookTemplate(item.path, bytes)
    }
}
