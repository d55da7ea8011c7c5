public import NotebookFormat
public import NotebookText

/// A note or card, as lists show it.
///
/// Its values are parsed from the manifest on demand, so that a list of many items costs little; as long as an item is
/// kept, the manifest's text is kept as well.
public struct Item: Sendable {
    /// The manifest, and the index of the item's entry.
    private let entries: Manifest.Entries
    private let number: Int
    private let notebookCreated: Timestamp

    /// An item from its entry in a list; `nil` for entries of other files.
    init?(_ entries: Manifest.Entries, at number: Int, notebookCreated: Timestamp) {
        guard entries.type(at: number).isItem else { return nil }
        (self.entries, self.number, self.notebookCreated) = (entries, number, notebookCreated)
    }

    /// An item from its entry; `nil` for entries of other files.
    package init?(_ entry: Entry, notebookCreated: Timestamp) {
        self.init(Manifest([entry]).entries, at: 0, notebookCreated: notebookCreated)
    }

    /// The entry in the manifest.
    var entry: Entry { entries[number] }
    /// The path of the file.
    public var path: BundlePath { entries.path(at: number) }
    /// Whether it is a note or a card.
    public var type: FileType { entries.type(at: number) }
    /// The deletion that moved it to the trash; `nil` for items outside the trash.
    package var batch: BatchName? { isInTrash ? TrashedPath(path)?.batch : nil }
    /// The values that are numbers, without defaults.
    private var numbers: ItemNumbers { entries.numbers(at: number) }
    /// The uuid; `nil` for an item that was never sealed.
    public var uuid: UniqueIdentifier? { numbers.uuid }
    /// The title, or its substitute; that of a card has no markup.
    public var title: String { entries.shownTitle(at: number) ?? path.stem }
    /// When it was created.
    public var created: Timestamp { numbers.created ?? notebookCreated }
    /// When it was last changed.
    public var modified: Timestamp { numbers.modified ?? created }
    /// Whether it is pinned.
    public var isPinned: Bool { numbers.pinned }
    /// The tags, in the user's order.
    public var tags: [Tag] { entries.tags(at: number) }
    /// All values that an item states, with defaults for missing ones.
    package var metadata: ItemMetadata {
        metadata(withTitle: true, withTags: true).withDefaults(stem: "", notebookCreated: notebookCreated)
    }

    /// The values that an item states; making strings takes most of the time.
    func metadata(withTitle: Bool, withTags: Bool) -> ItemMetadata {
        ItemMetadata(numbers, title: withTitle ? title : "", tags: withTags ? tags : [])
    }

    /// The digest of the file, as the manifest lists it.
    package var digest: Digest { entries.digest(at: number) }
    /// The size of the file in bytes.
    public var size: Int { entries.size(at: number) }

    /// Calls `body` with the bytes of the title; for most notes no string is made.
    @inline(__always)
    package func withTitle<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        if type == .note { return entries.withTitleOrStem(at: number, body) }
        let title = title
        return body(title.utf8.span)
    }

    /// Calls `body` with the bytes of the path.
    @inline(__always)
    package func withPath<Result>(_ body: (Span<UInt8>) -> Result) -> Result { entries.withPath(at: number, body) }

    /// Appends the bytes of the path.
    package func appendPath(to bytes: inout [UInt8]) { entries.appendPath(at: number, to: &bytes) }

    /// Appends the bytes of the title.
    package func appendTitle(to bytes: inout [UInt8]) {
        guard type == .note else {
            bytes.append(contentsOf: title.utf8)
            return
        }
        entries.appendTitleOrStem(at: number, to: &bytes)
    }

    /// Appends the tags, each after a text: the first one after `beginning`, the others after `separator`.
    package func appendTags(after beginning: String, _ separator: String, to bytes: inout [UInt8]) {
        entries.appendTags(at: number, after: beginning, separator, to: &bytes)
    }

    /// Whether another item's file is in the same directory.
    private func isBeside(_ other: Item) -> Bool {
        withPath { path in other.withPath { BundlePath.areBeside(path, $0) } }
    }

    /// The folders of items, each with the indices of the items in it.
    ///
    /// Consecutive items of one directory share one string and one range.
    package static func ranges(of items: [Item]) -> [FolderPath: [Range<Int>]] {
        var ranges: [FolderPath: [Range<Int>]] = [:]
        var start = 0
        while start < items.count {
            var end = start + 1
            while end < items.count, items[end].isBeside(items[start]) { end += 1 }
            ranges[items[start].folder, default: []].append(start..<end)
            start = end
        }
        return ranges
    }

    /// Whether the path sorts before that of another item.
    func precedesByPath(_ other: Item) -> Bool {
        if entries.isSame(as: other.entries) { return number < other.number }
        return withPath { path in other.withPath { path.precedes($0) } }
    }

    /// Whether the item is in the trash.
    package var isInTrash: Bool { entries.trash.contains(number) }

    /// The path of the item, or its path before it was deleted.
    package var livePath: BundlePath { isInTrash ? TrashedPath(path)?.oldPath ?? path : path }

    /// The folder of the item, or its folder before it was deleted.
    public var folder: FolderPath { FolderPath(of: livePath) ?? .root }
}

extension Item: Hashable {
    /// Compares all values that a list shows.
    public static func == (left: Item, right: Item) -> Bool {
        left.entries[left.number] == right.entries[right.number] && left.created == right.created
    }

    /// Hashes the path.
    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

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
    public func sorted(_ items: [Item]) -> [Item] { sorted(items, first: nil) }

    /// The first of the items in this order; for few of them, the others are not sorted.
    package func first(_ count: Int, of items: [Item]) -> [Item] { sorted(items, first: count) }

    private func sorted(_ items: [Item], first count: Int?) -> [Item] {
        switch key {
        case .modified: sorted(items, count, by: \.modified.secondsSince1970, from: >)
        case .created: sorted(items, count, by: \.created.secondsSince1970, from: >)
        case .name: sorted(items, count, by: { NameKey($0.title) }, from: <)
        }
    }

    /// Sorts by values that are taken once from each item; equal ones are ordered by path.
    private func sorted<Value: Comparable>(
        _ items: [Item], _ count: Int?, by value: (Item) -> Value, from precedes: (Value, Value) -> Bool
    ) -> [Item] {
        // Items nearly always come in the order of their paths, so that their indices are enough.
        let items = items.isAscending ? items : items.sorted { $0.precedesByPath($1) }
        func areInOrder(_ one: Ranked<Value>, _ two: Ranked<Value>) -> Bool {
            guard one.isPinned == two.isPinned else { return one.isPinned }
            guard one.value == two.value else { return precedes(one.value, two.value) != isReversed }
            return one.number < two.number
        }
        func place(_ number: Int) -> Ranked<Value> {
            Ranked(value: value(items[number]), isPinned: items[number].isPinned, number: number)
        }
        guard let count else { return items.indices.map(place).sorted(by: areInOrder).map { items[$0.number] } }
        var first: [Ranked<Value>] = []
        for number in items.indices {
            let place = place(number)
            guard first.count < count || first.last.map({ areInOrder(place, $0) }) == true else { continue }
            first.insert(place, at: first.firstIndex { areInOrder(place, $0) } ?? first.count)
            if first.count > count { first.removeLast() }
        }
        return first.map { items[$0.number] }
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
