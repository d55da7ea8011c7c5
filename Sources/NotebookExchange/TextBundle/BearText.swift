import NotebookFormat
import NotebookText

/// Bear's own marks in Markdown: tags with spaces, and underlines.
struct BearText {
    private let lines: [Substring]
    /// What looks like a tag and is none.
    private(set) var doubtful: [String] = []

    init(_ text: String) { lines = text.parts(between: "\n", omittingEmpty: false) }

    /// Calls a function for the pieces of each line that are not code.
    private func forEachPiece(_ body: (Substring, _ isCode: Bool) -> Void, endOfLine: () -> Void) {
        var isFenced = false
        for (number, line) in lines.enumerated() {
            let isFence = line.drop { $0 == " " || $0 == "\t" }.hasPrefix("```")
            if isFence || isFenced {
                body(line, true)
            } else if !line.utf8.contains(UInt8(ascii: "`")) {
                body(line, false)
            } else {
                for (index, piece) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
                    if index > 0 { body("`", true) }
                    body(piece, index % 2 == 1)
                }
            }
            if isFence { isFenced.toggle() }
            if number + 1 < lines.count { endOfLine() }
        }
    }

    /// The tags of the text.
    mutating func tags() -> [String] {
        var found: [String] = []
        var odd: [String] = []
        forEachPiece { piece, isCode in
            guard !isCode else { return }
            var rest = piece
            var before: Character?
            while let sign = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
                before = rest[..<sign].last ?? before
                rest = rest[sign...]
                // A link to a heading: `[text](#heading)`.
                let isDestination = piece[..<sign].ends(in: "](")
                guard rest.first == "#", !isDestination,
                    before.map({ $0.isWhitespace || "([{\"'，。、；：！？".contains($0) }) ?? true
                else {
                    before = rest.removeFirst()
                    continue
                }
                let word = rest.dropFirst().prefix { !$0.isWhitespace && !"#，。、；：！？（）".contains($0) }
                let whole = Self.spaced(rest.dropFirst())
                rest = rest.dropFirst(1 + (whole ?? String(word)).count + (whole == nil ? 0 : 1))
                before = "#"
                guard let name = whole ?? Self.name(word) else { continue }
                if Tag(name) != nil, !name.contains("!") { found.append(name) } else { odd.append("#\(name)") }
            }
        } endOfLine: {
        }
        doubtful = odd
        return found
    }

    /// A tag up to a closing `#`, with spaces in it.
    private static func spaced(_ rest: Substring) -> String? {
        guard let end = rest.firstIndex(of: "#") else { return nil }
        let name = rest[..<end]
        let after = rest[rest.index(after: end)...].first
        guard let first = name.first, !first.isWhitespace, name.last?.isWhitespace == false,
            name.contains(where: \.isWhitespace), after.map({ $0.isWhitespace || $0.isPunctuation }) ?? true
        else { return nil }
        return String(name)
    }

    private static func name(_ word: Substring) -> String? {
        var word = word
        while let last = word.last, ".,;:!?)]}\"'/".contains(last) { word.removeLast() }
        guard word.contains(where: { !$0.isNumber }), word.first.map({ $0 != "!" }) ?? false else { return nil }
        return String(word)
    }

    /// The text with `~underlines~` as elements, which Markdown would strike out.
    func underlined() -> String {
        var output = ""
        forEachPiece { piece, isCode in
            guard !isCode, piece.utf8.contains(UInt8(ascii: "~")) else { return output += piece }
            let characters = Array(piece)
            var index = 0
            func isAlone(_ place: Int) -> Bool {
                characters[place] == "~"
                    && (place == 0 || characters[place - 1] != "~" && characters[place - 1] != "\\")
                    && (place + 1 >= characters.count || characters[place + 1] != "~")
            }
            while index < characters.count {
                guard isAlone(index), index + 1 < characters.count, !characters[index + 1].isWhitespace,
                    let end = (index + 1..<characters.count).first(where: { isAlone($0) }),
                    !characters[end - 1].isWhitespace
                else {
                    output.append(characters[index])
                    index += 1
                    continue
                }
                output += "<u>" + String(characters[index + 1..<end]) + "</u>"
                index = end + 1
            }
        } endOfLine: {
            output += "\n"
        }
        return output
    }
}
