/// The lines of two texts, and which lines both have.
package struct LineDifference {
    /// The text that has a line.
    package enum Origin {
        case both
        case old
        case new
    }

    /// A line, with the line feed at its end if it has one.
    package struct Line {
        /// The text that has the line.
        package let origin: Origin
        /// Its bytes.
        package let bytes: ArraySlice<UInt8>

        /// Whether it has a line feed.
        package var isEnded: Bool { bytes.last == 0x0A }
        /// Its bytes without the line feed.
        package var content: ArraySlice<UInt8> { isEnded ? bytes.dropLast() : bytes }
        /// The mark before the line in a difference.
        package var mark: String {
            switch origin {
            case .both: " "
            case .old: "-"
            case .new: "+"
            }
        }
    }

    /// The lines; in each change, removed lines come first.
    package private(set) var lines: [Line] = []

    /// Compares two texts.
    package init(_ old: some Collection<UInt8>, _ new: some Collection<UInt8>) {
        let (oldLines, newLines) = (TextLines.of(old), TextLines.of(new))
        var (oldIndex, newIndex) = (0, 0)
        func add(_ added: ArraySlice<ArraySlice<UInt8>>, _ origin: Origin) {
            for bytes in added { lines.append(Line(origin: origin, bytes: bytes)) }
        }
        for pair in CommonParts(oldLines, newLines).pairs {
            add(oldLines[oldIndex..<pair.old], .old)
            add(newLines[newIndex..<pair.new], .new)
            lines.append(Line(origin: .both, bytes: oldLines[pair.old]))
            (oldIndex, newIndex) = (pair.old + 1, pair.new + 1)
        }
        add(oldLines[oldIndex...], .old)
        add(newLines[newIndex...], .new)
    }

    /// How many lines only the new text has, and how many only the old text has.
    package var counts: LineCounts {
        LineCounts(added: lines.count { $0.origin == .new }, removed: lines.count { $0.origin == .old })
    }

    /// The ranges of lines to show together: changes with some unchanged lines around them.
    package func hunks(context: Int) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for (index, line) in lines.enumerated() where line.origin != .both {
            let range = max(0, index - context)..<min(lines.count, index + context + 1)
            if let last = hunks.last, last.upperBound >= range.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    /// The heads of hunks, with the numbers of their lines: `@@ -1,3 +1,4 @@`.
    ///
    /// - Parameter lines: How many lines come before the texts.
    package func heads(of hunks: [Range<Int>], behind lines: (old: Int, new: Int) = (0, 0)) -> [String] {
        var (index, before) = (0, lines)
        return hunks.map { hunk in
            Self.count(self.lines[index..<hunk.lowerBound], &before)
            let start = before
            Self.count(self.lines[hunk], &before)
            index = hunk.upperBound
            let (old, new) = (before.old - start.old, before.new - start.new)
            return "@@ -\(Self.range(start.old, old)) +\(Self.range(start.new, new)) @@"
        }
    }

    private static func count(_ lines: ArraySlice<Line>, _ counts: inout (old: Int, new: Int)) {
        for line in lines {
            if line.origin != .new { counts.old += 1 }
            if line.origin != .old { counts.new += 1 }
        }
    }

    private static func range(_ before: Int, _ count: Int) -> String {
        count == 1 ? "\(before + 1)" : "\(count == 0 ? before : before + 1),\(count)"
    }
}

/// How many lines were added and removed.
public struct LineCounts: Hashable, Sendable {
    /// The number of lines that only the new text has.
    public var added: Int
    /// The number of lines that only the old text has.
    public var removed: Int

    /// Makes the counts.
    package init(added: Int, removed: Int) {
        self.added = added
        self.removed = removed
    }
}

/// The words of two texts, and which words both have.
package struct WordDifference {
    /// Consecutive words of the same origin, and the text between them.
    package struct Part: Equatable {
        /// The text that has them.
        package let origin: LineDifference.Origin
        /// Their bytes.
        package var bytes: [UInt8]
    }

    /// The parts; in each change, removed words come first.
    package private(set) var parts: [Part] = []

    /// Compares two texts.
    package init(_ old: some Collection<UInt8>, _ new: some Collection<UInt8>) {
        let (oldWords, newWords) = (TextLines.words(of: old), TextLines.words(of: new))
        var change = Change()
        var (oldIndex, newIndex) = (0, 0)
        for pair in CommonParts(oldWords, newWords).pairs {
            change.old += oldWords[oldIndex..<pair.old].joined()
            change.new += newWords[newIndex..<pair.new].joined()
            (oldIndex, newIndex) = (pair.old + 1, pair.new + 1)
            // An unchanged space between two changed words would split a phrase, so it counts as changed; `close`
            // takes it back at the end of a change.
            if !change.isEmpty, Self.isSpace(oldWords[pair.old]) {
                change.old += oldWords[pair.old]
                change.new += oldWords[pair.old]
            } else {
                close(&change)
                add(oldWords[pair.old], .both)
            }
        }
        change.old += oldWords[oldIndex...].joined()
        change.new += newWords[newIndex...].joined()
        close(&change)
    }

    private struct Change {
        var old: [UInt8] = []
        var new: [UInt8] = []

        var isEmpty: Bool { old.isEmpty && new.isEmpty }
    }

    private static func isSpace(_ word: ArraySlice<UInt8>) -> Bool { word.allSatisfy { $0 == 0x20 } }

    /// Adds a change without the spaces at its end that both sides have.
    private mutating func close(_ change: inout Change) {
        var end: [UInt8] = []
        while change.old.last == 0x20, change.new.last == 0x20 {
            end.append(change.old.removeLast())
            change.new.removeLast()
        }
        add(change.old[...], .old)
        add(change.new[...], .new)
        add(end[...], .both)
        change = Change()
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, _ origin: LineDifference.Origin) {
        guard !bytes.isEmpty else { return }
        if parts.last?.origin == origin {
            parts[parts.count - 1].bytes += bytes
        } else {
            parts.append(Part(origin: origin, bytes: Array(bytes)))
        }
    }
}
