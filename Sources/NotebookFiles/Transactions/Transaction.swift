import Cores
package import NotebookFormat
public import NotebookText

/// A file in `.bundle/`, ready to be moved to its place.
package struct StagedFile: Hashable, Sendable {
    package let index: Int
    package let size: Int
    package let digest: Digest
    /// Whether it is a second name of a file of the bundle, which others may write meanwhile.
    package let isLinked: Bool
}

/// A change of a bundle under preparation: staged files and their destinations (Format, clauses 25.2 to 25.4).
///
/// Ends with `commit` or `discard`; dropping it discards it.
package struct Transaction: ~Copyable {
    private let store: Store
    /// The digest of the manifest before the change, if there was one; computed while the change is prepared.
    private let before: () -> Digest?
    private var staged: [StagedFile] = []
    private var puts: [(path: BundlePath, file: StagedFile, replaces: Digest?)] = []
    /// The paths from which files move to others.
    private var origins: [BundlePath: BundlePath] = [:]
    private var deletions: [Journal.Deletion] = []
    private var hasEnded = false

    private var files: any FileOperations { store.files }

    /// Whether to synchronise the whole file system before the commit, instead of each file and directory.
    private var isBulk: Bool { staged.count > store.bulkThreshold }

    /// Starts a change of a recovered bundle; `before` is the digest of its manifest, if it has one.
    ///
    /// - Parameter mayUseReservedSpace: Whether it frees disk space, now or later, and may therefore use what is reserved.
    package init(
        _ store: Store, before: @autoclosure @escaping () -> Digest?, mayUseReservedSpace: Bool = false
    ) throws(StoreError) {
        self.store = store
        self.before = before
        do throws(SystemError) {
            if mayUseReservedSpace {
                let size = try store.files.status(DiskPath(.manifest))?.size ?? 0
                store.files.releaseReserve(behind: DiskPath(.manifest), ifLessThan: Store.reserve(behind: size))
            }
            try store.files.makeDirectory(Store.staging)
            // Whoever may change the notebook can then complete the change.
            store.files.share(Store.staging)
        } catch {
            throw .failed(error)
        }
    }

    deinit {
        if !hasEnded { try? store.discardStaging() }
    }

    /// Stages a file with this content.
    package mutating func stage(_ bytes: [UInt8]) throws(StoreError) -> StagedFile { try stage([bytes[...]]) }

    /// Stages a file with this content, in pieces.
    ///
    /// - Parameter digest: Its digest, if it is being computed already.
    private mutating func stage(
        _ pieces: [ArraySlice<UInt8>], _ digest: Aside<Digest>? = nil
    ) throws(StoreError) -> StagedFile {
        let size = pieces.reduce(0) { $0 + $1.count }
        do throws(SystemError) {
            let file = try create()
            defer { files.close(file) }
            for piece in pieces { try files.writeAll(piece, to: file) }
            return finish(size: size, digest: (try? digest?.result()) ?? Digest.of(pieces: pieces))
        } catch {
            throw .failed(error.lacking(atLeast: size))
        }
    }

    /// Stages a file whose content is written piece by piece.
    ///
    /// - Parameter expected: Its size in bytes, if known.
    /// - Throws: `StoreError`, or what `content` throws.
    package mutating func stage(
        expecting expected: Int = 0, _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> StagedFile {
        var hasher = SHA256()
        var size = 0
        do {
            let file = try create()
            defer { files.close(file) }
            let files = files
            try content { bytes in
                hasher.update(bytes)
                size += bytes.count
                do throws(SystemError) {
                    try files.writeAll(bytes, to: file)
                } catch {
                    throw StoreError.failed(error.lacking(atLeast: expected - size + bytes.count))
                }
            }
            return finish(size: size, digest: hasher.finish())
        } catch {
            throw (error as? SystemError).map { StoreError.failed($0.lacking(atLeast: expected - size)) } ?? error
        }
    }

    /// Stages a file of the bundle under a second name, without copying it, and verifies it; `nil` if that is not
    /// possible, or if the file no longer has this digest.
    package mutating func stage(linking path: BundlePath, _ digest: Digest) throws(StoreError) -> StagedFile? {
        let place = Store.staged(staged.count)
        do throws(SystemError) { try files.link(DiskPath(path), to: place) } catch { return nil }
        do throws(SystemError) {
            guard let facts = try files.contentFacts(of: place), facts.digest == digest else {
                try files.unlink(place)
                return nil
            }
            return finish(size: facts.size, digest: digest, isLinked: true)
        } catch {
            throw .failed(error)
        }
    }

    private borrowing func create() throws(SystemError) -> OpenFile { try files.create(Store.staged(staged.count)) }

    private mutating func finish(size: Int, digest: Digest, isLinked: Bool = false) -> StagedFile {
        let result = StagedFile(index: staged.count, size: size, digest: digest, isLinked: isLinked)
        staged.append(result)
        return result
    }

    /// Gives a staged file its destination.
    ///
    /// - Parameters:
    ///   - replaces: The digest of the file known to be there, if there is one.
    ///   - origin: The path of the file that moves there, if there is one.
    package mutating func put(
        _ file: StagedFile, at path: BundlePath, replaces: Digest?, from origin: BundlePath? = nil
    ) {
        puts.append((path, file, replaces))
        if let origin { origins[path] = origin }
    }

    /// Deletes a file that has this digest.
    package mutating func delete(_ path: BundlePath, _ digest: Digest) {
        deletions.append(Journal.Deletion(path: path, digest: digest))
    }

    /// Whether no file is put or deleted.
    package var isEmpty: Bool { puts.isEmpty && deletions.isEmpty }

    /// Discards the change.
    package consuming func discard() throws(StoreError) {
        hasEnded = true
        do throws(SystemError) { try store.discardStaging() } catch { throw .failed(error) }
    }

    /// Commits the change, with its manifest.
    ///
    /// When it returns, the change is durable and complete.
    ///
    /// - Parameters:
    ///   - note: What the history records about it.
    ///   - lastLook: Called when the change is committed, before the staged files get their places.
    ///   - placed: Called with the number of each of them as soon as it has its place.
    ///   - work: Called by another thread with the text of the manifest and its digest, while the disk is busy; returns
    ///     what to do when the change is complete.
    /// - Throws: `StoreError`, or `LockError` if others read for too long; except for `.unconfirmed` and `.unfinished`,
    ///   nothing has changed.
    package consuming func commit(
        _ manifest: Manifest, _ note: ChangeNote? = nil, lastLook: () -> Void = {}, placed: (Int) -> Void = { _ in },
        beside work: (@Sendable (ManifestText, Digest) -> @Sendable () -> Void)? = nil
    ) throws -> Commit {
        let text = manifest.rendered
        let isLong = text.size > Self.longText
        let staged = try stage(text.pieces, isLong ? Aside { text.digest } : nil)
        let besides = work.map { work in Aside { work(text, staged.digest) } }
        let before = before()
        put(staged, at: .manifest, replaces: before)
        let journal = Journal(
            before: before, after: staged.digest,
            puts: puts.map { Journal.Put(path: $0.path, digest: $0.file.digest, replaces: $0.replaces) },
            deletions: deletions, note: note)
        try prepare(journal)
        hasEnded = true
        lastLook()
        try confirm()
        var completion = Completion(store, journal, isFirstTry: true)
        var conflicts: [String] = []
        do throws(SystemError) { try completion.run(placed) } catch { conflicts = try recover(from: error) }
        files.reserve(Store.reserve(behind: staged.size), behind: DiskPath(.manifest))
        try? store.recordStates(before: before, after: journal.after)
        // An interruption of this can no longer keep the change from being completed.
        (try? besides?.result())?()
        return Commit(fingerprint: journal.after, conflicts: completion.conflicts + conflicts)
    }

    /// The size from which it is quicker to compute a digest while the file is written, in bytes.
    private static var longText: Int { 256 << 10 }

    /// Tries once more to complete the change: what was in the way may be gone.
    private borrowing func recover(from reason: SystemError) throws(StoreError) -> [String] {
        do {
            guard case .completed(let conflicts) = try store.recover() else { return [] }
            return conflicts
        } catch {
            throw .unfinished(reason)
        }
    }

    /// All steps before the commit: an error here leaves the bundle unchanged.
    private borrowing func prepare(_ journal: Journal) throws {
        do {
            if let obstacle = try store.obstacle(toDirectoriesOf: puts.map { DiskPath($0.path) }) {
                throw StoreError.obstructed(obstacle)
            }
            try prepareFiles(journal, composed: try composeNames())
            if isBulk { try files.synchronizeAll() } else { try synchronizeFiles() }
            try files.excludeReaders()
            try files.exact.rename(Store.newJournal, to: Store.journal)
        } catch let error as SystemError {
            throw StoreError.failed(error)
        } catch let error where error is StoreError || error is LockError || error is CancellationError {
            throw error
        } catch {
            throw StoreError.unrecoverable("\(error)")
        }
    }

    /// All steps before the commit that look at single files.
    ///
    /// - Parameter composed: The directories in which names have changed.
    private borrowing func prepareFiles(_ journal: Journal, composed: Set<DiskPath>) throws {
        let files = files.exact
        files.beginPass()
        defer { files.endPass() }
        try refuseChangedFiles()
        try refuseOthersInPlace()
        try tryNames()
        try refuseObstacles()
        if let note = journal.note { try prepareHistory(note) }
        try renumber()
        let moved = try movedDirectories()
        var touched = composed
        for put in puts { touched.formUnion(try files.makeDirectories(DiskPath(put.path).parent)) }
        // The bundle's own directory is synchronised after the commit, unless the change relies on new names in it.
        for directory in touched.sorted() where !isBulk && (directory != .root || composed.contains(.root)) {
            try files.synchronizeDirectory(directory)
        }
        keepAttributes()
        for (new, old) in moved { files.copyAttributes(of: old, to: new) }
        let file = try files.create(Store.newJournal)
        defer { files.close(file) }
        try files.writeAll(journal.text, to: file)
        files.copyAttributes(of: DiskPath(.manifest), to: Store.newJournal)
    }

    /// Makes sure that the files to be replaced are as they were when the change was prepared.
    private borrowing func refuseChangedFiles() throws {
        let files = files.exact
        let replaced = puts.filter { $0.replaces != nil && $0.path != .manifest }
        let many = files.contentFacts(ofMany: replaced.map { DiskPath($0.path) })
        for (path, _, replaces) in puts where try !store.isManifestAsRead(DiskPath(path)) {
            let present: Digest?
            do throws(SystemError) {
                let read = many[DiskPath(path)]
                present = try (read == nil ? files.contentFacts(of: DiskPath(path)) : read)?.digest
            } catch {
                try refuseOther(in: DiskPath(path))
                throw error
            }
            guard present == replaces else {
                try refuseOther(in: DiskPath(path))
                throw StoreError.changedMeanwhile(path.text)
            }
        }
    }

    /// Makes the staged files and the journal durable, one open after the other: there may be few descriptors.
    private borrowing func synchronizeFiles() throws(SystemError) {
        for path in puts.indices.map(Store.staged) + [Store.newJournal] {
            let file = try files.open(path)
            defer { files.close(file) }
            try files.synchronize(file)
        }
    }

    /// Gives the files that the change replaces or deletes, and the directories of new files, their composed names;
    /// returns the directories in which names changed.
    private borrowing func composeNames() throws -> Set<DiskPath> {
        let replaced = puts.map { $0.replaces == nil ? DiskPath($0.path).parent : DiskPath($0.path) }
        let paths = try (replaced + deletions.map { DiskPath($0.path) }).filter { try !files.isComposed($0) }
        guard !paths.isEmpty else { return [] }
        try files.excludeReaders()
        var changed: Set<DiskPath> = []
        for path in paths { changed.formUnion(try files.compose(path)) }
        // A directory that became empty is gone.
        for directory in changed where try files.exact.status(directory) == nil { changed.remove(directory) }
        return changed
    }

    /// Makes sure that only files are in place of new files: otherwise the change could not be completed.
    private borrowing func refuseOthersInPlace() throws {
        for (path, _, replaces) in puts where replaces == nil { try refuseOther(in: DiskPath(path)) }
    }

    private borrowing func refuseOther(in path: DiskPath) throws {
        guard let kind = try files.exact.status(path)?.kind, kind != .file else { return }
        let reason: ChangeObstacle.Reason = kind == .directory ? .directoryInPlace : .otherInPlace
        throw StoreError.obstructed(store.obstacle(to: path, at: path.parent, reason))
    }

    /// Makes sure that this user may change the files and their directories, without changing anything.
    private borrowing func refuseObstacles() throws {
        try refuseObstacles(to: puts.map { DiskPath($0.path) } + deletions.map { DiskPath($0.path) })
    }

    private borrowing func refuseObstacles(to paths: [DiskPath]) throws {
        guard let obstacle = try files.exact.obstacle(to: paths, from: Store.staging) else { return }
        throw StoreError.obstructed(obstacle)
    }

    /// Makes sure that the history can take in what the change replaces, and its record.
    private borrowing func prepareHistory(_ note: ChangeNote) throws {
        let history = HistoryKeeping(store)
        guard try history.prepare() else { return }
        try refuseObstacles(to: history.places(of: note))
    }

    /// The directories that are made and take in all files of others, with these.
    private borrowing func movedDirectories() throws(SystemError) -> [DiskPath: DiskPath] {
        let files = files.exact
        let gone = Set(deletions.map { DiskPath($0.path) })
        var known: [DiskPath: Bool] = [:]
        func losesAllFiles(_ directory: DiskPath) throws(SystemError) -> Bool {
            if let known = known[directory] { return known }
            let losesAll = try files.list(directory).allSatisfy { entry in
                entry.kind == .directory || gone.contains(directory.appending(entry.name))
            }
            known[directory] = losesAll
            return losesAll
        }
        var moved: [DiskPath: DiskPath] = [:]
        for (new, old) in origins {
            var (made, left) = (DiskPath(new).parent, DiskPath(old).parent)
            while moved[made] == nil, left.components.count > 1, try files.status(made) == nil,
                try losesAllFiles(left)
            {
                moved[made] = left
                guard made.name == left.name else { break }
                (made, left) = (made.parent, left.parent)
            }
        }
        return moved
    }

    /// Gives staged files the permissions and attributes of the files that they replace, and new files those of their
    /// directories.
    private borrowing func keepAttributes() {
        let files = files.exact
        var new: [DiskPath: [DiskPath]] = [:]
        // What is kept of a private file is private as well.
        let going =
            puts.compactMap { put in put.replaces.map { ($0, put.path) } } + deletions.map { ($0.digest, $0.path) }
        let replaced = Dictionary(going) { first, _ in first }
        for (index, (path, file, replaces)) in puts.enumerated() {
            if replaces != nil {
                files.copyAttributes(of: DiskPath(path), to: Store.staged(index))
            } else if let origin = origins[path] ?? replaced[file.digest] {
                files.copyAttributes(of: DiskPath(origin), to: Store.staged(index))
            } else if store.history != nil, (try? files.status(Store.kept(file.digest))) != nil {
                files.copyAttributes(of: Store.kept(file.digest), to: Store.staged(index))
            } else {
                new[DiskPath(path).parent, default: []].append(Store.staged(index))
            }
        }
        for (directory, staged) in new { files.adopt(staged, into: directory) }
    }

    /// Makes sure that the disk accepts the names of new files, because it would otherwise refuse them only after the
    /// commit.
    ///
    /// Short plain names are accepted everywhere.
    private borrowing func tryNames() throws(SystemError) {
        for (path, _, replaces) in puts where replaces == nil {
            let name = path.name
            guard name.utf8.count > Self.longestPlainName || name.utf8.contains(where: { $0 >= 0x80 }) else { continue }
            let trial = Store.staging.appending(String(name))
            do throws(SystemError) {
                files.close(try files.create(trial))
                try files.unlink(trial)
            } catch {
                throw SystemError(.create, PrintableText.escaped(path.text), code: error.code)
            }
        }
    }

    private static var longestPlainName: Int { 100 }

    /// Renames staged files to the numbers by which the journal lists them.
    private borrowing func renumber() throws(SystemError) {
        guard puts.map(\.file.index) != Array(0..<staged.count) else { return }
        for (index, put) in puts.enumerated() {
            try files.rename(Store.staged(put.file.index), to: Store.staging.appending("new.\(index)"))
        }
        for index in puts.indices { try files.rename(Store.staging.appending("new.\(index)"), to: Store.staged(index)) }
    }

    /// Makes the commit durable.
    ///
    /// If the disk refuses, recovery finds out what happened.
    private borrowing func confirm() throws(StoreError) {
        do throws(SystemError) {
            try files.synchronizeDirectory(Store.staging)
            if !isBulk { try files.synchronizeDirectory(.root) }
        } catch {
            throw .unconfirmed(error)
        }
    }
}

/// The result of a change.
public struct Commit: Sendable {
    /// The fingerprint of the notebook after the change.
    public let fingerprint: Digest
    /// The new paths of files that other programs had written meanwhile.
    public let conflicts: [String]
}
