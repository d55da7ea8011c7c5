import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

/// The names of items and attachments in a page or site, which are readable and without spaces.
struct PageNames {
    private var items: [BundlePath: String] = [:]
    private var attachments: [BundlePath: String] = [:]

    init(_ items: [Item], attachments: [BundlePath]) {
        var taken: Set<ComparisonKey> = []
        func unique(_ stem: String, _ ending: String) -> String {
            PortableName.unique(stem, ending: ending) { !taken.insert(ComparisonKey($0)).inserted }
                .replacing(" ", with: "-")
        }
        for item in items {
            let path = item.livePath.text
            let stem = path.hasSuffix(".md") ? String(path.dropLast(3)) : path
            self.items[item.path] = unique(Self.word(stem), "")
        }
        for path in attachments {
            let name = BlobName(path.name)?.readableName ?? String(path.name)
            let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
            self.attachments[path] = unique(Self.word("attachments/" + name[..<dot]), String(name[dot...]))
        }
    }

    /// A path with hyphens for spaces.
    private static func word(_ path: String) -> String {
        path.split(separator: "/").map { part in
            part.split { $0.isWhitespace }.joined(separator: "-")
        }.joined(separator: "/")
    }

    /// The name of an item, such as `notes/Birds/Grey-heron`; `nil` if it is not exported.
    func item(_ path: BundlePath) -> String? { items[path] }

    /// The name of an attachment, such as `attachments/owl.png`; `nil` if it is not exported.
    func attachment(_ path: BundlePath) -> String? { attachments[path] }
}

/// How the parts of an export refer to one another: in one page, or in a folder of pages.
struct PageAddresses {
    let names: PageNames
    let isSite: Bool

    /// The prefix of the `id`s in an item.
    func prefix(_ item: BundlePath) -> String { isSite ? "" : (names.item(item) ?? "") + ":" }

    /// The address of an item from another, or from the first page.
    func item(_ path: BundlePath, heading: String? = nil, from source: BundlePath?) -> String? {
        guard let name = names.item(path) else { return nil }
        guard isSite else { return HTMLText.fragment(name + (heading.map { ":" + $0 } ?? "")) }
        let fragment = heading.map { HTMLText.fragment($0) } ?? ""
        if path == source { return fragment.isEmpty ? "#" : fragment }
        return HTMLText.path(up(from: source) + name + ".html") + fragment
    }

    /// The relative path from a page to the directory of the first page.
    func up(from source: BundlePath?) -> String {
        let depth = source.flatMap(names.item).map { $0.split(separator: "/").count - 1 } ?? 0
        return String(repeating: "../", count: depth)
    }

    /// The address of a folder in the first page.
    func folder(_ path: FolderPath, from source: BundlePath?) -> String {
        let place = path.text.isEmpty ? "all" : "folder/" + path.text
        return (isSite ? HTMLText.path(up(from: source) + "index.html") : "") + HTMLText.fragment(place)
    }
}
