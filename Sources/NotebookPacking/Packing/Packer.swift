package import Archives
import Cores
package import NotebookFiles
package import NotebookFormat
import NotebookMerging
package import NotebookStore
public import NotebookText

/// Writes a notebook into an archive, and verifies every file (Format, section 23).
package struct Packer {
    private let tree: DirectoryTree
    let directoryName: String
    private let options: ArchiveOptions
    private let progress: any WorkProgress

    /// A packer of a bundle's files.
    ///
    /// - Parameter directoryName: The name of the bundle's directory, which contains the members.
    package init(
        _ tree: DirectoryTree, directoryName: String, _ options: ArchiveOptions, progress: any WorkProgress
    ) {
        self.tree = tree
        self.directoryName = directoryName
        self.options = options
        self.progress = progress
    }

    /// Writes the archive.
    ///
    /// - Throws: `PackingRefusal` if the files do not match the manifest; then the archive is incomplete.
    package func pack(
        _ format: ArchiveFormat, level: Int?, password: [UInt8]? = nil, to sink: any ArchiveSink
    ) throws -> Packed {
        let plan = try plan()
        do {
            return try pack(plan, format, level: level, password: password, to: sink)
        } catch let problem as ArchiveProblem {
            guard case .failed(_, let code) = problem, SystemCall.meansFull(code) else { throw problem }
            throw FullDisk(problem: problem, size: plan.estimatedSize(as: format))
        }
    }

    private func pack(
        _ plan: Plan, _ format: ArchiveFormat, level: Int?, password: [UInt8]?, to sink: any ArchiveSink
    ) throws -> Packed {
        let writer = try ArchiveWriter(format, to: sink, level: level, password: password)
        let verification = Verification()
        try writer.add("\(directoryName)/manifest.json", bytes: plan.text)
        var small: [Entry] = []
        var smallSize = 0
        func addSmall() throws {
            if !small.isEmpty { try add(small, to: writer) }
            (small, smallSize) = ([], 0)
        }
        for entry in plan.entries {
            if entry.path == .notebook, let description = plan.description {
                try writer.add("\(directoryName)/\(entry.path)", bytes: description)
            } else if entry.size > ArchiveWriter.smallSize {
                try addSmall()
                try add(large: entry, to: writer, verification)
            } else {
                small.append(entry)
                smallSize += entry.size
                if small.count >= Self.filesAtOnce || smallSize >= ArchiveWriter.smallSize { try addSmall() }
            }
        }
        try addSmall()
        for file in plan.history { try add(file, to: writer) }
        try verification.finish()
        try writer.finish()
        try BackgroundJob.checkCancellation()
        return Packed(
            fingerprint: Digest.of(plan.text), files: plan.entries.count + 1, inTrash: plan.inTrash,
            studyLeftOut: plan.studyLeftOut, leaving: plan.leaving)
    }

    /// How many small files to read and verify at a time.
    private static let filesAtOnce = 64

    /// The contents of an archive.
    struct Plan {
        /// The manifest in the archive.
        let text: [UInt8]
        /// The files after the manifest, in the order of their members.
        let entries: [Entry]
        /// The files of the history, after the others.
        let history: [HistoryFile]
        /// The description, if it differs from the notebook's.
        let description: [UInt8]?
        /// How many of the files are in the trash.
        let inTrash: Int
        /// Whether reviews of cards are left out.
        let studyLeftOut: Bool
        /// Links to files that are left out.
        let leaving: [NotebookPart.LeavingLink]
    }

    /// Checks that the files match the manifest before anything is written, and returns what will be written.
    ///
    /// - Throws: `PackingRefusal` if a file is unlisted, missing or of another size.
    func plan() throws -> Plan {
        let notebook = try NotebookListing(tree)
        try checkPlaces(notebook.manifest)
        let contents = try options.part?.contents(of: notebook, in: tree)
        var manifest = contents?.manifest ?? notebook.manifest
        let leftOut = manifest.entries.filter { entry in
            options.leavesOutTrash && TrashedPath(entry.path) != nil
                || !options.includesStudy && StudyFiles.contains(entry.path)
        }
        if !leftOut.isEmpty { manifest = manifest.replacing(removed: Set(leftOut.map(\.path)), put: []) }
        let description = manifest.entries.filter { $0.type == .notebook }
        return Plan(
            text: manifest.text, entries: description + manifest.entries.filter { $0.type != .notebook },
            history: try historyFiles(), description: contents?.description, inTrash: manifest.deletedFiles,
            studyLeftOut: leftOut.contains { StudyFiles.contains($0.path) }, leaving: contents?.leaving ?? [])
    }

    private func historyFiles() throws -> [HistoryFile] {
        if let text = options.lineage?.text { return [HistoryFile(lineage: text.count)] }
        return options.includesHistory ? try tree.historyFiles() : []
    }

    /// Delivers the content of a file of the history piece by piece.
    func stream(_ file: HistoryFile, _ body: ([UInt8]) throws -> Void) throws {
        if let text = options.lineage?.text { try body(text) } else { try tree.stream(file, body) }
    }

    private func add(_ file: HistoryFile, to writer: ArchiveWriter) throws {
        let member = ArchiveWriter.File("\(directoryName)/\(file.path)", size: UInt64(file.size))
        try writer.add(member) { write in try stream(file) { try write($0[...]) } }
    }

    /// Adds files that one core reads and verifies at once.
    private func add(_ entries: [Entry], to writer: ArchiveWriter) throws {
        let (tree, progress) = (tree, progress)
        try writer.add(entries.map(file)) {
            let contents = try tree.contents(of: entries.map(\.path), limit: Int(ArchiveWriter.smallSize))
            let digests = SHA256.digests(of: contents.map { $0 ?? [] })
            var changed: [BundlePath] = []
            for (entry, (content, digest)) in zip(entries, zip(contents, digests)) {
                if content?.count != entry.size || digest != entry.digest { changed.append(entry.path) }
                try progress.step(entry.size, entry.path.text)
            }
            if !changed.isEmpty { throw PackingRefusal.changed(changed) }
            return contents.map { $0 ?? [] }
        }
    }

    /// Adds a file that is read piece by piece, while another core verifies it.
    private func add(large entry: Entry, to writer: ArchiveWriter, _ verification: Verification) throws {
        let file = file(entry)
        // Reads the file twice if the writer must read large files twice.
        try writer.add(file) { write in
            var digest = StreamDigest(size: entry.size)
            var size = 0
            let isThere = try tree.stream(entry.path) { bytes in
                size += bytes.count
                try progress.step(bytes.count, entry.path.text)
                guard size <= entry.size else { throw PackingRefusal.changed([entry.path]) }
                digest.update(bytes)
                try write(bytes[...])
            }
            guard isThere, size == entry.size else { throw PackingRefusal.changed([entry.path]) }
            verification.compare(digest, with: entry)
        }
    }

    private func file(_ entry: Entry) -> ArchiveWriter.File {
        ArchiveWriter.File(
            "\(directoryName)/\(entry.path)", size: UInt64(entry.size),
            isAlreadyCompressed: !entry.type.isItem && MediaType.isCompressed(entry.path.name))
    }

    private func checkPlaces(_ manifest: Manifest) throws {
        var (unlisted, strays): ([String], [BundlePath]) = ([], [])
        var foreign: [(path: String, reason: String)] = []
        var changed: [BundlePath] = []
        var present: Set<BundlePath> = [.manifest]
        try tree.forEachFile { file, _ in
            switch file.place {
            case .file(.manifest): break
            case .file(let path):
                guard present.insert(path).inserted else {
                    // Two forms of the same name exist; the manifest lists one of them.
                    unlisted.append(path.text)
                    return .goOn
                }
                guard let entry = manifest[path] else {
                    if FileType(of: path) == nil { strays.append(path) } else { unlisted.append(path.text) }
                    return .goOn
                }
                if entry.size != file.size { changed.append(path) }
            case .unportable(let text, let problem): foreign.append((text, "\(problem)"))
            case .irregular(let found): foreign.append((found.path, "is \(found.kind)"))
            case .unreadable(_, let error): throw error
            case .systemFile, .directory: break
            }
            return .goOn
        }
        // Every reader would refuse to unpack such an archive.
        if let collision = PathCollisions.find(in: manifest.entries.paths).first {
            throw PackingRefusal.collision(collision.path, collision.otherInWords)
        }
        let missing = manifest.entries.paths.filter { !present.contains($0) }
        if let files = tree.directoryReader?.files {
            let evicted = try missing.filter { try files.status(DiskPath(evicted: $0)) != nil }
            if let first = evicted.first { throw NotebookError.inCloud(tree.name, first, evicted.count) }
        }
        if let (path, reason) = foreign.first {
            throw PackingRefusal.foreign(path, reason, others: foreign.count - 1)
        }
        // Sealing does not help against these.
        if !strays.isEmpty { throw PackingRefusal.stray(strays.sorted()) }
        if !unlisted.isEmpty { throw PackingRefusal.unlisted(unlisted) }
        if !changed.isEmpty { throw PackingRefusal.changed(changed.sorted()) }
        if !missing.isEmpty { throw PackingRefusal.missing(missing) }
        if let twin = manifest.entries.twins.first {
            throw PackingRefusal.twins(manifest.entries.path(at: twin.index), manifest.entries.path(at: twin.first))
        }
    }
}

