/// A place in a line, with the columns to which tabs bring the text behind it (CommonMark 0.31.2 §2.2).
struct LineCursor {
    let bytes: [UInt8]
    private(set) var line: Line
    /// The next byte.
    private(set) var offset: Int
    /// How many columns are left of a tab before `offset` that was consumed in part.
    private(set) var padding = 0
    /// The first byte that is no space or tab; the end of the line if there is none.
    private(set) var text = 0
    /// How many columns of space come before `text`.
    private(set) var indentation = 0
    private var column = 0
    private var textColumn = 0

    init(_ bytes: [UInt8], at start: Int) {
        self.bytes = bytes
        line = Line(at: start, in: bytes)
        offset = start
        findText()
    }

    /// The end of the line, without what ends it.
    @inline(__always) var end: Int { line.content.upperBound }

    /// Whether nothing but spaces and tabs is left.
    @inline(__always) var isBlank: Bool { text == end }

    /// Whether what comes next is indented as code is.
    @inline(__always) var isIndentedAsCode: Bool { indentation >= 4 }

    /// Goes to the line behind this one.
    mutating func beginNextLine() {
        line = Line(at: line.end, in: bytes)
        offset = line.content.lowerBound
        padding = 0
        column = 0
        findText()
    }

    /// Consumes up to so many columns of space.
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

    /// Consumes all space and then so many bytes of a marker, which has no tab in it.
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
