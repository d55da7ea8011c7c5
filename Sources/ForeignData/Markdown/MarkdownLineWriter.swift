import NotebookText

/// A style of text within a line.
enum MarkdownStyle: Int, Comparable {
    case strong, emphasis, strike, highlight, mark, underline, superscript, subscripted, keyboard

    static func < (left: MarkdownStyle, right: MarkdownStyle) -> Bool { left.rawValue < right.rawValue }

    /// The marks of Markdown; `nil` if only HTML has the style.
    var delimiter: String? {
        switch self {
        case .strong: "**"
        case .emphasis: "*"
        case .strike: "~~"
        case .highlight: "=="
        default: nil
        }
    }

    /// The element of HTML.
    var element: String {
        switch self {
        case .strong: "strong"
        case .emphasis: "em"
        case .strike: "s"
        case .highlight, .mark: "mark"
        case .underline: "u"
        case .superscript: "sup"
        case .subscripted: "sub"
        case .keyboard: "kbd"
        }
    }
}

/// A piece of a line: text or Markdown, and its styles.
struct MarkdownRun {
    enum Content {
        /// Text, to be escaped.
        case text(String)
        /// Markdown.
        case raw(String)
        /// The end of a line.
        case lineBreak
        /// The end of a line of the source, which readers need not show.
        case lineEnd
        /// The mark of a task, which begins a list item.
        case task(isDone: Bool)
    }

    var content: Content
    var styles: Set<MarkdownStyle>

    /// Whether it shows nothing but space.
    var isSpace: Bool {
        switch content {
        case .text(let text), .raw(let text):
            // Most texts begin with something else.
            !(text.utf8.first.map { 0x21..<0x7F ~= $0 } ?? false) && text.allSatisfy(\.isWhitespace)
        case .lineBreak, .lineEnd: true
        case .task: false
        }
    }
}

/// Writes runs of a line: white space goes outside of marks, and HTML replaces marks that Markdown would not read.
struct MarkdownLineWriter {
    private var pieces: [String] = []
    private var open: [(style: MarkdownStyle, piece: Int, outside: Character?, isSound: Bool)] = []
    private let inLink: Bool
    /// The last character of the text, marks not counted.
    private var last: Character?
    private var endsWithMark = false
    private var endsWithText = false

    private init(inLink: Bool) { self.inLink = inLink }

    /// The Markdown of runs in one line, in which line breaks are spaces.
    static func line(_ runs: [MarkdownRun], inLink: Bool = false) -> String {
        var writer = MarkdownLineWriter(inLink: inLink)
        let runs = collapsed(runs)
        for (index, run) in runs.enumerated() {
            let next = index + 1 < runs.count ? runs[index + 1] : nil
            writer.write(run, next)
        }
        return writer.pieces.joined()
    }

    /// The runs with single spaces between words, which have the styles that both neighbours share; between different
    /// ones, only those that they have themselves.
    private static func collapsed(_ runs: [MarkdownRun]) -> [MarkdownRun] {
        var parts: [MarkdownRun] = []
        for run in runs {
            switch run.content {
            case .text(let text): addWords(of: text, run.styles, to: &parts)
            case .lineBreak, .lineEnd: addWords(of: " ", [], to: &parts)
            case .raw, .task: parts.append(run)
            }
        }
        while parts.last?.isSpace == true { parts.removeLast() }
        for index in parts.indices where parts[index].isSpace {
            let before = index > 0 ? parts[index - 1].styles : []
            let after = index + 1 < parts.count ? parts[index + 1].styles : []
            let shared = before.intersection(after)
            parts[index].styles = before == after ? shared : shared.intersection(parts[index].styles)
        }
        // Joins what has the same styles, so that escapes see whole words.
        var joined: [MarkdownRun] = []
        var (words, styles): ([String], Set<MarkdownStyle>) = ([], [])
        func join() {
            if !words.isEmpty {
                let text = words.count == 1 ? words[0] : words.joined()
                joined.append(MarkdownRun(content: .text(text), styles: styles))
            }
            words = []
        }
        for part in parts {
            guard case .text(let text) = part.content else {
                join()
                joined.append(part)
                continue
            }
            if part.styles != styles { join() }
            styles = part.styles
            words.append(text)
        }
        join()
        return joined
    }

