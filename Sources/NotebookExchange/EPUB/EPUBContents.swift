import ForeignData
import NotebookLinks
import NotebookText

/// The table of contents of a book.
struct EPUBContents {
    /// A line, and those below it.
    struct Entry {
        let title: String
        /// The page; `nil` if the line only names a part.
        let path: String?
        /// The place in the page, with `#`; empty for the page.
        let fragment: String
        var entries: [Entry]

        /// Whether it is a part: a line with other pages below it.
        var isPart: Bool { entries.contains { $0.path != path || $0.isPart } }
    }

    private(set) var entries: [Entry] = []
    /// The titles of pages.
    private(set) var titles: [String: String] = [:]
    /// The parts around pages, from the outermost.
    private(set) var parts: [String: [String]] = [:]

    /// Reads a navigation document (EPUB 3.3, §7).
    init(page: HTMLElement, at path: String) {
        var lists: [HTMLElement] = []
        page.forEach { if $0.name == "nav", EPUBMarkup.types(of: $0).contains("toc") { lists.append($0) } }
        let list = (lists.first ?? page.first { $0.name == "nav" })?.first { $0.name == "ol" }
        self.init(list.map { Self.entries(list: $0, at: path) } ?? [])
    }

    /// Reads the contents for readers of EPUB 2 (Open Packaging Format 2.0.1, §2.4.1).
    init(old root: HTMLElement, at path: String) {
        self.init(root.first { $0.name == "navMap" }.map { Self.entries(points: $0, at: path) } ?? [])
    }

    /// Makes contents of lines.
    init(_ entries: [Entry] = []) {
        self.entries = entries
        for entry in entries { note(entry, []) }
    }

    private mutating func note(_ entry: Entry, _ outer: [String]) {
        let inner = entry.isPart ? outer + [entry.title] : outer
        if let path = entry.path, parts[path] == nil { (titles[path], parts[path]) = (entry.title, inner) }
        for below in entry.entries { note(below, inner) }
    }

    private static func entries(list: HTMLElement, at path: String) -> [Entry] {
        list.elements.filter { $0.name == "li" }.compactMap { item in
            let label = item.elements.first { $0.name == "a" || $0.name == "span" }
            let inner = item.elements.first { $0.name == "ol" }.map { entries(list: $0, at: path) } ?? []
            let href = label.flatMap { $0["href"] ?? $0.first { $0["href"] != nil }?["href"] }
            return entry(label.map { $0.text.singleSpaced } ?? "", href, inner, from: path)
        }
    }

    private static func entries(points: HTMLElement, at path: String) -> [Entry] {
        points.elements.filter { $0.name == "navPoint" }.compactMap { point in
            let label = point.elements.first { $0.name == "navLabel" }.map { $0.text.singleSpaced } ?? ""
            let href = point.elements.first { $0.name == "content" }?["src"]
            return entry(label, href, entries(points: point, at: path), from: path)
        }
    }

    private static func entry(_ title: String, _ href: String?, _ inner: [Entry], from path: String) -> Entry? {
        let address = href ?? ""
        let written = String(address.prefix { $0 != "#" })
        let directory = path.split(separator: "/").dropLast().joined(separator: "/")
        let target =
            address.isEmpty || ReadableDestination.isAddress(address)
            ? nil
            : written.isEmpty ? path : RelativePath.resolve(PercentEncoding.decode(written) ?? written, from: directory)
        guard !title.isEmpty || target != nil || !inner.isEmpty else { return nil }
        return Entry(title: title, path: target, fragment: String(address.dropFirst(written.count)), entries: inner)
    }
}
