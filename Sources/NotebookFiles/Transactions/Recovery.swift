package import NotebookFormat
package import NotebookText

/// The remains of an interrupted change.
package enum PendingChange: Sendable {
    /// None, or files that a change left that was not committed, or is complete.
    case none(hasStaging: Bool)
    /// A committed change that has not started or is half done: every new file is staged or in place.
    case completable(Journal)
    /// A change that is done except for deleting files.
    case done(Journal)
    /// A journal without its staged files, none of which is in place: the change was not committed.
    case undone(Journal)
}

/// The result of a recovery.
public enum Recovery: Equatable, Sendable {
    /// There was nothing to do.
    case nothing
    /// Removed files that a change had left: it was not committed, or is complete.
    case discarded
    /// Completed a committed change; files that others wrote meanwhile are kept under these paths.
    case completed(conflicts: [String])
}

extension Store {
    /// Examines the remains of an interrupted change, without changing anything.
    ///
    /// - Throws: `StoreError.unreadableJournal`, `.unrecoverable`, or `.failed`.
    package func pendingChange() throws(StoreError) -> PendingChange {
        do {
            guard let staging = try files.status(Self.staging) else { return .none(hasStaging: false) }
            guard staging.kind == .directory else { throw StoreError.unrecoverable(".bundle is not a directory") }
            guard let file = try files.status(Self.journal) else { return .none(hasStaging: true) }
            guard file.kind == .file else { throw StoreError.unrecoverable("its journal is not a file") }
            let bytes = try files.content(of: Self.journal, limit: Journal.maximumBytes)
            return try judge(try read(bytes))
        } catch let error as SystemError {
            throw .failed(error)
        } catch let error as StoreError {
            throw error
        } catch {
            throw .unrecoverable("\(error)")
        }
    }

    private func read(_ bytes: [UInt8]) throws(StoreError) -> Journal {
        do throws(TextProblem) {
            return try Journal(bytes)
        } catch {
            throw .unreadableJournal(error, error.position(in: bytes))
        }
    }

    private func judge(_ journal: Journal) throws -> PendingChange {
        let files = files.exact
        let manifest = try files.digest(of: DiskPath(.manifest))
        if manifest == journal.after { return .done(journal) }
        guard manifest == journal.before else {
            throw StoreError.unrecoverable("manifest.json matches neither the state before nor after it")
        }
        var isCompletable = true
        var isUndone = true
        for (index, put) in journal.puts.enumerated() {
            let present = try files.digest(of: DiskPath(put.path))
            if present != put.replaces { isUndone = false }
            if present != put.digest, try files.digest(of: Self.staged(index)) != put.digest { isCompletable = false }
        }
        if isCompletable { return .completable(journal) }
        if isUndone { return .undone(journal) }
        throw StoreError.unrecoverable("staged files are missing, and others have been changed")
    }

    /// Completes a change that was committed, or undoes one that was not (Format, clause 25.5).
    ///
    /// - Throws: `StoreError`; then nothing has changed, or what is left to do will be tried again.
    package func recover() throws(StoreError) -> Recovery {
        let pending = try pendingChange()
        do throws(SystemError) {
            switch pending {
            case .none(hasStaging: false): return .nothing
            case .none(hasStaging: true):
                let isEmpty = try files.list(Self.staging).isEmpty
                try discardStaging()
                return isEmpty ? .nothing : .discarded
            case .undone:
                try discardStaging()
                return .discarded
            case .completable(let journal):
                try confirm(journal)
                var completion = Completion(self, journal)
                try completion.run()
                return .completed(conflicts: completion.conflicts)
            case .done(let journal):
                // Nothing may be deleted before the name of the new manifest is durable.
                try files.synchronizeDirectory(.root)
                var completion = Completion(self, journal)
                try completion.finish()
                return .completed(conflicts: completion.conflicts)
            }
        } catch {
            throw .incomplete(error)
        }
    }

    /// Makes the work of the previous process durable, which may have ended before it could: first the files that are
    /// already in place, because a file that moves out of `.bundle/` must not be lost between two directories.
    private func confirm(_ journal: Journal) throws(SystemError) {
        for directory in Set(journal.puts.flatMap { DiskPath($0.path).ancestors }).sorted() where directory != .root {
            guard try files.status(directory) != nil else { continue }
            try files.synchronizeDirectory(directory)
        }
        try files.synchronizeDirectory(.root)
        try files.synchronizeDirectory(Self.staging)
    }
}

/// The folder for misplaced files and for originals of repaired files: `.set-aside/`, with the time.
package struct SetAside {
    private let files: any FileOperations
    private let folder: DiskPath

    package init(_ files: any FileOperations, now: Timestamp) {
        self.files = files
        folder = DiskPath(".set-aside/\(now.compact)")
    }

    /// Moves a file or directory there, and returns its new path; `nil` if there is nothing.
    package func move(_ path: DiskPath) throws(SystemError) -> DiskPath? { try move(path, as: path) }

    /// Moves a file there as if it had been at another path.
    func move(_ path: DiskPath, as place: DiskPath) throws(SystemError) -> DiskPath? {
        guard try files.status(path) != nil else { return nil }
        let target = try self.place(for: place)
        try files.renameExclusively(path, to: target)
        try files.synchronizeDirectory(target.parent)
        return target
    }

    /// Copies a file there, and returns the path of the copy.
    package func copy(_ path: DiskPath) throws -> DiskPath {
        let target = try place(for: path)
        let file = try files.create(target)
        defer { files.close(file) }
        files.copyAttributes(of: path, to: target)
        try files.stream(path) { try files.writeAll($0, to: file) }
        try files.synchronize(file)
        return target
    }

    /// A free path below the folder.
    private func place(for path: DiskPath) throws(SystemError) -> DiskPath {
        var target = DiskPath("\(folder.text)/\(path.text)")
        var number = 2
        while try files.status(target) != nil {
            target = DiskPath("\(folder.text) \(number)/\(path.text)")
            number += 1
        }
        _ = try files.makeDirectories(target.parent)
        return target
    }
}
