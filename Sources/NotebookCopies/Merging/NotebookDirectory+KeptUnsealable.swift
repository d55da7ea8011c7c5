import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

extension NotebookDirectory {
    /// Puts texts that no notebook can hold into the trash where another copy has another file at their paths or another
    /// version of them, which a merge takes or moves; at their paths, the versions come back that the manifest lists.
    ///
    /// - Returns: The files that are in the trash now.
    func keepUnsealable(of mine: NotebookCopy, replacedBy theirs: NotebookCopy) throws -> [UnsealableFile] {
        guard !mine.compared.reading.unsealable.isEmpty else { return [] }
        let keys = Dictionary(
            mine.compared.content.files.compactMap { file in file.item?.uuid.map { ($0, file.path.key) } }
        ) { first, _ in first }
        let going = mine.compared.reading.unsealable.filter { file in
            guard let path = file.found?.path else { return false }
            let entry = theirs.manifest[path]
            // Only the spelling of the name changed here.
            if file.listed == nil, let uuid = entry?.item?.uuid, keys[uuid] == path.key { return false }
            return entry?.digest != file.listed
        }
        guard !going.isEmpty else { return [] }
        let versions = try going.map { try listedVersion(of: $0, mine, theirs) }
        _ = try recordingChanges(as: "seal").edit { draft in
            for (file, bytes) in zip(going, versions) {
                guard let fact = file.found else { continue }
                try draft.keepInTrash(fact.path)
                if let bytes { try draft.write(try Draft.item(bytes, fact.path), at: fact.path) }
            }
        }
        return going.map { file in
            var file = file
            file.isReplaced = true
            return file
        }
    }

    /// The version that the manifest lists, or else the one of the other copy; `nil` if it is nowhere any more.
    private func listedVersion(
        of file: UnsealableFile, _ mine: NotebookCopy, _ theirs: NotebookCopy
    ) throws -> [UInt8]? {
        guard let path = file.found?.path, let listed = file.listed else { return nil }
        if let bytes = try mine.text(with: listed, preferring: path) { return bytes }
        let uuid = mine.manifest[path]?.item?.uuid
        let entry = theirs.manifest.entries.first { uuid != nil && $0.item?.uuid == uuid } ?? theirs.manifest[path]
        guard let entry, entry.type.isItem else { return nil }
        let wanted = ComparedNotebook.Wanted(entry.path, entry.digest)
        return try theirs.compared.contents(of: [wanted])[wanted]
    }
}
