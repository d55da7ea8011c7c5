import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookStore
import NotebookText

/// What the names in wiki links of arriving items mean there and here, where others may have the same names.
struct TransferNames {
    private let source: LinkResolver
    private let here: LinkResolver
    /// The new paths of what arrives.
    private let paths: [BundlePath: BundlePath]

    /// - Parameters:
    ///   - places: What arrives.
    ///   - source: Resolves links of the other notebook.
    ///   - entries: The manifest of the other notebook.
    ///   - renames: The items and attachments that get other names.
    ///   - manifest: That of this notebook before.
    init(
        _ places: [Draft.TransferPath], _ source: LinkResolver, _ entries: Manifest, _ renames: [Rename],
        over manifest: Manifest
    ) {
        self.source = source
        var paths = Dictionary(places.map { ($0.item.path, $0.path) }) { first, _ in first }
        for rename in renames {
            if let old = try? BundlePath(rename.old), FileType(of: old) == .blob { paths[old] = rename.new }
        }
        self.paths = paths
        let taken = Set(places.map(\.path))
        let arriving = places.compactMap { place in entries[place.item.path]?.at(place.path) }
        here = LinkResolver(Manifest(manifest.entries.filter { !taken.contains($0.path) } + arriving))
    }

    /// An item whose wiki links lead to the same items and attachments as in the other notebook.
    ///
    /// - Parameters:
    ///   - file: The item with links to new names.
    ///   - place: The item as it was there.
    /// - Throws: `TextProblem`, but not for valid items.
    func corrected(_ file: ItemFile, _ place: Draft.TransferPath) throws -> ItemFile {
        let targets = place.file.linkNames.map { name -> BundlePath? in
            guard case .wiki = name, case .file(let path) = name.target(source, from: place.item.path) else {
                return nil
            }
            // An attachment that keeps its name may share its readable name with another one here.
            return paths[path] ?? (FileType(of: path) == .blob ? path : nil)
        }
        guard targets.contains(where: { $0 != nil }) else { return file }
        var number = -1
        return try file.rewritingDestinations { link in
            number += 1
            guard case .wikiLink(let wiki) = link.kind, targets.indices.contains(number), let target = targets[number],
                here.resolve(wiki: wiki.target, from: place.path) != .file(target)
            else { return nil }
            return name(of: target, from: place.path, in: link)
        }
    }

    /// A name that leads to a file, and can be written in a link; `nil` if none does.
    private func name(of target: BundlePath, from source: BundlePath, in link: MarkdownLink) -> String? {
        let isItem = FileType(of: target)?.isItem == true
        let whole = isItem ? String(target.text.dropLast(3)) : target.text
        let inside = whole.split(separator: "/").dropFirst().joined(separator: "/")
        return [isItem ? target.stem : String(target.name), inside, whole].first { name in
            here.resolve(wiki: name, from: source) == .file(target) && link.destination.spelling(of: name) != nil
        }
    }
}
