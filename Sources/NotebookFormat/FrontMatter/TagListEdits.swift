import NotebookText

/// The edits that change the tags of a list in front matter: elements that stay, or that are not tags, keep their bytes
/// and their places (Format, clause 17.6).
struct TagListEdits {
    private let bytes: [UInt8]
    private let list: YAMLList
    /// The tags of the elements; `nil` for one that is not a tag.
    private let old: [Tag?]
    private let removed: [Bool]
    private let added: [Tag]
    private let tags: [Tag]
    private let inOrder: Bool

    /// The edits that turn the tags of a list into others.
    ///
    /// If the order of the tags changes, or new ones come first in a list with commas, all are rewritten, after the
    /// elements that are not tags. Repeats are removed.
    init(_ bytes: [UInt8], _ list: YAMLList, to tags: [Tag]) {
        let old = list.elements.map { $0.scalar.flatMap { $0.isNull ? nil : Tag($0.text) } }
        var seen: Set<ComparisonKey> = []
        let repeated = old.map { tag in tag.map { !seen.insert($0.key).inserted } ?? false }
        let kept = zip(old, repeated).compactMap { $1 ? nil : $0 }.filter(tags.contains)
        let (known, isBlock) = (Set(kept), list.form == .block)
        let inOrder = kept == (isBlock ? tags.filter(known.contains) : Array(tags.prefix(kept.count)))
        (self.bytes, self.list, self.old, self.tags, self.inOrder) = (bytes, list, old, tags, inOrder)
        removed = zip(old, repeated).map { tag, isRepeated in
            tag.map { isRepeated || !inOrder || !tags.contains($0) } ?? false
        }
        added = inOrder ? tags.filter { !known.contains($0) } : tags
    }

    /// Whether some elements are not tags.
    var holdsOthers: Bool { old.contains { $0 == nil } }

    /// Whether no element stays.
    var keepsNothing: Bool { removed.allSatisfy(\.self) }

    /// Whether what stays and what is added can be written as one plain scalar.
    var staysPlain: Bool {
        let kept = zip(list.elements, removed).filter { !$0.1 }.map { Array(bytes[$0.0.range]) }
        let text = Array((kept + added.map(YAMLSpelling.item)).joined(separator: ", ".utf8))
        guard let scalar = YAMLScalar.read(text, text.indices), !scalar.isQuoted, scalar.range == text.indices else {
            return false
        }
        return added.allSatisfy { YAMLSpelling.item($0).elementsEqual($0.text.utf8) }
    }

    /// The edits of a list in block form: whole lines are removed, added and moved; a tag that takes the place of another
    /// one keeps the comment behind it.
    func block(_ lineEnd: [UInt8]) -> [(range: Range<Int>, text: [UInt8])] {
        guard let first = list.elements.first, let last = list.elements.last else { return [] }
        let prefix = bytes[first.lines].prefix { Line.isBlank($0) } + [UInt8(ascii: "-"), 0x20]
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        guard inOrder else {
            let known = Dictionary(zip(old, list.elements).map { ($0, $1.lines) }) { first, _ in first }
            let lines = tags.map { tag in known[tag].map { bytes[$0] } ?? prefix + YAMLSpelling.item(tag) + lineEnd }
            edits = zip(list.elements, removed).filter(\.1).map { ($0.0.lines, []) }
            edits.append((last.lines.upperBound..<last.lines.upperBound, Array(lines.joined())))
            return edits
        }
        var (index, rest) = (0, tags[...])
        // From one element that stays to the next, and to the end.
        while true {
            let next = (index..<list.elements.count).first { !removed[$0] && old[$0] != nil } ?? list.elements.count
            let stays = next < list.elements.count ? old[next] : nil
            let new = rest.prefix { $0 != stays }
            rest = rest.dropFirst(new.count + 1)
            let gone = (index..<next).filter { removed[$0] }.map { list.elements[$0] }
            edits += zip(gone, new).map { ($0.range, YAMLSpelling.item($1)) }
            edits += gone.dropFirst(new.count).map { ($0.lines, []) }
            let place = next == 0 ? first.lines.lowerBound : list.elements[next - 1].lines.upperBound
            let more = new.dropFirst(gone.count).map { prefix + YAMLSpelling.item($0) + lineEnd }
            edits.append((place..<place, Array(more.joined())))
            guard next < list.elements.count else { return edits }
            index = next + 1
        }
    }

    /// The edits of a list with commas, in brackets or in a plain scalar.
    func flow() -> [(range: Range<Int>, text: [UInt8])] {
        var gone: [Range<Int>] = []
        for (index, element) in list.elements.enumerated() where removed[index] {
            gone.append(element.range.lowerBound..<(comma(behind: index) ?? element.range).upperBound)
        }
        let lastKept = removed.lastIndex(of: false)
        // If the last element is removed, so is the comma after the element that becomes the last one.
        if let last = list.elements.indices.last, removed[last], comma(behind: last) == nil, let lastKept,
            let before = comma(behind: lastKept)
        {
            gone.append(before)
        }
        var edits = Self.joined(Self.joined(gone).map(withSpacesAtLineEnd)).map {
            (range: $0, text: spaceBeforeComment(behind: $0))
        }
        guard !added.isEmpty else { return edits }
        let text = Array(added.map(YAMLSpelling.item).joined(separator: ", ".utf8))
        if let lastKept {
            let end = list.elements[lastKept].range.upperBound
            edits.append((end..<end, Array(", ".utf8) + text))
        } else if case .flow(let opening, _) = list.form {
            edits.append((opening + 1..<opening + 1, text))
        }
        return edits
    }

    /// Sorts ranges, and joins those that touch or overlap.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
            if let last = joined.last, last.upperBound >= range.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
    }

    /// A range, extended to the spaces before it if it ends a line.
    private func withSpacesAtLineEnd(_ part: Range<Int>) -> Range<Int> {
        guard part.upperBound < bytes.count, bytes[part.upperBound] == 0x0A || bytes[part.upperBound] == 0x0D else {
            return part
        }
        var start = part.lowerBound
        while Line.isBlank(bytes[start - 1]) { start -= 1 }
        return start..<part.upperBound
    }

    /// The space that a comment in brackets needs if the part before it is removed.
    private func spaceBeforeComment(behind part: Range<Int>) -> [UInt8] {
        guard case .flow = list.form, bytes[part.upperBound] == UInt8(ascii: "#") else { return [] }
        let before = bytes[part.lowerBound - 1]
        return Line.isBlank(before) || before == 0x0A || before == 0x0D ? [] : [0x20]
    }

    /// The comma after an element, and the spaces after it.
    private func comma(behind index: Int) -> Range<Int>? {
        let next = index + 1 < list.elements.count ? list.elements[index + 1].range.lowerBound : nil
        var limit = next ?? bytes.count
        switch list.form {
        case .flow(_, let closing): limit = min(limit, closing)
        case .scalar(let range): limit = min(limit, range.upperBound)
        case .nothing, .block: return nil
        }
        var offset = list.elements[index].range.upperBound
        while offset < limit, bytes[offset] != UInt8(ascii: ",") {
            // A comma in a comment separates nothing.
            if bytes[offset] == UInt8(ascii: "#") {
                while offset < limit, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
            } else {
                offset += 1
            }
        }
        guard offset < limit else { return nil }
        var end = offset + 1
        while end < limit, Line.isBlank(bytes[end]) { end += 1 }
        return offset..<end
    }
}
