import NotebookText

/// A three-way merge of two versions of a text: line by line, and where both changed the same lines, word by word.
///
/// Where that is not possible, keeps both versions between conflict markers, as git writes them.
package struct MergedText: Sendable {
    /// The names of the two versions at the markers.
    package struct Labels: Sendable {
        package let mine: String
        package let theirs: String

        /// Makes labels from the names of both versions, each on one line.
        package init(mine: String, theirs: String) {
            self.mine = mine
            self.theirs = theirs
        }
    }

    /// The text.
    package private(set) var bytes: [UInt8] = []
    /// The number of conflicts.
    package private(set) var conflicts = 0

    /// Merges two versions of a text.
    ///
    /// - Parameters:
    ///   - base: The common ancestor; `nil` if it is unknown, in which case the common parts of both serve as one.
    ///   - mine: The version whose line ends the result has.
    ///   - theirs: The other version.
    package init(base: [UInt8]?, mine: [UInt8], theirs: [UInt8], labels: Labels) {
        let lineEnd = Line.lineEnd(of: mine)
        let theirs = Self.withLineEnds(lineEnd, theirs)
        let mineLines = Self.lines(mine)
        let theirLines = Self.lines(theirs)
        let baseLines =
            base.map { Self.lines(Self.withLineEnds(lineEnd, $0)) }
            ?? CommonParts(mineLines, theirLines).pairs.map { mineLines[$0.old] }
        for part in ThreeWay(base: baseLines, mine: mineLines, theirs: theirLines).parts {
            switch part {
            case .settled(let lines): bytes += lines.joined()
            case .conflict(let base, let mine, let theirs):
                let texts = (Array(base.joined()), Array(mine.joined()), Array(theirs.joined()))
                if let merged = Self.mergedWords(texts.0, texts.1, texts.2) {
                    bytes += merged
                } else {
                    mark(texts.1, texts.2, labels, lineEnd)
                }
            }
        }
    }

    /// Merges some lines word by word, if the versions changed different words of the same lines.
    ///
    /// `nil` for added or removed lines, and for text that looks like code.
    private static func mergedWords(_ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
        let counts = Set([base, mine, theirs].map { text in text.count { $0 == 0x0A } })
        guard ![mine, theirs].contains(where: { ConflictMarkers.firstRange(in: $0) != nil }) else { return nil }
        guard counts.count == 1, !base.isEmpty, ![base, mine, theirs].contains(where: looksLikeCode) else { return nil }
        var merged: [UInt8] = []
        let words = [base, mine, theirs].map { TextLines.words(of: $0) }
        for part in ThreeWay(base: words[0], mine: words[1], theirs: words[2]).parts {
            guard case .settled(let words) = part else { return nil }
            merged += words.joined()
        }
        return merged
    }

    /// The lines of a text; a conflict with its markers counts as one line.
    private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while let range = ConflictMarkers.firstRange(in: text, from: start) {
            lines += TextLines.of(text[start..<range.lowerBound])
            lines.append(text[range])
            start = range.upperBound
        }
        return lines + TextLines.of(text[start...])
    }

    private static func looksLikeCode(_ text: [UInt8]) -> Bool {
        TextLines.of(text).contains { line in
            line.starts(with: [0x20, 0x20, 0x20, 0x20]) || line.first == 0x09 || line.starts(with: "```".utf8)
                || line.starts(with: "~~~".utf8)
        }
    }

    private mutating func mark(_ mine: [UInt8], _ theirs: [UInt8], _ labels: Labels, _ lineEnd: [UInt8]) {
        conflicts += 1
        // Nested markers would be misread. So both versions of an earlier conflict stay on its side, without markers.
        let (mine, theirs) = (Self.withoutMarkers(mine), Self.withoutMarkers(theirs))
        if let last = bytes.last, last != 0x0A { bytes += lineEnd }
        bytes += Array("<<<<<<< \(labels.mine)".utf8) + lineEnd + Self.ended(mine, lineEnd)
        bytes += Array("=======".utf8) + lineEnd + Self.ended(theirs, lineEnd)
        bytes += Array(">>>>>>> \(labels.theirs)".utf8) + lineEnd
    }

    private static func withoutMarkers(_ text: [UInt8]) -> [UInt8] {
        MarkedText(text, before: text.count).resolved(.both)
    }

    private static func ended(_ text: [UInt8], _ lineEnd: [UInt8]) -> [UInt8] {
        text.isEmpty || text.last == 0x0A ? text : text + lineEnd
    }

    /// A text with the given line ends.
    static func withLineEnds(_ lineEnd: [UInt8], _ text: [UInt8]) -> [UInt8] {
        guard Line.lineEnd(of: text) != lineEnd, text.contains(0x0A) else { return text }
        var output: [UInt8] = []
        for line in TextLines.of(text) {
            guard line.last == 0x0A else {
                output += line
                continue
            }
            let content = line.dropLast()
            output += (content.last == 0x0D ? content.dropLast() : content) + lineEnd
        }
        return output
    }
}

/// A three-way merge of two sequences (diff3: Khanna, Kunal and Pierce, “A Formal Investigation of Diff3”, 2007).
struct ThreeWay<Element: Hashable> {
    /// A part of the result.
    enum Part {
        /// A part that is the same in all, that only one side changed, or that both changed in the same way.
        case settled([Element])
        /// A part that both sides changed in different ways.
        case conflict(base: [Element], mine: [Element], theirs: [Element])
    }

    private(set) var parts: [Part] = []

    /// Merges two sequences.
    init(base: [Element], mine: [Element], theirs: [Element]) {
        let inMine = Dictionary(uniqueKeysWithValues: CommonParts(base, mine).pairs.map { ($0.old, $0.new) })
        let inTheirs = Dictionary(uniqueKeysWithValues: CommonParts(base, theirs).pairs.map { ($0.old, $0.new) })
        var (baseStart, mineStart, theirsStart) = (0, 0, 0)
        for index in base.indices {
            guard let mineEnd = inMine[index], let theirsEnd = inTheirs[index] else { continue }
            add(base[baseStart..<index], mine[mineStart..<mineEnd], theirs[theirsStart..<theirsEnd])
            parts.append(.settled([base[index]]))
            (baseStart, mineStart, theirsStart) = (index + 1, mineEnd + 1, theirsEnd + 1)
        }
        add(base[baseStart...], mine[mineStart...], theirs[theirsStart...])
    }

    private mutating func add(_ base: ArraySlice<Element>, _ mine: ArraySlice<Element>, _ theirs: ArraySlice<Element>) {
        guard !base.isEmpty || !mine.isEmpty || !theirs.isEmpty else { return }
        if theirs == base || mine == theirs {
            parts.append(.settled(Array(mine)))
        } else if mine == base {
            parts.append(.settled(Array(theirs)))
        } else {
            parts.append(.conflict(base: Array(base), mine: Array(mine), theirs: Array(theirs)))
        }
    }
}
