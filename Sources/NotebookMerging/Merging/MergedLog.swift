import NotebookText

/// A merge of two versions of a log that only grows: the lines of both, without repeating those that both have.
package struct MergedLog: Sendable {
    /// The lines.
    package let bytes: [UInt8]

    /// Merges two versions; the lines that only the other one has come last.
    package init(mine: [UInt8], theirs: [UInt8]) {
        let lines = TextLines.of(mine)
        let known = Set(lines.map(Self.content))
        let added = TextLines.of(theirs).filter { !known.contains(Self.content($0)) }
        let end: [UInt8] = added.isEmpty || lines.isEmpty || mine.last == 0x0A ? [] : [0x0A]
        bytes = mine + end + added.joined()
    }

    private static func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == 0x0A ? line.dropLast() : line
    }
}
