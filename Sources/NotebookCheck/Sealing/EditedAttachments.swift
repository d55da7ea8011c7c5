import NotebookFormat
import NotebookLinks
import NotebookStore

extension Inspection {
    /// The unlisted attachments that items which other programs changed or added link to.
    ///
    /// The links must have been collected.
    func attachmentsOfEdits() -> Set<BundlePath> {
        let listed = manifest.value ?? Manifest([] as [Entry])
        let blobs = Set(files.filter { $0.type == .blob && listed[$0.path] == nil }.map(\.path))
        guard !blobs.isEmpty, let created = description.value?.created else { return [] }
        let resolver = LinkResolver(Manifest(files.compactMap { Entry($0, notebookCreated: created) }))
        var used: Set<BundlePath> = []
        for fact in files where fact.type?.isItem == true && listed[fact.path]?.digest != fact.digest {
            guard TrashedPath(fact.path) == nil, let links = fact.item?.readable?.links else { continue }
            for index in 0..<links.count {
                guard case .file(let target) = links.name(at: index).target(resolver, from: fact.path),
                    blobs.contains(target)
                else { continue }
                used.insert(target)
            }
        }
        return used
    }
}
