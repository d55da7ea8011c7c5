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
        case .uuid:
            Row(
                \.uuid, isWrittenByTools: true, read: { UniqueIdentifier($0).map { .some($0) } },
                text: { $0?.description }, merge: { _, one, other in one ?? other })
        case .title:
            Row(
                \.title, read: { Title.accepted($0).map { $0.isEmpty ? nil : $0 } }, text: { $0 },
                spelling: { $0.map(YAMLSpelling.scalar) }, isSame: { ($0 ?? "").isIdentical(to: $1 ?? "") },
                merge: { old, one, other in old != nil && one == old ? other : one })
        case .created:
            Row(
                \.created, isWrittenByTools: true, read: { DateSpelling.read($0).map { .some($0) } },
                text: { $0?.description }, merge: { _, one, other in [one, other].compactMap(\.self).min() })
        case .modified:
            Row(
                \.modified, isWrittenByTools: true, read: { DateSpelling.read($0).map { .some($0) } },
                text: { $0?.description }, merge: { _, one, other in [one, other].compactMap(\.self).max() })
        case .pinned:
            Row(
                \.pinned, isOrganising: true, read: Self.boolean, text: { $0 ? "true" : nil },
                merge: { old, one, other in old.map { one == $0 ? other : one } ?? (one || other) })
        case .tags:
            Row(
                \.tags, isOrganising: true, read: nil,
                text: { $0.isEmpty ? nil : $0.map(\.text).joined(separator: ", ") },
                spelling: { $0.isEmpty ? nil : YAMLSpelling.flowList($0) },
                merge: { Tag.merged(base: $0, $1, $2) })
        }
    }

    private static func boolean(_ text: String) -> Bool? {
        let lower = text.lowercased()
        guard [lower, text.uppercased(), lower.prefix(1).uppercased() + lower.dropFirst()].contains(text) else {
            return nil
        }
        return ["true": true, "yes": true, "on": true, "false": false, "no": false, "off": false][lower]
    }
}

extension KnownKey {
    /// How a key is read, written, compared and merged.
    package struct Row: Sendable {
        /// Whether tools write it on their own, so that they leave an invalid value.
        let isWrittenByTools: Bool
        /// Whether it organises items and does not change what is written.
        package let isOrganising: Bool
        /// Reads a text and says whether it is valid; `nil` if the value is a list.
        let read: (@Sendable (String, inout ItemMetadata) -> Bool)?
        /// The canonical spelling; `nil` if it is not written (clause 17.7).
        let spelling: @Sendable (ItemMetadata) -> [UInt8]?
        /// The value for people; `nil` if there is none.
        package let text: @Sendable (ItemMetadata) -> String?
        /// Whether two items have the same value.
        package let isSame: @Sendable (ItemMetadata, ItemMetadata) -> Bool
        /// Copies the value of an item to another.
        package let copy: @Sendable (ItemMetadata, inout ItemMetadata) -> Void
        /// Merges two values with their common base, if there is one.
        package let merge: @Sendable (ItemMetadata?, ItemMetadata, ItemMetadata, inout ItemMetadata) -> Void

        fileprivate init<Value: Equatable & SendableMetatype>(
            _ property: any WritableKeyPath<ItemMetadata, Value> & Sendable, isWrittenByTools: Bool = false,
            isOrganising: Bool = false, read: (@Sendable (String) -> Value?)?,
            text: @escaping @Sendable (Value) -> String?, spelling: (@Sendable (Value) -> [UInt8]?)? = nil,
            isSame: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 },
            merge: @escaping @Sendable (_ base: Value?, Value, Value) -> Value
        ) {
            (self.isWrittenByTools, self.isOrganising) = (isWrittenByTools, isOrganising)
            if let read {
                self.read = { text, values in
                    guard let value = read(text) else { return false }
                    values[keyPath: property] = value
                    return true
                }
            } else {
                self.read = nil
            }
            self.spelling = { values in
                let value = values[keyPath: property]
                return spelling.map { $0(value) } ?? text(value).map { Array($0.utf8) }
            }
            self.text = { text($0[keyPath: property]) }
            self.isSame = { isSame($0[keyPath: property], $1[keyPath: property]) }
            copy = { $1[keyPath: property] = $0[keyPath: property] }
            self.merge = {
                $3[keyPath: property] = merge($0?[keyPath: property], $1[keyPath: property], $2[keyPath: property])
            }
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

extension KnownKey {
    /// What is wrong with a value that cannot be read, behind the name of the key.
    package var complaint: String {
        switch self {
        case .uuid: "is not a uuid"
        case .title: "is not a title on one line"
        case .created, .modified: "is not a date"
        case .pinned: "is not true or false"
        case .tags: "is not a list of tags"
        }
    }
}
