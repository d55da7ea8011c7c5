import Cores
public import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookQuery
public import NotebookStore
package import NotebookText

/// An item that a half-typed link may mean.
public struct LiveSuggestion: Sendable {
    /// The item.
    public let item: Item
    /// The alias that matches, if the title does not.
    public let alias: String?
}

extension LiveNotebook {
    /// The items in whose titles, aliases or paths a word begins with a text, the best matches first, as `suggestions`
    /// of a snapshot ranks them; for an empty text, the latest.
    public func suggestions(for text: String, limit: Int) -> [LiveSuggestion] {
        guard let prefix = WordPrefix(text) else {
            let latest = notebook.items.sorted { ($1.modified, $0.path) < ($0.modified, $1.path) }
            return latest.prefix(limit).map { LiveSuggestion(item: $0, alias: nil) }
        }
        var found = notebook.items(titled: prefix, limit: limit).map { LiveSuggestion(item: $0, alias: nil) }
        guard found.count < limit else { return found }
        var seen = Set(found.map(\.item.path))
        var aliases: [BundlePath: String] = [:]
        for known in allKnown where !known.aliases.isEmpty && TrashedPath(known.fact.path) == nil {
            aliases[known.fact.path] = known.aliases.first { prefix.rank(inTitle: $0) != nil }
        }
        let others = notebook.items.filter { item in
            !seen.contains(item.path) && (aliases[item.path] != nil || prefix.rank(inTitle: item.path.text) != nil)
        }.sorted { one, two in
            let (first, second) = (aliases[one.path] != nil, aliases[two.path] != nil)
            return first == second ? (two.modified, one.path) < (one.modified, two.path) : first
        }
        for item in others.prefix(limit - found.count) where seen.insert(item.path).inserted {
            found.append(LiveSuggestion(item: item, alias: aliases[item.path]))
        }
        return found
    }

    /// The attachments, in the order of their paths.
    package var attachments: [BundlePath] {
        let manifest = notebook.manifest
        return isPlain
            ? manifest.entries.filter { $0.type == .blob }.map(\.path) : manifest.entries(below: .blobs).map(\.path)
    }

    /// The shortest wiki link from an item to a file that leads there, without brackets: its title, its name, or more of
    /// its path; `nil` if none can be written.
    public func wikiTarget(of path: BundlePath, from source: BundlePath) -> String? {
        let entry = notebook.manifest[path]
        let short = FileType(of: path)?.isItem == true ? path.stem : String(path.name)
        let parts = path.text.parts(between: "/").map(String.init)
        let whole = shown(path.text.without(ending: ".md").map(String.init) ?? path.text)
        let pieces = whole.parts(between: "/").map(String.init)
        // A gap in a link would show its answer, and be one in the text around it.
        let title = entry?.shownTitle.flatMap { HiddenGaps.text($0) == $0 ? $0 : nil }
        let titles = [title, entry.flatMap { LinkTitle.readable($0) }, short].compactMap(\.self)
        let paths = parts.count > 2 ? (1..<pieces.count).reversed().map { pieces[$0...].joined(separator: "/") } : []
        let live = check.live
        return (titles + paths + [whole]).first { name in
            MarkdownDestination.isWikiTarget(Array(name.utf8)) && live.resolve(wiki: name, from: source) == .file(path)
        }
    }

    /// The tags that items have, each with the number of items, the most frequent first.
    package var tags: [(tag: Tag, count: Int)] {
        let counts = notebook.description.settings.countsInlineTags
        var found: [String: (tag: Tag, count: Int)] = [:]
        // In the order of their paths, so that of several spellings the same one counts each time.
        for known in paths.value.lazy.compactMap(known) where TrashedPath(known.fact.path) == nil {
            let own = known.fact.item?.readable?.metadata.tags ?? []
            for tag in Tag.unique(own + (counts ? known.tags : [])) {
                found[tag.key.text, default: (tag, 0)].count += 1
            }
        }
        return found.values.sorted { ($1.count, $0.tag.text) < ($0.count, $1.tag.text) }
    }

    /// The keys of the front matter that the format does not define, as the items have them, sorted.
    package var keys: [String] { Set(allKnown.flatMap(\.values.keys)).sorted() }

    /// The values that items have for a key of the front matter, and how often, the most frequent first.
    package func values(of key: String) -> [(value: String, count: Int)] {
        var counts: [String: Int] = [:]
        for value in allKnown.lazy.compactMap({ $0.values[key] }).joined() { counts[value, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// The items outside the trash that have a tag, or one below it, in the order of their paths.
    package func items(tagged tag: Tag) -> [BundlePath] {
        allKnown.filter { known in
            TrashedPath(known.fact.path) == nil
                && ((known.fact.item?.readable?.metadata.tags ?? []) + known.tags).contains { $0.below(tag) != nil }
        }.map(\.fact.path).sorted()
    }
}

private enum LinkTitle {
    /// The name under which an attachment was attached.
    static func readable(_ entry: Entry) -> String? {
        entry.type == .blob ? BlobName(entry.path.name)?.readableName : nil
    }
}
