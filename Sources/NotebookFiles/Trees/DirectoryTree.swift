package import NotebookFormat
import NotebookText

/// The files of a bundle in a directory, as they are after the change in its journal, if there is one.
package struct DirectoryTree: FileTree, Sendable {
    package let name: String
    package let cache: NotebookCache?
    private let memory: ManifestMemory?
    let files: any FileOperations
    /// The paths of contents that a committed change has not put into place yet (Format, clause 25.7).
    private let staged: [DiskPath: DiskPath]
    private let deleted: Set<DiskPath>
    /// Whether a pass reports what cannot be read and continues, instead of failing.
    private let goesOn: Bool

    /// Whether a change is pending that the tree shows as made.
    package var isPending: Bool { !staged.isEmpty || !deleted.isEmpty }

    /// The files below a directory.
    ///
    /// - Throws: `StoreError` if an interrupted change leaves the state undecided.
    package init(
        _ files: any FileOperations, name: String, now: @escaping Clock, cache: NotebookCache? = nil,
        memory: ManifestMemory? = nil
    ) throws {
        try self.init(
            files, name: name, pending: try Store(files, now: now).pendingChange(), cache: cache, memory: memory)
    }

    /// The files below a directory after a pending change.
    ///
    /// - Parameter goesOn: Whether a pass reports what cannot be read and continues.
    package init(
        _ files: any FileOperations, name: String, pending: PendingChange, cache: NotebookCache? = nil,
        memory: ManifestMemory? = nil, goesOn: Bool = false
    ) throws {
        self.name = name
        self.cache = cache
        self.memory = memory
        self.goesOn = goesOn
        let files = StoredNames.on(files)
        self.files = files
        guard case .completable(let journal) = pending else {
            (staged, deleted) = ([:], [])
            return
        }
        var staged: [DiskPath: DiskPath] = [:]
        for (index, put) in journal.puts.enumerated() where try files.exact.digest(of: DiskPath(put.path)) != put.digest
        {
            staged[DiskPath(put.path)] = Store.staged(index)
        }
        self.staged = staged
        deleted = Set(journal.deletions.map { DiskPath($0.path) })
    }

    package func forEachFile(_ visit: (TreeFile, any FileContent) throws -> TreeStep) throws {
        let (found, unreadable) = try list()
        for file in found.sorted(by: { $0.path < $1.path }) {
            guard try visitFile(file, visit) == .goOn else { return }
        }
        for (path, error) in unreadable.sorted(by: { $0.key < $1.key }) {
            let content = DiskContent(files: files, path: path)
            guard try visit(TreeFile(place: .unreadable(path.text, error)), content) == .goOn else { return }
        }
    }

    private func visitFile(
        _ found: Found, _ visit: (TreeFile, any FileContent) throws -> TreeStep
    ) throws -> TreeStep {
        let source = staged[found.path] ?? found.path
        let content = DiskContent(files: files, path: source)
        let name = FoundName(found.path.bytes, isFile: found.kind == .file)
        let file: TreeFile
        if case .systemFile(let path) = name { return try visit(TreeFile(place: .systemFile(path)), content) }
        if found.kind == .symbolicLink || found.kind == .special {
            let kind = found.kind == .symbolicLink ? IrregularFile.Kind.symbolicLink : .special
            return try visit(
                TreeFile(place: .irregular(IrregularFile(path: found.path.text, kind: kind))), content)
        }
        switch name {
        case .outside, .systemFile: return .goOn
        case .unportable(let text, let problem):
            return try visit(TreeFile(place: .unportable(text, problem)), content)
        case .path(let bundlePath, let stored):
            // A file that disappears between listing and reading counts as missing.
            do throws(SystemError) {
                var status = found.status
                if status == nil { status = try files.status(source) }
                guard let status else { return .goOn }
                file = TreeFile(
                    place: .file(bundlePath), size: status.size, storedPath: stored,
                    identity: source == found.path ? status.identity : nil)
            } catch {
                guard goesOn else { throw error }
                file = TreeFile(place: .unreadable(found.path.text, error))
            }
            return try visit(file, content)
        }
    }

    /// What is at a path.
    private struct Found {
        let path: DiskPath
        let kind: FileKind
        /// What the system knows about it, as far as it was asked.
        var status: FileStatus?
    }

    /// What an entry of a directory is for the document.
    private enum Place {
        /// None of its files.
        case outside
        /// A directory in which its files are.
        case directory(DiskPath)
        /// A file, or what is in the place of one.
        case found(Found)

        init(_ entry: DirectoryEntry, in directory: DiskPath) {
            let path = directory.appending(entry.name)
            guard entry.kind == .directory else {
                let isOutside = ExternalNames.contains(entry.name) && !ExternalNames.isSystemFile(entry.name)
                self = isOutside ? .outside : .found(Found(path: path, kind: entry.kind))
                return
            }
            switch FoundName(path.bytes, isFile: false) {
            case .outside: self = .outside
            case .path: self = .directory(path)
            case .unportable, .systemFile: self = .found(Found(path: path, kind: .directory))
            }
        }
    }

    /// All files, links and special files of the document, files of operating systems, directories whose names cannot
    /// belong to a notebook, and what cannot be listed except for the notebook itself.
    private func list() throws(SystemError) -> (found: [Found], unreadable: [DiskPath: SystemError]) {
        var found: [Found] = []
        var unreadable: [DiskPath: SystemError] = [:]
        var directories = [DiskPath.root]
        while let directory = directories.popLast() {
            let first = found.count
            let entries: [DirectoryEntry]
            do throws(SystemError) {
                entries = try files.list(directory)
            } catch {
                guard goesOn, directory != .root else { throw error }
                unreadable[directory] = error
                continue
            }
            for entry in entries {
                switch Place(entry, in: directory) {
                case .outside: continue
                case .directory(let path): directories.append(path)
                case .found(let file): found.append(file)
                }
            }
            do throws(SystemError) {
                try addSizes(to: &found[first...], in: directory)
            } catch {
                guard goesOn, directory != .root else { throw error }
                unreadable[directory] = error
                found.removeSubrange(first...)
            }
        }
        guard !staged.isEmpty || !deleted.isEmpty else { return (found, unreadable) }
        found.removeAll { staged.keys.contains($0.path) || deleted.contains($0.path) }
        for path in staged.keys where !deleted.contains(path) { found.append(Found(path: path, kind: .file)) }
        return (found, unreadable)
    }

    /// The number of files, links and special files, and how many of them a system or a program left behind; `nil` if it
    /// is not certain.
    package func countFiles() -> (all: Int, leftBehind: Int)? {
        guard staged.isEmpty, deleted.isEmpty else { return nil }
        var count = (all: 0, leftBehind: 0)
        var directories = [DiskPath.root]
        while let directory = directories.popLast() {
            guard let entries = try? files.list(directory) else { return nil }
            for entry in entries {
                // Names of notes, by far the most, need no closer look.
                let first = entry.name.first
                if entry.kind == .file, first != UInt8(ascii: "~"), first != UInt8(ascii: "."),
                    entry.name.suffix(3).elementsEqual(".md".utf8)
                {
                    count.all += 1
                    continue
                }
                switch Place(entry, in: directory) {
                case .outside: continue
                case .directory(let path): directories.append(path)
                case .found(let found):
                    count.all += 1
                    let name = FoundName(found.path.bytes, isFile: found.kind == .file)
                    if case .systemFile = name { count.leftBehind += 1 }
                }
            }
        }
        return count
    }

    /// Asks for the sizes of all files of a directory at once, which takes a fifth of the calls.
    private func addSizes(to found: inout ArraySlice<Found>, in directory: DiskPath) throws(SystemError) {
        let files = found.indices.filter { found[$0].kind == .file }
        let names = NameList(files.map { Array(found[$0].path.name) })
        let statuses = try self.files.statuses(of: names, in: directory)
        for (index, status) in zip(files, statuses) where status?.kind == .file { found[index].status = status }
    }

    /// Only if no change is pending: staged files are elsewhere.
    package var directoryReader: DirectoryReader? {
        staged.isEmpty && deleted.isEmpty ? DirectoryReader(files: files) : nil
    }

    /// The contents of small files; `nil` for those that do not exist, or are longer than the limit.
    package func contents(of paths: [BundlePath], limit: Int) throws -> [[UInt8]?] {
        var contents =
            try directoryReader?.contents(of: paths, limit: limit) ?? [[UInt8]?](repeating: nil, count: paths.count)
        for index in paths.indices where contents[index] == nil {
            // A name that is not found directly, for example in another normalisation, is looked up again.
            guard let place = try find(paths[index]), try files.status(place)?.kind == .file else { continue }
            let content = try files.content(of: place, limit: limit)
            if content.count <= limit { contents[index] = content }
        }
        return contents
    }

    package func content(of path: BundlePath, limit: Int) throws -> [UInt8]? {
        guard let source = try find(path) else { return nil }
        let memory = path == .manifest ? memory : nil
        let bytes: [UInt8]
        do {
            // A manifest can be long.
            let size = path == .manifest && memory == nil ? try files.status(source)?.size ?? 0 : 0
            bytes =
                try memory?.content(of: source, limit: limit, in: files)
                ?? files.content(of: source, limit: limit, expecting: size)
        } catch let error as SystemError {
            guard path != .manifest, path != .notebook, try isMisplaced(source, error) else { throw error }
            return nil
        }
        guard bytes.count <= limit else {
            throw FileTooLong(path: "\(name)/\(PrintableText.escaped(path.text))", limit: limit)
        }
        return bytes
    }

    package func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws -> Bool {
        guard let source = try find(path) else { return false }
        do {
            try files.stream(source, body)
        } catch let error as SystemError {
            guard try isMisplaced(source, error) else { throw error }
            return false
        }
        return true
    }

    /// Whether an error means that a link, a directory or a special file is in the place of a file, which is gone then.
    private func isMisplaced(_ source: DiskPath, _ error: SystemError) throws(SystemError) -> Bool {
        guard error.operation == .read, error.meansMisplaced || error.meansNotAFile else { return false }
        return try files.status(source)?.kind != .file
    }

    /// The size of a file; `nil` if it does not exist.
    package func size(of path: BundlePath) throws -> Int? {
        guard let source = try find(path) else { return nil }
        return try files.status(source)?.size
    }

    /// The path of a file on the disk: its own name, or one in another normalisation.
    private func find(_ path: BundlePath) throws -> DiskPath? {
        let plain = DiskPath(path)
        if let source = staged[plain] { return source }
        guard !deleted.contains(plain) else { return nil }
        return try files.storedPath(of: plain)
    }
}

/// The content of a file on the disk.
package struct DiskContent: FileContent, Sendable {
    let files: any FileOperations
    let path: DiskPath

    /// Makes the value of its parts.
    package init(files: any FileOperations, path: DiskPath) {
        (self.files, self.path) = (files, path)
    }

    package var lasting: (any FileContent & Sendable)? { self }

    package func stream(_ body: ([UInt8]) throws -> Void) throws { try files.stream(path, body) }
}