/// The result of packing.
public struct Packed: Sendable {
    /// The fingerprint of the notebook in the archive.
    public let fingerprint: Digest
    /// The number of files.
    package let files: Int
    /// How many of them are in the trash.
    package let inTrash: Int
    /// Whether reviews of cards were left out.
    package let studyLeftOut: Bool
    /// Links of a part to files that are left out.
    package let leaving: [NotebookPart.LeavingLink]
}

/// Why a notebook is not archived.
package enum PackingRefusal: Failure {
    /// These files changed since the notebook was sealed.
    case changed([BundlePath])
    /// These files are gone.
    case missing([BundlePath])
    /// These files are not in the manifest.
    case unlisted([String])
    /// These files are where a notebook allows none.
    case stray([BundlePath])
    /// A file that archives cannot contain, why, and how many more there are.
    case foreign(String, String, others: Int)
    /// Some systems cannot distinguish two paths.
    case collision(String, String)
    /// Two items have the same uuid.
    case twins(BundlePath, BundlePath)
    /// No item belongs to this part.
    case nothingChosen(String)

    /// Why, in one line.
    package var description: String {
        switch self {
        case .changed(let paths): "\(Self.list(paths.map(\.text))) changed since the notebook was sealed"
        case .missing(let paths):
            "\(Self.list(paths.map(\.text))) \(paths.count == 1 ? "is" : "are") listed, but gone"
        case .unlisted(let paths): "\(Self.list(paths)) \(paths.count == 1 ? "is" : "are") not in the manifest"
        case .stray(let paths):
            "\(Self.list(paths.map(\.text))) cannot be archived: a notebook allows no file there"
        case .foreign(let path, let reason, let others):
            "\(PrintableText.escaped(path)) cannot be archived: \(reason)\(others > 0 ? " (and \(others) more)" : "")"
        case .collision(let path, let other):
            "some systems cannot distinguish \(PrintableText.escaped(path)) from \(other)"
        case .twins(let path, let other):
            "\(PrintableText.escaped(path.text)) has the same uuid as \(PrintableText.escaped(other.text))"
        case .nothingChosen(let label): "no item matches \(PrintableText.quoted(label))"
        }
    }

    /// What to do about it.
    package var remedy: Remedy? {
        if case .nothingChosen = self { return "name other folders or tags; \(.listItems)" }
        if case .collision = self { return "rename one of them, or \(.fix)" }
        if case .stray = self { return "\(.attach), or move it below extras/, or remove it" }
        if case .foreign = self { return "rename or remove it, or \(.repair)" }
        // Its name has a digest, which sealing would find wrong.
        if case .changed(let paths) = self, let first = paths.first, BlobName(first.name) != nil,
            FileType(of: first) == .blob
        {
            return FileFact.remedyOfChangedBlob
        }
        if case .twins = self {
            return "\(.resolve) if git stopped while merging, or \(.seal) to give the copy a new uuid"
        }
        return "\(.seal) to accept the changes, or \(.sealFirst); \(.showChanges)"
    }

    /// Always true: the content is the cause.
    package var isFinding: Bool { true }

    private static func list(_ paths: [String]) -> String {
        let first = PrintableText.escaped(paths.first ?? "")
        return paths.count > 1 ? "\(first) and \(paths.count - 1) more" : first
    }
}
