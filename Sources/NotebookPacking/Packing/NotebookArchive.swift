package import Archives
package import NotebookFiles
package import NotebookFormat
package import NotebookMerging
package import NotebookStore
import NotebookText

/// A notebook in a zip or tar archive, read in place (Format, section 23).
package struct NotebookArchive: NotebookReading {
    /// The path of the archive.
    package let path: String
    package let source: ArchiveSource
    package let name: String
    package let environment: NotebookEnvironment
    package let limits: ArchiveLimits

    /// An archive at a path; nothing is read yet.
    package init(_ path: String, environment: NotebookEnvironment = .system) {
        self.init(ArchiveSource(path: path), at: path, name: environment.display(path), environment: environment)
    }

    package init(
        _ source: ArchiveSource, at path: String, name: String, environment: NotebookEnvironment,
        limits: ArchiveLimits = ArchiveLimits()
    ) {
        self.path = path
        self.source = source
        self.name = name
        self.environment = environment
        self.limits = limits
    }

    package func tree() throws -> ArchiveTree { try ArchiveTree(source, name: name, limits: limits) }

    /// Calls `body` with the notebook; files that the manifest does not list are ignored.
    ///
    /// Blocks while `body` runs.
    ///
    /// - Throws: `NotebookError`, `ArchiveFailure` if it is not an archive or is damaged, `UntrueArchive` if it does
    ///   not match its manifest, or what `body` throws.
    package func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result {
        try body(try NotebookSnapshot(try ListedTree(try tree()), now: environment.now))
    }

    /// Inspects every file; the notebook and the archive may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Throws: an error if the archive cannot be read, for example because it exceeds a limit.
    package func inspection(
        collectsLinks: Bool, examiner: ItemExaminer?, progress: any WorkProgress
    ) throws -> Inspection {
        var inspection = Inspection()
        do {
            inspection = try Inspector(
                try tree(), collectsLinks: collectsLinks, examiner: examiner, progress: progress
            ).inspect()
        } catch let failure as ArchiveFailure {
            // Nothing read so far is certain.
            guard let refusal = failure.refusal else { throw failure }
            inspection.refusal = refusal
        } catch NotebookError.notANotebook {
            inspection.archive = ArchiveFacts(directory: "")
        }
        inspection.now = environment.now()
        return inspection
    }

    /// The source lines of findings.
    package func sourceLines(of findings: [Finding]) -> SourceLines {
        guard findings.contains(where: { $0.position != nil }) else { return SourceLines() }
        return (try? tree()).map { SourceLines($0, of: findings) } ?? SourceLines()
    }
}

extension NotebookDirectory {
    /// Whether a path leads to this notebook.
    package func lies(at path: String) -> Bool { ExternalPath.real(path) == ExternalPath.real(self.path) }

    /// The name of the bundle's directory in archives: its own if it is portable and has the ending, or else a name
    /// made from it (Format, clause 23.2).
    package var nameInArchives: String {
        let name = String(path.parts(between: "/").last ?? "")
        if name.ends(in: NotebookLocation.ending), (try? BundlePath(name)) != nil { return name }
        return (PortableName.made(from: NotebookLocation.stem(of: name)) ?? "Notebook") + NotebookLocation.ending
    }

    /// Makes a notebook in a directory: empty, or with samples.
    ///
    /// Blocks until it is durable.
    ///
    /// - Parameters:
    ///   - name: The name of the bundle, which ends in `.notebundle`.
    ///   - suggestions: What to try in a notebook with samples, in Markdown; `nil` for an empty one.
    /// - Throws: `NotebookError.taken` if the name is in use, `NotebookError.notATitle`, or `SystemError`.
    package static func create(
        _ name: String, in directory: String, title: String, samplesWith suggestions: [String]? = nil,
        environment: NotebookEnvironment = .system
    ) throws -> NotebookDirectory {
        guard let title = Title.accepted(title), !title.isEmpty else { throw NotebookError.notATitle(title) }
        var bundle = try NewBundle(name, in: directory, environment: environment)
        var description = NotebookDescription(uuid: environment.newUUID(), title: title, created: environment.now())
        if let suggestions {
            description = try SampleNotebook.write(
                into: &bundle, title: title, suggestions: suggestions, environment: environment)
        }
        _ = try bundle.finish(description)
        return NotebookDirectory(ExternalPath.below(directory, name), environment: environment)
    }

    /// Packs the notebook into an archive, and verifies every file; replaces an existing archive, which stays unchanged
    /// if packing fails.
    ///
    /// Blocks until the archive is durable.
    ///
    /// - Throws: `PackingRefusal` if the files do not match the manifest, or `SystemError`.
    package func archive(
        _ name: String, in directory: String, as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(),
        progress: any WorkProgress = NoProgress()
    ) throws -> Packed {
        let path = ExternalPath.below(directory, name)
        // As shells pass a pipe for ‘>(…)’.
        if FileKind.at(path) == .symbolicLink, FileKind.following(path) == .special {
            return try DirectoryFiles.writeArchive(through: path, shown: environment.display(path)) { sink in
                try pack(format, options, progress, to: sink)
            }
        }
        let folder: DirectoryFiles
        do throws(SystemError) {
            folder = try DirectoryFiles(directory, name: environment.display(directory))
        } catch {
            throw SystemError(.create, environment.display(ExternalPath.below(directory, name)), code: error.code)
        }
        return try folder.writeArchive(name, environment: environment) { sink in
            try pack(format, options, progress, to: sink)
        }
    }

