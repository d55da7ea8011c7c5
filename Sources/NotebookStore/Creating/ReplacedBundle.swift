import NotebookFormat

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
            if OutsideNames.contains(name) {
                let isExpected = OutsideNames.isSystemFile(name) || prefix.isEmpty && Self.own.contains(name)
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

    /// Moves another bundle to this place and returns the new path of the old one; at each moment, one of them is in
    /// place.
    ///
    /// The new bundle gets the history of the old one, if there is one.
    func replace(by staging: DiskPath) throws(SystemError) -> DiskPath {
        let old = try exchange(with: staging)
        let name = String(decoding: Store.historyPlace.name, as: UTF8.self)
        if try files.status(old.appending(name)) != nil {
            if try files.status(place.appending(name)) != nil { try files.removeTree(place.appending(name)) }
            try files.rename(old.appending(name), to: place.appending(name))
        }
        return old
    }

    private func exchange(with staging: DiskPath) throws(SystemError) -> DiskPath {
        do throws(SystemError) {
            try files.exchange(staging, with: place)
            return staging
        } catch {
            guard error.meansUnsupported else { throw error }
        }
        // Without an atomic exchange, renames the old bundle to a visible name, and moves it back if the new one
        // cannot be moved.
        let aside = try freeName()
        try files.rename(place, to: aside)
        do throws(SystemError) {
            try files.renameExclusively(staging, to: place)
        } catch {
            try files.rename(aside, to: place)
            throw error
        }
        return aside
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
