import NotebookBundle
import NotebookFormat

/// Where notes of a JSON text go in a bundle that is made of them.
enum JSONPlace {
    /// Writes a note with its attachments.
    static func write(
        _ note: JSONNote, _ item: ItemFile, _ taken: inout Set<ComparisonKey>, _ bundle: inout NewBundle
    ) throws {
        let path = try place(of: note, item, taken)
        taken.insert(path.key)
        try bundle.write(item.bytes, at: path)
        for file in note.attachments ?? [] {
            guard let path = try? BundlePath(file.path), FileType(of: path) == .blob, taken.insert(path.key).inserted
            else {
                continue
            }
            try bundle.write([UInt8](file.data), at: path)
        }
    }

    /// The path that a note had, or one that is made of its folder and title; free in any case.
    private static func place(of note: JSONNote, _ item: ItemFile, _ taken: Set<ComparisonKey>) throws -> BundlePath {
        if let path = note.path.flatMap({ try? BundlePath($0) }), FileType(of: path)?.isItem == true,
            !taken.contains(path.key)
        {
            return path
        }
        let root = note.type == .card ? "cards" : "notes"
        let folders = (note.folder ?? "").split(separator: "/").compactMap { PortableName.made(from: $0) }
        let directory = ([root] + folders).joined(separator: "/")
        let title = item.metadata.title ?? ReadableItem.firstLine(of: item) ?? ""
        let fallback = note.type == .card ? "New Card" : "New Note"
        let name = PortableName.unique(PortableName.made(from: title) ?? fallback, ending: ".md") {
            taken.contains(ComparisonKey("\(directory)/\($0)"))
        }
        return try BundlePath("\(directory)/\(name)")
    }
}
