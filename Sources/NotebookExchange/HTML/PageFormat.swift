import NotebookFiles
package import NotebookFormat
package import NotebookStore
import NotebookText

/// One page with everything, which any browser opens without a network.
package struct PageFormat: ItemExporter {
    /// The size up to which attachments are embedded by default: 5 MiB.
    package static let usualLimit = 5 << 20

    package let name = "html"
    package let isOneFile = true
    private let limit: Int

    /// Makes the format.
    ///
    /// - Parameter limit: The size in bytes up to which attachments are embedded; others are only named.
    package init(embeddingUpTo limit: Int = usualLimit) { self.limit = limit }

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let content = try PageContent(items, of: notebook, embeddingUpTo: limit)
        let page = PageDocument(content).index
        try write("") { try $0(Array(page.utf8)) }
        return leftBehind(content, items, of: notebook)
    }

    /// A page that reloads itself when a later page replaces it.
    ///
    /// - Parameters:
    ///   - number: The number of the page, counted from 0.
    ///   - item: The item that it shows first; `nil` for the list.
    package func preview(
        _ items: [Item], of notebook: ExportedNotebook, number: Int, showing item: BundlePath? = nil
    ) throws -> String {
        let content = try PageContent(items, of: notebook, embeddingUpTo: limit)
        return PageDocument(content, reload: PageReload(number: number, first: item)).index
    }

    /// The file, with its content, that tells the page with this number that a later page has replaced it.
    package static func mark(after number: Int) -> (name: String, content: String) {
        (PageReload.mark(after: number), PageReload.picture)
    }

    /// The file, with its content, that a preview opens every second as long as a browser shows it.
    package static let sign = (name: PageReload.sign, content: PageReload.picture)

    private func leftBehind(_ content: PageContent, _ items: [Item], of notebook: ExportedNotebook) -> [String] {
        let absent = content.blobs.filter { path in
            if case .absent = content.targets.attachments.places[path] { true } else { false }
        }
        return content.leftBehind(notebook, items)
            + absent.map { PrintableText.escaped(PageAttachments.readableName($0)) + " (too large to embed)" }
    }
}

/// A folder of pages, one for each item, for any web server or for a browser without one.
package struct SiteFormat: ItemExporter {
    package let name = "site"
    package let isOneFile = false

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let content = try PageContent(items, of: notebook, embeddingUpTo: nil)
        let document = PageDocument(content)
        func add(_ name: String, _ text: String) throws { try write(name) { try $0(Array(text.utf8)) } }
        try add("index.html", document.index)
        try add("style.css", document.style)
        try add("script.js", PageScript.text)
        try add("search.js", try SiteSearch.text(content.items))
        for page in content.items { try add(page.name + ".html", document.page(page)) }
        for path in content.blobs {
            guard case .file(let name)? = content.targets.attachments.places[path] else { continue }
            try write(name) { write in _ = try notebook.files.stream(path, write) }
        }
        return content.leftBehind(notebook, items)
    }
}

extension PageContent {
    /// What a page does not show of the selected items.
    fileprivate func leftBehind(_ notebook: ExportedNotebook, _ items: [Item]) -> [String] {
        notebook.leftBehind(items, Set(blobs))
    }
}
