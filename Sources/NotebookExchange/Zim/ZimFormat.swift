import NotebookFiles
import NotebookText

/// Notebooks of Zim Desktop Wiki.
package struct ZimFormat: ForeignFormat {
    package let name = "zim"
    package let sources = "Zim"
    package let looseFiles = LooseFiles(.unlessNamed, folderMark: "notebook.zim")

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard let files = try place.files(request) else { return nil }
        let head = Array("Content-Type: text/x-zim-wiki".utf8)
        let settings = files.files.first { $0.name == "notebook.zim" }
        let root = settings.map { $0.directory.isEmpty ? "" : $0.directory + "/" } ?? ""
        let texts = files.files.filter { $0.path.hasPrefix(root) && $0.name.hasSuffix(".txt") }
        guard settings != nil || !texts.isEmpty else { return nil }
        // Without the file that marks a notebook, its pages have to begin like pages.
        let isKnown = try texts.prefix(3).contains { try files.content($0.path)?.starts(with: head) == true }
        guard isKnown || texts.isEmpty else { return nil }
        return ZimSource(files, root: root, pages: texts.map(\.path), shown: place.shown)
    }
}
