import NotebookFormat

/// The difference of two texts in the format of `diff -u` (POSIX.1-2017, diff, “Diff -u Output Format”).
struct UnifiedDiff {
    /// The number of unchanged lines to show around changes.
    private static let context = 3

    private let lines: [LineDifference.Line]
    private let name: String
    private let oldName: String

    /// Compares a file with its older version, which may have had another name.
    init(_ name: String, was oldName: String? = nil, _ old: [UInt8], _ new: [UInt8]) {
        self.name = name
        self.oldName = oldName ?? name
        lines = LineDifference(old, new).lines
    }

    /// The lines of the difference, safe to print; none if the texts are equal.
    func text(_ style: Style) -> [String] {
        let hunks = hunks()
        guard !hunks.isEmpty else { return [] }
        let (old, new) = (PrintableText.escaped(oldName), PrintableText.escaped(name))
        var output = [style("--- a/\(old)", .bold), style("+++ b/\(new)", .bold)]
        for hunk in hunks {
            output.append(style(head(of: hunk), .cyan))
            for line in lines[hunk] {
                let text = line.mark + PrintableText.escaped(String(decoding: line.content, as: UTF8.self))
                switch line.origin {
                case .both: output.append(text)
                case .old: output.append(style(text, .red))
                case .new: output.append(style(text, .green))
                }
                if !line.isEnded { output.append(Self.missingEnd) }
            }
        }
        return output
    }

    /// The changed lines with their context, as raw bytes, for `patch` and `git apply`.
    func hunkBytes() -> [UInt8] {
        hunks().flatMap { hunk -> [UInt8] in
            Array((head(of: hunk) + "\n").utf8)
                + lines[hunk].flatMap { line in
                    Array(line.mark.utf8) + line.bytes + (line.isEnded ? [] : Array("\n\(Self.missingEnd)\n".utf8))
                }
        }
    }

    private static let missingEnd = "\\ No newline at end of file"

    /// The ranges of lines that are shown together.
    private func hunks() -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for (index, line) in lines.enumerated() where line.origin != .both {
            let range = max(0, index - Self.context)..<min(lines.count, index + Self.context + 1)
            if let last = hunks.last, last.upperBound >= range.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    private func head(of hunk: Range<Int>) -> String {
        let before = Self.counts(lines[..<hunk.lowerBound])
        let inside = Self.counts(lines[hunk])
        return "@@ -\(Self.range(before.old, inside.old)) +\(Self.range(before.new, inside.new)) @@"
    }

    private static func range(_ before: Int, _ count: Int) -> String {
        count == 1 ? "\(before + 1)" : "\(count == 0 ? before : before + 1),\(count)"
    }

    private static func counts(_ lines: ArraySlice<LineDifference.Line>) -> (old: Int, new: Int) {
        (lines.count { $0.origin != .new }, lines.count { $0.origin != .old })
    }
}
