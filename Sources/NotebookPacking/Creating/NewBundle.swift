import Cores
package import NotebookFiles
package import NotebookFormat
package import NotebookStore
package import NotebookText

/// A bundle under construction: built in a hidden directory beside its place, and moved there when complete (Format,
/// clause 25.8).
///
/// Ends with `finish`; dropping it removes what was built.
package struct NewBundle: ~Copyable {
    private let files: any FileOperations
    private let name: String
    private let shown: String
    /// Where it will be; `nil` once it is there.
    private var placement: Placement?
    private let staging: DiskPath
    /// The files written so far, in their order; `nil` for one that was removed.
    private var facts: [FileFact?] = []
    /// The places in that list, by path.
    private var indices: [BundlePath: Int] = [:]
    /// Small files that wait for a core to write them.
    private var batch = NewFileBatch()
    private var jobs = OrderedJobs<[FileFact]>()
    private var directories: Set<DiskPath> = [.root]
    private let replaces: Bool
    private let environment: NotebookEnvironment
    /// How many bytes the disk lacks for the files to be written.
    private var lack = 0

    /// Nothing may be written any more when what was built is removed.
    deinit { jobs.wait() }

    /// Attributes for git: every byte stays unchanged, and manifests are merged line by line.
    static let gitAttributes = "* -text\nmanifest.json -text merge=union\n"

    /// Starts a bundle with a name in a directory; messages show its path.
    ///
    /// - Parameter replacing: Whether to replace a notebook of the same name once the new one is complete.
    /// - Throws: `NotebookError.taken` if the name is already in use, `NotebookError.holdsMore`, or `SystemError`.
    package init(_ name: String, in directory: String, replacing: Bool = false, environment: NotebookEnvironment) throws
    {
        let files = try environment.open(directory, .none, .zero)
        let shown = environment.display(directory.hasSuffix("/") ? directory + name : directory + "/" + name)
        let isTaken = try Self.isTaken(name, in: files, shown, replacing: replacing, environment)
        let placement = try Placement(ofDirectory: name, in: files, environment: environment)
        self.files = files
        self.replaces = isTaken
        self.name = name
        self.shown = shown
        staging = placement.temporary
        self.placement = consume placement
        self.environment = environment
    }

    /// Makes sure that a bundle can have a name in a directory, as `init` does.
    package static func check(_ name: String, in directory: String, replacing: Bool, environment: NotebookEnvironment)
        throws
    {
        let shown = environment.display(directory.hasSuffix("/") ? directory + name : directory + "/" + name)
        _ = try isTaken(
            name, in: try environment.open(directory, .none, .zero), shown, replacing: replacing, environment)
    }

    /// Whether the name is in use by anything but a notebook that may be replaced.
    private static func isTaken(
        _ name: String, in files: any FileOperations, _ shown: String, replacing: Bool,
        _ environment: NotebookEnvironment
    ) throws -> Bool {
        guard let existing = try files.status(DiskPath(name)) else { return false }
        guard replacing, existing.kind == .directory else { throw NotebookError.taken(shown) }
        try ReplacedBundle(files, DiskPath(name), shown: shown, now: environment.now).check()
        return true
    }

    /// Makes a bundle in several steps, of which each is a whole bundle, in a hidden directory beside its place, and moves
    /// it there when the last one is done.
    ///
    /// - Parameter body: Makes the bundle, with the same name, in a given directory. The messages of its environment name
    ///   the place.
    /// - Throws: `NotebookError.taken` if the name is already in use, `SystemError`, or what `body` throws; then nothing
    ///   is in the place.
    package static func inSteps<Result>(
        _ name: String, in directory: String, environment: NotebookEnvironment,
        _ body: (_ directory: String, _ environment: NotebookEnvironment) throws -> Result
    ) throws -> Result {
        try check(name, in: directory, replacing: false, environment: environment)
        let files = try environment.open(directory, .none, .zero)
        let placement = try Placement(ofDirectory: name, in: files, environment: environment)
        let hidden = ExternalPath.below(directory, placement.temporary.text)
        let result = try body(hidden, environment.showing(hidden, as: directory))
        do throws(SystemError) {
            try placement.finish { (path) throws(SystemError) in
                try files.renameExclusively(path.appending(Array(name.utf8)), to: DiskPath(name))
                return path
            }
        } catch {
            guard error.meansTaken else { throw error }
            throw NotebookError.taken(environment.display(ExternalPath.below(directory, name)))
        }
        return result
    }

    /// Announces the total size of the files to be written, so that errors can say how much room is missing.
    package mutating func expect(_ sizes: some Sequence<Int>) {
        guard let room = files.room else { return }
        let block = 4096
        lack = max(0, sizes.reduce(0) { $0 + ($1 + block - 1) / block * block } - room)
    }

    /// The files written so far.
    ///
    /// - Throws: an error if one of them could not be written.
    package var written: [FileFact] {
        mutating get throws {
            try settle()
            return facts.compactMap(\.self)
        }
    }

    /// Writes a file to a free path, on any core: it may only turn out later that it cannot be written.
    ///
    /// - Parameter item: The facts of an item; read from the bytes if missing.
    package mutating func write(_ bytes: [UInt8], at path: BundlePath, item: ItemFact? = nil) throws {
        batch.add(bytes, at: path, item, try place(for: path))
        if batch.isFull { batch.pass(to: jobs) }
    }

    /// Waits until all files are written.
    private mutating func settle() throws {
        if !batch.isEmpty { batch.pass(to: jobs) }
        let done = jobs
        jobs = OrderedJobs()
        for fact in try done.values().joined() { add(fact) }
    }

    /// Writes a file whose content comes piece by piece, and returns its facts.
    package mutating func write(
        at path: BundlePath, _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> FileFact {
        var hasher = SHA256()
        var size = 0
        try place(for: path).write(content) { (bytes: [UInt8]) in
            hasher.update(bytes)
            size += bytes.count
        }
        let fact = FileFact(path: path, size: size, digest: hasher.finish(), item: nil)
        add(fact)
        return fact
    }

    /// Writes a file of the history, which is not part of the document; leaves out a file whose content does not match
    /// its name.
    mutating func write(
        _ file: HistoryFile, _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        let place = staging.appending(file.path)
        if directories.insert(place.parent).inserted {
            try HistoryKeeping.makeDirectories(in: files, below: staging)
        }
        guard try files.status(place) == nil else { return }
        try NewFile(files: files, place: place, shown: "\(shown)/\(file.path)", lack: lack).write(content)
        if case .content(let digest) = file.kind, try files.digest(of: place) != digest { try files.unlink(place) }
    }

    /// The bytes of a file that was written.
    package mutating func read(_ path: BundlePath, limit: Int) throws -> [UInt8] {
        if indices[path] == nil { try settle() }
        return try files.content(of: DiskPath(staging.text + "/" + path.text), limit: limit)
    }

    /// Overwrites a file that was written.
    package mutating func replace(_ bytes: [UInt8], at path: BundlePath) throws {
        try remove(path)
        try write(bytes, at: path)
    }

    /// Reserves a free path for a file, so that any core can write it; the file counts once it is added.
    mutating func place(for path: BundlePath) throws(SystemError) -> NewFile {
        NewFile(
            files: files, place: try place(of: path), shown: "\(shown)/\(PrintableText.escaped(path.text))", lack: lack)
    }

    /// Adds a file that was written to its reserved place.
    mutating func add(_ fact: FileFact) {
        indices[fact.path] = facts.count
        facts.append(fact)
    }

    /// Takes the fact of a file out of the list.
    private mutating func take(_ path: BundlePath) throws -> FileFact? {
        if indices[path] == nil { try settle() }
        guard let index = indices.removeValue(forKey: path) else { return nil }
        defer { facts[index] = nil }
        return facts[index]
    }

    /// Moves a file that was written to another free path.
    package mutating func rename(_ old: BundlePath, to new: BundlePath) throws {
        guard let fact = try take(old) else { throw NotebookError.gone(old) }
        try files.rename(try place(of: old), to: try place(of: new))
        add(FileFact(path: new, size: fact.size, digest: fact.digest, item: fact.item))
    }

    /// Removes a file that was written.
    package mutating func remove(_ path: BundlePath) throws {
        _ = try take(path)
        try files.unlink(try place(of: path))
    }

    /// Seals the bundle and moves it to its place; returns its fingerprint.
    ///
    /// - Parameter read: Reads the files before they are moved, while the disk still writes them.
    package consuming func finish(
        _ description: NotebookDescription, meanwhile read: ((Manifest, any FileTree) -> Void)? = nil
    ) throws -> Digest {
        try write(description.text, at: .notebook)
        let manifest = Manifest(of: try written, notebookCreated: description.created)
        let text = manifest.text
        try write(text, at: .manifest)
        return try place(Digest.of(text), meanwhile: read.map { read in { read(manifest, $0) } }).fingerprint
    }

    /// Moves the bundle to its place if its manifest was written like any other file.
    ///
    /// - Returns: Its fingerprint, and the name of the notebook that it replaced, if that stays beside it.
    package consuming func finishAsWritten() throws -> (fingerprint: Digest, replaced: String?) {
        guard let manifest = try written.first(where: { $0.path == .manifest }) else {
            throw NotebookError.missing(shown, file: "manifest.json")
        }
        return try place(manifest.digest)
    }

    private consuming func place(
        _ fingerprint: Digest, meanwhile read: ((any FileTree) -> Void)? = nil
    ) throws -> (fingerprint: Digest, replaced: String?) {
        try BackgroundJob.checkCancellation()
        let facts = try written
        try writeSurroundings()
        if let read {
            let synchronized = Aside { [files] in try files.synchronizeAll() }
            let staged = SubdirectoryFiles(files, staging)
            read(try DirectoryTree(staged, name: shown, pending: .none(hasStaging: false)))
            try synchronized.result()
        } else {
            try files.synchronizeAll()
        }
        let size = facts.last { $0.path == .manifest }?.size ?? 0
        files.reserve(Store.reserve(behind: size), behind: staging.appending("manifest.json"))
        let shown = shown
        if replaces {
            let replaced = ReplacedBundle(files, DiskPath(name), shown: shown, now: environment.now)
            let isKept = try replaced.keepContents(besides: facts, fingerprint, environment)
            var kept: DiskPath?
            try placement.take()?.finish { (path) throws(SystemError) in
                try replaced.replace(by: path, keepsOld: !isKept, as: &kept)
            }
            return (fingerprint, kept?.text)
        }
        do throws(SystemError) {
            try placement.take()?.finish()
        } catch {
            throw error.meansTaken ? NotebookError.taken(shown) : error
        }
        return (fingerprint, nil)
    }

    /// Writes files outside the document that help people and git.
    private func writeSurroundings() throws(SystemError) {
        let attributes = try files.create(staging.appending(".gitattributes"))
        defer { files.close(attributes) }
        try files.writeAll(Array(Self.gitAttributes.utf8), to: attributes)
        for directory in ["notes", "cards", "blobs"] { _ = try files.makeDirectories(staging.appending(directory)) }
    }

    private mutating func place(of path: BundlePath) throws(SystemError) -> DiskPath {
        let place = DiskPath(staging.text + "/" + path.text)
        if directories.insert(place.parent).inserted {
            do throws(SystemError) {
                _ = try files.makeDirectories(place.parent)
            } catch {
                throw error.lacking(atLeast: lack)
            }
        }
        return place
    }
}

/// Small files that one core examines and writes together.
private struct NewFileBatch {
    private struct File: Sendable {
        let path: BundlePath
        let place: NewFile
        let bytes: [UInt8]
        let item: ItemFact?

        /// The facts of an item; `nil` for other files.
        var examined: ItemFact? {
            item ?? FileType(of: path).flatMap { $0.isItem ? ItemFact(bytes, type: $0) : nil }
        }
    }

    private var files: [File] = []
    private var size = 0

    private static let enoughFiles = 64
    private static let enoughBytes = 1 << 18

    var isEmpty: Bool { files.isEmpty }
    /// Whether the batch is large enough to be passed on.
    var isFull: Bool { files.count >= Self.enoughFiles || size >= Self.enoughBytes }

    mutating func add(_ bytes: [UInt8], at path: BundlePath, _ item: ItemFact?, _ place: NewFile) {
        files.append(File(path: path, place: place, bytes: bytes, item: item))
        size += bytes.count
    }

    /// Has a job write the files, and starts a new batch.
    mutating func pass(to jobs: OrderedJobs<[FileFact]>) {
        let files = files
        jobs.add(weight: size) {
            try NewFile.write(files.map { ($0.place, $0.bytes) })
            return zip(files, SHA256.digests(of: files.map(\.bytes))).map { file, digest in
                FileFact(path: file.path, size: file.bytes.count, digest: digest, item: file.examined)
            }
        }
        self = NewFileBatch()
    }
}

/// The reserved place of a file in a bundle under construction.
struct NewFile: Sendable {
    fileprivate let files: any FileOperations
    fileprivate let place: DiskPath
    fileprivate let shown: String
    fileprivate let lack: Int

    /// Writes the file, whose content comes piece by piece; `note` gets each piece first.
    func write(
        _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void,
        noting note: @escaping ([UInt8]) -> Void = { _ in }
    ) throws {
        let file = try naming { () throws(SystemError) in try files.create(place) }
        defer { files.close(file) }
        try content { bytes in
            note(bytes)
            try naming { () throws(SystemError) in try files.writeAll(bytes, to: file) }
        }
    }

    /// Writes several files; those of one directory that follow each other are written together.
    static func write(_ contents: [(place: NewFile, content: [UInt8])]) throws(SystemError) {
        var rest = contents[...]
        while let first = rest.first?.place {
            let directory = first.place.parent
            let some = rest.prefix { $0.place.place.parent == directory }
            rest = rest.dropFirst(some.count)
            try first.naming { () throws(SystemError) in
                try first.files.write(some.map { (Array($0.place.place.name), $0.content) }, in: directory)
            }
        }
    }

    /// Makes errors show the final path of the file instead of the temporary one.
    private func naming<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw SystemError(error.operation, shown, code: error.code, lacking: error.lacking).lacking(atLeast: lack)
        }
    }
}