    /// Adds the words of a run as one part, and as parts of their own the space before and after them, and what is wide space.
    private static func addWords(of text: String, _ styles: Set<MarkdownStyle>, to parts: inout [MarkdownRun]) {
        if hasSingleSpaces(text) { return addPlainWords(of: text, styles, to: &parts) }
        var words = ""
        var space: Substring?
        func add(_ text: String) { parts.append(MarkdownRun(content: .text(text), styles: styles)) }
        func endWords() {
            if !words.isEmpty { add(words) }
            words = ""
        }
        func single(_ space: Substring) -> String {
            // A tab between words may be meant; one that indents source is not.
            space.contains("\t") && !space.contains(where: \.isNewline) ? "\t" : " "
        }
        func endSpace() {
            if let space, parts.last.map({ !$0.isSpace }) ?? false { add(single(space)) }
            space = nil
        }
        var rest = text[...]
        while !rest.isEmpty {
            let word = rest[..<endOfWord(rest)]
            if word.first?.isWhitespace == true, word.allSatisfy(\.isWhitespace) {
                endWords()
                endSpace()
                add(String(word))
            } else if !word.isEmpty {
                if words.isEmpty { endSpace() }
                if let space { words += single(space) }
                space = nil
                words += word
            }
            rest = rest[word.endIndex...]
            let end = rest.firstIndex { !isCollapsed($0) } ?? rest.endIndex
            if end > rest.startIndex { space = rest[..<end] }
            rest = rest[end...]
        }
        endWords()
        endSpace()
    }

