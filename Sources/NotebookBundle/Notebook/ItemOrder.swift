public import NotebookFormat

/// The order in which items are shown: pinned ones first, then by one of their values.
public struct ItemOrder: Sendable {
    private let key: NotebookDescription.SortKey
    private let isReversed: Bool

    /// An order by a value: dates from the latest on, names as people sort them.
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

    /// Sorts numbers instead of items, which saves four fifths of the time: an item is large, and holds texts that are counted.
    private func sorted<Value: Comparable>(
        _ items: [Item], by value: (Item) -> Value, from precedes: (Value, Value) -> Bool
    ) -> [Item] {
        let (values, pins) = (items.map(value), items.map(\.isPinned))
        return items.indices.sorted { one, two in
            guard pins[one] == pins[two] else { return pins[one] }
            guard values[one] == values[two] else { return precedes(values[one], values[two]) != isReversed }
            return items[one].path < items[two].path
        }.map { items[$0] }
    }

    /// Whether a name comes before another, as people sort names.
    package static func namePrecedes(_ one: String, _ two: String) -> Bool {
        let keys = (NameKey(one), NameKey(two))
        return keys.0 == keys.1 ? one < two : keys.0 < keys.1
    }
}
