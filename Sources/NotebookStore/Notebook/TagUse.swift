import Cores
package import NotebookFiles
package import NotebookFormat
package import NotebookText

/// How a notebook uses a tag.
public struct TagUse: Hashable, Identifiable, Sendable {
    /// The name of the tag, in the notebook’s spelling.
    public let name: String
    /// The number of items with the tag or one below it.
    public let items: Int
    /// Its colour (`#` and six hexadecimal digits); `nil` if it has none.
    public let color: String?
    /// The name of the tag.
    public var id: String { name }
}

extension NotebookListing {
    /// The tags of the items outside the trash, their parents, and tags with a colour, sorted by name.
    package func tagUses(_ tags: ItemTags) -> [TagUse] {
        var uses: [(name: String, items: Int)] = []
        var numbers: [ComparisonKey: Int] = [:]
        func number(_ key: ComparisonKey, _ name: String) -> Int {
            if let number = numbers[key] { return number }
            numbers[key] = uses.count
            uses.append((name, 0))
            return uses.count - 1
        }
        for row in description.tags { uses[number(row.name.key, row.name.text)].name = row.name.text }
        // The same tags occur again and again.
        var known: [String: [Int]] = [:]
        var seen: [Int] = []
        for item in items {
            seen.removeAll(keepingCapacity: true)
            for tag in tags.all(of: item) {
                let levels: [Int]
                if let found = known[tag.text] {
                    levels = found
                } else {
                    levels = tag.withParents.map { number($0.key, $0.name) }
                    known[tag.text] = levels
                }
                for level in levels where !seen.contains(level) {
                    seen.append(level)
                    uses[level].items += 1
                }
            }
        }
        let colors = Dictionary(description.tags.map { ($0.name.key, $0.color) }) { first, _ in first }
        let sorted = numbers.sorted { ItemOrder.namePrecedes(uses[$0.value].name, uses[$1.value].name) }
        return sorted.map { key, number in
            TagUse(name: uses[number].name, items: uses[number].items, color: colors[key] ?? nil)
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
        let parts = text.parts(between: "/", omittingEmpty: false)
        return (1...parts.count).reversed().filter { !parts[$0 - 1].isEmpty }.map { count in
            let name = parts.prefix(count).joined(separator: "/")
            return (ComparisonKey(name), name)
        }
    }
}

/// The tags of items: those in the front matter, and those written as `#tag` in the texts, if the notebook counts them
/// (Format, clause 16.2).
package struct ItemTags: Sendable {
    /// The tags in the front matter alone.
    package static let ofFrontMatter = ItemTags(inTexts: [:])

    private let inTexts: [BundlePath: [Tag]]

    init(inTexts: [BundlePath: [Tag]]) { self.inTexts = inTexts }

    /// The tags in the text of an item, each once, in its order.
    package func inText(of item: Item) -> [Tag] { inTexts.isEmpty ? [] : inTexts[item.path] ?? [] }

    /// All tags of an item, each once; first those of its front matter.
    package func all(of item: Item) -> [Tag] {
        let inText = inText(of: item)
        return inText.isEmpty ? item.tags : Tag.unique(item.tags + inText)
    }

    /// All tags of an item that readers should see: none that is only in a comment.
    package func shown(of item: Item, _ file: ItemFile) -> [Tag] {
        inTexts[item.path] == nil ? item.tags : Tag.unique(item.tags + file.shownInlineTags)
    }

    /// Whether an item has a tag, or one below it.
    package func has(_ tag: Tag, _ item: Item) -> Bool {
        let key = tag.key.text
        return (item.tags + inText(of: item)).contains { $0.key.text == key || $0.key.text.begins(with: key + "/") }
    }
}

extension NotebookListing {
    /// The tags of items; texts are read only if the notebook counts tags in them and they are not cached.
    ///
    /// - Parameters:
    ///   - paths: The items; `nil` for all that are not in the trash.
    ///   - look: A look at the files, if there is one.
    package func itemTags(
        of paths: Set<BundlePath>? = nil, _ tree: any FileTree, look: DirectoryScan? = nil,
        progress: any WorkProgress = NoProgress()
    ) throws -> ItemTags {
        guard description.settings.countsInlineTags, paths?.isEmpty != true else { return .ofFrontMatter }
        let reader = TextNamesReader(tree, look: look, progress: progress)
        return ItemTags(inTexts: try paths.map { try reader.tags(of: $0, in: manifest) } ?? reader.tags(of: manifest))
    }
}

/// How a notebook uses a property.
public struct PropertyUse: Sendable {
    /// The key, as most items spell it.
    public let key: String
    /// The number of items with the property.
    public let items: Int
    /// The kinds of its values, each with the number of items, the most frequent first.
    package let kinds: [(kind: PropertyKind, items: Int)]
    /// Its values, those of lists one by one, each with the number of times it occurs, the most frequent first.
    public let values: [(value: String, count: Int)]
}

extension NotebookListing {
    /// The properties of the items outside the trash, sorted by name; items with invalid front matter are left out.
    package func properties(
        _ tree: any FileTree, progress: any WorkProgress = NoProgress()
    ) throws -> [PropertyUse] {
        let read = try ItemPass(tree, progress: progress).map(Set(items.map(\.path))) { _, bytes -> [Property]? in
            guard bytes.starts(with: "---".utf8) || bytes.first == 0xEF else { return nil }
            return (try? ItemFile(bytes))?.properties
        }
        var counts: [ComparisonKey: PropertyCounts] = [:]
        for properties in read {
            for property in properties { counts[ComparisonKey(property.key), default: PropertyCounts()].add(property) }
        }
        return counts.values.map(\.use).sorted { ItemOrder.namePrecedes($0.key, $1.key) }
    }
}

/// Counts of one property, in whatever spelling.
private struct PropertyCounts {
    private var spellings: [String: Int] = [:]
    private var kinds: [PropertyKind: Int] = [:]
    private var values: [String: Int] = [:]

    mutating func add(_ property: Property) {
        spellings[property.key, default: 0] += 1
        kinds[property.value.kind, default: 0] += 1
        for scalar in property.value.scalars where scalar.kind != .nested && !scalar.text.isEmpty {
            values[scalar.text, default: 0] += 1
        }
    }

    var use: PropertyUse {
        func ranked<Key: Hashable>(_ counts: [Key: Int], _ text: (Key) -> String) -> [(key: Key, value: Int)] {
            counts.sorted { $0.value == $1.value ? text($0.key) < text($1.key) : $0.value > $1.value }
        }
        return PropertyUse(
            key: ranked(spellings, \.self).first?.key ?? "", items: spellings.values.reduce(0, +),
            kinds: ranked(kinds, \.rawValue).map { (kind: $0.key, items: $0.value) },
            values: ranked(values, \.self).map { (value: $0.key, count: $0.value) })
    }
}
