import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

extension Draft {
    /// Replaces all files with those of a copy that is based on this notebook, byte for byte; returns the report
    /// without the actions that only a two-sided merge takes.
    mutating func replaceAll(with copy: NotebookCopy, _ report: NotebookMerge) throws -> NotebookMerge {
        try replaceAll(with: copy, insteadOf: nil)
        (history.merged, history.source) = (copy.fingerprint, copy.compared.name)
        var report = report
        report.files.removeAll { $0.change == .kept || $0.change == .returned }
        return report
    }

    /// Replaces all files with those of a copy, byte for byte.
    ///
    /// - Parameters:
    ///   - found: The current files, if they differ from those that the manifest lists.
    ///   - expected: The digests of files that may be replaced; the change fails if one that it replaces has another.
    mutating func replaceAll(
        with copy: NotebookCopy, insteadOf found: NotebookCopy?, replacing expected: [BundlePath: Digest] = [:]
    ) throws {
        (restoresExactly, isFromOutside) = (true, true)
        let (now, wanted) = (listing.manifest, copy.manifest)
        let others = found?.compared.content.files ?? []
        let digests = Dictionary(others.map { ($0.path, $0.digest) }) { first, _ in first }
        for file in others where wanted[file.path] == nil { try delete(file.path) }
        for (path, digest) in digests where wanted[path] != nil { see(path, expected[path] ?? digest) }
        let differences = EntryDifferences(now.entries, wanted.entries)
        var places = Set(differences.different)
        if found != nil {
            for place in wanted.entries.indices {
                let (path, digest) = (wanted.entries.path(at: place), wanted.entries.digest(at: place))
                if path == .notebook || digests[path] != digest { places.insert(place) }
            }
        }
        let different = places.sorted().map { wanted.entries[$0] }
        if different.contains(where: { $0.path == .notebook }) {
            guard case .read(_, let bytes) = copy.compared.inspection.description else { return }
            try restoreDescription(bytes)
        }
        let gone = differences.gone.map { now.entries[$0] }.filter { $0.path != .notebook }
        for path in different.map(\.path) + gone.map(\.path) {
            if let digest = expected[path], now[path] != nil { see(path, digest) }
        }
        for entry in gone { try delete(entry.path) }
        let left = Dictionary(gone.compactMap { old in old.item?.uuid.map { ($0, old.path) } }) { first, _ in first }
        for entry in different where now[entry.path] == nil {
            guard let old = entry.item?.uuid.flatMap({ left[$0] }) else { continue }
            history.movedBack.append(.init(from: old, to: entry.path))
        }
        let items = different.filter(\.type.isItem)
        for start in stride(from: 0, to: items.count, by: Self.itemsAtOnce) {
            let batch = items[start..<min(start + Self.itemsAtOnce, items.count)]
            let texts = try copy.compared.contents(of: batch.map { ComparedNotebook.Wanted($0.path, $0.digest) })
            for entry in batch {
                guard let bytes = texts[ComparedNotebook.Wanted(entry.path, entry.digest)] else {
                    throw copy.compared.changed(entry.path)
                }
                try write(try Self.item(bytes, entry.path), at: entry.path)
            }
        }
        for entry in different where !entry.type.isItem && entry.path != .notebook {
            let staged = try stage(expecting: entry.size) { write in try copy.compared.stream(entry.path, write) }
            guard staged.digest == entry.digest else { throw copy.compared.changed(entry.path) }
            try write(staged, at: entry.path)
        }
    }

    private static var itemsAtOnce: Int { 256 }
}
