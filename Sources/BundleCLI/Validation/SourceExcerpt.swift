import NotebookBundle

/// A source line as a terminal shows it, cut around a column, and the width before that column.
struct SourceExcerpt {
    /// The maximum width in columns.
    static let maximumWidth = 100

    /// The line, with an ellipsis where it was cut.
    let text: String
    /// The width before the column.
    let lead: Int

    /// - Parameters:
    ///   - column: The column, in code points from 1.
    ///   - width: The width in columns.
    init(_ line: String, column: Int, width: Int = maximumWidth) {
        let scalars = Array(line.unicodeScalars)
        let place = min(column - 1, scalars.count)
        let start = Self.start(before: place, in: scalars, width)
        let before = (start > 0 ? "…" : "") + Self.shown(scalars[start..<place])
        lead = before.columns
        text = before + Self.rest(scalars[place...], room: width - lead)
    }

    /// Where to begin: at the start of the line, unless the column would be too far to the right.
    private static func start(before place: Int, in scalars: [Unicode.Scalar], _ width: Int) -> Int {
        var (start, columns, half) = (place, 0, place)
        while start > 0 {
            columns += shown(scalars[start - 1...start - 1]).columns
            guard columns <= width * 3 / 4 else { return half }
            start -= 1
            if columns <= width / 2 { half = start }
        }
        return 0
    }

    /// As much of the text as fits.
    private static func rest(_ scalars: ArraySlice<Unicode.Scalar>, room: Int) -> String {
        var (end, columns, last) = (scalars.startIndex, 0, scalars.startIndex)
        while end < scalars.endIndex {
            columns += shown(scalars[end...end]).columns
            guard columns <= room else { return shown(scalars[..<last]) + "…" }
            end += 1
            if columns < room { last = end }
        }
        return shown(scalars)
    }

    private static func shown(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return PrintableText.escaped(String(text).replacing("\t", with: "    "))
    }
}
