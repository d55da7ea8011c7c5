import NotebookBundle

/// The smallest replacements that turn one text into another, so that an editor keeps marks and cursors.
enum TextEdits {
    /// The replacements, in the order of the text.
    static func between(_ old: [UInt8], _ new: [UInt8]) -> [PlacedEdit] {
        guard old != new else { return [] }
        // Most edits are in one line, and comparing lines takes longer.
        let (before, after) = (old.span, new.span)
        func isLineStart(_ index: Int, _ span: Span<UInt8>) -> Bool { index == 0 || span[index - 1] == 0x0A }
        var start = before.commonPrefix(with: after)
        while !isLineStart(start, before) { start -= 1 }
        var ends = (before.count, after.count)
        while min(ends.0, ends.1) > start, before[ends.0 - 1] == after[ends.1 - 1] { ends = (ends.0 - 1, ends.1 - 1) }
        while ends.0 < before.count, !isLineStart(ends.0, before) || !isLineStart(ends.1, after) {
            ends = (ends.0 + 1, ends.1 + 1)
        }
        return between(old[start..<ends.0], new[start..<ends.1])
    }

    private static func between(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> [PlacedEdit] {
        var edits: [PlacedEdit] = []
        var offset = old.startIndex
        var (removed, added): ([UInt8], [UInt8]) = ([], [])
        func pass() {
            if removed != added { edits += withinLines(removed, added, at: offset - removed.count) }
            (removed, added) = ([], [])
        }
        for line in LineDifference(old, new).lines {
            switch line.origin {
            case .both:
                pass()
                offset += line.bytes.count
            case .old:
                removed += line.bytes
                offset += line.bytes.count
            case .new: added += line.bytes
            }
        }
        pass()
        return edits
    }

    /// The replacement of changed lines, without what they have in common at both ends.
    private static func withinLines(_ old: [UInt8], _ new: [UInt8], at start: Int) -> [PlacedEdit] {
        let lines = (TextLines.of(old), TextLines.of(new))
        // As many lines as before: each is compared with its successor.
        if lines.0.count == lines.1.count, lines.0.count > 1 {
            var offset = start
            var edits: [PlacedEdit] = []
            for (one, two) in zip(lines.0, lines.1) {
                edits += withinWords(Array(one), Array(two), at: offset)
                offset += one.count
            }
            return edits
        }
        return withinWords(old, new, at: start)
    }

    /// The replacements of changed words: several links in a line are several edits.
    private static func withinWords(_ old: [UInt8], _ new: [UInt8], at start: Int) -> [PlacedEdit] {
        guard let whole = trimmed(old, new, at: start) else { return [] }
        let changed = Array(old[(whole.range.lowerBound - start)..<(whole.range.upperBound - start)])
        guard !changed.isEmpty, !whole.text.isEmpty, !changed.contains(0x0D), !whole.text.contains(0x0D) else {
            return [whole]
        }
        var edits: [PlacedEdit] = []
        var offset = whole.range.lowerBound
        var (removed, added): ([UInt8], [UInt8]) = ([], [])
        func pass() {
            if let edit = trimmed(removed, added, at: offset - removed.count) { edits.append(edit) }
            (removed, added) = ([], [])
        }
        for part in WordDifference(changed, whole.text).parts {
            switch part.origin {
            case .both:
                pass()
                offset += part.bytes.count
            case .old:
                removed += part.bytes
                offset += part.bytes.count
            case .new: added += part.bytes
            }
        }
        pass()
        return edits
    }

    /// The replacement of a text, without what it has in common with the other one at both ends; `nil` if they are equal.
    private static func trimmed(_ old: [UInt8], _ new: [UInt8], at start: Int) -> PlacedEdit? {
        guard old != new else { return nil }
        var head = old.span.commonPrefix(with: new.span)
        let rest = min(old.count, new.count) - head
        var tail = 0
        while tail < rest, old[old.count - tail - 1] == new[new.count - tail - 1] { tail += 1 }
        // A character is replaced as a whole.
        while head > 0, isInside(old, head) || isInside(new, head) { head -= 1 }
        while tail > 0, isInside(old, old.count - tail) || isInside(new, new.count - tail) { tail -= 1 }
        return PlacedEdit((start + head)..<(start + old.count - tail), Array(new[head..<(new.count - tail)]))
    }

    /// Whether an offset is inside a character, or between CR and LF.
    private static func isInside(_ bytes: [UInt8], _ offset: Int) -> Bool {
        guard offset < bytes.count else { return false }
        return bytes[offset] & 0xC0 == 0x80 || bytes[offset] == 0x0A && offset > 0 && bytes[offset - 1] == 0x0D
    }
}
