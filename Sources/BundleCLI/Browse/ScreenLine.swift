/// One column of a screen.
struct ScreenCell: Hashable {
    /// The character that begins here; empty in the second column of a wide one.
    var text: String
    var look: ScreenLook

    static let blank = ScreenCell(text: " ", look: ScreenLook())
}

/// A line of text in columns, with the links in it.
struct ScreenLine: Hashable {
    /// A link, or the part of one that is in this line.
    struct Link: Hashable {
        let columns: Range<Int>
        /// The destination, as the text contains it.
        let address: String
    }

    private(set) var cells: [ScreenCell] = []
    private(set) var links: [Link] = []
    /// The addresses of links without a text, which mark the line.
    private(set) var marks: [String] = []

    var width: Int { cells.count }

    /// The text without looks.
    var text: String { cells.map(\.text).joined() }

    init() {}

    /// A text that is safe to print, with a single look.
    init(_ text: String, _ look: ScreenLook = ScreenLook()) { append(text, look) }

    /// A text with faces (ECMA-48 SGR) and links (OSC 8), in the form for terminals.
    init(styled text: String) {
        var (look, rest) = (ScreenLook(), text[...])
        var link: (start: Int, address: String)?
        func close(_ line: inout ScreenLine) {
            guard let open = link else { return }
            guard open.start < line.cells.count else { return line.marks.append(open.address) }
            line.links.append(Link(columns: open.start..<line.cells.count, address: open.address))
        }
        while let escape = rest.firstIndex(of: "\u{1B}") {
            append(String(rest[..<escape]), look)
            rest = rest[rest.index(after: escape)...]
            if rest.hasPrefix("["), let end = rest.firstIndex(of: "m") {
                look.apply(rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
            } else if rest.hasPrefix("]8;;"), let end = rest.firstIndex(of: "\u{1B}") {
                close(&self)
                let address = rest.dropFirst(4)[..<end]
                link = address.isEmpty ? nil : (cells.count, String(address))
                rest = rest[rest.index(after: end)...].dropFirst()
            }
        }
        append(String(rest), look)
        close(&self)
    }

    /// Appends a text that is safe to print.
    mutating func append(_ text: String, _ look: ScreenLook = ScreenLook()) {
        for character in text {
            let columns = character.columns
            if columns == 0 {
                // A combining character that follows nothing is not shown.
                if let last = cells.lastIndex(where: { !$0.text.isEmpty }) { cells[last].text.append(character) }
                continue
            }
            cells.append(ScreenCell(text: String(character), look: look))
            if columns == 2 { cells.append(ScreenCell(text: "", look: look)) }
        }
    }

    /// The line with exactly this many columns: cut with an ellipsis, or filled with blanks.
    func fitted(to width: Int, fill look: ScreenLook = ScreenLook()) -> [ScreenCell] {
        guard cells.count > width else {
            return cells + Array(repeating: ScreenCell(text: " ", look: look), count: width - cells.count)
        }
        guard width > 0 else { return [] }
        var cut = Array(cells.prefix(width))
        // A wide character is shown completely, or not at all.
        if cells[width - 1].text.isEmpty, width > 1 {
            cut[width - 2] = ScreenCell(text: " ", look: cut[width - 2].look)
        }
        cut[width - 1] = ScreenCell(text: "…", look: cut[width - 1].look)
        return cut
    }

    /// Changes the look of some columns.
    mutating func mark(_ columns: Range<Int>, _ change: (inout ScreenLook) -> Void) {
        for column in columns.clamped(to: 0..<cells.count) { change(&cells[column].look) }
    }

    /// Where a text occurs, in any letter case.
    func columns(of text: String) -> [Range<Int>] {
        let wanted = Array(text.lowercased())
        guard !wanted.isEmpty, wanted.count <= cells.count else { return [] }
        let shown = cells.enumerated().filter { !$0.element.text.isEmpty }.map {
            ($0.offset, $0.element.text.lowercased())
        }
        guard shown.count >= wanted.count else { return [] }
        return (0...(shown.count - wanted.count)).compactMap { start in
            guard wanted.indices.allSatisfy({ shown[start + $0].1 == String(wanted[$0]) }) else { return nil }
            let end = start + wanted.count
            return shown[start].0..<(end < shown.count ? shown[end].0 : cells.count)
        }
    }
}
