import Archives
import Cores
package import NotebookFiles
import NotebookFormat
package import NotebookStore
import NotebookText

/// Unpacks a notebook from an archive, which is not trusted: only files that the manifest lists are unpacked (Format,
/// section 23).
package struct Unpacker: Sendable {
    private let tree: ArchiveTree
    private let progress: any WorkProgress

    /// An unpacker of an archive.
    package init(_ tree: ArchiveTree, progress: any WorkProgress) {
        self.tree = tree
        self.progress = progress
    }

    /// The name of the bundle's directory: its name in the archive, or else the name of the archive.
    package func directoryName(archive: String) throws -> String {
        let inside = tree.root.isEmpty ? "" : String(tree.root.dropLast())
        if inside.ends(in: ".notebundle"), (try? BundlePath(inside)) != nil { return inside }
        let outside =
            archive.firstRange(of: ".notebundle").map { archive[..<$0.lowerBound] } ?? archive.prefix { $0 != "." }
        let stem = PortableName.made(from: inside.isEmpty ? String(outside) : inside) ?? "Notebook"
        return stem + ".notebundle"
    }

    /// Writes the files into a bundle under construction; returns the skipped files of operating systems, by their
    /// paths up to the component that identifies them.
    ///
    /// - Throws: `UntrueArchive` or `ArchiveFailure`.
    package func unpack(into bundle: inout NewBundle) throws -> LeftOut {
        let bytes = try manifestBytes()
        let manifest = try read(bytes)
        try checkLimits(manifest)
        if let collision = PathCollisions.find(in: manifest.entries.paths).first {
            throw UntrueArchive.collision(tree.name, collision.path, collision.otherInWords)
        }
        bundle.expect(manifest.entries.sizes)
        var missing = Set(manifest.entries.paths)
        var hasManifest = false
        var leftOut = LeftOut()
        let jobs = OrderedJobs<[FileFact]>()
        var batch = UnpackedBatch(tree.name, progress)
        do {
            try tree.forEachFile { file, content in
                if case .systemFile(let path) = file.place { leftOut.record(path) }
                if case .file(.manifest) = file.place {
                    guard !hasManifest, try content.bytes(limit: Manifest.maximumBytes) == bytes else {
                        throw UntrueArchive.unlisted(tree.name, "manifest.json")
                    }
                    hasManifest = true
                } else if let entry = try manifest.entry(of: file, in: tree.name) {
                    guard missing.remove(entry.path) != nil else {
                        throw UntrueArchive.twice(tree.name, entry.path.text)
                    }
                    let place = try bundle.place(for: entry.path)
                    if entry.size <= UnpackedBatch.largestFile, file.size <= UnpackedBatch.largestFile {
                        try batch.add(entry, content, place)
                        if batch.isFull { batch.pass(to: jobs) }
                    } else if let content = content.lasting {
                        let unpacker = self
                        jobs.add { [try unpacker.unpack(large: entry, content, to: place)] }
                    } else {
                        bundle.add(try unpack(large: entry, content, to: place))
                    }
                }
                return .goOn
            }
            batch.pass(to: jobs)
        } catch {
            // The results of earlier jobs come first.
            _ = try jobs.values()
            throw error
        }
        for fact in try jobs.values().joined() { bundle.add(fact) }
        if let path = missing.min() { throw UntrueArchive.missing(tree.name, path.text, missing.count - 1) }
        try bundle.write(bytes, at: .manifest)
        try tree.forEachHistoryFile { file, content in
            try bundle.write(file) { write in try content.stream(write) }
            return .goOn
        }
        return leftOut
    }

    /// Files of an operating system in an archive.
    package struct LeftOut {
        /// Their number.
        package private(set) var count = 0
        /// Up to three of their paths.
        package private(set) var paths: [String] = []

        fileprivate mutating func record(_ path: String) {
            count += 1
            if paths.count < 3, !paths.contains(path) { paths.append(path) }
        }
    }

    // The manifest's numbers are used only to refuse an archive early, never to accept one.
    private func checkLimits(_ manifest: Manifest) throws(ArchiveFailure) {
        let limits = tree.limits
        var size: UInt64 = 0
        for entry in manifest.entries { size = size.addingReportingOverflow(UInt64(max(0, entry.size))).partialValue }
        let passed: ArchiveLimit? =
            if manifest.entries.count >= limits.members {
                .members(limits.members)
            } else if size > limits.expandedBytes {
                .expandedBytes(limits.expandedBytes)
            } else {
                nil
            }
        if let passed { throw ArchiveFailure(name: tree.name, problem: .exceeded(passed, ArchiveLocation())) }
    }

    /// Writes a file that is read piece by piece, while another core verifies it.
    private func unpack(large entry: Entry, _ content: any FileContent, to place: NewFile) throws -> FileFact {
        let content = ListedContent(content, entry, of: tree.name)
        try place.write { write in
            try content.stream { bytes in
                try progress.step(bytes.count, entry.path.text)
                try write(bytes)
            }
        }
        return FileFact(path: entry.path, size: entry.size, digest: entry.digest, item: nil)
    }

    /// The manifest of the archive.
    func manifest() throws -> Manifest { try read(try manifestBytes()) }

    private func manifestBytes() throws -> [UInt8] {
        guard let bytes = try tree.content(of: .manifest, limit: Manifest.maximumBytes) else {
            throw NotebookError.notANotebook(tree.name, "it has no manifest.json")
        }
        return bytes
    }

    private func read(_ bytes: [UInt8]) throws(NotebookError) -> Manifest {
        do throws(TextProblem) {
            return try Manifest(bytes)
        } catch {
            throw .malformed(tree.name, file: "manifest.json", error, error.position(in: bytes))
        }
    }
}

