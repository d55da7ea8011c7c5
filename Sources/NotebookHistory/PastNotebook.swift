import Cores
package import NotebookFiles
package import NotebookFormat
package import NotebookStore
package import NotebookText

/// A notebook as it was after an earlier change, with its files, as far as the history has them.
package struct PastNotebook {
    /// The number of the change.
    package let number: Int
    /// Its files, with the manifest that it had then.
    package let tree: RevisionTree
    /// The files whose contents are unknown because other programs changed them; the tree lacks them.
    package let unknown: [Unknown]

    /// A file whose content was replaced by others.
    package struct Unknown: Sendable {
        /// Its path.
        package let path: BundlePath
        /// The change before which the file had this content.
        package let change: Int
        /// The digest of that content.
        package let digest: Digest
    }

    /// Reconstructs the state at a moment.
    ///
    /// - Throws: `HistoryError` if the history does not reach back to it, lacks `notebook.json`, or does not match the
    ///   fingerprint; or an error if files cannot be read.
    package init(at number: Int, _ log: HistoryLog, _ now: NotebookListing, _ store: Store) throws {
        let listed = Dictionary(now.manifest.entries.map { ($0.path, $0.digest) }) { first, _ in first }
        let state: PastState
        do throws(HistoryGap) {
            state = try PastState(after: number, in: log, from: listed, now.fingerprint)
        } catch {
            throw HistoryError.gap(after: error.after, before: error.before)
        }
        let contents = PastContents(store, now.manifest)
        // The first later changes before which the contents were there.
        let later = Lazy {
            log.records.reduce(into: [Digest: Int]()) { later, record in
                guard record.number > number else { return }
                for digest in record.contentsBefore where later[digest] == nil { later[digest] = record.number }
            }
        }
        func unknown(_ path: BundlePath, _ digest: Digest) -> Unknown {
            Unknown(path: path, change: later.value[digest] ?? number, digest: digest)
        }
        func bytes(_ path: BundlePath, _ digest: Digest, _ limit: Int) throws -> [UInt8] {
            guard let bytes = try contents.bytes(of: digest, preferring: path, limit: limit) else {
                throw HistoryError.contentUnknown(path, change: unknown(path, digest).change)
            }
            return bytes
        }
        guard let text = state.files[.notebook] else { throw HistoryError.contentUnknown(.notebook, change: number) }
        let description = try NotebookDescription(try bytes(.notebook, text, NotebookDescription.maximumBytes))
        let isSameCreated = description.created == now.description.created
        var (entries, sizes): ([Entry], [BundlePath: (size: Int, digest: Digest)]) = ([], [:])
        var lost: [Unknown] = []
        for (path, digest) in state.files {
            if isSameCreated, let entry = now.manifest[path], entry.digest == digest {
                entries.append(entry)
                sizes[path] = (entry.size, digest)
                continue
            }
            guard let type = FileType(of: path) else { continue }
            let fact: FileFact
            if type.isItem {
                guard let text = try contents.bytes(of: digest, preferring: path, limit: ItemFile.maximumBytes) else {
                    lost.append(unknown(path, digest))
                    continue
                }
                fact = FileFact(path: path, size: text.count, digest: digest, item: ItemFact(text, type: type))
            } else {
                guard let size = try contents.size(of: digest) else {
                    lost.append(unknown(path, digest))
                    continue
                }
                fact = FileFact(path: path, size: size, digest: digest, item: nil)
            }
            guard let entry = Entry(fact, notebookCreated: description.created) else { continue }
            entries.append(entry)
            sizes[path] = (fact.size, digest)
        }
        let manifest = Manifest(entries).text
        guard !lost.isEmpty || Digest.of(manifest) == state.fingerprint else { throw HistoryError.untrue(number) }
        self.number = number
        self.unknown = lost.sorted { $0.path < $1.path }
        let files = sizes.map { path, file in
            RevisionTree.File(
                path: Array(path.text.utf8), kind: .file, size: file.size, identifier: file.digest.description)
        }
        let seal = RevisionTree.File(
            path: Array(BundlePath.manifest.text.utf8), kind: .file, size: manifest.count, identifier: "")
        let sorted = (files + [seal]).sorted { $0.path.lexicographicallyPrecedes($1.path) }
        tree = RevisionTree("\(now.name)@\(number)", sorted) { wanted in
            try wanted.map { file in
                guard let digest = Digest(hexadecimal: file.identifier) else { return manifest }
                let path = try BundlePath(String(decoding: file.path, as: UTF8.self))
                return try bytes(path, digest, .max)
            }
        }
    }
}

