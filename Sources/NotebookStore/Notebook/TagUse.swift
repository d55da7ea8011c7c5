import NotebookFiles
import NotebookFormat
package import NotebookText

/// How a notebook uses a tag.
public struct TagUse: Sendable {
    /// The name of the tag, in the notebook’s spelling.
    public let name: String
    /// The number of items with the tag or one below it.
    public let items: Int
    /// Its colour (`#` and six hexadecimal digits); `nil` if it has none.
    public let color: String?
}

extension Notebook {
    /// The tags of the items outside the trash, their parents, and tags with a colour, sorted by name.
    package func tagUses(_ tags: ItemTags) -> [TagUse] {
        var names: [ComparisonKey: (name: String, items: Int)] = [:]
        for row in description.tags { names[row.name.key] = (row.name.text, 0) }
        // The same sets of tags occur again and again.
        var known: [String: [(key: ComparisonKey, name: String)]] = [:]
        for item in items {
            var seen: [ComparisonKey] = []
            for tag in tags.all(of: item) {
                let parts = known[tag.text] ?? tag.withParents
                known[tag.text] = parts
                for part in parts where !seen.contains(part.key) {
                    seen.append(part.key)
                    names[part.key, default: (part.name, 0)].items += 1
                }
            }
        }
        let colors = Dictionary(description.tags.map { ($0.name.key, $0.color) }) { first, _ in first }
        return names.sorted { ItemOrder.namePrecedes($0.value.name, $1.value.name) }.map { key, value in
            TagUse(name: value.name, items: value.items, color: colors[key] ?? nil)
        }
    }

    /// The tag that a person names, in the notebook's spelling.
    ///
    /// - Throws: `NotebookError.noSuchTag` if no item has it, or one below it, and it has no colour.
    package func tag(_ text: String, _ tags: ItemTags) throws -> Tag {
        guard let wanted = Tag(text) else { throw NotebookError.notATag(text) }
        let names = tagUses(tags).map(\.name)
        guard let name = names.first(where: { ComparisonKey($0) == wanted.key }), let tag = Tag(name) else {
            throw NotebookError.noSuchTag(text, like: Similarity.nearest(to: text, in: names))
        }
        return tag
    }
}

extension Tag {
    /// The tag and its parents, the nearest first.
    fileprivate var withParents: [(key: ComparisonKey, name: String)] {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return (1...parts.count).reversed().filter { !parts[$0 - 1].isEmpty }.map { count in
            let name = parts.prefix(count).joined(separator: "/")
            return (ComparisonKey(name), name)
        }
    }
}
