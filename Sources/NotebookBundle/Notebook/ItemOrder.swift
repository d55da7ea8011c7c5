import Foundation
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
        items.sorted { one, two in
            guard one.isPinned == two.isPinned else { return one.isPinned }
            switch compare(one, two) {
            case .orderedAscending: return !isReversed
            case .orderedDescending: return isReversed
            case .orderedSame: return one.path < two.path
            }
        }
    }

    private func compare(_ one: Item, _ two: Item) -> ComparisonResult {
        switch key {
        case .modified: Self.compare(two.modified, one.modified)
        case .created: Self.compare(two.created, one.created)
        case .name: Self.compareNames(one.title, two.title)
        }
    }

    private static func compare(_ one: Timestamp, _ two: Timestamp) -> ComparisonResult {
        one == two ? .orderedSame : one < two ? .orderedAscending : .orderedDescending
    }

    /// Compares names as people do: numbers by their value, without letter case and diacritics.
    private static func compareNames(_ one: String, _ two: String) -> ComparisonResult {
        one.compare(two, options: [.caseInsensitive, .diacriticInsensitive, .numeric])
    }

    /// Whether a name comes before another, as people sort names.
    package static func namePrecedes(_ one: String, _ two: String) -> Bool {
        let order = compareNames(one, two)
        return order == .orderedSame ? one < two : order == .orderedAscending
    }
}
