public import NotebookFormat
import NotebookText

/// The order in which items are shown: pinned ones first, then by one of their values.
public struct ItemOrder: Sendable {
    private let key: NotebookDescription.SortKey
    private let isReversed: Bool

    /// An order by a value: dates with the latest first, names as people sort them.
    public init(_ key: NotebookDescription.SortKey, isReversed: Bool = false) {
        self.key = key
        self.isReversed = isReversed
    }

    /// The items in this order.
    public func sorted(_ items: [Item]) -> [Item] {
        switch key {
        case .modified: sorted(items, by: \.modified.secondsSince1970, from: >)
        case .created: sorted(items, by: \.created.secondsSince1970, from: >)
        case .name: sorted(items, by: { NameKey($0.title) }, from: <)
        }
    }

    /// Sorts by values that are taken once from each item; equal ones are ordered by path.
    private func sorted<Value: Comparable>(
        _ items: [Item], by value: (Item) -> Value, from precedes: (Value, Value) -> Bool
    ) -> [Item] {
        // Items nearly always come in the order of their paths, so that their indices are enough.
        let items = items.isAscending ? items : items.sorted { $0.precedesByPath($1) }
        var places = items.enumerated().map { Ranked(value: value($1), isPinned: $1.isPinned, number: $0) }
        places.sort { one, two in
            guard one.isPinned == two.isPinned else { return one.isPinned }
            guard one.value == two.value else { return precedes(one.value, two.value) != isReversed }
            return one.number < two.number
        }
        return places.map { items[$0.number] }
    }

    private struct Ranked<Value> {
        let value: Value
        let isPinned: Bool
        let number: Int
    }

    /// Whether a name comes before another, as people sort names.
    package static func namePrecedes(_ one: String, _ two: String) -> Bool {
        let keys = (NameKey(one), NameKey(two))
        return keys.0 == keys.1 ? one < two : keys.0 < keys.1
    }
}

extension [Item] {
    fileprivate var isAscending: Bool { indices.dropFirst().allSatisfy { self[$0 - 1].precedesByPath(self[$0]) } }
}
