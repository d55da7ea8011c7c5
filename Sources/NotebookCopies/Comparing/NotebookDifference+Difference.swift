package import NotebookFormat
package import NotebookMerging
package import NotebookStore
package import NotebookText

extension NotebookDifference {
    /// Compares two notebooks, and reads the texts of items that differ.
    package init(_ old: ComparedNotebook, _ new: ComparedNotebook) throws {
        try self.init(old.content, new.content) { pairs in
            var differences: [FileDifference] = []
            var rest = pairs[...]
            while !rest.isEmpty {
                var (batch, size) = ([FilePairs.Pair](), 0)
                while let pair = rest.first, batch.isEmpty || size < Self.bytesAtOnce {
                    batch.append(pair)
                    size += (pair.old?.size ?? 0) + (pair.new?.size ?? 0)
                    rest = rest.dropFirst()
                }
                let (before, after) = (
                    try old.contents(of: batch.compactMap(\.old?.wanted)),
                    try new.contents(of: batch.compactMap(\.new?.wanted))
                )
                differences += batch.map { pair in
                    let (one, other) = (pair.old.flatMap { before[$0.wanted] }, pair.new.flatMap { after[$0.wanted] })
                    return pair.difference(one ?? [], other ?? [])
                }
            }
            return differences
        }
    }

    /// How many bytes of texts are in memory at a time.
    private static var bytesAtOnce: Int { 64 << 20 }
}

extension ComparedFile {
    /// What to read.
    package var wanted: ComparedNotebook.Wanted { ComparedNotebook.Wanted(path, digest) }
}

extension NotebookReading {
    /// Compares this notebook with another, which is the later one.
    ///
    /// Compares the files, not the manifests. Blocks until all files are read.
    ///
    /// - Throws: `NotebookError` or `ArchiveFailure` if one of them is not a notebook, `StoreError.changedMeanwhile`,
    ///   or an error if files cannot be read.
    package func difference(to other: some NotebookReading) throws -> NotebookDifference {
        try NotebookDifference(try ComparedNotebook(self), try ComparedNotebook(other))
    }

    /// Writes a patch for `git apply` that turns this notebook's files into those of another notebook, byte for byte.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameter write: Receives the patch piece by piece; nothing if all files are the same.
    /// - Throws: the same as `difference(to:)`, or what `write` throws.
    package func writePatch(to other: some NotebookReading, _ write: ([UInt8]) throws -> Void) throws {
        try NotebookPatch(try ComparedNotebook(self), try ComparedNotebook(other)).write(write)
    }
}

extension ComparedContent {
    /// Makes the content from an inspection of a notebook.
    ///
    /// - Parameter text: The bytes of `notebook.json`.
    package init(_ description: NotebookDescription, _ text: [UInt8], _ inspection: Inspection) {
        let listed = inspection.manifest.value ?? Manifest([] as [Entry])
        if inspection.isAsListed {
            let entries = listed.entries
            let files = entries.indices.filter { entries.type(at: $0) != .notebook }
            self.init(description, files.map { ComparedFile(entries[$0]) }, listed)
            return
        }
        let facts = inspection.files + inspection.otherForms
        var (files, put): ([ComparedFile], [BundlePath: Entry]) = ([], [:])
        files.reserveCapacity(facts.count)
        var isFound = Array(repeating: false, count: listed.entries.count)
        var hint = 0
        for fact in facts where fact.path != .notebook {
            let place = listed.index(of: fact.path, near: &hint)
            let isListed = fact.item == nil && place.map { listed.lists(fact, at: $0) } ?? false
            let entry = isListed && fact.type?.isItem == true ? place.map { listed.entries[$0] } : nil
            let file = ComparedFile(fact, listed: entry, notebookCreated: description.created)
            files.append(file)
            if let place {
                // The same path in another normalisation is the same file.
                guard !isFound[place] else { continue }
                isFound[place] = true
            }
            guard !isListed, put[fact.path] == nil, let entry = file.entry else { continue }
            if place.map({ listed.entries[$0] }) != entry { put[fact.path] = entry }
        }
        let own = Entry(path: .notebook, type: .notebook, size: text.count, digest: Digest.of(text), item: nil)
        if let place = listed.index(of: .notebook) { isFound[place] = true }
        if listed[.notebook] != own { put[.notebook] = own }
        let removed = isFound.indices.filter { !isFound[$0] }.map(listed.entries.path(at:))
        let manifest =
            put.isEmpty && removed.isEmpty ? listed : listed.replacing(removed: Set(removed), put: Array(put.values))
        self.init(description, files, manifest)
    }
}

extension ComparedFile {
    /// Makes the value from a file that an inspection found.
    ///
    /// - Parameters:
    ///   - listed: The entry of the manifest, for items that were not read because they match it; otherwise `nil`.
    ///   - created: `created` of the notebook.
    package init(_ fact: FileFact, listed: Entry?, notebookCreated created: Timestamp) {
        let item = if let listed { listed.item } else { Entry(fact, notebookCreated: created)?.item }
        self.init(path: fact.path, type: fact.type, size: fact.size, digest: fact.digest, item: item)
    }
}

extension Manifest {
    /// Whether the manifest's entry at a place describes a file as it was found.
    fileprivate func lists(_ fact: FileFact, at place: Int) -> Bool {
        entries.digest(at: place) == fact.digest && entries.size(at: place) == fact.size
            && entries.type(at: place) == fact.type
    }
}
