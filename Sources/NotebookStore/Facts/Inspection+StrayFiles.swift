import NotebookFormat

extension Inspection {
    /// Whether a file is a stray one: not listed, no new item, and no second version of a file that a synchronising
    /// program left.
    package func isStray(_ fact: FileFact) -> Bool {
        guard let manifest = manifest.value, manifest[fact.path] == nil, fact.path != .notebook else { return false }
        let isItem = fact.type?.isItem == true && TrashedPath(fact.path) == nil
        return !isItem && ConflictCopy.original(of: fact.path) == nil
    }
}
