import NotebookFormat
import NotebookText

/// A three-way merge of the front matter of two versions of an item, key by key.
struct MergedFrontMatter {
    /// One version with the front matter of both, and its own body.
    private(set) var item: ItemFile
    /// The number of keys whose values both versions changed in different ways.
    private(set) var conflicts = 0

    private let labels: MergedText.Labels
    private let lineEnd: [UInt8]

    /// Merges the front matter of two versions; `nil` if the result is not valid.
    init?(base: ItemFile?, mine: ItemFile, theirs: ItemFile, _ labels: MergedText.Labels) {
        self.labels = labels
        lineEnd = Line.lineEnd(of: mine.bytes)
        item = mine
        guard mergeForeign(base, mine, theirs), mergeKnown(base, mine, theirs), mergeComments(base, mine, theirs) else {
            return nil
        }
    }

    /// Adds the other version's unknown keys to this one.
    private mutating func mergeForeign(_ base: ItemFile?, _ mine: ItemFile, _ theirs: ItemFile) -> Bool {
        let old = Dictionary((base?.foreignEntries ?? []).map { ($0.key, $0.text) }) { first, _ in first }
        let ours = Dictionary(mine.foreignEntries.map { ($0.key, $0.text) }) { first, _ in first }
        let others = Dictionary(theirs.foreignEntries.map { ($0.key, $0.text) }) { first, _ in first }
        var changes: [(key: String, text: [UInt8]?)] = []
        for (key, text) in theirs.foreignEntries where ours[key] != text {
            if let mine = ours[key] {
                if old[key] == mine { changes.append((key, text)) }
                if old[key] != mine, old[key] != text { changes.append((key, merged(old[key], mine, text))) }
            } else if old[key] != text {
                // The other version added it, or changed it while this one deleted it.
                changes.append((key, text))
            }
        }
        for (key, text) in ours where others[key] == nil && old[key] == text { changes.append((key, nil)) }
        guard !changes.isEmpty else { return true }
        guard let changed = try? item.settingForeign(changes) else { return false }
        item = changed
        return true
    }

    /// Merges the lines of a key that both changed: line by line if possible, or else with the other's as comments.
    private mutating func merged(_ base: [UInt8]?, _ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8] {
        let text = MergedText(base: base ?? [], mine: mine, theirs: theirs, labels: labels)
        guard text.conflicts > 0 || base == nil else { return text.bytes }
        conflicts += 1
        return mine + ConflictComments.text(theirs, labels.theirs)
    }

    private mutating func mergeKnown(_ base: ItemFile?, _ mine: ItemFile, _ theirs: ItemFile) -> Bool {
        let (old, one, other) = (base?.metadata, mine.metadata, theirs.metadata)
        var merged = one
        var lost: [(key: KnownKey, value: [UInt8], label: String)] = []
        for key in KnownKey.allCases {
            let row = key.row
            row.merge(old, one, other, &merged)
            guard row.isContested(old, one, other) else { continue }
            // The latest change wins, unless it is that there is no value.
            let isLater = (other.modified ?? .distantPast) > (one.modified ?? .distantPast)
            let takesOther = isLater ? row.text(other) != nil : row.text(one) == nil
            row.copy(takesOther ? other : one, &merged)
            guard let value = row.spelling(takesOther ? one : other) else { continue }
            lost.append((key, value, takesOther ? labels.mine : labels.theirs))
        }
        guard let changed = try? item.setting(merged) else { return false }
        item = changed
        for (key, value, label) in lost {
            conflicts += 1
            let comment = ConflictComments.text(Array("\(key.rawValue): ".utf8) + value + lineEnd, label)
            guard let commented = try? item.addingComment(comment, behind: key) else { return false }
            item = commented
        }
        return true
    }

    /// Adds the comments that the other version added, after the same keys, and removes those that it removed.
    private mutating func mergeComments(_ base: ItemFile?, _ mine: ItemFile, _ theirs: ItemFile) -> Bool {
        let (old, ours) = (Set((base?.comments ?? []).map(\.text)), Set(mine.comments.map(\.text)))
        let others = Set(theirs.comments.map(\.text))
        let added = theirs.comments.filter { !old.contains($0.text) && !ours.contains($0.text) }
        let removed = old.subtracting(others)
        guard !added.isEmpty || !removed.isEmpty else { return true }
        let changed = try? item.replacingComments(removed, added.map { ($0.key, $0.text + lineEnd) })
        guard let changed else { return false }
        item = changed
        return true
    }
}

extension Timestamp {
    fileprivate static var distantPast: Timestamp { Timestamp(clamping: .min) }
}
