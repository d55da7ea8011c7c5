import Archives
package import NotebookFormat

/// Takes a notebook out of an archive, which is not trusted: what the manifest lists, and nothing else (Format,
/// section 17).
package struct Unpacker {
    private let tree: ArchiveTree
    private let progress: any Progress

    /// An unpacker of an archive.
    package init(_ tree: ArchiveTree, progress: any Progress) {
        self.tree = tree
        self.progress = progress
    }

    /// The name that the bundle's directory gets: that in the archive, or else that of the archive.
    package func directoryName(archive: String) throws -> String {
        let inside = tree.root.isEmpty ? "" : String(tree.root.dropLast())
        if inside.hasSuffix(".notebundle"), (try? BundlePath(inside)) != nil { return inside }
        let outside =
            archive.firstRange(of: ".notebundle").map { archive[..<$0.lowerBound] } ?? archive.prefix { $0 != "." }
        let stem = PortableName.made(from: inside.isEmpty ? String(outside) : inside) ?? "Notebook"
        return stem + ".notebundle"
    }

    /// Writes the files into a bundle that is being made, and tells what of an operating system stayed out, by the paths up
    /// to the components that say so.
    ///
    /// - Throws: `UnpackingRefusal` or `ArchiveFailure`.
    package func unpack(into bundle: inout NewBundle) throws -> LeftOut {
        guard let bytes = try tree.content(of: .manifest, limit: Manifest.maximumBytes) else {
            throw NotebookError.notANotebook(tree.name, "there is no manifest.json in it")
        }
        let manifest = try read(bytes)
        try checkLimits(manifest)
        if let collision = PathCollisions.find(in: manifest.entries.map(\.path)).first {
            throw UnpackingRefusal.collision(tree.name, collision.path.text, collision.other)
        }
        var missing = Set(manifest.entries.map(\.path))
        var hasManifest = false
        var leftOut = LeftOut()
        try tree.forEachFile { file, content in
            switch file.place {
            case .systemFile(let path): leftOut.note(path)
            case .directory: break
            case .irregular(let found): throw UnpackingRefusal.irregular(tree.name, found)
            case .unportable(let path, let problem): throw UnpackingRefusal.unportable(tree.name, path, problem)
            case .file(.manifest):
                guard !hasManifest, try content.bytes(limit: Manifest.maximumBytes) == bytes else {
                    throw UnpackingRefusal.unlisted(tree.name, "manifest.json")
                }
                hasManifest = true
            case .file(let path):
                guard let entry = manifest[path] else { throw UnpackingRefusal.unlisted(tree.name, path.text) }
                guard missing.remove(path) != nil else { throw UnpackingRefusal.twice(tree.name, path.text) }
                try unpack(entry, content, &bundle)
            }
            return .goOn
        }
        if let path = missing.min() { throw UnpackingRefusal.missing(tree.name, path.text, missing.count - 1) }
        try bundle.write(bytes, at: .manifest)
        return leftOut
    }

    /// Files of an operating system in an archive.
    package struct LeftOut {
        /// How many there are.
        package private(set) var count = 0
        /// Up to three of their paths.
        package private(set) var paths: [String] = []

        fileprivate mutating func note(_ path: String) {
            count += 1
            if paths.count < 3, !paths.contains(path) { paths.append(path) }
        }
    }

    /// What the manifest announces is believed as far as it is too much.
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
        if let passed { throw ArchiveFailure(name: tree.name, problem: .exceeded(passed, ArchivePlace())) }
    }

    private func unpack(_ entry: Entry, _ content: any FileContent, _ bundle: inout NewBundle) throws {
        let name = tree.name
        let progress = progress
        let fact = try bundle.write(at: entry.path) { write in
            var size = 0
            try content.stream { bytes in
                size += bytes.count
                progress.advance(bytes.count, entry.path.text)
                // Stopped while it happens: what expands beyond its size is written no further.
                guard size <= entry.size else { throw UnpackingRefusal.wrongContent(name, entry.path.text) }
                try write(bytes)
            }
        }
        guard fact.size == entry.size, fact.digest == entry.digest else {
            throw UnpackingRefusal.wrongContent(name, entry.path.text)
        }
    }

    private func read(_ bytes: [UInt8]) throws(NotebookError) -> Manifest {
        do throws(TextProblem) {
            return try Manifest(bytes)
        } catch {
            throw .malformed(tree.name, file: "manifest.json", error, error.position(in: bytes))
        }
    }
}

/// Why a notebook is not taken out of an archive.
package enum UnpackingRefusal: Failure {
    case unlisted(String, String)
    case missing(String, String, Int)
    case wrongContent(String, String)
    case irregular(String, IrregularFile)
    case unportable(String, String, PathProblem)
    case collision(String, String, String)
    case twice(String, String)

    package var description: String {
        switch self {
        case .unlisted(let name, let path): "\(name): the manifest does not list \(PrintableText.quoted(path))"
        case .missing(let name, let path, let more):
            "\(name): \(PrintableText.quoted(path)) is missing" + (more > 0 ? " (and \(more) more)" : "")
        case .wrongContent(let name, let path):
            "\(name): \(PrintableText.quoted(path)) does not have the content that the manifest lists"
        case .irregular(let name, let file): "\(name): \(PrintableText.quoted(file.path)) is \(file.kind)"
        case .unportable(let name, let path, let problem): "\(name): the path \(PrintableText.quoted(path)) \(problem)"
        case .collision(let name, let path, let other):
            "\(name): some systems cannot tell \(PrintableText.quoted(path)) from \(PrintableText.quoted(other))"
        case .twice(let name, let path): "\(name): \(PrintableText.quoted(path)) is there twice"
        }
    }

    package var hint: String? {
        "nothing was unpacked; ‘bundle validate’ shows everything that is wrong with the archive"
    }

    package var isFinding: Bool { true }
}
