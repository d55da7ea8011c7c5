package import NotebookFormat
import NotebookMerging
package import NotebookStore
package import NotebookText

extension ComparedContent {
    /// Makes the content from an inspection of a notebook.
    ///
    /// - Parameter text: The bytes of `notebook.json`.
    package init(_ description: NotebookDescription, _ text: [UInt8], _ inspection: Inspection) {
        let listed = inspection.manifest.value ?? Manifest([] as [Entry])
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
