import NotebookFormat
import NotebookText

/// Suggests items for a text that names none.
struct SuggestedItems {
    private let items: [Item]

    /// The minimum length of a text that can be mistyped; shorter texts resemble too many others.
    private static let shortest = 3

    init(_ items: [Item]) { self.items = items }

    /// The names of the items that were probably meant, at most three: paths for a path, titles for anything else.
    func names(like text: String) -> [String] {
        if text.contains("/") { return paths(like: text) }
        guard text.count >= Self.shortest else { return [] }
        let like = Similarity.nearest(to: text, in: items.flatMap { [$0.title, $0.livePath.stem] })
        if !like.isEmpty { return like }
        let words = Self.words(of: text)
        return words.count > 1 ? titles(withMostOf: words) : titles(withWordsLike: text)
    }

    /// Paths that are similar to a path as a whole, and whose names are similar.
    private func paths(like text: String) -> [String] {
        let isWhole = text.hasSuffix(".md")
        let name = text.split(separator: "/").last.map { isWhole ? $0.dropLast(3) : $0 } ?? ""
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
