import NotebookFiles
import NotebookText

/// Notes of Google Keep, as Google Takeout exports them.
package struct KeepFormat: ForeignFormat {
    package let name = "keep"
    package let sources = "Google Keep (Takeout)"
    package let looseFiles = LooseFiles(.unlessNamed, [".json"])

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        if let bytes = place.start(1 << 20), KeepReader.isNote(bytes) {
            let parent = ImportLocation(ExternalPath.parent(of: place.path), shown: place.shown)
            guard let files = try ForeignFiles(parent, request) else { return nil }
            let name = ExternalPath.name(of: place.path)
            return KeepReader(files, known: [name], isOne: true, shown: place.shown)
        }
        guard let files = try place.files(request) else { return nil }
        let texts = files.files.filter { $0.name.lowercased().hasSuffix(".json") }
        let others = files.files.count { file in [".md", ".markdown", ".txt"].contains { file.name.hasSuffix($0) } }
        var found: [String] = []
        for (index, file) in texts.enumerated() {
            // Other folders with many files in JSON are not read in full.
            if found.isEmpty, index == 40 { break }
            guard let bytes = try files.content(file.path, limit: 8 << 20), KeepReader.isNote(bytes) else { continue }
            found.append(file.path)
        }
        // One note among many other files does not make a folder an export.
        guard !found.isEmpty, found.count >= others else { return nil }
        return KeepReader(files, known: Set(found), isOne: false, shown: place.shown)
    }
}
