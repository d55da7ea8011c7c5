import NotebookFormat
import NotebookMerging

extension ComparedContent {
    /// The content with the uuids that notes got where both copies had made them, so that they count as the same.
    func joined(with mine: ComparedContent, _ merges: [NotebookMerge]) -> ComparedContent {
        let merged = Set(merges.flatMap(\.files).filter { $0.change == .merged || $0.change == .kept }.map(\.path))
        guard !merged.isEmpty else { return self }
        let uuids = Set(files.compactMap { $0.item?.uuid })
        let others = Dictionary(
            mine.files.filter { file in merged.contains(file.path) && file.item?.uuid.map(uuids.contains) == false }
                .map { ($0.path.key, $0) }
        ) { first, _ in first }
        guard !others.isEmpty else { return self }
        let own = Set(mine.files.compactMap { $0.item?.uuid })
        let files = files.map { file in
            guard let other = others[file.path.key], var item = file.item, item.uuid.map(own.contains) == false else {
                return file
            }
            item.uuid = other.item?.uuid
            return ComparedFile(path: file.path, type: file.type, size: file.size, digest: file.digest, item: item)
        }
        return ComparedContent(description, files, manifest)
    }
}
