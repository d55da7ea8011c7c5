package import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

/// A bundle that another bundle is to replace.
struct ReplacedBundle {
    private let files: any FileOperations
    private let place: DiskPath
    private let shown: String
    private let now: Clock

    init(_ files: any FileOperations, _ place: DiskPath, shown: String, now: @escaping Clock) {
        self.files = files
        self.place = place
        self.shown = shown
        self.now = now
    }

    /// Makes sure that this is a notebook, and that replacing it loses nothing that is not part of a notebook, such as
    /// a git repository.
    ///
    /// - Throws: `NotebookError.taken`, `NotebookError.holdsMore`, or `SystemError`.
    func check() throws {
        let names = try files.list(place).map { String(decoding: $0.name, as: UTF8.self) }
        // The name alone does not prove that the directory contains nothing but a notebook.
        guard NotebookLocation(directory: "", holds: names.contains) != .folder else {
            throw NotebookError.taken(shown)
        }
        if let path = try foreign(in: place, below: "") { throw NotebookError.holdsMore(shown, path) }
    }

    /// What the tool itself puts beside the document.
    private static let own: Set<String> = [".gitattributes", ".bundle", ".history"]

    /// The first path outside the document that neither the tool nor an operating system made.
    private func foreign(in directory: DiskPath, below prefix: String) throws(SystemError) -> String? {
        for entry in try files.listInOrder(directory) {
            let name = String(decoding: entry.name, as: UTF8.self)
            if ExternalNames.contains(name) {
                let isExpected = ExternalNames.isSystemFile(name) || prefix.isEmpty && Self.own.contains(name)
                if !isExpected { return prefix + name }
            } else if entry.kind == .file, Leftover.matches(prefix + name) {
                continue
            } else if entry.kind == .directory {
                let path = directory.appending(entry.name)
                guard path.components.count - place.components.count < BundlePath.maximumComponents else {
                    return prefix + name
                }
                let found = try foreign(in: path, below: "\(prefix)\(name)/")
                if let found { return found }
            }
        }
        return nil
    }

    /// Keeps in the history of this bundle what the other one does not have, as a change that can be undone (Format,
    /// clause 27.10).
    ///
    /// - Parameters:
    ///   - facts: The files of the other bundle.
    ///   - fingerprint: The digest of its manifest.
    /// - Returns: Whether the history could take it all: it may have no room, or lack names for it.
    /// - Throws: an error if files cannot be read or kept; nothing is replaced then.
    func keepContents(besides facts: [FileFact], _ fingerprint: Digest, _ environment: NotebookEnvironment) throws
        -> Bool
    {
        let bundle = SubdirectoryFiles(files, place)
        let inspection = try Inspector(try DirectoryTree(bundle, name: shown, now: now)).inspect()
        // A record cannot name these.
        guard inspection.unportable.isEmpty, inspection.irregular.isEmpty else { return false }
        let coming = Dictionary(facts.map { ($0.path, $0.digest) }) { first, _ in first }
        let contents = Set(coming.values)
        let found = inspection.files + inspection.otherForms
        let lost = found.filter { !contents.contains($0.digest) }
        guard !lost.isEmpty else { return true }
        let store = Store(bundle, environment)
        guard let room = try store.roomInHistory(), lost.reduce(0, { $0 + $1.size }) <= room else { return false }
        let keeping = HistoryKeeping(store)
        try keeping.prepare()
        for fact in lost { try keeping.copy(fact.place, to: Store.kept(fact.digest)) }
        try bundle.synchronizeAll()
        let before = try bundle.digest(of: DiskPath(.manifest))
        let digests = Dictionary(found.map { ($0.path, $0.digest) }) { first, _ in first }
        let puts = facts.filter { $0.path != .manifest && digests[$0.path] != $0.digest }.map {
            Journal.Put(path: $0.path, digest: $0.digest, replaces: digests[$0.path])
        }
        let gone = digests.filter { coming[$0.key] == nil }.sorted { $0.key < $1.key }
        let listed = inspection.manifest.value
        let outside = Set(digests.keys).union(listed?.entries.map(\.path) ?? []).compactMap { path in
            ChangeNote.ExternalChange(path, listed?[path], digests[path])
        }
        try keeping.record(
            Journal(
                before: before, after: fingerprint,
                puts: puts + [.init(path: .manifest, digest: fingerprint, replaces: before)],
                deletions: gone.map { Journal.Deletion(path: $0.key, digest: $0.value) },
                note: ChangeNote(
                    time: environment.now(), verb: ChangeNote.replacing, outside: outside.sorted { $0.path < $1.path }))
        )
        return true
    }

