import NotebookFormat
import NotebookText

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
        let (one, other) = (old.metadata, new.metadata)
        let known: [(KnownKey, String?, String?)] = [
            (.uuid, one.uuid?.description, other.uuid?.description), (.title, one.title, other.title),
            (.created, one.created?.description, other.created?.description),
            (.modified, one.modified?.description, other.modified?.description),
            (.pinned, one.pinned ? "true" : nil, other.pinned ? "true" : nil),
        ]
        let changed = known.filter { $0.1 != $0.2 }.map {
            PropertyDifference(key: $0.0.rawValue, old: $0.1, new: $0.2)
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
