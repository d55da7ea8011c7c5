import NotebookFiles
import NotebookText

/// TextBundles and TextPacks, one or many, as Bear, Ulysses and others write them.
package struct TextBundleFormat: ForeignFormat {
    package let name = "textbundle"
    package let sources = "Bear, TextBundle, TextPack"
    package let looseFiles = LooseFiles(.unlessNamed)

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
        let isOne = place.isDirectory || place.isFile(".textpack")
        return TextBundleSource(files, roots, shown: place.shown, name: isOne ? ExternalPath.name(of: place.path) : "")
    }

    /// Why the files of a bundle below a directory are no note.
    static func obstacle(in files: ForeignFiles, below directory: String = "") -> String {
        let own = files.files.filter { directory.isEmpty || $0.path.hasPrefix(directory + "/") }
        guard let info = own.first(where: { $0.name == "info.json" }) else { return "the bundle has no info.json" }
        let text = own.first { $0.name.lowercased().hasPrefix("text.") && $0.directory == info.directory }
        guard let text else { return "the bundle has no text" }
        let type = (try? files.content(info.path)).flatMap { try? JSONValue.read($0)["type"]?.text }
        return "the text of the bundle is not Markdown (\(text.name)\(type.map { ", \($0)" } ?? ""))"
    }

    private static let endings: Set<String> = ["md", "markdown", "txt", "mdown", "text", "fountain"]
}
