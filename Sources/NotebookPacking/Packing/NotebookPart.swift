import NotebookFiles
public import NotebookFormat
import NotebookLinks
import NotebookStore
public import NotebookText

/// A part of a notebook that becomes a notebook of its own in an archive (Format, clause E.5): some items, with the
/// attachments that they use.
///
/// Its uuid is derived from the notebook's uuid and from the selection, so that the same part is always the same
/// notebook, wherever it is made; items keep their uuids. From `notebook.json` it keeps the settings and the icons,
/// order and colours of its own folders and tags, but not smart folders and unknown keys. Trash and extras are left
/// out.
public struct NotebookPart: Sendable {
    /// The addition to the title and directory name of the notebook.
    package let label: String
    /// The selection, as a text that is the same for the same part.
    private let key: String
    private let folders: [FolderPath]
    private let tags: [Tag]

    /// Makes a part: items that are in one of the folders, if there are any, and have all of the tags.
    public init(folders: [FolderPath], tags: [Tag]) {
        let names = Set(folders.map(\.text)).sorted() + Tag.unique(tags).map { "#\($0.text)" }.sorted()
        label = names.joined(separator: ", ")
        // A name contains no line end.
        key = names.joined(separator: "\n")
        (self.folders, self.tags) = (folders, tags)
    }

    /// A link from an item in the part to a file that is left out.
    package struct LeavingLink: Hashable, Sendable {
        /// The item that has the link.
        package let item: BundlePath
        /// Where the link is.
        package let position: TextPosition
        /// The target of the link.
        package let target: BundlePath
    }

    /// The part as it is packed.
    struct Contents {
        let manifest: Manifest
        let description: [UInt8]
        var leaving: [LeavingLink]
    }

    /// The directory of the part in archives.
    package func directoryName(of name: String) -> String {
        let stem = NotebookLocation.stem(of: name)
        return (PortableName.made(from: "\(stem) - \(label)") ?? "Notebook") + NotebookLocation.ending
    }

    /// Selects the items of the part.
    ///
    /// - Throws: `PackingRefusal` if there are none, or an item is gone.
    func contents(of notebook: NotebookListing, in tree: some FileTree) throws -> Contents {
        let asksForTags = !tags.isEmpty || !notebook.description.tags.isEmpty
        let itemTags = try asksForTags ? notebook.itemTags(tree) : .ofFrontMatter
        let items = notebook.items.filter { item in
            (folders.isEmpty || folders.contains { item.folder.isInside($0) })
                && tags.allSatisfy { itemTags.has($0, item) }
        }
        guard !items.isEmpty else { throw PackingRefusal.nothingChosen(label) }
        let carried = CarriedBlobs(notebook.manifest)
        var kept = Set(items.map(\.path))
        var links: [(item: BundlePath, link: FoundLink)] = []
        for item in items {
            guard let bytes = try tree.content(of: item.path, limit: ItemFile.maximumBytes) else {
                throw PackingRefusal.changed([item.path])
            }
            let file = try Draft.item(bytes, item.path)
            kept.formUnion(carried.blobs(of: file, at: item.path))
            links += file.foundLinks.map { (item.path, $0) }
        }
        let description = self.description(of: notebook, items, itemTags).text
        let entry = Entry(
            path: .notebook, type: .notebook, size: description.count, digest: Digest.of(description), item: nil)
        let resolver = LinkResolver(notebook.manifest)
        let leaving = links.compactMap { item, link -> LeavingLink? in
            guard case .file(let target) = link.target(resolver, from: item), !kept.contains(target) else { return nil }
            return LeavingLink(item: item, position: link.position, target: target)
        }
        let entries = notebook.manifest.entries.filter { kept.contains($0.path) } + [entry]
        return Contents(manifest: Manifest(entries), description: description, leaving: leaving)
    }

    private func description(of notebook: NotebookListing, _ items: [Item], _ itemTags: ItemTags) -> NotebookDescription
    {
        let whole = notebook.description
        var part = NotebookDescription(
            uuid: uuid(in: whole.uuid), title: Title.accepted("\(whole.title): \(label)") ?? whole.title,
            created: whole.created)
        part.settings = whole.settings
        part.folders = whole.folders.filter { row in items.contains { $0.folder.isInside(row.path) } }
        part.tags = whole.tags.filter { row in items.contains { itemTags.has(row.name, $0) } }
        return part
    }

    private func uuid(in notebook: UniqueIdentifier) -> UniqueIdentifier {
        let digits = Digest.of(Array("part of \(notebook): \(key)".utf8)).description
        let high = UInt64(digits.prefix(16), radix: 16) ?? 0
        let low = UInt64(digits.dropFirst(16).prefix(16), radix: 16) ?? 0
        return UniqueIdentifier(randomBits: high, low)
    }
}
