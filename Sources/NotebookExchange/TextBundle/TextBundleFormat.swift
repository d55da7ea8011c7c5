import NotebookFiles
import NotebookText

/// TextBundles and TextPacks, one or many, as Bear, Ulysses and others write them.
package struct TextBundleFormat: ForeignFormat {
    package let name = "textbundle"
    package let sources = "Bear, TextBundle, TextPack"

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard let files = try place.files(request) else { return nil }
        var roots: [String: String] = [:]
        let infos = Set(files.files.filter { $0.name == "info.json" }.map(\.directory))
        guard !infos.isEmpty else { return nil }
        for file in files.files where infos.contains(file.directory) {
            let parts = file.name.lowercased().split(separator: ".")
            guard parts.count == 2, parts[0] == "text", Self.endings.contains(String(parts[1])) else { continue }
            roots[file.directory] = file.path
        }
        // Other folders may have a bundle among their notes.
        let others = files.files.count { file in
            (file.name.hasSuffix(".md") || file.name.hasSuffix(".markdown")) && roots[file.directory] != file.path
        }
        guard !roots.isEmpty, roots.count >= others else { return nil }
        return TextBundleSource(
            files, roots, shown: place.shown, name: place.isDirectory ? ExternalPath.name(of: place.path) : "")
    }

    private static let endings: Set<String> = ["md", "markdown", "txt", "mdown", "text", "fountain"]
}
