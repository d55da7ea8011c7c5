/// Keeps links right while files get other paths and titles: each leads afterwards to what it led to before.
///
/// A link that still leads there is left as it is, byte for byte. Another is spelled anew, in the style in which it was
/// written, and more fully only where that would lead elsewhere. What led to nothing, or to several files, is left.
public struct KeptLinks: Sendable {
    private let before: LinkResolver
    private let after: LinkResolver
    private let manifest: Manifest
    private let moves: [BundlePath: BundlePath]
    /// Where directories went in which everything was moved alike.
    private let folders: [String: String]

    /// Links of a notebook whose files are moved or renamed.
    ///
    /// - Parameters:
    ///   - before: What the files were.
    ///   - after: What they will be.
    ///   - moves: The new paths of files by their old ones.
    public init(before: Manifest, after: Manifest, moves: [BundlePath: BundlePath]) {
        self.before = LinkResolver(before)
        self.after = LinkResolver(after)
        manifest = after
        self.moves = moves
        folders = Self.movedFolders(moves, before)
    }

    /// An item with links that lead where they led, and those that could not be kept.
    public struct Rewriting: Sendable {
        /// The item; its bytes are the same if no link had to change.
        public let item: ItemFile
        /// Links that no spelling in their place leads to what they led to.
        public let unkept: [FoundLink]
    }

    /// The item with links that lead from its new place where they led from the old one.
    ///
    /// - Throws: `TextProblem`, never for items that can be read.
    public func rewriting(
        _ item: ItemFile, from old: BundlePath, to new: BundlePath
    ) throws(TextProblem) -> Rewriting {
        // Every link but an autolink, which leads elsewhere, holds one of these.
        guard item.body.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "<") }) else {
            return Rewriting(item: item, unkept: [])
        }
        let document = MarkdownDocument(item.bytes, from: item.bodyStart)
        let links = document.links()
        var destinations: [Int: [String]] = [:]
        for (index, link) in links.enumerated() where link.holdsDestination {
            switch kept(link, from: old, to: new) {
            case .asItIs: break
            case .spelled(let candidates): destinations[index] = candidates
            }
        }
        guard !destinations.isEmpty else { return Rewriting(item: item, unkept: []) }
        let edits = document.edits(of: links, to: destinations)
        let lines = LineIndex(item.bytes)
        return Rewriting(
            item: edits.edits.isEmpty ? item : try item.replacing(edits.edits),
            unkept: edits.refused.map { FoundLink(links[$0], lines) })
    }

    private enum Outcome {
        case asItIs
        /// In one of these ways, the best first; in none if nothing leads there.
        case spelled([String])
    }

    private func kept(_ link: MarkdownLink, from old: BundlePath, to new: BundlePath) -> Outcome {
        if case .wikiLink(let wiki) = link.kind { return kept(wiki, from: old, to: new) }
        let destination = LinkDestination(link.destination.text)
        let wanted: LinkTarget
        switch before.resolve(destination, from: old) {
        case .external, .itself, .ambiguous, .nothing(nil): return .asItIs
        case .file(let path): wanted = .file(moves[path] ?? path)
        case .folder(let text): wanted = .folder(folders[text] ?? text)
        case .nothing(let text?):
            // What is not there yet is still named from the new place, as far as it lies inside.
            guard LinkResolver.directory(of: old) != LinkResolver.directory(of: new),
                !destination.rawPath.hasPrefix("/")
            else { return .asItIs }
            let spelling = DestinationSpellings(destination, link.destination.form, from: new)
            return .spelled(spelling.all(to: text))
        }
        if after.resolve(destination, from: new) == wanted { return .asItIs }
        let spellings = DestinationSpellings(destination, link.destination.form, from: new)
        let candidates =
            switch wanted {
            case .file(let path): spellings.all(to: path.text)
            case .folder(let text): spellings.all(to: text)
            default: [String]()
            }
        return .spelled(candidates.filter { after.resolve(LinkDestination($0), from: new) == wanted })
    }

    private func kept(_ wiki: MarkdownWikiLink, from old: BundlePath, to new: BundlePath) -> Outcome {
        guard case .file(let path) = before.resolve(wiki: wiki.target, from: old) else { return .asItIs }
        let target = moves[path] ?? path
        if after.resolve(wiki: wiki.target, from: new) == .file(target) { return .asItIs }
        let spellings = WikiSpellings(wiki.target, ledTo: path)
        let candidates = spellings.all(to: target, title: manifest[target]?.item?.title, from: new)
        return .spelled(candidates.filter { after.resolve(wiki: $0, from: new) == .file(target) })
    }

    /// The directories that are gone with all they held, and where they are now.
    private static func movedFolders(_ moves: [BundlePath: BundlePath], _ before: Manifest) -> [String: String] {
        var folders: [String: String] = [:]
        for (old, new) in moves {
            var (from, to) = (old.components, new.components)
            while from.count > 1, to.count > 1, from.last == to.last {
                from.removeLast()
                to.removeLast()
                folders[from.joined(separator: "/")] = to.joined(separator: "/")
            }
        }
        return folders.filter { folder, moved in
            guard let path = try? BundlePath(folder) else { return false }
            return before.entries(below: path).allSatisfy {
                moves[$0.path]?.text == moved + $0.path.text.dropFirst(folder.count)
            }
        }
    }
}

extension FoundLink {
    init(_ link: MarkdownLink, _ lines: LineIndex) {
        position = lines.position(of: link.range.lowerBound)
        guard case .wikiLink(let wiki) = link.kind else {
            name = .destination(LinkDestination(link.destination.text))
            return
        }
        name = .wiki(target: wiki.target, heading: wiki.heading)
    }
}
