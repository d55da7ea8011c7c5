public import NotebookFormat
public import NotebookText

/// A file that differs in two notebooks: a note or card, an attachment, or a file of another application.
public struct FileDifference: Hashable, Sendable {
    private let pair: FilePairs.Pair
    /// The values of an item’s front matter that differ, except tags.
    public private(set) var properties: [PropertyDifference] = []
    /// The tags that an item got.
    public private(set) var addedTags: [Tag] = []
    /// The tags that were removed from an item.
    public private(set) var removedTags: [Tag] = []
    /// How many lines of an item’s text were added and removed; `nil` if the text is the same or one side has no item.
    public private(set) var lines: LineCounts?
    /// Whether an item’s bytes differ only in comments, the spelling of values, or the order of keys or tags.
    package private(set) var isRewritten = false

    /// The path of the file before; `nil` if it was added.
    public var oldPath: BundlePath? { old?.path }
    /// The path of the file afterwards; `nil` if it was removed.
    public var newPath: BundlePath? { new?.path }
    /// The file before; `nil` if it was added.
    package var old: ComparedFile? { pair.old }
    /// The file afterwards; `nil` if it was removed.
    package var new: ComparedFile? { pair.new }
    /// The file afterwards; if it was removed, the file before.
    package var shown: ComparedFile { pair.shown }
    /// Whether it is a note or card.
    package var isItem: Bool { shown.type?.isItem == true }

    /// What happened to the file as a whole.
    ///
    /// An attachment that was replaced under the same name counts as changed.
    public var change: FileChangeKind {
        if !isItem, case .both(let old, let new) = pair, old.digest != new.digest, !new.isInTrash { return .changed }
        return FileChangeKind(pair)
    }

    /// Makes the difference of a file that is no item, whose bytes are the same, or that only one notebook has.
    init(_ pair: FilePairs.Pair) { self.pair = pair }

    /// Makes the difference of an item whose bytes differ.
    init(_ pair: FilePairs.Pair, _ oldBytes: [UInt8], _ newBytes: [UInt8]) {
        self.init(pair)
        guard let one = try? ItemFile(oldBytes), let other = try? ItemFile(newBytes) else {
            lines = LineDifference(oldBytes, newBytes).counts
            return
        }
        properties = PropertyDifference.all(one, other)
        let (before, after) = (Set(one.metadata.tags), Set(other.metadata.tags))
        addedTags = other.metadata.tags.filter { !before.contains($0) }
        removedTags = one.metadata.tags.filter { !after.contains($0) }
        if one.body != other.body { lines = LineDifference(one.body, other.body).counts }
        isRewritten = properties.isEmpty && addedTags.isEmpty && removedTags.isEmpty && lines == nil
    }
}

/// What happened to a file as a whole.
public enum FileChangeKind: String, CaseIterable, Sendable {
    /// Only the second notebook has it.
    case added
    /// Only the first notebook has it.
    case removed
    /// Its name differs, and its folder is the same.
    case renamed
    /// Its folder differs, and perhaps its name.
    case moved
    /// It went to the trash.
    case trashed
    /// It came back from the trash.
    case restored
    /// Its content differs, and its path is the same.
    case changed

    init(_ pair: FilePairs.Pair) {
        switch pair {
        case .added: self = .added
        case .removed: self = .removed
        case .both(let old, let new) where old.path == new.path: self = .changed
        case .both(let old, let new) where old.isInTrash != new.isInTrash:
            self = new.isInTrash ? .trashed : .restored
        case .both(let old, let new): self = old.path.parent == new.path.parent ? .renamed : .moved
        }
    }
}

/// A value of the front matter that differs.
public struct PropertyDifference: Hashable, Sendable {
    /// The key, without quotation marks.
    public let key: String
    /// The value before, as text, a list with commas; `nil` if there was no such key.
    public let old: String?
    /// The value afterwards, likewise; `nil` if the key was removed.
    public let new: String?
}

extension PropertyDifference {
    /// The values that differ, except tags: first those that the format defines, then others in the order of the
    /// files.
    static func all(_ old: ItemFile, _ new: ItemFile) -> [PropertyDifference] {
        let changed = KnownKey.allCases.filter { $0 != .tags }.compactMap { key -> PropertyDifference? in
            let (one, other) = (key.row.text(old.metadata), key.row.text(new.metadata))
            return one == other ? nil : PropertyDifference(key: key.rawValue, old: one, new: other)
        }
        return changed + foreign(old.properties, new.properties)
    }

    private static func foreign(_ old: [Property], _ new: [Property]) -> [PropertyDifference] {
        let before = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
        var seen: Set<String> = []
        return (old + new).map(\.key).filter { seen.insert($0).inserted && before[$0] != after[$0] }.map { key in
            PropertyDifference(key: key, old: before[key].map(text), new: after[key].map(text))
        }
    }

    private static func text(_ value: PropertyValue) -> String { value.scalars.map(\.text).joined(separator: ", ") }
}
