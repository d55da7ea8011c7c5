package import NotebookFiles
import NotebookFormat
public import NotebookQuery
import NotebookText

/// An item that a half-typed text may mean.
public struct Suggestion: Sendable {
    /// The item.
    public let item: Item
    /// A name that only this item has: its title, or else its path.
    public let text: String
    /// The text around the match in the body; `nil` if the title or an alias matches.
    public let snippet: Snippet?
    /// The alias that matches, if the title does not.
    package let alias: String?
}

extension NotebookListing {
    /// Items in whose titles or bodies a word begins with a text: first titles that are the text, then titles of one
    /// word that begin with it, titles that begin with it, other titles, `aliases`, and bodies; the latest first in
    /// each group.
    ///
    /// Reads files only if too few titles match.
    package func suggestions(_ prefix: WordPrefix, limit: Int, _ tree: any FileTree) throws -> [Suggestion] {
        let suggestions = suggestions(prefix, limit: limit)
        guard suggestions.count < limit else { return suggestions }
        let known = Set(suggestions.map(\.item.path))
        let others = Dictionary(items.filter { !known.contains($0.path) }.map { ($0.path, $0) }) { first, _ in first }
        let found = try ItemPass(tree).map(Set(others.keys)) {
            path, bytes -> (item: Item, alias: String?, snippet: Snippet?)? in
            guard let item = others[path] else { return nil }
            if let alias = ItemAliases.of(bytes).first(where: { prefix.rank(inTitle: $0) != nil }) {
                return (item, alias, nil)
            }
            return prefix.snippet(inBodyOf: bytes).map { (item, nil, $0) }
        }
        let rest = found.sorted { one, two in
            (one.alias == nil) == (two.alias == nil) ? Self.isBefore(one.item, two.item) : one.alias != nil
        }.prefix(limit - suggestions.count)
        let names = ItemNames(items, lookups: rest.count)
        return suggestions
            + rest.map {
                Suggestion(item: $0.item, text: Self.name(of: $0.item, names), snippet: $0.snippet, alias: $0.alias)
            }
    }

    /// Items in whose titles a word begins with a text, in the same order.
    package func suggestions(_ prefix: WordPrefix, limit: Int) -> [Suggestion] {
        let best = items(titled: prefix, limit: limit)
        let names = ItemNames(items, lookups: best.count)
        return best.map { Suggestion(item: $0, text: Self.name(of: $0, names), snippet: nil, alias: nil) }
    }

    /// These items, without the names that lead to them, for which all names are looked at.
    package func items(titled prefix: WordPrefix, limit: Int) -> [Item] {
        let titled = items.compactMap { item in
            item.withTitle { prefix.rank(inTitle: $0) }.map { (item: item, rank: $0) }
        }
        return titled.sorted { $0.rank == $1.rank ? Self.isBefore($0.item, $1.item) : $0.rank < $1.rank }
            .prefix(limit).map(\.item)
    }

    private static func isBefore(_ one: Item, _ two: Item) -> Bool {
        one.modified == two.modified ? one.path < two.path : one.modified > two.modified
    }

    private static func name(of item: Item, _ names: ItemNames) -> String {
        for text in [item.title, item.shortPath] where (try? names.item(text))?.path == item.path { return text }
        return item.path.text
    }
}

/// Suggests items for a text that names none.
struct SuggestedItems {
    private let items: [Item]

    /// The minimum length of a text that can be mistyped; shorter texts resemble too many others.
    private static let shortest = 3

    init(_ items: [Item]) { self.items = items }

    /// The names of the items that were probably meant, at most three: paths for a path, titles for anything else.
    ///
    /// A title that would give the answer of a card away is replaced by the name of its file.
    func names(like text: String) -> [String] {
        if text.contains("/") { return paths(like: text) }
        let cards = items.filter { $0.shownTitle != $0.title }.map { ($0.title, $0.livePath.stem) }
        let hidden = Dictionary(cards) { first, _ in first }
        return titles(like: text).map { hidden[$0] ?? $0 }
    }

    private func titles(like text: String) -> [String] {
        guard text.count >= Self.shortest else { return [] }
        let like = Similarity.nearest(to: text, in: items.flatMap { [$0.title, $0.livePath.stem] })
        if !like.isEmpty {
            // An item is named once, by its title.
            let titles = Set(items.map(\.title))
            let stems = items.filter { like.contains($0.title) }.map(\.livePath.stem)
            return like.filter { titles.contains($0) || !stems.contains($0) }
        }
        let words = Self.words(of: text)
        return words.count > 1 ? titles(withMostOf: words) : titles(withWordsLike: text)
    }

    /// Paths that are similar to a path as a whole, and whose names are similar.
    private func paths(like text: String) -> [String] {
        let isWhole = text.ends(in: ".md")
        let name = text.parts(between: "/").last.map { isWhole ? Substring($0.utf8.dropLast(3)) : $0 } ?? ""
        let stems = Set(Similarity.nearest(to: String(name), in: items.map(\.livePath.stem)))
        let near = items.filter { stems.contains($0.livePath.stem) }
        return Similarity.nearest(to: text, in: near.map { isWhole ? $0.path.text : $0.shortPath })
    }

    /// Titles with at least two, and two thirds, of some words, those with the most first.
    private func titles(withMostOf words: Set<ComparisonKey>) -> [String] {
        let counts = items.map { (title: $0.title, count: Self.words(of: $0.title).intersection(words).count) }
        let like = counts.filter { $0.count >= 2 && 3 * $0.count >= 2 * words.count }
        var seen: Set<String> = []
        return Array(
            like.sorted { ($1.count, $0.title) < ($0.count, $1.title) }.map(\.title).filter { seen.insert($0).inserted }
                .prefix(3))
    }

    /// Titles with a word that is similar to a text, at most three.
    private func titles(withWordsLike text: String) -> [String] {
        var titles: [String: String] = [:]
        for item in items {
            for word in item.title.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init) {
                titles[word] = titles[word].map { min($0, item.title) } ?? item.title
            }
        }
        var seen: Set<String> = []
        return Similarity.nearest(to: text, in: Array(titles.keys)).compactMap { titles[$0] }.filter {
            seen.insert($0).inserted
        }
    }

    private static func words(of text: String) -> Set<ComparisonKey> {
        Set(text.split { !$0.isLetter && !$0.isNumber }.map { ComparisonKey(String($0)) })
    }
}
