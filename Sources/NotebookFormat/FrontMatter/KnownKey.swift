import NotebookText

/// The keys of front matter that the format defines (Format, clause 17.3), in the order in which they are written.
package enum KnownKey: String, CaseIterable, Sendable, Comparable {
    /// The uuid.
    case uuid
    /// The title.
    case title
    /// When it was created.
    case created
    /// When it was last changed.
    case modified
    /// Whether it is pinned.
    case pinned
    /// Its tags.
    case tags

    /// Compares by the order in which the keys are written.
    package static func < (left: KnownKey, right: KnownKey) -> Bool { left.position < right.position }

    private var position: Int { Self.keys.firstIndex(of: self) ?? 0 }

    /// Everything about the key.
    package var row: Row { Self.rows[position] }

    /// Reads the text of a value and says whether it is valid; each item is read this way, so nothing is copied.
    func read(_ text: String, into values: inout ItemMetadata) -> Bool {
        Self.rows[position].read?(text, &values) ?? false
    }

    private static let keys = allCases
    private static let rows = allCases.map(\.newRow)

    private var newRow: Row {
        switch self {
        case .uuid: Row(.uuid, \.uuid, isWrittenByTools: true, merging: .joined { _, one, other in one ?? other })
        case .title: Row(.title, \.title, merging: .latest)
        case .created:
            Row(.date, \.created, isWrittenByTools: true, merging: .joined { [$1, $2].compactMap(\.self).min() })
        case .modified:
            Row(.date, \.modified, isWrittenByTools: true, merging: .joined { [$1, $2].compactMap(\.self).max() })
        case .pinned:
            Row(
                .truth, \.pinned, isOrganising: true,
                merging: .joined { old, one, other in old.map { one == $0 ? other : one } ?? (one || other) })
        case .tags: Row(.tags, \.tags, isOrganising: true, merging: .joined { Tag.merged(base: $0, $1, $2) })
        }
    }
}

extension KnownKey {
    /// What the values of a key are.
    package enum Kind: Sendable {
        case uuid, title, date, truth, tags

        /// What is wrong with a value that cannot be read, behind the name of the key.
        package var complaint: String {
            switch self {
            case .uuid: "is not a uuid"
            case .title: "is not a title on one line"
            case .date: "is not a date"
            case .truth: "is not true or false"
            case .tags: "is not a list of tags"
            }
        }
    }

    /// How a key is read, written, compared and merged.
    package struct Row: Sendable {
        /// What its values are.
        package let kind: Kind
        /// Whether tools write it on their own, so that they leave an invalid value.
        package let isWrittenByTools: Bool
        /// Whether it organises items and does not change what is written.
        package let isOrganising: Bool
        /// Reads a text and says whether it is valid; `nil` if the value is a list.
        let read: (@Sendable (String, inout ItemMetadata) -> Bool)?
        /// The canonical spelling; `nil` if it is not written (clause 17.7).
        package let spelling: @Sendable (ItemMetadata) -> [UInt8]?
        /// The value for people; `nil` if there is none.
        package let text: @Sendable (ItemMetadata) -> String?
        /// Whether two items have the same value.
        package let isSame: @Sendable (ItemMetadata, ItemMetadata) -> Bool
        /// Copies the value of an item to another.
        package let copy: @Sendable (ItemMetadata, inout ItemMetadata) -> Void
        /// Merges two values with their common base, if there is one.
        package let merge: @Sendable (ItemMetadata?, ItemMetadata, ItemMetadata, inout ItemMetadata) -> Void
        /// Whether only one of two changed values can stay: the later one, and the other as a comment.
        package let isContested: @Sendable (_ base: ItemMetadata?, ItemMetadata, ItemMetadata) -> Bool

        fileprivate init<Value: Equatable & SendableMetatype>(
            _ spellings: Spellings<Value>, _ property: any WritableKeyPath<ItemMetadata, Value> & Sendable,
            isWrittenByTools: Bool = false, isOrganising: Bool = false, merging: Merging<Value>
        ) {
            (kind, self.isWrittenByTools, self.isOrganising) = (spellings.kind, isWrittenByTools, isOrganising)
            if let read = spellings.read {
                self.read = { text, values in
                    guard let value = read(text) else { return false }
                    values[keyPath: property] = value
                    return true
                }
            } else {
                self.read = nil
            }
            let text = spellings.text
            let spelling = spellings.spelling
            let isSame = spellings.isSame
            self.spelling = { values in
                let value = values[keyPath: property]
                return spelling.map { $0(value) } ?? text(value).map { Array($0.utf8) }
            }
            self.text = { text($0[keyPath: property]) }
            self.isSame = { isSame($0[keyPath: property], $1[keyPath: property]) }
            copy = { $1[keyPath: property] = $0[keyPath: property] }
            merge = {
                $3[keyPath: property] = merging.value(
                    $0?[keyPath: property], $1[keyPath: property], $2[keyPath: property])
            }
            isContested = {
                merging.isContested($0?[keyPath: property], $1[keyPath: property], $2[keyPath: property])
            }
        }
    }
}

