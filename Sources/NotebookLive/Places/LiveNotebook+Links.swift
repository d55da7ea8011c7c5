import Cores
import NotebookFiles
public import NotebookFormat
package import NotebookLinks
import NotebookMarkdown
import NotebookQuery
import NotebookStore
public import NotebookText

/// A link from another place, found without reading its text.
public struct Reference: Hashable, Sendable {
    /// The item that contains the link.
    public let source: BundlePath
    /// The position of the link.
    public let position: TextPosition
    /// The column after its end, if it ends on the line where it begins.
    package let endColumn: Int?
    /// Whether every character of the item is one byte long.
    package let isInASCII: Bool
}

extension LiveNotebook {
    /// The text of an item: the unsaved one, or else what is saved; `nil` if there is none.
    ///
    /// Blocks until a saved text is read.
    ///
    /// - Throws: `FileTooLong`, or an error if the file cannot be read.
    public func text(of path: BundlePath) throws -> [UInt8]? {
        if let text = unsaved[path] { return text.bytes }
        return try directory.readTree { try $0.content(of: path, limit: ItemFile.maximumBytes) }
    }

    /// The texts of items, as far as there are any.
    ///
    /// Blocks until the saved texts are read.
    ///
    /// - Throws: an error if files cannot be read.
    package func texts(of paths: Set<BundlePath>) throws -> [BundlePath: [UInt8]] {
        let laid = paths.compactMap { path in unsaved[path].map { (path, $0.bytes) } }
        let rest = paths.subtracting(laid.map(\.0))
        let read = rest.isEmpty ? [] : try directory.readTree { try ItemPass($0).map(rest) { ($0, $1) } }
        return Dictionary(laid + read) { first, _ in first }
    }

    /// The file to which a link of an item leads, if it is one; a missing heading does not matter.
    public func target(of link: PlacedLink, in path: BundlePath) -> BundlePath? { goal(of: link, in: path).file }

    /// Where a link of an item leads.
    package func goal(of link: PlacedLink, in path: BundlePath) -> LinkMap.Goal { check.goal(of: link.name, in: path) }

    /// The place inside an item that a link names, in a text of the item; `nil` if it names none, or there is none.
    public func anchor(of link: PlacedLink, in text: PlacedText) -> PlacedAnchor? {
        let places = text.places
        return text.anchors.first { $0.isNamed(by: link.name, in: places) }
    }

    /// The links of all items outside the trash to a file, in the order of their items and positions.
    ///
    /// - Parameter anchor: A place in the item that the links have to name; `nil` for all links.
    public func references(
        to path: BundlePath, _ anchor: PlacedAnchor? = nil, fromItself: Bool = false
    ) -> [Reference] {
        sources(of: path, anchor, fromItself: fromItself).flatMap(\.references)
    }

    /// The number of links of other items to a file, and the first items with such links in the order of their paths.
    ///
    /// - Parameter limit: The number of these items.
    package func references(
        to path: BundlePath, _ anchor: PlacedAnchor?, inFirst limit: Int
    ) -> (count: Int, first: [Reference]) {
        let sources = sources(of: path, anchor, fromItself: false)
        return (sources.reduce(0) { $0 + $1.count }, sources.prefix(limit).flatMap(\.references))
    }

    /// Resolves all links, which the first question about backlinks would do otherwise.
    package func resolveLinks() { _ = backlinks[.notebook] }

    /// The items outside the trash with links to a file, in the order of their paths.
    private func sources(of path: BundlePath, _ anchor: PlacedAnchor?, fromItself: Bool) -> [LinkingItem] {
        let places = anchors[path] ?? MarkdownAnchors()
        return backlinks[path].compactMap { source in
            guard fromItself || source.path != path, let known = known(source.path),
                let links = known.fact.item?.readable?.links
            else { return nil }
            let numbers = source.numbers.filter { anchor?.isNamed(by: links.name(at: $0), in: places) ?? true }
            return LinkingItem(known: known, links: links, numbers: numbers)
        }
    }

    /// The items outside the trash whose links may name some files; those without a name as well, which mean their own
    /// item.
    func namers(of files: FileNames) -> Set<BundlePath> {
        var found = Set(
            saved.lazy.filter { $0.value.names.mayName(files) && TrashedPath($0.key) == nil }.map(\.key))
        for (path, text) in unsaved {
            if text.known.names.mayName(files) { found.insert(path) } else { found.remove(path) }
        }
        return found
    }

    /// The sentences around references, with the link marked; `nil` for those whose text has changed.
    ///
    /// Blocks until the texts are read.
    ///
    /// - Throws: an error if files cannot be read.
    public func sentences(of references: [Reference]) throws -> [String?] {
        let places = Dictionary(grouping: references, by: \.source).mapValues { Set($0.map(\.position)) }
        let texts = try texts(of: Set(places.keys))
        let found = places.compactMap { path, positions in
            texts[path].flatMap { try? ItemFile($0) }.map { (path, $0.sentences(ofLinksAt: positions)) }
        }
        let sentences = Dictionary(found) { first, _ in first }
        return references.map { sentences[$0.source]?[$0.position]?.text }
    }
}

/// An item with links to a file.
private struct LinkingItem {
    let known: KnownFile
    let links: LinkTable
    /// The numbers of the links to the file.
    let numbers: [Int]

    var count: Int { numbers.reduce(0) { $0 + links.count(at: $1) } }

    var references: [Reference] {
        numbers.flatMap { number in
            links.places(at: number).links.map {
                Reference(
                    source: known.fact.path, position: $0.position, endColumn: $0.endColumn, isInASCII: known.isASCII)
            }
        }.sorted { $0.position < $1.position }
    }
}
