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
        let lineEnd = Line.lineEnd(of: mine.bytes)
        self.lineEnd = lineEnd
        let hasTexts = [base, mine, theirs].contains { $0.map(Self.hasTexts) ?? false }
        func adapted(_ item: ItemFile) -> ItemFile {
            let bytes = MergedText.withLineEnds(lineEnd, item.bytes)
            let adapted = bytes == item.bytes ? item : (try? ItemFile(bytes)) ?? item
            return hasTexts ? adapted.withAlignedComments : adapted
        }
        let (base, mine, theirs) = (base.map(adapted), adapted(mine), adapted(theirs))
        item = mine
        guard !Self.differInRepeats(base, mine, theirs) else { return nil }
        let whole = Self.wholeKeys(base, mine, theirs)
        guard mergeLines(base, mine, theirs, with: whole), mergeKnown(base, mine, theirs, without: whole),
            mergeComments(base, mine, theirs)
        else { return nil }
    }

    /// Whether front matter may have texts in lines of their own, after `|` or `>`.
    private static func hasTexts(_ item: ItemFile) -> Bool {
        item.entries(with: Set(KnownKey.allCases)).contains { $0.text.contains { "|>".utf8.contains($0) } }
    }

    /// Whether the versions have different lines of a key that occurs several times, so that nobody knows which of them
    /// are versions of each other.
    private static func differInRepeats(_ base: ItemFile?, _ mine: ItemFile, _ theirs: ItemFile) -> Bool {
        let (old, ours, others) = (base.map(texts) ?? [:], texts(mine), texts(theirs))
        return Set(ours.keys).union(others.keys).contains { key in
            let versions = [old[key], ours[key], others[key]].compactMap(\.self)
            return versions.count > 1 && ours[key] != others[key] && versions.contains { $0.count > 1 }
        }
    }

    /// The lines of each unknown key, as often as it occurs.
    private static func texts(_ item: ItemFile) -> [String: [[UInt8]]] {
        Dictionary(grouping: item.foreignEntries, by: \.key).mapValues { $0.map(\.text) }
    }

    /// The known keys that are merged by their lines: a value is invalid, so that nothing else is known of it, or only
    /// the other version changed the lines, or added lines that contain more than the value.
    private static func wholeKeys(_ base: ItemFile?, _ mine: ItemFile, _ theirs: ItemFile) -> Set<KnownKey> {
        let changed = KnownKey.allCases.filter { key in
            let ours = lines(of: key, in: mine)
            guard let others = lines(of: key, in: theirs), ours == base.flatMap({ lines(of: key, in: $0) }) else {
                return false
            }
            // Of dates that tools write, the earlier or later one stays.
            var merged = mine.metadata
            key.row.merge(base?.metadata, mine.metadata, theirs.metadata, &merged)
            guard !key.row.isWrittenByTools || key.row.isSame(merged, theirs.metadata) else { return false }
            let value = key.row.spelling(theirs.metadata) ?? []
            return ours != nil || others != Array("\(key.rawValue): ".utf8) + value + Line.lineEnd(of: theirs.bytes)
        }
        let invalid = (mine.unacceptable + theirs.unacceptable).map(\.key)
        return Set(changed + invalid.filter { !$0.row.isWrittenByTools || $0 == .created })
    }

    private static func lines(of key: KnownKey, in item: ItemFile) -> [UInt8]? {
        item.entries(with: [key]).first { $0.key == key.rawValue }?.text
    }

    /// Adds the other version's lines of unknown keys, and of some of the format, to this one.
    private mutating func mergeLines(
        _ base: ItemFile?, _ mine: ItemFile, _ theirs: ItemFile, with known: Set<KnownKey>
    ) -> Bool {
        let old = Dictionary((base?.entries(with: known) ?? []).map { ($0.key, $0.text) }) { first, _ in first }
        let ours = Dictionary(mine.entries(with: known).map { ($0.key, $0.text) }) { first, _ in first }
        let entries = theirs.entries(with: known)
        let others = Dictionary(entries.map { ($0.key, $0.text) }) { first, _ in first }
        var changes: [(key: String, text: [UInt8]?)] = []
        // What repeats a key differs from the first, but is the same in both.
        let repeats = Self.texts(theirs).filter { $0.value.count > 1 && ours[$0.key] != nil }
        // Lines with an anchor have to stay before those that refer to it (YAML 1.2.2 §7.1).
        var anchored: (key: String, text: [UInt8])?
        for (key, text) in entries where repeats[key] == nil {
            guard let mine = ours[key] else {
                // The other version added it, or changed it while this one deleted it.
                guard old[key] != text else { continue }
                if text.contains(UInt8(ascii: "&")) {
                    anchored = (anchored?.key ?? key, (anchored?.text ?? []) + text)
                } else {
                    changes.append((key, text))
                }
                continue
            }
            let isOld = text == mine || old[key] == text
            let new = isOld ? mine : old[key] == mine ? text : merged(old[key], mine, text)
            guard new != mine || anchored != nil else { continue }
            changes.append((key, (anchored?.text ?? []) + new))
            anchored = nil
        }
        if let anchored { changes.append((anchored.key, anchored.text)) }
        for (key, text) in ours where others[key] == nil && old[key] == text { changes.append((key, nil)) }
        guard !changes.isEmpty else { return true }
        guard let changed = try? item.settingEntries(changes) else { return false }
        item = changed
        return true
    }

    /// Merges the lines of a key that both changed: line by line if possible, or else with the other's as comments.
    private mutating func merged(_ base: [UInt8]?, _ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8] {
        let text = MergedText(base: base ?? [], mine: mine, theirs: theirs, labels: labels)
        // One version may have removed the quotation marks that the other one's words need.
        let isSpoiled = Self.isNested(text.bytes) && !Self.isNested(mine) && !Self.isNested(theirs)
        guard text.conflicts > 0 || base == nil || isSpoiled else { return text.bytes }
        conflicts += 1
        return mine + ConflictComments.text(theirs, labels.theirs)
    }

    /// Whether the lines of a property are neither one value nor a list of values.
    private static func isNested(_ lines: [UInt8]) -> Bool {
        let rule = Array("---\n".utf8)
        let value = (try? ItemFile(rule + lines + rule))?.properties.first?.value
        return value?.scalars.contains { $0.kind == .nested } ?? true
    }

    private mutating func mergeKnown(
        _ base: ItemFile?, _ mine: ItemFile, _ theirs: ItemFile, without whole: Set<KnownKey>
    ) -> Bool {
        let (old, one, other) = (base?.metadata, mine.metadata, theirs.metadata)
        var merged = item.metadata
        var lost: [(key: KnownKey, lines: [UInt8], label: String)] = []
        for key in KnownKey.allCases where !whole.contains(key) {
            let row = key.row
            row.merge(old, one, other, &merged)
            guard row.isContested(old, one, other) else { continue }
            // The latest change wins, unless it is that there is no value.
            let isLater = (other.modified ?? .distantPast) > (one.modified ?? .distantPast)
            let takesOther = isLater ? row.text(other) != nil : row.text(one) == nil
            row.copy(takesOther ? other : one, &merged)
            if takesOther, let lines = Self.lines(of: key, in: theirs), Self.lines(of: key, in: mine) != nil {
                guard let taken = try? item.settingEntries([(key.rawValue, lines)]) else { return false }
                item = taken
            }
            guard row.text(takesOther ? one : other) != nil,
                let lines = Self.lines(of: key, in: takesOther ? mine : theirs)
            else { continue }
            lost.append((key, lines, takesOther ? labels.mine : labels.theirs))
        }
        guard let changed = try? item.setting(merged),
            let commented = try? changed.replacing(Self.tagComments(of: theirs, in: changed, besides: mine))
        else { return false }
        item = commented
        for (key, lines, label) in lost {
            conflicts += 1
            let comment = ConflictComments.text(lines, label)
            guard let commented = try? item.addingComment(comment, behind: key) else { return false }
            item = commented
        }
        return true
    }

    /// The edits that put the comments behind tags that only the other version had behind these tags, if nothing is there.
    private static func tagComments(
        of theirs: ItemFile, in item: ItemFile, besides mine: ItemFile
    ) -> [(range: Range<Int>, text: [UInt8])] {
        func rest(_ item: ItemFile, _ end: Int) -> ArraySlice<UInt8> {
            item.bytes[Line(at: end, in: item.bytes).content]
        }
        let known = Set(mine.tagRanges.map(\.text))
        let comments = theirs.tagRanges.filter { !known.contains($0.text) }.compactMap { tag in
            let rest = rest(theirs, tag.range.upperBound)
            return rest.first { !Line.isBlank($0) } == UInt8(ascii: "#") ? (tag.text, Array(rest)) : nil
        }
        let texts = Dictionary(comments) { first, _ in first }
        return item.tagRanges.compactMap { tag in
            let end = tag.range.upperBound
            guard let text = texts[tag.text], rest(item, end).allSatisfy(Line.isBlank) else { return nil }
            return (end..<end, text)
        }
    }

    /// A comment between keys, and the key before it.
    private struct Comment: Hashable {
        let key: String?
        let text: [UInt8]
    }

    /// Adds the comments that the other version added, after the same keys, and removes those that it removed.
    ///
    /// A comment with another key before it than in the base, such as a new one, is no other comment.
    private mutating func mergeComments(_ base: ItemFile?, _ mine: ItemFile, _ theirs: ItemFile) -> Bool {
        func comments(_ item: ItemFile) -> [Comment] { item.comments.map { Comment(key: $0.key, text: $0.text) } }
        let (old, ours, others) = (comments(base ?? mine), comments(mine), comments(theirs))
        let (addedHere, removedHere) = (Set(Self.surplus(ours, over: old)), Set(Self.surplus(old, over: ours)))
        let added = Self.surplus(others, over: old).filter { !addedHere.contains($0) }
        let removed = base == nil ? [] : Self.surplus(old, over: others).filter { !removedHere.contains($0) }
        guard !added.isEmpty || !removed.isEmpty else { return true }
        let changed = try? item.replacingComments(
            removed.map { ($0.key, $0.text) }, added.map { ($0.key, $0.text + lineEnd) })
        guard let changed else { return false }
        item = changed
        return true
    }

    /// The comments that occur more often than among others; those at the same places are the same.
    private static func surplus(_ comments: [Comment], over others: [Comment]) -> [Comment] {
        var places = Dictionary(grouping: others, by: \.self).mapValues(\.count)
        var texts = Dictionary(grouping: others, by: \.text).mapValues(\.count)
        let moved = comments.filter { comment in
            guard let count = places[comment], count > 0 else { return true }
            places[comment] = count - 1
            texts[comment.text, default: 0] -= 1
            return false
        }
        return moved.filter { comment in
            guard let count = texts[comment.text], count > 0 else { return true }
            texts[comment.text] = count - 1
            return false
        }
    }
}

extension Timestamp {
    fileprivate static var distantPast: Timestamp { Timestamp(clamping: .min) }
}