/// How the values of a kind are spelled.
private struct Spellings<Value: Equatable & SendableMetatype> {
    let kind: KnownKey.Kind
    /// Reads a text; `nil` if the value is a list.
    let read: (@Sendable (String) -> Value?)?
    /// The value for people.
    let text: @Sendable (Value) -> String?
    /// The value in front matter, if it differs from that for people.
    var spelling: (@Sendable (Value) -> [UInt8]?)?
    var isSame: @Sendable (Value, Value) -> Bool = { $0 == $1 }
}

extension Spellings<UniqueIdentifier?> {
    fileprivate static var uuid: Self {
        Self(kind: .uuid, read: { UniqueIdentifier($0).map { .some($0) } }, text: { $0?.description })
    }
}

extension Spellings<String?> {
    fileprivate static var title: Self {
        Self(
            kind: .title, read: { Title.accepted($0).map { $0.isEmpty ? nil : $0 } }, text: { $0 },
            spelling: { $0.map(YAMLSpelling.scalar) }, isSame: { ($0 ?? "").isIdentical(to: $1 ?? "") })
    }
}

extension Spellings<Timestamp?> {
    fileprivate static var date: Self {
        Self(kind: .date, read: { DateSpelling.read($0).map { .some($0) } }, text: { $0?.description })
    }
}

extension Spellings<Bool> {
    fileprivate static var truth: Self { Self(kind: .truth, read: truth, text: { $0 ? "true" : nil }) }

    private static func truth(_ text: String) -> Bool? {
        let lower = text.lowercased()
        guard [lower, text.uppercased(), lower.prefix(1).uppercased() + lower.dropFirst()].contains(text) else {
            return nil
        }
        return ["true": true, "yes": true, "on": true, "false": false, "no": false, "off": false][lower]
    }
}

extension Spellings<[Tag]> {
    fileprivate static var tags: Self {
        Self(
            kind: .tags, read: nil, text: { $0.isEmpty ? nil : $0.map(\.text).joined(separator: ", ") },
            spelling: { $0.isEmpty ? nil : YAMLSpelling.flowList($0) })
    }
}

/// How two values become one.
private enum Merging<Value: Equatable & SendableMetatype>: Sendable {
    /// One value has what is in both.
    case joined(@Sendable (_ base: Value?, Value, Value) -> Value)
    /// One of them stays: the changed one, or the one that was changed later.
    case latest

    func value(_ base: Value?, _ one: Value, _ other: Value) -> Value {
        switch self {
        case .joined(let join): join(base, one, other)
        case .latest: base == one ? other : one
        }
    }

    func isContested(_ base: Value?, _ one: Value, _ other: Value) -> Bool {
        switch self {
        case .joined: false
        case .latest: one != other && one != base && other != base
        }
    }
}

extension Tag {
    /// Combines the tags of two versions, without those that one of them removed, in the order of the first.
    fileprivate static func merged(base: [Tag]?, _ one: [Tag], _ other: [Tag]) -> [Tag] {
        let (keys, otherKeys) = (Set(one.map(\.key)), Set(other.map(\.key)))
        let old = base ?? one.filter(other.contains)
        let dropped = Set(old.map(\.key).filter { !keys.contains($0) || !otherKeys.contains($0) })
        return Tag.unique((one + other).filter { !dropped.contains($0.key) })
    }
}

/// An invalid value of a known key (Format, clause 17.4).
package struct UnacceptableValue: Hashable, Sendable {
    /// The key of the value.
    package let key: KnownKey
    /// The byte offset of the value, or of the key if its line has no value.
    package let offset: Int
}
