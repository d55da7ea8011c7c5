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
        case .modified: sorted(items, by: \.modified, from: >)
        case .created: sorted(items, by: \.created, from: >)
        case .name: sorted(items, by: { NameKey($0.title) }, from: <)
        }
    }

    private func sorted<Value: Comparable>(
        _ items: [Item], by value: (Item) -> Value, from precedes: (Value, Value) -> Bool
    ) -> [Item] {
        items.map { ($0, value($0)) }.sorted { one, two in
            guard one.0.isPinned == two.0.isPinned else { return one.0.isPinned }
            guard one.1 == two.1 else { return precedes(one.1, two.1) != isReversed }
            return one.0.path < two.0.path
        }.map(\.0)
    }

    /// Whether a name comes before another, as people sort names.
    package static func namePrecedes(_ one: String, _ two: String) -> Bool {
        let keys = (NameKey(one), NameKey(two))
        return keys.0 == keys.1 ? one < two : keys.0 < keys.1
    }
}
