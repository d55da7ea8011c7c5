import NotebookBundle

/// The difference of two texts in the format of `diff -u` (POSIX.1-2017, diff, “Diff -u Output Format”), for people.
struct UnifiedDiff {
    private let difference: LineDifference
    private let name: String
    private let oldName: String

    /// Compares a file with its older version, which may have had another name.
    init(_ name: String, was oldName: String? = nil, _ old: [UInt8], _ new: [UInt8]) {
        self.name = name
        self.oldName = oldName ?? name
        difference = LineDifference(old, new)
    }

    /// The lines of the difference, safe to print; none if the texts are equal.
    func text(_ style: Style) -> [String] {
        let hunks = difference.hunks(context: GitPatch.context)
        guard !hunks.isEmpty else { return [] }
        let (old, new) = (PrintableText.escaped(oldName), PrintableText.escaped(name))
        var output = [style("--- a/\(old)", .bold), style("+++ b/\(new)", .bold)]
        for (hunk, head) in zip(hunks, difference.heads(of: hunks)) {
            output.append(style(head, .cyan))
            for line in difference.lines[hunk] {
                let text = line.mark + PrintableText.escaped(String(decoding: line.content, as: UTF8.self))
                switch line.origin {
                case .both: output.append(text)
                case .old: output.append(style(text, .red))
                case .new: output.append(style(text, .green))
                }
                if !line.isEnded { output.append(GitPatch.missingEnd) }
            }
        }
        return output
    }
}

/// The words that differ in two texts, in the lines around them: coloured, or as git’s `--word-diff` writes them.
struct WordDiff {
    private let difference: LineDifference
    private let linesBefore: (old: Int, new: Int)

    /// The number of unchanged lines around changes.
    private static let context = 2

    /// Compares the texts of two versions of an item.
    init(_ old: [UInt8], _ new: [UInt8]) {
        let (body, newBody) = Self.bodies(old, new)
        difference = LineDifference(body, newBody)
        linesBefore = (
            old[..<body.startIndex].count { $0 == 0x0A }, new[..<newBody.startIndex].count { $0 == 0x0A }
        )
    }

    /// The texts of two versions of an item without their front matter, or with it if one is not valid; a missing
    /// version is empty.
    static func bodies(_ old: [UInt8], _ new: [UInt8]) -> (old: ArraySlice<UInt8>, new: ArraySlice<UInt8>) {
        func start(_ bytes: [UInt8]) -> Int? { bytes.isEmpty ? 0 : (try? ItemFile(bytes))?.bodyStart }
        guard let one = start(old), let other = start(new) else { return (old[...], new[...]) }
        return (old[one...], new[other...])
    }

    /// The lines, safe to print; none if the texts are equal.
    func text(_ style: Style) -> [String] {
        let hunks = difference.hunks(context: Self.context)
        return zip(hunks, difference.heads(of: hunks, behind: linesBefore)).flatMap { hunk, head in
            [style(head, .cyan)] + lines(hunk, style)
        }
    }

    private func lines(_ hunk: Range<Int>, _ style: Style) -> [String] {
        var output: [String] = []
        var rest = difference.lines[hunk]
        while let first = rest.first {
            if first.origin == .both {
                output.append(Self.printable(first.content))
                rest = rest.dropFirst()
                continue
            }
            let old = rest.prefix { $0.origin == .old }
            let new = rest.dropFirst(old.count).prefix { $0.origin == .new }
            rest = rest.dropFirst(old.count + new.count)
            output += Self.change(Array(old), Array(new), style)
        }
        return output
    }

    private static func change(
        _ old: [LineDifference.Line], _ new: [LineDifference.Line], _ style: Style
    ) -> [String] {
        let words = WordDifference(old.flatMap(\.bytes), new.flatMap(\.bytes))
        let isVisible = words.parts.contains { part in
            part.origin != .both && part.bytes.contains { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        }
        guard isVisible else { return (old + new).flatMap { whole($0, style) } }
        var (output, line) = ([String](), "")
        for part in words.parts {
            for (number, piece) in part.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                if number > 0 {
                    output.append(line)
                    line = ""
                }
                line += marked(printable(piece), part.origin, style)
            }
        }
        return line.isEmpty ? output : output + [line]
    }

    /// A line whose change would be invisible: in spaces, or at its end.
    private static func whole(_ line: LineDifference.Line, _ style: Style) -> [String] {
        let text = style(line.mark + printable(line.content), line.origin == .old ? .red : .green)
        return [text] + (line.isEnded ? [] : [GitPatch.missingEnd])
    }

    private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
        PrintableText.escaped(String(decoding: bytes, as: UTF8.self))
    }

    private static func marked(_ text: String, _ origin: LineDifference.Origin, _ style: Style) -> String {
        guard !text.isEmpty else { return "" }
        return switch origin {
        case .both: text
        case .old: style.isEnabled ? style(text, .red) : "[-\(text)-]"
        case .new: style.isEnabled ? style(text, .green) : "{+\(text)+}"
        }
    }
}
