import NotebookText

/// A position in a line, with the columns that tabs produce (CommonMark 0.31.2 §2.2).
struct LineCursor {
    let bytes: [UInt8]
    private(set) var line: Line
    /// The next byte.
    private(set) var offset: Int
    /// The remaining columns of a partly consumed tab before `offset`.
    private(set) var padding = 0
    /// The first byte that is not a space or tab; the end of the line if there is none.
    private(set) var text = 0
    /// The columns of space before `text`.
    private(set) var indentation = 0
    private var column = 0
    private var textColumn = 0

    init(_ bytes: [UInt8], at start: Int) {
        self.bytes = bytes
        line = Line(at: start, in: bytes)
        offset = start
        findText()
    }

    /// The end of the line, without its line end.
    @inline(__always) var end: Int { line.content.upperBound }

    /// Whether only spaces and tabs are left.
    @inline(__always) var isBlank: Bool { text == end }

    /// Whether the rest is indented like code.
    @inline(__always) var isIndentedAsCode: Bool { indentation >= 4 }

    /// Advances to the next line.
    mutating func beginNextLine() {
        line = Line(at: line.end, in: bytes)
        offset = line.content.lowerBound
        padding = 0
        column = 0
        findText()
    }

    /// Consumes up to this many columns of space.
    mutating func skipColumns(_ count: Int) {
        var left = count
        let used = min(padding, left)
        padding -= used
        left -= used
        while left > 0, offset < text {
            let width = bytes[offset] == 0x09 ? 4 - column % 4 : 1
            offset += 1
            column += width
            padding = max(0, width - left)
            left -= min(width, left)
        }
        indentation -= count - left
    }

    /// Consumes all space and then this many bytes of a marker, which contains no tab.
    mutating func skipMarker(_ count: Int) {
        offset = text + count
        column = textColumn + count
        padding = 0
        findText()
    }

    private mutating func findText() {
        text = offset
        textColumn = column
        let end = line.content.upperBound
        while text < end {
            if bytes[text] == 0x20 {
                textColumn += 1
            } else if bytes[text] == 0x09 {
                textColumn += 4 - textColumn % 4
            } else {
                break
            }
            text += 1
        }
        indentation = textColumn - column + padding
    }
}
