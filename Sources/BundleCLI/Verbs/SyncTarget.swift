import NotebookBundle

/// The place that a notebook syncs with, from a word of the command line.
struct SyncTarget {
    /// What is at the place, or will be.
    private enum Kind {
        case directory
        case archive(ArchiveFormat)
    }

    /// The path of the copy.
    let path: String
    /// Its path in messages, safe to print.
    let shown: String
    private let kind: Kind
    private let arguments: Arguments
    private let session: Session

    /// Finds the place; in a folder, the copy has the name of the notebook.
    init(_ word: String, of notebook: Notebook, _ arguments: Arguments, _ session: Session) throws {
        let path = Self.place(word, session)
        let shown = session.displayed(path)
        (self.arguments, self.session) = (arguments, session)
        switch NotebookLocation(at: path) {
        case .notebook, .remains: (self.path, kind) = (path, .directory)
        case .folder:
            let uuid = try notebook.directory.uuidIfReadable()
            let copy = try uuid.flatMap { try Self.copy(of: $0, in: path, arguments, session) }
            let name = try copy ?? notebook.directory.nameInArchives
            (self.path, kind) = (ExternalPath.below(path, name), .directory)
        case .file:
            (self.path, kind) = (path, .archive(try Self.format(path, shown)))
        case .nothing:
            if NotebookLocation.isCalledNotebook(path) {
                (self.path, kind) = (NotebookLocation.withEnding(path), .directory)
            } else if let format = ArchiveFormat(fileName: path) {
                (self.path, kind) = (path, .archive(format))
            } else {
                throw NotebookError.nothingThere(shown)
            }
        case .special: throw NotebookError.notANotebook(shown, "neither a directory nor a file")
        }
        self.shown = session.displayed(self.path)
        guard !ExternalPath.isInside(ExternalPath.real(self.path), ExternalPath.real(notebook.location)) else {
            throw UsageError.conflict(
                notebook.lies(at: self.path)
                    ? "\(self.shown) is the notebook itself; name another folder"
                    : "\(self.shown) is inside the notebook; name another folder")
        }
        if let notebook = NotebookLocation.around(ExternalPath.parent(of: ExternalPath.real(self.path))) {
            throw UsageError.conflict(
                "\(self.shown) is inside the notebook \(session.displayed(notebook)); name another folder")
        }
        if arguments[SyncCommand.encrypt] {
            guard case .archive(let format) = kind, format.canEncrypt else {
                throw UsageError.conflict("--encrypt needs a zip as PLACE")
            }
        }
    }

    /// The path that a word names, with or without the ending of a notebook.
    static func place(_ word: String, _ session: Session) -> String {
        let path = session.absolute(word)
        let named = path + NotebookLocation.ending
        return NotebookLocation(at: path) == .nothing && NotebookLocation(at: named) == .notebook ? named : path
    }

    /// The format of an archive, by its name or else by its content.
    private static func format(_ path: String, _ shown: String) throws -> ArchiveFormat {
        if let format = ArchiveFormat(fileName: path) { return format }
        return try ArchiveFailure.naming(shown) { try ArchiveSource(path: path).reader().format }
    }

    /// The path of an existing copy: a notebook, an archive, or a notebook of this name in a folder.
    static func place(_ word: String, for name: String, _ session: Session) -> String? {
        let path = place(word, session)
        switch NotebookLocation(at: path) {
        case .notebook, .file: return path
        case .folder:
            let inside = ExternalPath.below(path, name)
            return NotebookLocation(at: inside) == .notebook ? inside : nil
        default: return nil
        }
    }

    /// Makes the notebook at a path from a copy.
    static func make(
        _ path: String, from place: String, _ arguments: Arguments, _ session: Session, _ progress: ProgressLine
    ) throws {
        var copy = NotebookSource.archive(
            NamedArchive(source: ArchiveSource(path: place), path: place, name: session.displayed(place)))
        if NotebookLocation(at: place) != .file {
            copy = .directory(try NotebookOpener(arguments, session).directory(place))
        }
        if case .archive(let archive) = copy {
            copy = .archive(try ArchivePasswords(arguments, session).unlocked(archive))
            _ = try format(place, archive.name)
        }
        _ = try Notebook.create(
            ExternalPath.name(of: path), in: ExternalPath.parent(of: path), from: copy.notebook(session),
            environment: session.notebookEnvironment, progress: progress)
    }

    /// The name of the first readable notebook in a folder that has this uuid; `nil` if there is none.
    ///
    /// - Throws: `LockError.busy` if one is in use: it may be the copy, and a second copy beside it would diverge.
    private static func copy(
        of uuid: UniqueIdentifier, in folder: String, _ arguments: Arguments, _ session: Session
    ) throws -> String? {
        let opener = NotebookOpener(arguments, session)
        return try FilesBelow.names(folder).filter(NotebookLocation.isCalledNotebook).sorted().first { name in
            let path = ExternalPath.below(folder, name)
            return try session.notebook(at: path, locking: opener.locking).directory.uuidIfReadable() == uuid
        }
    }

    /// Whether the copy exists.
    var isThere: Bool { FileKind.following(path) != nil }

    /// A value that differs once the copy has changed.
    func mark() -> Int? {
        switch kind {
        case .directory: session.notebook(at: path, caching: false).mark
        case .archive: ExternalPath.identity(of: path)?.hashValue
        }
    }

    /// Syncs the notebook with the copy.
    func synchronize(
        _ notebook: Notebook, acceptingMissing: Bool, _ progress: ProgressLine
    ) throws -> NotebookSync {
        let opener = NotebookOpener(arguments, session)
        switch kind {
        case .directory:
            let copy = session.notebook(at: path, locking: opener.locking, caching: !arguments[Common.noCache])
            return try notebook.synchronize(with: copy, acceptingMissing: acceptingMissing, progress: progress)
        case .archive(let format):
            let passwords = ArchivePasswords(arguments, session)
            var archive = NamedArchive(source: ArchiveSource(path: path), path: path, name: shown)
            var password: [UInt8]?
            if isThere {
                password = try passwords.secret(of: archive)
                archive = try passwords.unlocked(archive)
            } else if arguments[SyncCommand.encrypt] {
                password = try session.remembered.secret(shown) { try passwords.new(for: format) }
            }
            return try notebook.synchronize(
                with: archive.opened(session), as: format, password: password, acceptingMissing: acceptingMissing,
                progress: progress)
        }
    }
}
