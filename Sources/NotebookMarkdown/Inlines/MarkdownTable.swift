import NotebookText

/// A table, as GitHub and Obsidian write it (GitHub Flavored Markdown 0.29 §4.10), with the cells beyond the header,
/// which GitHub does not show.
package struct MarkdownTable: Hashable, Sendable {
    /// How the cells of a column are aligned.
    package enum Alignment: Hashable, Sendable {
        case leading, center, trailing
    }

    /// The alignment of each column, of which there are as many as cells in the longest row.
    package let alignments: [Alignment]
    /// The rows, each with the cells that are written; the first is the header.
    package let rows: [[[MarkdownInline]]]
}

/// The rows of a table among the lines of a paragraph.
struct TableLines {
    /// The alignment of each column, of which there are as many as cells in the longest row.
    let alignments: [MarkdownTable.Alignment]
    /// The number of lines before the header, which stay a paragraph.
    let before: Int
    /// The header and the rows after it, each with the ranges of its cells.
    let rows: [[Range<Int>]]

    /// Finds a table; `nil` if the lines have none.
    init?(_ lines: ArraySlice<ContentLine>, in bytes: [UInt8]) {
        let lines = Array(lines)
        guard lines.count > 1 else { return nil }
        for index in 1..<lines.count {
            guard let alignments = Self.alignments(lines[index].range, in: bytes) else { continue }
            let header = Self.cells(lines[index - 1].range, in: bytes)
            guard header.count == alignments.count else { continue }
            before = index - 1
            // Cells that are not written are not made up: a short text could have millions.
            let rows = [header] + lines[(index + 1)...].map { Self.cells($0.range, in: bytes) }
            let width = rows.map(\.count).max() ?? 0
            self.rows = rows
            self.alignments = alignments + Array(repeating: .leading, count: width - alignments.count)
            return
        }
        return nil
    }

    /// The alignments in a delimiter row such as `| :--- | ---: |`; `nil` for any other line.
    private static func alignments(_ line: Range<Int>, in bytes: [UInt8]) -> [MarkdownTable.Alignment]? {
        guard bytes[line].contains(UInt8(ascii: "|")), bytes[line].allSatisfy({ " \t|:-".utf8.contains($0) }) else {
            return nil
        }
        var alignments: [MarkdownTable.Alignment] = []
        for cell in cells(line, in: bytes) {
            let text = bytes[cell]
            let dashes = text.drop { $0 == UInt8(ascii: ":") }.prefix { $0 == UInt8(ascii: "-") }
            let colons = (before: dashes.startIndex - cell.lowerBound, after: cell.upperBound - dashes.endIndex)
            guard !dashes.isEmpty, colons.before <= 1, colons.after <= 1,
                bytes[dashes.endIndex..<cell.upperBound].allSatisfy({ $0 == UInt8(ascii: ":") })
            else { return nil }
            alignments.append(colons.after == 0 ? .leading : colons.before == 0 ? .trailing : .center)
        }
        return alignments
    }

    /// The cells of a row, without the spaces around them; a backslash before a bar makes it text.
    private static func cells(_ line: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
        var cells: [Range<Int>] = []
        let line = line.trimmed(in: bytes)
        var start = line.lowerBound
        if start < line.upperBound, bytes[start] == UInt8(ascii: "|") { start += 1 }
        var index = start
        while index < line.upperBound {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 2
                continue
            }
            if bytes[index] == UInt8(ascii: "|") {
                cells.append((start..<index).trimmed(in: bytes))
                start = index + 1
            }
            index += 1
        }
        if start < line.upperBound { cells.append((start..<line.upperBound).trimmed(in: bytes)) }
        return cells
    }
}