    /// Packs the notebook into an archive that is written as a stream, and verifies every file.
    ///
    /// Blocks until everything is written.
    ///
    /// - Parameter write: Receives the bytes of the archive, piece by piece; they are incomplete if packing fails.
    /// - Throws: `PackingRefusal` if the files do not match the manifest, or what `write` throws.
    package func archive(
        as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(),
        progress: any WorkProgress = NoProgress(), to write: @escaping ([UInt8]) throws -> Void
    ) throws -> Packed {
        try pack(format, options, progress, to: PieceSink(write))
    }

    private func pack(
        _ format: ArchiveFormat, _ options: ArchiveOptions, _ progress: any WorkProgress, to sink: any ArchiveSink
    ) throws -> Packed {
        try readTree { tree in
            let packer = Packer(tree, directoryName: name(inArchivesWith: options), options, progress: progress)
            let password = options.password.map { Array($0.utf8) }
            return try packer.pack(format, level: options.level, password: password, to: sink)
        }
    }

    /// Compares an archive with the one that packing the notebook would give.
    ///
    /// Blocks until both are read.
    ///
    /// - Throws: `ArchiveFailure` if the archive is damaged, or `PackingRefusal` if the files do not match the manifest.
    package func comparison(
        with archive: NotebookArchive, options: ArchiveOptions = ArchiveOptions(),
        progress: any WorkProgress = NoProgress()
    ) throws -> ArchiveComparison {
        try readTree { tree in
            let packer = Packer(tree, directoryName: name(inArchivesWith: options), options, progress: progress)
            return try ArchiveComparison(archive.source, name: archive.name, with: packer, level: options.level)
        }
    }

    /// The name that the notebook's directory has in archives with these options.
    package func name(inArchivesWith options: ArchiveOptions) -> String {
        options.part?.directoryName(of: nameInArchives) ?? nameInArchives
    }
}

/// What goes into an archive, and how.
public struct ArchiveOptions: Sendable {
    /// The compression level, one of the format's; `nil` for its default.
    public var level: Int?
    /// The password that encrypts the contents; only for a zip.
    public var password: String?
    /// Whether to leave out the trash.
    public var leavesOutTrash = false
    /// Whether to include the reviews of cards (docs/Study.md).
    public var includesStudy = false
    /// Whether to include the history, so that changes can be undone after unpacking; needs the whole notebook.
    public var includesHistory = false
    /// The states that the notebook had, as the only file of a history; `nil` for none.
    package var lineage: Lineage?
    /// The part of the notebook to pack; `nil` for all of it.
    public var part: NotebookPart?

    /// The states that the notebook had, as the only file of the history; `nil` for none.
    public init() {}
}

extension DirectoryFiles {
    /// Writes an archive beside its place, and moves it there when it is complete; replaces an existing file.
    ///
    /// Keeps the permissions. Writes to a device or pipe directly.
    ///
    /// - Throws: `NotebookError.taken` if a link is there; the caller has to follow links.
    package func writeArchive<Result>(
        _ name: String, environment: NotebookEnvironment, _ pack: (any ArchiveSink) throws -> Result
    ) throws
        -> Result
    {
        switch try status(DiskPath(name))?.kind {
        case .special:
            let file = try openToWrite(name)
            defer { close(file) }
            return try ArchiveFailure.naming(PrintableText.escaped(name)) {
                try pack(try DescriptorSink(descriptor: file.number))
            }
        case .symbolicLink: throw NotebookError.taken(PrintableText.escaped(name))
        default: break
        }
        let room = room
        return try replaceFile(name, environment: environment) { file in
            try ArchiveFailure.naming(PrintableText.escaped(name), room: room) {
                try pack(try DescriptorSink(descriptor: file.number))
            }
        }
    }

    /// Writes an archive to the device or pipe that a link leads to, such as those in `/dev/fd`.
    package static func writeArchive<Result>(
        through link: String, shown: String, _ pack: (any ArchiveSink) throws -> Result
    ) throws -> Result {
        guard let file = OwnedDescriptor(SystemCall.openToOverwrite(link)) else {
            throw SystemError(.write, shown, code: SystemCall.code)
        }
        let number = file.release()
        defer { _ = OwnedDescriptor(number) }
        return try ArchiveFailure.naming(shown) { try pack(try DescriptorSink(descriptor: number)) }
    }

    private func openToWrite(_ name: String) throws(SystemError) -> OpenFile {
        guard let file = OwnedDescriptor(SystemCall.openToWrite(root.number, Array(name.utf8))) else {
            throw SystemError(.write, PrintableText.escaped(name), code: SystemCall.code)
        }
        return OpenFile(number: file.release(), path: DiskPath(name))
    }
}
