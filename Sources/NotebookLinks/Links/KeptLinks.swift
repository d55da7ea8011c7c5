package import NotebookFormat
import NotebookMarkdown
package import NotebookText

/// Rewrites links so that they keep their targets after files are moved or renamed.
///
/// Leaves a link that still works unchanged, byte for byte. Rewrites others in their own style, and more fully only
/// where they would otherwise lead elsewhere. Leaves broken and ambiguous links alone.
package struct KeptLinks: Sendable {
    private let before: LinkResolver
    /// Also resolves links to files that return.
    private let returned: LinkResolver?
    private let after: LinkResolver
    private let manifest: Manifest
    private let moves: [BundlePath: BundlePath]
    /// The new paths of directories whose content was moved as a whole.
    private let folders: [String: String]
    /// The headings of merged items.
    private let mergedHeadings: [JoinedAnchors]

    /// Makes the value for a notebook whose files are moved or renamed.
    ///
    /// - Parameters:
    ///   - before: The files before.
    ///   - after: The files afterwards.
    ///   - moves: The new paths of files by their old ones.
    ///   - mergedHeadings: The new places of headings of merged items.
    ///   - returned: Files that were deleted before and exist afterwards, so that broken links to them work again.
    ///   - resolver: A resolver for the files afterwards, if the caller already has one.
    package init(
        before: Manifest, after: Manifest, moves: [BundlePath: BundlePath], mergedHeadings: [JoinedAnchors] = [],
        returned: [Entry] = [], resolver: LinkResolver? = nil
    ) {
        self.before = LinkResolver(before)
        self.returned =
            returned.isEmpty ? nil : LinkResolver(before.replacing(removed: [], put: returned))
        self.after = resolver ?? LinkResolver(after)
        manifest = after
        self.moves = moves
        self.mergedHeadings = mergedHeadings
        folders = Self.movedFolders(moves, before)
    }

    /// An item with updated links, and the links that could not be updated.
    package struct Rewriting: Sendable {
        /// The item; its bytes are the same if no link had to change.
        package let item: ItemFile
        /// Links that cannot be rewritten to keep their targets.
        package let unkept: [FoundLink]
    }

    /// Returns the item with links updated for its new path.
    ///
    /// - Throws: nothing for valid items.
    package func rewriting(
        _ item: ItemFile, from old: BundlePath, to new: BundlePath
    ) throws(TextProblem) -> Rewriting {
        // Every link contains one of these, except autolinks, which lead out of the notebook.
        guard item.bytes.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "<") }) else {
            return Rewriting(item: item, unkept: [])
        }
        let text = ItemText(item)
        let links = text.links()
        var destinations: [Int: [String]] = [:]
        var hidden: Set<Int> = []
        for (index, link) in links.enumerated() where link.holdsDestination {
            if isHidden(link, from: old) { hidden.insert(index) }
            switch kept(link, from: old, to: new) {
            case .asItIs: break
            case .spelled(let candidates): destinations[index] = candidates
            }
        }
        guard !destinations.isEmpty || !hidden.isEmpty else {
            return Rewriting(item: item, unkept: [])
        }
        let edits = text.edits(of: links, to: destinations)
        let lines = LineIndex(item.bytes)
        return Rewriting(
            item: edits.edits.isEmpty ? item : try item.replacing(edits.edits, of: links),
            unkept: hidden.union(edits.refused).sorted().map { FoundLink(links[$0], lines) })
    }

    private enum Outcome {
        case asItIs
        /// The possible spellings, the best first; empty if none leads to the target.
        case spelled([String])
    }

    private func kept(_ link: MarkdownLink, from old: BundlePath, to new: BundlePath) -> Outcome {
        if case .wikiLink(let wiki) = link.kind { return kept(wiki, from: old, to: new) }
        var destination = LinkDestination(link.destination.text)
        let wanted: LinkTarget
        switch target(destination, from: old) {
        case .itself:
            let led = led(destination, in: old)
            return led == destination ? .asItIs : .spelled([led.suffix])
        case .external, .ambiguous, .nothing(nil): return .asItIs
        case .file(let path):
            wanted = .file(moves[path] ?? path)
            destination = led(destination, in: path)
        case .folder(let text): wanted = .folder(folders[text] ?? text)
        case .nothing(let text?):
            // Keeps naming the same missing path, now relative to the new place, if the path is inside the notebook.
            guard LinkResolver.directory(of: old) != LinkResolver.directory(of: new),
                !destination.rawPath.begins(with: "/")
            else { return .asItIs }
            let spelling = DestinationSpellings(destination, link.destination.form, from: new)
            return .spelled(spelling.all(to: text))
        }
        if after.resolve(destination, from: new) == wanted {
            let text = destination.rawPath + destination.suffix
            return text == link.destination.text ? .asItIs : .spelled([text])
        }
        let spellings = DestinationSpellings(destination, link.destination.form, from: new)
        let candidates =
            switch wanted {
            case .file(let path): spellings.all(to: path.text)
            case .folder(let text): spellings.all(to: text)
            default: [String]()
            }
        return .spelled(candidates.filter { after.resolve(LinkDestination($0), from: new) == wanted })
    }

    /// Gives a destination the new fragment of its heading.
    private func led(_ destination: LinkDestination, in path: BundlePath) -> LinkDestination {
        guard let fragment = destination.fragment,
            let new = mergedHeadings.lazy.compactMap({ $0.fragment(fragment, of: path) }).first,
            let number = destination.suffix.firstIndex(of: "#")
        else { return destination }
        return LinkDestination(destination.rawPath + destination.suffix[...number] + new)
    }

    /// Whether a link names a part of a merged item that is hidden by a part of the same name in the text before it.
    private func isHidden(_ link: MarkdownLink, from old: BundlePath) -> Bool {
        guard !mergedHeadings.isEmpty else { return false }
        func path(_ target: LinkTarget) -> BundlePath? {
            switch target {
            case .itself: old
            case .file(let path): path
            default: nil
            }
        }
        let name = FoundLink.Name(link)
        guard name.writtenPlace != nil, let path = path(name.target(before, from: old)) else { return false }
        return mergedHeadings.contains { $0.isHidden(name, of: path) }
    }

    private func target(_ destination: LinkDestination, from old: BundlePath) -> LinkTarget {
        let target = before.resolve(destination, from: old)
        guard case .nothing = target, let found = returned?.resolve(destination, from: old), case .file = found else {
            return target
        }
        return found
    }

    private func target(wiki: String, from old: BundlePath) -> LinkTarget {
        let target = before.resolve(wiki: wiki, from: old)
        guard case .nothing = target else { return target }
        return returned?.resolve(wiki: wiki, from: old) ?? target
    }

    private func kept(_ wiki: MarkdownWikiLink, from old: BundlePath, to new: BundlePath) -> Outcome {
        guard case .file(let path) = target(wiki: wiki.target, from: old) else { return .asItIs }
        let target = moves[path] ?? path
        if after.resolve(wiki: wiki.target, from: new) == .file(target) { return .asItIs }
        let spellings = WikiSpellings(wiki.target, ledTo: path)
        let candidates = spellings.all(to: target, title: manifest[target]?.shownTitle, from: new)
        return .spelled(candidates.filter { after.resolve(wiki: $0, from: new) == .file(target) })
    }

    /// The directories whose files were all moved together, and their new paths.
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
