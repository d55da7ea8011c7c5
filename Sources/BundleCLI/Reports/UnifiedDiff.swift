import NotebookFormat

/// The difference of two texts as `diff -u` shows it (POSIX.1-2017, diff, “Diff -u Output Format”).
struct UnifiedDiff {
    /// How many unchanged lines are shown around changes.
    private static let context = 3

    private enum Line {
        case same(Substring)
        case removed(Substring)
        case added(Substring)
    }

    private let lines: [Line]
    private let name: String
    private let oldName: String

    /// The difference of a file, whose name is shown, and the one that it had if that was another.
    init(_ name: String, was oldName: String? = nil, _ old: [UInt8], _ new: [UInt8]) {
        self.name = name
        self.oldName = oldName ?? name
        let (oldLines, newLines) = (Self.lines(of: old), Self.lines(of: new))
        let difference = newLines.difference(from: oldLines) { $0.utf8.elementsEqual($1.utf8) }
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < oldLines.count || newIndex < newLines.count {
            if removed.contains(oldIndex) {
                lines.append(.removed(oldLines[oldIndex]))
                oldIndex += 1
            } else if added.contains(newIndex) {
                lines.append(.added(newLines[newIndex]))
                newIndex += 1
            } else {
                lines.append(.same(oldLines[oldIndex]))
                oldIndex += 1
                newIndex += 1
            }
        }
        self.lines = lines
    }

    private static func lines(of bytes: [UInt8]) -> [Substring] {
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        // Characters are compared by lines, which keep their carriage returns to be seen.
        if text.utf8.contains(0x0D) {
            lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// The lines of the difference, safe to print; none if the texts are equal.
    func text(_ style: Style) -> [String] {
        var output: [String] = []
        for hunk in hunks() { output += show(hunk, style) }
        guard !output.isEmpty else { return [] }
        let (old, new) = (PrintableText.escaped(oldName), PrintableText.escaped(name))
        return [style("--- a/\(old)", .bold), style("+++ b/\(new)", .bold)] + output
    }

    /// The ranges of lines that are shown together.
    private func hunks() -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for (index, line) in lines.enumerated() {
            if case .same = line { continue }
            let range = max(0, index - Self.context)..<min(lines.count, index + Self.context + 1)
            if let last = hunks.last, last.upperBound >= range.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    private func show(_ hunk: Range<Int>, _ style: Style) -> [String] {
        let before = Self.counts(lines[..<hunk.lowerBound])
        let inside = Self.counts(lines[hunk])
        let head =
            "@@ -\(Self.range(before.old, inside.old)) +\(Self.range(before.new, inside.new)) @@"
        let body = lines[hunk].map { line in
            switch line {
            case .same(let text): " " + PrintableText.escaped(text)
            case .removed(let text): style("-" + PrintableText.escaped(text), .red)
            case .added(let text): style("+" + PrintableText.escaped(text), .green)
            }
        }
        return [style(head, .cyan)] + body
    }

    private static func range(_ before: Int, _ count: Int) -> String {
        count == 1 ? "\(before + 1)" : "\(count == 0 ? before : before + 1),\(count)"
    }

    private static func counts(_ lines: ArraySlice<Line>) -> (old: Int, new: Int) {
        var counts = (old: 0, new: 0)
        for line in lines {
            switch line {
            case .same: counts = (counts.old + 1, counts.new + 1)
            case .removed: counts.old += 1
            case .added: counts.new += 1
            }
        }
        return counts
    }
}
