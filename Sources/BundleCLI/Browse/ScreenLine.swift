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

    /// Marks where words of a search occur.
    mutating func mark(_ words: [String]) {
        for place in words.flatMap({ columns(of: $0) }) {
            mark(place) { look in
                look.faces.insert(.reversed)
                look.color = 3
            }
        }
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

/// How a character on a screen looks.
struct ScreenLook: Hashable {
    /// Weights and other attributes that need no colour.
    struct Faces: OptionSet, Hashable {
        let rawValue: UInt8

        static let bold = Faces(rawValue: 1)
        static let dim = Faces(rawValue: 2)
        static let italic = Faces(rawValue: 4)
        static let underlined = Faces(rawValue: 8)
        static let reversed = Faces(rawValue: 16)
        static let struck = Faces(rawValue: 32)

        /// The numbers of ECMA-48 (8.3.117, SGR).
        fileprivate static let numbers: [(face: Faces, number: Int)] = [
            (.bold, 1), (.dim, 2), (.italic, 3), (.underlined, 4), (.reversed, 7), (.struck, 9),
        ]
    }

    var faces: Faces = []
    /// The colour: an index into the terminal's 256 colours; `nil` for the default.
    var color: UInt8?

    init(_ faces: Faces = [], color: UInt8? = nil) { (self.faces, self.color) = (faces, color) }

    /// Changes the look according to the parameters of a control sequence.
    mutating func apply(_ parameters: some StringProtocol) {
        for parameter in parameters.split(separator: ";", omittingEmptySubsequences: false) {
            let number = Int(parameter) ?? 0
            if number == 0 { self = ScreenLook() }
            if let face = Faces.numbers.first(where: { $0.number == number })?.face { faces.insert(face) }
            if (30...37).contains(number) { color = UInt8(number - 30) }
        }
    }

    /// The control sequence for this look, whatever the terminal drew before.
    func sequence(hasColors: Bool) -> String {
        var numbers = Faces.numbers.filter { faces.contains($0.face) }.map { "\($0.number)" }
        if hasColors, let color { numbers.append(color < 8 ? "\(30 + color)" : "38;5;\(color)") }
        return "\u{1B}[0" + numbers.map { ";" + $0 }.joined() + "m"
    }

    /// The nearest of the 256 colours to `#rrggbb`: of the cube with six steps (xterm).
    static func color(_ text: String) -> UInt8? {
        guard text.hasPrefix("#"), text.count == 7, let value = Int(text.dropFirst(), radix: 16) else { return nil }
        func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
        let (red, green, blue) = (step(value >> 16), step(value >> 8 & 255), step(value & 255))
        return UInt8(16 + 36 * red + 6 * green + blue)
    }
}
