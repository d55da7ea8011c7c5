import Cores
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText
import Synchronization

/// The texts of a page for the page after it: an item whose file is the same, and the names of all others, looks the same.
package final class PageMemory: Sendable {
    /// What the texts depend on besides their own files.
    struct Names: Hashable {
        private let digest: Digest

        init(_ selected: [Item], of notebook: ExportedNotebook) {
            let settings = notebook.notebook.description.settings
            var text: [UInt8] = [settings.keepsLineBreaks ? 1 : 0, settings.countsInlineTags ? 1 : 0]
            func add(_ part: String?) { text += Array((part ?? "").utf8) + [0] }
            for item in selected { add(item.path.text) }
            for entry in notebook.manifest.entries where TrashedPath(entry.path) == nil {
                add(entry.path.text)
                add(entry.shownTitle)
                if !entry.type.isItem { text += entry.digest.bytes }
            }
            digest = Digest.of(text)
        }
    }

    /// An item that was written, and what is known of its file.
    struct Text {
        let digest: Digest
        let blobs: [BundlePath]
        let page: PageItem
    }

    /// What was made for a page.
    struct Page {
        let texts: [BundlePath: Text]
        let names: PageNames
        /// The attachments that have names.
        let blobs: [BundlePath]
    }

    private let last = Mutex<(names: Names, page: Page)?>(nil)

    /// Remembers nothing yet.
    package init() {}

    /// What was made for the last page, if it had the same names.
    func page(of names: Names) -> Page? { last.withLock { $0?.names == names ? $0?.page : nil } }

    func keep(
        _ items: [PageItem], _ sources: [BundlePath: PageSource], _ names: Names, _ pageNames: PageNames,
        _ blobs: [BundlePath]
    ) {
        let texts = items.compactMap { page in
            sources[page.item.path].map { ($0.path, Text(digest: $0.digest, blobs: $0.blobs, page: page)) }
        }
        let page = Page(texts: Dictionary(texts) { first, _ in first }, names: pageNames, blobs: blobs)
        last.withLock { $0 = (names, page) }
    }
}

/// The file of an item of a page.
struct PageSource {
    let path: BundlePath
    let bytes: [UInt8]
    let digest: Digest
    /// The attachments that it references.
    let blobs: [BundlePath]
    /// What was made of the same file for the last page.
    let page: PageItem?

    /// Reads items on all cores.
    ///
    /// - Throws: `NotebookError.gone` if a file is missing, so that none is left out silently, or `.malformedItem`.
    static func read(
        _ items: [Item], of notebook: ExportedNotebook, _ known: [BundlePath: PageMemory.Text]
    ) throws -> [BundlePath: PageSource] {
        let carried = CarriedBlobs(notebook.manifest)
        let paths = Set(items.map(\.path))
        let read = try ItemPass(notebook.files).map(paths) { path, bytes in
            let digest = Digest.of(bytes)
            if let known = known[path], known.digest == digest {
                return PageSource(path: path, bytes: bytes, digest: digest, blobs: known.blobs, page: known.page)
            }
            let blobs = carried.blobs(of: try Draft.item(bytes, path), at: path)
            return PageSource(path: path, bytes: bytes, digest: digest, blobs: blobs, page: nil)
        }
        let sources = Dictionary(read.map { ($0.path, $0) }) { first, _ in first }
        if let path = paths.filter({ sources[$0] == nil }).min() { throw NotebookError.gone(path) }
        return sources
    }
}

/// Writes the items of a page, each by itself.
struct PageWriter {
    let resolver: LinkResolver
    let addresses: PageAddresses
    let attachments: PageAttachments
    let tags: ItemTags
    let keepsLineBreaks: Bool

    /// Writes items on all cores, but for those whose text is known.
    func items(_ items: [Item], _ sources: [BundlePath: PageSource]) throws -> [PageItem] {
        try items.mappedOnAllCores(atOnce: 16) { item in
            try sources[item.path].map { try self.item(item, $0) }
        }.compactMap(\.self)
    }

    /// Writes an item.
    ///
    /// - Parameters:
    ///   - shown: The pictures that the page contains before.
    ///   - embeds: What it can embed.
    func item(
        _ item: Item, _ source: PageSource, shown: Set<BundlePath>? = nil, embeds: PageEmbeds? = nil
    ) throws -> PageItem {
        if shown == nil, var page = source.page {
            page.item = item
            return page
        }
        let file = try Draft.item(source.bytes, source.path)
        let targets = PageTargets(
            resolver, addresses, attachments, source: item.path, shown: shown ?? [], embeds: embeds)
        return PageItem(
            item, file, name: addresses.names.item(item.path) ?? "", tags: tags.shown(of: item, file),
            keepsLineBreaks: keepsLineBreaks, targets)
    }
}
