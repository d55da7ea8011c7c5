import NotebookBundle
import NotebookFormat

/// A tag with the number of its items, in an answer.
struct CountedTag: Encodable {
    let name: String
    let items: Int
    let color: String?
}

/// The tags of a notebook with the number of their items; nested tags count for their parents, too.
struct TagList {
    let rows: [CountedTag]

    init(_ notebook: Notebook, _ inBodies: [BundlePath: [Tag]] = [:]) {
        var names: [ComparisonKey: (name: String, items: Int)] = [:]
        for row in notebook.description.tags { names[row.name.key] = (row.name.text, 0) }
        // The same sets of tags occur again and again.
        var known: [String: [(key: ComparisonKey, name: String)]] = [:]
        for item in notebook.items {
            var seen: [ComparisonKey] = []
            for tag in inBodies.isEmpty ? item.tags : item.tags + (inBodies[item.path] ?? []) {
                let parts = known[tag.text] ?? Self.withParents(tag)
                known[tag.text] = parts
                for part in parts where !seen.contains(part.key) {
                    seen.append(part.key)
                    names[part.key, default: (part.name, 0)].items += 1
                }
            }
        }
        let colors = Dictionary(notebook.description.tags.map { ($0.name.key, $0.color) }) { first, _ in first }
        rows = names.sorted { ItemOrder.namePrecedes($0.value.name, $1.value.name) }.map { key, value in
            CountedTag(name: value.name, items: value.items, color: colors[key] ?? nil)
        }
    }

    /// A tag and its parents, the nearest first.
    private static func withParents(_ tag: Tag) -> [(key: ComparisonKey, name: String)] {
        let parts = tag.text.split(separator: "/", omittingEmptySubsequences: false)
        return (1...parts.count).reversed().map { count in
            let name = parts.prefix(count).joined(separator: "/")
            return (ComparisonKey(name), name)
        }
    }

    /// The tags written as `#tag` in the texts of items.
    static func inBodies(of items: [Item], _ files: some FileTree) throws -> [BundlePath: [Tag]] {
        var tags: [BundlePath: [Tag]] = [:]
        try files.readItems(Set(items.map(\.path))) { path, bytes in
            guard let file = try? ItemFile(bytes) else { return }
            tags[path] = InlineTags.of(MarkdownDocument(file.bytes, from: file.bodyStart))
        }
        return tags
    }
}

extension Notebook {
    /// The tag that a person names, in the notebook's spelling.
    ///
    /// - Parameter inBodies: Tags in the texts of items, which count as well.
    /// - Throws: `NotebookError.noSuchTag` if no item has it, or one below it, and it has no colour.
    func tag(_ text: String, _ inBodies: [BundlePath: [Tag]] = [:]) throws -> Tag {
        guard let wanted = Tag(text) else { throw NotebookError.notATag(text) }
        let names = TagList(self, inBodies).rows.map(\.name)
        guard let name = names.first(where: { ComparisonKey($0) == wanted.key }), let tag = Tag(name) else {
            throw NotebookError.noSuchTag(text, like: Similarity.nearest(to: text, in: names))
        }
        return tag
    }
}
