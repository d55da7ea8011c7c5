import ForeignData
import NotebookFiles
import NotebookText

/// Pages in HTML: a file, or a folder or an archive of them with their pictures.
package struct WebPagesFormat: ForeignFormat {
    package let name = "html"
    package let sources = "pages in HTML and folders of them"
    package let looseFiles = LooseFiles(.unlessBesideNotes, [".html", ".htm"])

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        if Self.isPage(place.path) && !place.isDirectory || Self.begins(place) {
            return try Self.page(place)
        }
        guard let files = try place.files(request) else { return nil }
        let pages = files.files.count { Self.isPage($0.name) }
        let others = files.files.count { file in
            [".md", ".markdown", ".txt", ".json"].contains(where: file.name.lowercased().hasSuffix)
        }
        guard pages > 0, pages > others || request.format == name else { return nil }
        return WebPagesSource(files, only: nil, shown: place.shown, isArchive: !place.isDirectory)
    }

    /// A page that is one file, with the files beside it that it names: it may be in a folder with much else.
    private static func page(_ place: ImportLocation) throws -> WebPagesSource {
        let (directory, name) = (ExternalPath.parent(of: place.path), ExternalPath.name(of: place.path))
        let alone = try ForeignFiles(only: name, below: directory, shown: place.shown)
        let text = try alone.content(name).map { TextDecoding.text(ofPage: $0).text } ?? ""
        let root = HTMLTree.root(text)
        let location = PageLocation(PagePaths(alone, pages: [name], kind: "html"), name, root)
        let files = try ForeignFiles(
            location.possiblePaths(root), with: name, below: directory, shown: place.shown)
        return WebPagesSource(files, only: [name.composed], shown: place.shown)
    }

    /// Whether a file begins like a page.
    private static func begins(_ place: ImportLocation) -> Bool {
        guard let start = place.start(512) else { return false }
        let text = String(decoding: start, as: UTF8.self).lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
    }

    /// Whether a file is a page, by its name.
    static func isPage(_ name: String) -> Bool {
        [".html", ".htm", ".xhtml"].contains(where: name.lowercased().hasSuffix)
    }
}
