import Cores
package import NotebookFiles
public import NotebookFormat
import NotebookText

/// How a notebook uses a property.
public struct PropertyUse: Sendable {
    /// The key, as most items spell it.
    public let key: String
    /// The number of items with the property.
    public let items: Int
    /// The kinds of its values, each with the number of items, the most frequent first.
    public let kinds: [(kind: PropertyKind, items: Int)]
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