    /// Moves another bundle to this place and returns the new path of the old one, to be removed; at each moment, one of
    /// them is in place.
    ///
    /// The new bundle gets the history of the old one, if there is one.
    ///
    /// - Parameters:
    ///   - keepsOld: Whether the old one stays, beside this place and without its history; then returns `nil`.
    ///   - kept: Set to the name of the old one if it stays.
    func replace(
        by staging: DiskPath, keepsOld: Bool, as kept: inout DiskPath?
    ) throws(SystemError) -> DiskPath? {
        var old = try exchange(with: staging)
        if keepsOld, old == staging {
            old = try freeName()
            try files.rename(staging, to: old)
        }
        let name = String(decoding: Store.historyPlace.name, as: UTF8.self)
        if try files.status(old.appending(name)) != nil {
            if try files.status(place.appending(name)) != nil { try files.removeTree(place.appending(name)) }
            try files.rename(old.appending(name), to: place.appending(name))
        }
        guard keepsOld else { return old }
        kept = old
        return nil
    }

    private func exchange(with staging: DiskPath) throws(SystemError) -> DiskPath {
        do throws(SystemError) {
            try files.exchange(staging, with: place)
            return staging
        } catch {
            guard error.meansUnsupported || error.meansOtherDisk else { throw error }
        }
        // Without an atomic exchange, renames the old bundle to a visible name, and moves it back if the new one
        // cannot be moved.
        let aside = try freeName()
        do throws(SystemError) {
            try files.rename(place, to: aside)
        } catch {
            guard error.meansOtherDisk else { throw error }
            do throws(SystemError) {
                try moveFiles(of: place, to: aside)
            } catch {
                try? moveFiles(of: aside, to: place)
                throw error
            }
        }
        do throws(SystemError) {
            try files.renameExclusively(staging, to: place)
        } catch {
            try files.rename(aside, to: place)
            throw error
        }
        return aside
    }

    /// Moves the files of a directory that cannot be renamed as a whole.
    private func moveFiles(of directory: DiskPath, to other: DiskPath) throws(SystemError) {
        if try files.status(other) == nil { try files.makeDirectory(other) }
        for entry in try files.list(directory) {
            let (old, new) = (directory.appending(entry.name), other.appending(entry.name))
            if entry.kind == .directory {
                try moveFiles(of: old, to: new)
            } else {
                try files.rename(old, to: new)
            }
        }
        try files.removeDirectory(directory)
    }

    /// A free name beside the place, which says that it is the replaced bundle.
    private func freeName() throws(SystemError) -> DiskPath {
        let stem = NotebookLocation.stem(of: String(decoding: place.name, as: UTF8.self))
        var number = 1
        while true {
            let mark = " (replaced \(now().compact))" + (number == 1 ? "" : " \(number)") + NotebookLocation.ending
            let free = DiskPath(stem.prefix(bytes: 240 - mark.utf8.count) + mark)
            if try files.status(free) == nil { return free }
            number += 1
        }
    }
}

/// Copies a bundle’s directory, whatever its state, to a free name.
package struct CopiedBundle {
    private let source: any FileOperations
    private let target: any FileOperations
    private let name: String
    /// Links and special files, which are not copied.
    package private(set) var leftOut: [String] = []

    /// Copies a directory to a name in another directory.
    package init(_ source: any FileOperations, to name: String, in target: any FileOperations) {
        (self.source, self.target, self.name) = (source, target, name)
    }

    /// Copies everything, completely or not at all.
    package mutating func copy(environment: NotebookEnvironment) throws {
        guard try target.status(DiskPath(name)) == nil else { throw NotebookError.taken(PrintableText.escaped(name)) }
        let placement = try Placement(ofDirectory: name, in: target, environment: environment)
        try copy(.root, to: placement.temporary)
        try target.synchronizeAll()
        try placement.finish()
    }

    private mutating func copy(_ directory: DiskPath, to other: DiskPath) throws {
        for entry in try source.listInOrder(directory) {
            let (path, copied) = (directory.appending(entry.name), other.appending(entry.name))
            switch entry.kind {
            case .directory:
                try target.makeDirectory(copied)
                try copy(path, to: copied)
            case .file:
                let file = try target.create(copied)
                defer { target.close(file) }
                try source.stream(path) { try target.writeAll($0, to: file) }
            case .symbolicLink, .special: leftOut.append(path.description)
            }
        }
    }
}
