import Archives
import Cores
package import NotebookFiles
import NotebookFormat
package import NotebookStore
import NotebookText

/// Unpacks a notebook from an archive, which is not trusted: only files that the manifest lists are unpacked (Format,
/// section 17).
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
        if inside.hasSuffix(".notebundle"), (try? BundlePath(inside)) != nil { return inside }
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
        if let collision = PathCollisions.find(in: manifest.entries.map(\.path)).first {
            throw UntrueArchive.collision(tree.name, collision.path, collision.otherInWords)
        }
        bundle.expect(manifest.entries.map(\.size))
        var missing = Set(manifest.entries.map(\.path))
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
