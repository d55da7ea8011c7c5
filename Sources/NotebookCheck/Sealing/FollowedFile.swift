package import NotebookFiles
package import NotebookFormat
import NotebookStore
import NotebookText

/// A file as it was, and as it is since somebody sealed or merged it elsewhere, as in a commit of git.
package struct FollowedFile: Sendable {
    /// The path as it is stored, which may be in another normalisation.
    package let path: DiskPath
    /// The content before; `nil` if there was none.
    package let old: [UInt8]?
    /// The content now; `nil` if the file is gone.
    package let new: [UInt8]?

    /// Makes a file.
    package init(path: DiskPath, old: [UInt8]?, new: [UInt8]?) { (self.path, self.old, self.new) = (path, old, new) }
}

extension NotebookDirectory {
    /// Brings files to what was made of them elsewhere, except for those that somebody has changed since.
    ///
    /// The manifest stays if it is true to files that the new one does not know, or knows otherwise. If it follows, all
    /// is one change, and the history keeps what it replaces.
    ///
    /// Blocks while others use the notebook, and until the change is durable.
    ///
    /// - Parameter absent: Files that the notebook has, but this directory rightly has not, as in a sparse checkout.
    /// - Throws: an error if the directory cannot be changed; what was not brought about stays as it was.
    package func follow(_ files: [FollowedFile], without absent: Set<BundlePath> = []) throws {
        let disk = try openToChange()
        let store = Store(disk, environment)
        _ = try store.recover()
        try noting(disk) { try Following(store, environment, files).run(without: absent) }
    }
}

/// Brings files of one directory to what was made of them elsewhere.
private struct Following {
    private let store: Store
    private let environment: NotebookEnvironment
    private let all: [FollowedFile]
    private var disk: any FileOperations { store.files }

    init(_ store: Store, _ environment: NotebookEnvironment, _ all: [FollowedFile]) {
        (self.store, self.environment, self.all) = (store, environment, all)
    }

    func run(without absent: Set<BundlePath>) throws {
        var files: [(path: BundlePath, file: FollowedFile)] = []
        for file in try composed() where try isUnchanged(file) {
            if let path = try? BundlePath(file.path.text) { files.append((path, file)) }
        }
        let others = files.filter { $0.path != .manifest }
        guard let file = files.first(where: { $0.path == .manifest })?.file, let bytes = file.new,
            let new = try? Manifest(bytes)
        else { return try replaceEach(others.map(\.file)) }
        let old = file.old.flatMap { try? Manifest($0) }
        let differing = Self.differences(old, new).subtracting(absent)
        let replaced = Dictionary(others.map { ($0.path, $0.file.old.map { Digest.of($0) }) }) { first, _ in first }
        for path in differing where replaced[path] == nil {
            guard try disk.digest(of: DiskPath(path)) != old?[path]?.digest else {
                return try replaceEach(others.map(\.file))
            }
        }
        var transaction = try Transaction(store, before: file.old.map { Digest.of($0) })
        for (path, file) in others {
            let digest = file.old.map { Digest.of($0) }
            if let content = file.new {
                transaction.put(try transaction.stage(content), at: path, replaces: digest)
            } else if let digest {
                transaction.delete(path, digest)
            }
        }
        let outside = differing.sorted().compactMap { path in
            ChangeNote.ExternalChange(path, old?[path], replaced[path] ?? new[path]?.digest)
        }
        let note = old.map { old in
            ChangeNote(time: environment.now(), verb: environment.verb, outside: outside, moved: Self.moves(old, new))
        }
        _ = try transaction.commit(new, note)
    }

    private static func differences(_ old: Manifest?, _ new: Manifest) -> Set<BundlePath> {
        let listed = old.map { Array($0.entries) } ?? []
        let changed = listed.filter { new[$0.path]?.digest != $0.digest } + new.entries.filter { old?[$0.path] == nil }
        return Set(changed.map(\.path))
    }

    private static func moves(_ old: Manifest, _ new: Manifest) -> [ChangeNote.Move] {
        let facts = new.entries.map { FileFact(path: $0.path, size: $0.size, digest: $0.digest, item: nil) }
        return Changes(from: old, to: facts).differences.compactMap { difference in
            if case .moved(let path) = difference.change { .init(from: path, to: difference.path) } else { nil }
        }
    }

    /// Whether a file is as it was, so that it may follow.
    private func isUnchanged(_ file: FollowedFile) throws -> Bool {
        guard let old = file.old else { return try disk.status(file.path) == nil }
        return try disk.digest(of: file.path) == Digest.of(old)
    }

    /// Renames files that got names in Normalization Form C, and returns the files as they are then.
    private func composed() throws -> [FollowedFile] {
        var files = all
        for gone in all where gone.new == nil {
            let composed = DiskPath(gone.path.text.composed)
            guard composed != gone.path, let index = files.firstIndex(where: { $0.path == composed && $0.old == nil }),
                try isUnchanged(gone), try disk.exact.status(composed) == nil
            else { continue }
            _ = try disk.makeDirectories(composed.parent)
            try disk.renameExclusively(gone.path, to: composed)
            // The directory of the old name, if it is empty now.
            if gone.path.parent != composed.parent { try? disk.removeDirectory(gone.path.parent) }
            files[index] = FollowedFile(path: composed, old: gone.old, new: files[index].new)
        }
        return files
    }

    /// Replaces files one by one, while the manifest stays.
    private func replaceEach(_ files: [FollowedFile]) throws {
        guard !files.isEmpty else { return }
        var transaction = try Transaction(store, before: nil)
        for file in files {
            let staged = try file.new.map { try transaction.stage($0) }
            let place = staged.map { Store.staged($0.index) } ?? Store.deleted(0)
            guard let old = file.old else {
                _ = try disk.makeDirectories(file.path.parent)
                try disk.renameExclusively(place, to: file.path)
                continue
            }
            if staged == nil {
                try disk.rename(file.path, to: place)
            } else {
                try exchange(place, file)
            }
            // Somebody else may have written it at this moment.
            guard try disk.digest(of: place) == Digest.of(old) else {
                if staged == nil { try disk.renameExclusively(place, to: file.path) } else { try exchange(place, file) }
                continue
            }
            try disk.synchronizeDirectory(file.path.parent)
        }
        try transaction.discard()
    }

    private func exchange(_ place: DiskPath, _ file: FollowedFile) throws {
        do throws(SystemError) {
            try disk.exchange(place, with: file.path)
        } catch {
            guard error.meansUnsupported else { throw error }
            // The second best: what was written since the comparison is in the way.
            let copy = place.parent.appending("old")
            try disk.rename(file.path, to: copy)
            try disk.rename(place, to: file.path)
            try disk.rename(copy, to: place)
        }
    }
}
