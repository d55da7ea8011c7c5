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
        sources(of: path, anchor, fromItself: fromItself).flatMap { references(in: $0) }
    }

    /// The number of links to a file, of other items or, to a place in it, of all, and the first items with such links in the order of their paths.
    ///
    /// - Parameter limit: The number of these items.
    package func references(
        to path: BundlePath, _ anchor: PlacedAnchor?, inFirst limit: Int
    ) -> (count: Int, first: [Reference]) {
        let sources = sources(of: path, anchor, fromItself: anchor != nil)
        return (sources.reduce(0) { $0 + $1.count }, sources.prefix(limit).flatMap { $0.listed })
    }

    /// The links of an item to a file; those that its table does not list are read in its text.
    private func references(in item: LinkingItem) -> [Reference] {
        let listed = item.listed
        guard listed.count < item.count, let bytes = try? text(of: item.known.fact.path),
            let links = (try? ItemFile(bytes))?.links
        else { return listed }
        let names = Set(item.numbers.map { item.links.name(at: $0) })
        return links.filter { names.contains($0.name) }.map(item.reference).sorted { $0.position < $1.position }
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

    /// The links that the table lists; of a frequent name, only the first ones.
    var listed: [Reference] {
        numbers.flatMap { links.places(at: $0).links.map(reference) }.sorted { $0.position < $1.position }
    }

    func reference(_ link: FoundLink) -> Reference {
        Reference(
            source: known.fact.path, position: link.position, endColumn: link.endColumn, isInASCII: known.isASCII)
    }
}