extension PastNotebook {
    /// The error for an item that was not found, if its content at that moment is unknown.
    package func failure(for word: String) -> HistoryError? {
        let key = ComparisonKey(word)
        func names(_ path: BundlePath) -> [String] {
            [path.text, path.stem] + path.text.parts(between: "/", maxSplits: 1).dropFirst().map(String.init)
        }
        return unknown.first { lost in names(lost.path).contains { ComparisonKey($0) == key } }
            .map { .contentUnknown($0.path, change: $0.change) }
    }
}

/// Finds contents by their digests, in the notebook as it is now and in its history.
package struct PastContents {
    private let store: Store
    private let manifest: Manifest
    private let places: Lazy<[Digest: BundlePath]>

    package init(_ store: Store, _ manifest: Manifest) {
        self.store = store
        self.manifest = manifest
        places = Lazy { Dictionary(manifest.entries.map { ($0.digest, $0.path) }) { first, _ in first } }
    }

    /// The bytes of a content; `nil` if nothing has it, or it is longer than the limit.
    package func bytes(of digest: Digest, preferring path: BundlePath, limit: Int) throws -> [UInt8]? {
        if manifest[path]?.digest == digest, let bytes = try here(path, digest, limit) { return bytes }
        if let bytes = try store.keptContent(digest, limit: limit) { return bytes }
        guard let other = places.value[digest] else { return nil }
        return try here(other, digest, limit)
    }

    /// A file that has a content now; `nil` if none has it.
    ///
    /// Reads it, however long it is.
    package func file(with digest: Digest, preferring path: BundlePath) throws -> DiskPath? {
        let listed = [manifest[path]?.digest == digest ? path : nil, places.value[digest]].compactMap(\.self)
        return try ([Store.kept(digest)] + listed.map { DiskPath($0) }).first { place in
            try store.files.status(place)?.kind == .file && store.files.digest(of: place) == digest
        }
    }

    private func here(_ path: BundlePath, _ digest: Digest, _ limit: Int) throws -> [UInt8]? {
        guard let status = try store.files.status(DiskPath(path)), status.kind == .file, status.size <= limit else {
            return nil
        }
        let bytes = try store.files.content(of: DiskPath(path), limit: limit)
        return Digest.of(bytes) == digest ? bytes : nil
    }

    /// The folders that were there after a change; `nil` if the history does not tell.
    func folders(after number: Int) -> Set<FolderPath>? {
        let listed = Dictionary(manifest.entries.map { ($0.path, $0.digest) }) { first, _ in first }
        guard let log = try? store.historyLog(from: number),
            let state = try? PastState(after: number, in: log, from: listed, Digest.of(manifest.text)),
            let digest = state.files[.notebook],
            let text = try? bytes(of: digest, preferring: .notebook, limit: NotebookDescription.maximumBytes),
            let description = try? NotebookDescription(text)
        else { return nil }
        var folders: Set<FolderPath> = []
        for folder in state.files.keys.compactMap(FolderPath.init(of:)) + description.folders.map(\.path) {
            var next: FolderPath? = folder
            while let folder = next, folders.insert(folder).inserted { next = folder.parent }
        }
        return folders
    }

    /// The size of a content in bytes; `nil` if nothing has it.
    func size(of digest: Digest) throws -> Int? {
        if let path = places.value[digest], let size = manifest[path]?.size { return size }
        return try store.files.status(Store.kept(digest))?.size
    }

    /// Where a content can be read; `nil` if nothing has it.
    func place(of digest: Digest) throws -> DiskPath? {
        if try store.keepsContent(digest) { return Store.kept(digest) }
        return places.value[digest].map { DiskPath($0) }
    }
}