/// Small files of an archive that one core expands, verifies and writes together.
struct UnpackedBatch {
    /// Larger files are handled alone.
    static let largestFile = 1 << 20

    private let name: String
    private let progress: any WorkProgress
    private var files: [File] = []
    private var size = 0

    private static let enoughFiles = 64
    private static let enoughBytes = 1 << 18

    private struct File: Sendable {
        let entry: Entry
        let place: NewFile
        let content: Content
    }

    private enum Content: Sendable {
        /// The content that could only be read at once.
        case bytes([UInt8])
        case lasting(any FileContent & Sendable)

        /// The content, or one byte more than is allowed.
        func bytes(limit: Int) throws -> [UInt8] {
            switch self {
            case .bytes(let bytes): bytes
            case .lasting(let content): try content.bytes(limit: limit)
            }
        }
    }

    /// An empty batch for an archive with this name.
    init(_ name: String, _ progress: any WorkProgress) {
        self.name = name
        self.progress = progress
    }

    /// Whether the batch is large enough to be passed on.
    var isFull: Bool { files.count >= Self.enoughFiles || size >= Self.enoughBytes }

    mutating func add(_ entry: Entry, _ content: any FileContent, _ place: NewFile) throws {
        let content: Content =
            if let lasting = content.lasting { .lasting(lasting) } else { .bytes(try content.bytes(limit: entry.size)) }
        files.append(File(entry: entry, place: place, content: content))
        size += entry.size
    }

    /// Has a job unpack the files, and starts a new batch.
    mutating func pass(to jobs: OrderedJobs<[FileFact]>) {
        if files.isEmpty { return }
        let batch = self
        (files, size) = ([], 0)
        jobs.add { try batch.unpack() }
    }

    /// Writes only what the manifest lists.
    private func unpack() throws -> [FileFact] {
        let contents = try files.map { try $0.content.bytes(limit: $0.entry.size) }
        for (file, (content, digest)) in zip(files, zip(contents, SHA256.digests(of: contents))) {
            guard content.count == file.entry.size, digest == file.entry.digest else {
                throw UntrueArchive.wrongContent(name, file.entry.path.text)
            }
            try progress.step(content.count, file.entry.path.text)
        }
        try NewFile.write(zip(files, contents).map { ($0.place, $1) })
        return files.map { FileFact(path: $0.entry.path, size: $0.entry.size, digest: $0.entry.digest, item: nil) }
    }
}
