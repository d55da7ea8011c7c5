package import NotebookFormat
package import NotebookText

/// The conflicts that a merge left as comments in front matter (Format, clause 26.5).
///
/// If both versions changed a value, the item keeps one, followed by the other in comments
/// `# conflict (LABEL): KEY: VALUE`. If both versions moved the item, comments `# conflict path (LABEL): PATH` record
/// the paths that the item did not get.
package struct ConflictComments: Sendable {
    /// What a comment contains.
    private enum Kind: CaseIterable {
        case value
        case path

        /// How the comment begins, before the label.
        var start: [UInt8] { Array((self == .value ? "# conflict (" : "# conflict path (").utf8) }
    }

    /// A value in comments.
    private struct Value {
        let kind: Kind
        /// The range of its lines in the file.
        var range: Range<Int>
        let label: [UInt8]
        /// The lines without the beginning that makes them comments.
        var lines: [UInt8]
    }

    private let file: ItemFile
    private var values: [Value] = []

    /// The number of values.
    package var count: Int { values.count }

    /// The position of the first one.
    package var firstPosition: TextPosition? {
        values.first.map { TextPosition(of: $0.range.lowerBound, in: file.bytes) }
    }

    /// Finds the comments of an item.
    package init(_ file: ItemFile) {
        self.file = file
        guard let range = file.layout.frontMatter else { return }
        var index = range.lowerBound
        while index < range.upperBound {
            let line = Line(at: index, in: file.bytes)
            if let (kind, label, text) = Self.read(file.bytes[index..<line.end]) {
                if let last = values.last, last.range.upperBound == index, last.label == label, kind == .value,
                    last.kind == .value, Self.continues(text)
                {
                    values[values.count - 1].range = last.range.lowerBound..<line.end
                    values[values.count - 1].lines += text
                } else {
                    values.append(Value(kind: kind, range: index..<line.end, label: label, lines: Array(text)))
                }
            }
            index = line.end
        }
    }

    /// Whether a line belongs to the value before it: one that does not begin with a key.
    private static func continues(_ text: ArraySlice<UInt8>) -> Bool {
        text.first.map { "\n\r\t -]}#".utf8.contains($0) } ?? true
    }

    private static let end = Array("): ".utf8)

    /// The label and the rest of a line; `nil` if it is not such a comment.
    private static func read(_ line: ArraySlice<UInt8>) -> (kind: Kind, label: [UInt8], text: ArraySlice<UInt8>)? {
        guard let kind = Kind.allCases.first(where: { line.starts(with: $0.start) }) else { return nil }
        let rest = line.dropFirst(kind.start.count)
        guard let close = rest.firstIndex(of: end[0]), rest[close...].starts(with: end) else { return nil }
        return (kind, Array(rest[..<close]), rest[close...].dropFirst(end.count))
    }

    /// The label of the first one; `nil` if there are none.
    package var label: String? { values.first.map { String(decoding: $0.label, as: UTF8.self) } }

    /// The paths that the item did not get, the latest last.
    package var paths: [BundlePath] {
        values.filter { $0.kind == .path }.compactMap { value in
            let text = value.lines.drop(while: Line.isBlank).prefix { $0 != 0x0A && $0 != 0x0D }
            guard let path = try? BundlePath(String(decoding: text, as: UTF8.self)) else { return nil }
            return FileType(of: path)?.isItem == true ? path : nil
        }
    }

    /// Turns lines of front matter into comments.
    ///
    /// - Parameter label: The name of the version that they are from.
    static func text(_ lines: [UInt8], _ label: String) -> [UInt8] {
        let head = head(.value, label)
        return Array(TextLines.of(lines).map { head + $0 }.joined())
    }

    private static func head(_ kind: Kind, _ label: String) -> [UInt8] {
        kind.start + label.utf8.filter { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") } + end
    }

    /// Whether a title is among the values; choosing it also decides the name of the file.
    package var holdsTitle: Bool { values.contains { $0.kind == .value && $0.lines.starts(with: "title:".utf8) } }

    /// Adds a comment for a path that the item did not get, unless it has that comment already.
    ///
    /// - Parameter label: The name of the version that has this path.
    /// - Throws: `TextProblem` if the item has no front matter.
    package func adding(_ path: BundlePath, _ label: String) throws(TextProblem) -> ItemFile {
        guard !paths.contains(path) else { return file }
        let line = Self.head(.path, label) + Array(path.text.utf8) + Line.lineEnd(of: file.bytes)
        return try file.addingComment(line, behind: .title)
    }

    /// Makes one choice for all values; taking both turns the second one into an ordinary comment.
    ///
    /// - Throws: `TextProblem` if the result is not a valid item.
    package func resolved(_ side: ConflictSide) throws(TextProblem) -> ItemFile {
        guard !values.isEmpty else { return file }
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        for value in values {
            let note = TextLines.of(value.lines).flatMap { Array("# ".utf8) + value.label + Array(": ".utf8) + $0 }
            edits.append((value.range, side == .both ? note : []))
        }
        var item = try file.replacing(edits)
        guard side == .theirs else { return item }
        for value in values where value.kind == .value {
            let rule = Array("---\n".utf8)
            let other = try ItemFile(rule + value.lines + (value.lines.last == 0x0A ? [] : [0x0A]) + rule)
            if let title = other.metadata.title, item.entries(with: [.title]).allSatisfy({ $0.key != "title" }) {
                var metadata = item.metadata
                metadata.title = title
                item = try item.setting(metadata)
            } else {
                item = try item.settingEntries(other.entries(with: Set(KnownKey.allCases)).map { ($0.key, $0.text) })
            }
        }
        return item
    }
}

extension ItemFile {
    /// The number of places with two versions, in the text and in the front matter.
    package var conflictCount: Int { marked.count + ConflictComments(self).count }

    /// Makes one choice for all places with two versions.
    ///
    /// - Throws: `TextProblem` if the result is not a valid item.
    package func resolved(_ side: ConflictSide) throws(TextProblem) -> ItemFile {
        var item = self
        // A conflict can contain further conflicts.
        while item.marked.count > 0 { item = try ItemFile(item.marked.resolved(side)) }
        return try ConflictComments(item).resolved(side)
    }
}
