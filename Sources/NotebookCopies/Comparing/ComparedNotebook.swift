package import NotebookFiles
package import NotebookFormat
package import NotebookHistory
package import NotebookMerging
package import NotebookPacking
package import NotebookStore
package import NotebookText

/// One of two notebooks that are compared: its content and its files.
package struct ComparedNotebook {
    /// What one pass over the notebook found.
    let reading: Reading
    private let withFiles: (_ body: (any FileTree) throws -> Void) throws -> Void

    /// A notebook in a directory; files that a cache knows to be unchanged are not read.
    package init(_ directory: NotebookDirectory, progress: any WorkProgress = NoProgress()) throws {
        self.init(directory, try Reading(directory, progress: progress))
    }

    /// A notebook in a directory that was already read.
    init(_ directory: NotebookDirectory, _ reading: Reading) {
        self.init(reading) { body in try directory.readTree { try body($0) } }
    }

    /// A notebook in a directory as its manifest lists it; reads and examines none of its files.
    init(listed directory: NotebookDirectory) throws {
        let inspection = try directory.readTree { tree in
            Inspection(listedIn: try Inspector.manifest(of: tree).read, try Inspector.description(of: tree))
        }
        try self.init(directory.environment.display(directory.path), inspection) { body in
            try directory.readTree { try body($0) }
        }
    }

    /// A notebook in a directory as it was at an earlier moment.
    ///
    /// - Parameters:
    ///   - text: The moment as the user wrote it.
    ///   - isStart: Whether a day means its beginning rather than its end.
    ///   - tell: Receives the past notebook before it is read, to report what is unknown.
    package init(
        _ directory: NotebookDirectory, at moment: HistoryMoment, _ text: String, atStart isStart: Bool,
        _ tell: (PastNotebook) throws -> Void
    ) throws {
        let (name, inspection) = try directory.readPast(moment, text, atStart: isStart) { past in
            try tell(past)
            return (past.tree.name, try Inspector(past.tree).inspect())
        }
        // Not kept open: the directory could not be changed meanwhile.
        try self.init(name, inspection) { body in
            try directory.readPast(moment, text, atStart: isStart) { try body($0.tree) }
        }
    }

    /// A notebook in an archive, with all members, listed or not.
    ///
    /// - Throws: `ArchiveFailure` if the archive is damaged.
    package init(_ archive: NotebookArchive, progress: any WorkProgress = NoProgress()) throws {
        try self.init(try archive.tree(), progress: progress)
    }

    /// A notebook whose files cannot change meanwhile.
    package init(_ tree: some FileTree, progress: any WorkProgress = NoProgress()) throws {
        try self.init(tree.name, try Inspector(tree, progress: progress).inspect()) { try $0(tree) }
    }

    /// Any notebook that can be read.
    init(_ notebook: some NotebookReading, progress: any WorkProgress = NoProgress()) throws {
        if let directory = notebook as? NotebookDirectory {
            try self.init(directory, progress: progress)
        } else if let archive = notebook as? NotebookArchive {
            try self.init(archive, progress: progress)
        } else {
            let name = try notebook.read(\.listing.name)
            try self.init(name, try notebook.inspect(progress: progress)) { body in
                try notebook.read { try body($0.files) }
            }
        }
    }

    private init(
        _ name: String, _ inspection: Inspection,
        _ withFiles: @escaping (_ body: (any FileTree) throws -> Void) throws -> Void
    ) throws {
        self.init(try Reading(name, inspection), withFiles)
    }

    private init(_ reading: Reading, _ withFiles: @escaping (_ body: (any FileTree) throws -> Void) throws -> Void) {
        (self.reading, self.withFiles) = (reading, withFiles)
    }

    /// Its name in messages.
    package var name: String { reading.name }
    /// Its content.
    package var content: ComparedContent { reading.content }
    /// What one pass over it found.
    package var inspection: Inspection { reading.inspection }

    /// What a comparison leaves out.
    enum LeftOut {
        case nothing
        /// What sealing could not accept.
        case unsealable
        /// That, conflict copies that cannot be read, and stray files outside the trash.
        case all
    }

    /// What one pass over a notebook finds, without access to its files; any thread may read it.
    struct Reading: Sendable {
        let name: String
        let content: ComparedContent
        let inspection: Inspection
        /// The stray files that were left out.
        let strayFiles: [BundlePath]
        /// The files in the trash that no manifest here lists, such as those that arrived after it.
        let unlistedTrash: [FileFact]
        /// The files that sealing could not accept, and that were left out; listed ones count as they are listed.
        let unsealable: [UnsealableFile]

        fileprivate init(
            _ name: String, _ inspection: Inspection, strayFiles: [BundlePath] = [], unlistedTrash: [FileFact] = [],
            unsealable: [UnsealableFile] = []
        ) throws {
            (self.name, self.inspection) = (name, inspection)
            (self.strayFiles, self.unlistedTrash, self.unsealable) = (strayFiles, unlistedTrash, unsealable)
            // A manifest is not needed, but one of a later version means a later format.
            if case .malformed(let problem, let position) = inspection.manifest, problem.kind == .newerVersion {
                throw NotebookError.malformed(name, file: BundlePath.manifest.text, problem, position)
            }
            switch inspection.description {
            case .missing where inspection.evicted.contains(.notebook): throw NotebookError.inCloud(name, .notebook, 1)
            case .missing: throw NotebookError.missing(name, file: BundlePath.notebook.text)
            case .malformed(let problem, let position):
                throw NotebookError.malformed(name, file: BundlePath.notebook.text, problem, position)
            case .read(let description, let text): content = ComparedContent(description, text, inspection)
            }
        }

        /// Reads a notebook in a directory; files that a cache knows to be unchanged are not read.
        init(_ directory: NotebookDirectory, leaving: LeftOut = .nothing, progress: any WorkProgress) throws {
            var inspection = try directory.inspectChanges(progress: progress)
            var (unsealable, stray): ([UnsealableFile], [FileFact]) = ([], [])
            // What is listed can be sealed.
            let leaving = inspection.isAsListed ? .nothing : leaving
            if leaving == .unsealable { unsealable = inspection.leaveOutUnsealable(twins: false) }
            if leaving == .all {
                let copies = try Self.leaveOutUnreadableCopies(of: directory, &inspection)
                let listed = try directory.readFiles { try CarriedListings(in: inspection, $0) }
                unsealable = inspection.leaveOutUnsealable(besides: listed, twins: true) + copies
                stray = inspection.files.filter { inspection.isStray($0) && !listed.contains($0) }
            }
            let trash = stray.filter { TrashedPath($0.path) != nil }
            let left = Set(stray.map(\.path)).subtracting(trash.map(\.path))
            if !left.isEmpty { inspection.files.removeAll { left.contains($0.path) } }
            try self.init(
                directory.environment.display(directory.path), inspection, strayFiles: left.sorted(),
                unlistedTrash: trash,
                unsealable: unsealable)
        }

        /// Leaves out conflict copies that cannot be read: of the notebook’s own files, and of items whose names say
        /// nothing about their type.
        private static func leaveOutUnreadableCopies(
            of directory: NotebookDirectory, _ inspection: inout Inspection
        ) throws -> [UnsealableFile] {
            var found: [UnsealableFile] = []
            for fact in inspection.files where fact.type == nil {
                if ConflictCopy.isOfOwnFile(fact.path) {
                    let bytes = try directory.readFiles { try $0.content(of: fact.place, limit: Manifest.maximumBytes) }
                    let uuid = inspection.description.value?.uuid
                    found += [UnsealableFile(copy: fact, bytes, of: uuid)].compactMap(\.self)
                    continue
                }
                guard let type = ConflictCopy.type(of: fact.path), type.isItem else { continue }
                let bytes = try directory.readFiles { try $0.content(of: fact.place, limit: ItemFile.maximumBytes) }
                let item = FileFact(
                    path: fact.path, size: fact.size, digest: fact.digest, item: ItemFact(bytes, type: type),
                    storedPath: fact.storedPath)
                found += [UnsealableFile(unreadable: item, listed: nil)].compactMap(\.self)
            }
            let left = Set(found.compactMap(\.found?.path))
            if !left.isEmpty { inspection.files.removeAll { left.contains($0.path) } }
            return found
        }
    }

    /// The notebook with all files that it could contain, listed or not, for looking up items.
    package var notebook: NotebookListing {
        NotebookListing(
            name: name, manifest: content.manifest, description: content.description, fingerprint: Digest.of([]))
    }

    /// The names of what cannot be part of a notebook: links, special files, and names that are not portable.
    package var leftOut: [String] { inspection.irregular.map(\.path) + inspection.unportable.map(\.path) }

    /// A content by its path and digest.
    package struct Wanted: Hashable, Sendable {
        /// The path of the file, in Normalization Form C.
        package let path: BundlePath
        /// The digest of its bytes.
        package let digest: Digest

        /// What to read.
        package init(_ path: BundlePath, _ digest: Digest) { (self.path, self.digest) = (path, digest) }
    }

    /// The contents of files at the time of the comparison.
    ///
    /// - Throws: `StoreError.changedMeanwhile` if one has changed since, or an error if it cannot be read.
    package func contents(of wanted: [Wanted], limit: Int = ItemFile.maximumBytes) throws -> [Wanted: [UInt8]] {
        var found: [Wanted: [UInt8]] = [:]
        var missing = Set(wanted)
        func add(_ path: BundlePath, _ bytes: [UInt8]) {
            let content = Wanted(path, Digest.of(bytes))
            if missing.remove(content) != nil { found[content] = bytes }
        }
        guard !wanted.isEmpty else { return [:] }
        try withFiles { tree in
            if let directory = tree as? DirectoryTree {
                let paths = wanted.map(\.path)
                for (path, bytes) in zip(paths, try directory.contents(of: paths, limit: limit)) {
                    if let bytes { add(path, bytes) }
                }
            }
            // Finds names in another normalisation, and files in archives, which only a pass finds.
            let paths = Set(missing.map(\.path))
            guard !paths.isEmpty else { return }
            try tree.forEachFile { file, content in
                guard case .file(let path) = file.place, paths.contains(path), file.size <= limit else { return .goOn }
                add(path, try content.bytes(limit: limit))
                return missing.isEmpty ? .stop : .goOn
            }
        }
        if let lost = missing.first { throw changed(lost.path) }
        return found
    }

    /// Delivers the content of a file piece by piece.
    package func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws {
        try withFiles { tree in guard try tree.stream(path, body) else { throw changed(path) } }
    }

    /// The bytes of the manifest; `nil` if there is none.
    package func manifestBytes() throws -> [UInt8]? {
        if case .read(_, let bytes) = inspection.manifest { return bytes }
        var bytes: [UInt8]?
        try withFiles { bytes = try $0.content(of: .manifest, limit: Manifest.maximumBytes) }
        return bytes
    }

    /// The error for a file that has changed since the notebooks were compared.
    func changed(_ path: BundlePath) -> StoreError {
        .changedMeanwhile("\(name)/\(PrintableText.escaped(path.text))")
    }
}
