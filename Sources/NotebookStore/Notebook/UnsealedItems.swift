package import NotebookFiles
package import NotebookFormat
import NotebookQuery
import NotebookText

/// Files of notes and cards that other programs moved or added, and that the manifest does not list yet.
package struct UnsealedItems {
    private let manifest: Manifest
    private let files: any FileTree

    /// Makes the value for a notebook; nothing is read yet.
    package init(_ notebook: NotebookListing, _ files: any FileTree) {
        (manifest, self.files) = (notebook.manifest, files)
    }

    /// Where the file of a listed item is now: the file with its uuid or content; `nil` if there is none.
    package func place(of path: BundlePath) throws -> BundlePath? {
        guard let entry = manifest[path], entry.type.isItem else { return nil }
        return try first { _, content in
            let bytes = try content.bytes(limit: ItemFile.maximumBytes)
            if let uuid = entry.item?.uuid { return (try? ItemFile(bytes))?.metadata.uuid == uuid }
            return Digest.of(bytes) == entry.digest
        }
    }

    /// The file that a text names: by its path, with or without root and ending, by its name, or by a title or alias in
    /// it.
    package func file(named text: String) throws -> BundlePath? {
        let key = ComparisonKey(text)
        if let path = try first({ path, _ in Self.names(of: path).contains { key.isKey(of: $0) } }) { return path }
        return try first { _, content in
            let bytes = try content.bytes(limit: ItemFile.maximumBytes)
            let title = (try? ItemFile(bytes))?.metadata.title
            return ((title.map { [$0] } ?? []) + ItemAliases.of(bytes)).contains { key.isKey(of: $0) }
        }
    }

    /// The file with words of a text in its name.
    package func file(withPartsOf text: String) throws -> BundlePath? {
        guard let parts = NameParts(text) else { return nil }
        return try first { path, _ in parts.fit(path.stem) != nil }
    }

    /// All names of a file that follow from its path.
    private static func names(of path: BundlePath) -> [String] {
        let below = path.text.parts(between: "/", maxSplits: 1).last.map(String.init) ?? path.text
        return [
            path.text, String(path.text.dropLast(3)), below, String(below.dropLast(3)), path.stem, String(path.name),
        ]
    }

    private func first(_ isMeant: (BundlePath, any FileContent) throws -> Bool) throws -> BundlePath? {
        var found: BundlePath?
        try files.forEachFile { file, content in
            guard case .file(let path) = file.place, manifest[path] == nil, FileType(of: path)?.isItem == true,
                TrashedPath(path) == nil, try isMeant(path, content)
            else { return .goOn }
            found = path
            return .stop
        }
        return found
    }
}