    /// Whether all spaces are single, and alone in their characters.
    private static func hasSingleSpaces(_ text: String) -> Bool {
        let bytes = text.utf8.span
        var previous: UInt8 = 0x2E
        for index in 0..<bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x20: guard previous > 0x20, isAlone(bytes, index) else { return false }
            case 0xC2: guard index + 1 < bytes.count, ![0x85, 0xA0].contains(bytes[index + 1]) else { return false }
            case 0xE1...0xE3: guard !isSpace(bytes, index) else { return false }
            default: guard byte > 0x20 else { return false }
            }
            previous = byte
        }
        return true
    }

    /// Whether white space of three bytes is at an offset.
    private static func isSpace(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
        guard index + 2 < bytes.count else { return false }
        switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
            (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
            return true
        default: return false
        }
    }

    /// Whether a space is a character of its own: nothing beside it that may make one character with it.
    private static func isAlone(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
        var before = index - 1
        while before > 0, bytes[before] & 0xC0 == 0x80 { before -= 1 }
        if before >= 0 {
            switch bytes[before] {
            // Arabic and Indic letters may take what follows them.
            case 0xD8, 0xDB, 0xDC, 0xE0, 0xF0: return false
            default: break
            }
        }
        guard index + 1 < bytes.count else { return true }
        switch bytes[index + 1] {
        // ASCII, Latin, Chinese and Korean.
        case 0x21..<0x80, 0xC2...0xCB, 0xE4...0xE9: return true
        // Quotation marks and dashes.
        case 0xE2: return index + 3 < bytes.count && bytes[index + 2] == 0x80 && 0x90...0xA7 ~= bytes[index + 3]
        default: return false
        }
    }

    /// Adds the words of a run with single spaces.
    private static func addPlainWords(of text: String, _ styles: Set<MarkdownStyle>, to parts: inout [MarkdownRun]) {
        let space = MarkdownRun(content: .text(" "), styles: styles)
        let words = text.trimmingSpaces
        if text.utf8.first == 0x20, parts.last.map({ !$0.isSpace }) ?? false { parts.append(space) }
        guard !words.isEmpty else { return }
        parts.append(MarkdownRun(content: .text(words), styles: styles))
        if text.utf8.last == 0x20 { parts.append(space) }
    }

    /// Where the first space of HTML begins.
    private static func endOfWord(_ text: Substring) -> Substring.Index {
        var rest = text.utf8[...]
        while let index = rest.firstIndex(where: { $0 <= 0x20 || $0 == 0xC2 || $0 == 0xE2 }) {
            if let character = text.character(from: index), isCollapsed(character) { return index }
            rest = rest[text.utf8.index(after: index)...]
        }
        return text.endIndex
    }

    /// Whether it is a space of HTML; wider ones, as that of Chinese and Japanese, stay.
    private static func isCollapsed(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x2028, 0x2029: true
        default: false
        }
    }

    private mutating func write(_ run: MarkdownRun, _ next: MarkdownRun?) {
        let first: Character? =
            switch run.content {
            case .text(let text): text.first
            case .raw(let text): text.first
            case .lineBreak, .lineEnd, .task: nil
            }
        close(keeping: run.styles, before: first)
        var styles = run.styles.sorted().filter { style in !open.contains { $0.style == style } }[...]
        while let style = styles.popFirst() { begin(style, styles, first) }
        switch run.content {
        case .text(let text):
            let isBeside = open.last?.piece == pieces.count - 1
            let written = MarkdownEscapes.text(text, after: last, inLink: inLink)
            pieces.append(isBeside && isLike(written.first, open.last?.style) ? "\\" + written : written)
            last = text.last ?? last
        case .raw(let text):
            if last == "!", text.first == "[" { escapeLast("!") }
            pieces.append(pieces.last?.last == "`" ? MarkdownEscapes.codeElement(text) ?? text : text)
            last = text.last ?? last
        case .lineBreak, .lineEnd, .task: break
        }
        endsWithMark = false
        endsWithText = if case .text = run.content { true } else { false }
        let following: Character? =
            switch next?.content {
            case .text(let text), .raw(let text): text.first
            default: nil
            }
        close(keeping: next?.styles ?? [], before: following)
    }

    /// Whether a sign beside the mark of a style could be a part of it, or a mark itself.
    private func isLike(_ sign: Character?, _ style: MarkdownStyle?) -> Bool {
        guard let sign else { return false }
        return sign == "*" || sign == style?.delimiter?.first
    }

    /// Escapes the last sign of the text if the mark of a style comes beside it.
    private mutating func escapeLast(beside style: MarkdownStyle) {
        guard endsWithText, !endsWithMark, let sign = pieces.last?.last, isLike(sign, style) else { return }
        escapeLast(sign)
    }

    /// Escapes the last sign, unless it is another one or has a backslash.
    private mutating func escapeLast(_ sign: Character) {
        guard let index = pieces.indices.last, pieces[index].last == sign else { return }
        let before = pieces[index].dropLast()
        guard before.reversed().prefix(while: { $0 == "\\" }).count.isMultiple(of: 2) else { return }
        pieces[index] = before + "\\" + String(sign)
    }

    private static func isPunctuation(_ character: Character) -> Bool { character.isPunctuation || character.isSymbol }

    /// Whether a mark beside these characters begins, or ends, a style (CommonMark 0.31.2 §6.2).
    private static func flanks(inside: Character?, outside: Character?) -> Bool {
        guard let inside, !inside.isWhitespace else { return false }
        guard isPunctuation(inside) else { return true }
        return outside.map { $0.isWhitespace || isPunctuation($0) } ?? true
    }

    /// Begins a style, within which others begin at the same place.
    private mutating func begin(_ style: MarkdownStyle, _ inner: ArraySlice<MarkdownStyle>, _ first: Character?) {
        if open.last?.piece != pieces.count - 1 { escapeLast(beside: style) }
        let inside = Self.beside(style, inner, first)
        let isSound = Self.flanks(inside: inside, outside: last) && !endsWithMark
        open.append((style, pieces.count, last, isSound && style.delimiter != nil))
        pieces.append(style.delimiter ?? "<\(style.element)>")
    }

    /// The character beside the mark of a style: that of another mark or element, or else that of the text; marks of the
    /// same sign are one.
    private static func beside(
        _ style: MarkdownStyle, _ others: some Sequence<MarkdownStyle>, _ text: Character?
    ) -> Character? {
        let other = others.first { $0.delimiter?.first != style.delimiter?.first }
        return other.map { $0.delimiter?.first ?? "<" } ?? text
    }

    private mutating func close(keeping styles: Set<MarkdownStyle>, before next: Character?) {
        guard let index = open.firstIndex(where: { !styles.contains($0.style) }) else { return }
        /// What was closed before, the last one first, as far as it has marks.
        var closed: [MarkdownStyle] = []
        var isElement = false
        while open.count > index {
            let ended = open.removeLast()
            if closed.isEmpty, !isElement { escapeLast(beside: ended.style) }
            let inside = isElement ? ">" : Self.beside(ended.style, closed, last)
            if ended.isSound, Self.flanks(inside: inside, outside: next) {
                pieces.append(ended.style.delimiter ?? "")
                closed.insert(ended.style, at: 0)
                endsWithMark = true
            } else {
                pieces[ended.piece] = "<\(ended.style.element)>"
                pieces.append("</\(ended.style.element)>")
                isElement = true
                // What is around it begins beside an element now.
                if let outer = open.indices.last, open[outer].piece == ended.piece - 1,
                    !Self.flanks(inside: "<", outside: open[outer].outside)
                {
                    open[outer].isSound = false
                }
            }
        }
    }
}
