import ForeignData
import NotebookText

/// Turns wiki text of Zim into Markdown.
struct ZimMarkup {
    private let text: ForeignText
    private let resolve: (String) -> LinkedHTML.Target
    private(set) var tasks = 0
    private(set) var tables = 0
    private(set) var tags: [String] = []

    init(text: ForeignText, resolve: @escaping (String) -> LinkedHTML.Target) {
        (self.text, self.resolve) = (text, resolve)
    }

    /// The level and the text of a heading: six signs are level 1, two are level 5.
    static func heading(_ line: String) -> (level: Int, text: String)? {
        let level = line.prefix { $0 == "=" }.count
        let rest = line.dropFirst(level)
        guard (2...7).contains(level), rest.first?.isWhitespace == true else { return nil }
        var text = rest.trimmedOfSpace[...]
        while text.last == "=" { text.removeLast() }
        let shown = text.trimmedOfSpace
        return shown.isEmpty ? nil : (max(1, 7 - min(6, level)), shown)
    }

    /// The Markdown of some lines.
    mutating func markdown(_ lines: [String]) -> String {
        var output: [String] = []
        var rest = lines[...]
        func endParagraph() { if output.last?.isEmpty == false { output.append("") } }
        var listIndents: [(width: Int, indent: Int)] = []
        while let line = rest.popFirst() {
            let trimmed = line.trimmedOfSpace
            if trimmed == "'''" || trimmed.hasPrefix("{{{") {
                let end = trimmed == "'''" ? "'''" : "}}}"
                let code = rest.prefix { $0.trimmedOfSpace != end }
                rest = rest.dropFirst(code.count + 1)
                endParagraph()
                if trimmed.hasPrefix("{{{table:"), code.dropFirst().first.map(Self.isRule) == true {
                    // As older versions keep tables.
                    table(Array(code), &output)
                    continue
                }
                output += MarkdownEscapes.fence(code.joined(separator: "\n"), info: info(ofObject: trimmed)) + [""]
                listIndents = []
            } else if let heading = Self.heading(line) {
                endParagraph()
                output += [String(repeating: "#", count: heading.level) + " " + inline(heading.text), ""]
                listIndents = []
            } else if let item = item(line) {
                if listIndents.isEmpty { endParagraph() }
                let depth = listIndents.count
                while let last = listIndents.last, last.width >= item.width { listIndents.removeLast() }
                let indent = listIndents.last?.indent ?? 0
                let written = String(repeating: " ", count: indent) + item.mark + " " + inline(item.text)
                let isFirst = depth > 0 && listIndents.count == depth
                if isFirst, MarkdownEscapes.interruptsNoParagraph(written, after: output.last) { output.append("") }
                output.append(written)
                listIndents.append((item.width, indent + item.mark.prefix { $0 != " " }.count + 1))
            } else if trimmed.isEmpty {
                if output.last?.isEmpty == false { output.append("") }
                listIndents = []
            } else if trimmed.hasPrefix("-----"), trimmed.allSatisfy({ $0 == "-" }) {
                endParagraph()
                output += ["***", ""]
            } else if trimmed.hasPrefix("|"), rest.first.map(Self.isRule) == true {
                endParagraph()
                table([line] + rest.prefix { $0.trimmedOfSpace.hasPrefix("|") }, &output)
                rest = rest.drop { $0.trimmedOfSpace.hasPrefix("|") }
            } else if let last = listIndents.last, line.first?.isWhitespace == true {
                output[output.count - 1] += "\\"
                output.append(String(repeating: " ", count: last.indent) + inline(trimmed))
            } else {
                if !listIndents.isEmpty {
                    listIndents = []
                    endParagraph()
                } else if let previous = output.last, !previous.isEmpty {
                    output[output.count - 1] += "\\"
                }
                let depth = line.prefix { $0 == "\t" }.count
                let space = String(repeating: "\u{A0}\u{A0}\u{A0}\u{A0}", count: depth)
                output.append(space + (space.isEmpty ? MarkdownEscapes.lineStart(inline(trimmed)) : inline(trimmed)))
            }
        }
        while output.last?.isEmpty == true { output.removeLast() }
        while output.first?.isEmpty == true { output.removeFirst() }
        return output.isEmpty ? "" : output.joined(separator: "\n") + "\n"
    }

    /// The language of a block of code, or the kind of another object, whose settings are reported.
    private func info(ofObject line: String) -> String {
        var reader = TextReader(line)
        guard reader.skip("{{{"), let name = reader.take(1..., where: { ASCII.isAlphanumeric($0) || $0 == 0x5F }),
            name.utf8.first.map(ASCII.isLetter) == true, reader.skip(":"), name != "code"
        else {
            let language = Self.language(line)
            return language.contains(" ") ? "" : language
        }
        let settings = reader.rest.trimmedOfSpace
        if !settings.isEmpty {
            text.lose(.valueDropped, "the settings of an object (\(name))", target: settings)
        }
        return String(name)
    }

    private static let boxes: [Character: String] = [" ": "[ ]", "*": "[x]", "x": "[-]", ">": "[>]", "<": "[<]"]

    /// An item of a list: how deep it is, its mark, and its text.
    private mutating func item(_ line: String) -> (width: Int, mark: String, text: String)? {
        let width = line.prefix { $0 == "\t" || $0 == " " }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
        let rest = line.drop { $0 == "\t" || $0 == " " }
        if rest.hasPrefix("* ") || rest == "*" { return (width, "-", String(rest.dropFirst(2))) }
        var reader = TextReader(rest)
        if reader.skip("["), let sign = reader.take(1...1, where: { $0 < 0x80 })?.first, reader.skip("]"),
            let box = Self.boxes[sign]
        {
            if sign == " " || sign == "*" {
                text.notes.balance.find(.tasks)
                tasks += 1
            }
            _ = reader.skip(" ")
            return (width, "- \(box)", String(reader.rest))
        }
        return Self.number(rest).map { (width, "\($0.number).", $0.text) }
    }

    /// The number or the letter before an item of a list, and the text behind it.
    private static func number(_ line: Substring) -> (number: Int, text: String)? {
        var reader = TextReader(line)
        let digits = reader.take(1..., where: ASCII.isDigit)
        let letter = digits == nil ? reader.take(1...1, where: ASCII.isLetter)?.utf8.first : nil
        let number =
            letter.map { Int(ASCII.lowercased($0)) - 96 } ?? digits.flatMap { $0.utf8.count < 10 ? Int($0) : nil }
        guard let number, reader.skip(". ") else { return nil }
        return (number, String(reader.rest))
    }

    /// Whether a row of a table is the line below its head.
    private static func isRule(_ line: String) -> Bool {
        let row = line.trimmedOfSpace
        return row.utf8.count > 2 && row.hasPrefix("|") && row.hasSuffix("|")
            && row.utf8.allSatisfy { ":-| ".utf8.contains($0) }
    }

    /// The language in the first line of a block of code; empty if it names none.
    private static func language(_ line: String) -> String {
        guard let start = line[...].place(of: "lang=\"") else { return "" }
        var reader = TextReader(line[start.upperBound...])
        let name = reader.take(0...) { $0 != UInt8(ascii: "\"") }
        return reader.skip("\"") ? name.map(String.init) ?? "" : ""
    }

    private mutating func table(_ rows: [String], _ output: inout [String]) {
        text.notes.balance.find(.tables)
        tables += 1
        let cells = rows.map { row in
            // What would end a cell has a backslash.
            let line = row.replacing("\\|", with: "\u{0}").trimmedOfSpace.dropFirst()
            let whole = line.last == "|" ? line.dropLast() : line
            return whole.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmedOfSpace)
        }
        // In Markdown, the first two rows say how many columns there are.
        let width = cells.map(\.count).max() ?? 1
        for (index, row) in cells.enumerated() {
            let row = row + Array(repeating: "", count: width - row.count)
            let shown = row.map { index == 1 ? Self.alignment($0) : cell($0) }
            output.append("| \(shown.joined(separator: " | ")) |")
        }
        output.append("")
    }

    /// The Markdown of a cell, in which a line end is written as ‘\n’.
    private mutating func cell(_ written: String) -> String {
        written.split(separator: "\\n", omittingEmptySubsequences: false).map {
            MarkdownEscapes.cell(inline($0.replacing("\u{0}", with: "|").trimmedOfSpace))
        }.joined(separator: "<br>")
    }

    /// The alignment of a column as Markdown has it: colons at its ends, and a line.
    private static func alignment(_ written: String) -> String {
        "\(written.first == ":" ? ":" : "")---\(written.count > 1 && written.last == ":" ? ":" : "")"
    }

    // MARK: Inline

    private static let schemes = ["http://", "https://", "ftp://", "file://"]
    private static let pairs: [(mark: String, opening: String, closing: String)] = [
        ("**", "**", "**"), ("//", "*", "*"), ("__", "<u>", "</u>"), ("~~", "~~", "~~"),
    ]

    /// Where something begins that may be markup.
    private static func startOfMarkup(_ text: Substring) -> Substring.Index? {
        var rest = text.utf8[...]
        while let index = rest.firstIndex(where: isMark) {
            let first = rest[index]
            rest = rest[rest.index(after: index)...]
            switch (first, rest.first) {
            case (UInt8(ascii: "@"), _), (UInt8(ascii: "_"), UInt8(ascii: "{")), (UInt8(ascii: "^"), UInt8(ascii: "{")):
                return index
            case (UInt8(ascii: "h"), _): if rest.starts(with: "ttp".utf8) { return index }
            case (UInt8(ascii: "f"), _):
                if rest.starts(with: "tp:".utf8) || rest.starts(with: "ile:".utf8) { return index }
            case (let first, let next): if first == next { return index }
            }
        }
        return nil
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "h"), UInt8(ascii: "f"),
            UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "^"),
            UInt8(ascii: "@"):
            true
        default: false
        }
    }

    /// The Markdown of a line.
    private mutating func inline(_ line: String) -> String {
        var output = ""
        var plain = ""
        var rest = line[...]
        // What no mark closes is looked for once.
        var unclosed: Set<String> = []
        func flush() {
            output += MarkdownEscapes.text(plain, after: output.last)
            plain = ""
        }
        func end(of mark: String, _ rest: Substring) -> Range<Substring.Index>? {
            guard !unclosed.contains(mark) else { return nil }
            let found = rest.place(of: mark)
            if found == nil { unclosed.insert(mark) }
            return found
        }
        while let start = Self.startOfMarkup(rest), let first = rest[start...].first {
            plain += rest[..<start]
            rest = rest[start...]
            if rest.hasPrefix("''"), let end = end(of: "''", rest.dropFirst(2)),
                end.lowerBound > rest.index(rest.startIndex, offsetBy: 2)
            {
                flush()
                output += MarkdownEscapes.codeSpan(
                    String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound]))
                rest = rest[end.upperBound...]
            } else if rest.hasPrefix("[["), let end = end(of: "]]", rest) {
                flush()
                output += link(String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound]))
                rest = rest[end.upperBound...]
            } else if rest.hasPrefix("{{"), let end = end(of: "}}", rest) {
                flush()
                let written = String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound])
                output += Self.anchor(written) ?? picture(written)
                rest = rest[end.upperBound...]
            } else if first == "h" || first == "f", var address = Self.address(rest) {
                flush()
                func isOpen() -> Bool { address.count { $0 == "(" } >= address.count { $0 == ")" } }
                while let last = address.last, ".,;:!?)".contains(last), last != ")" || !isOpen() {
                    address.removeLast()
                }
                text.notes.balance.find(.links)
                output += text.external(address).map { "<\($0)>" } ?? MarkdownEscapes.text(address)
                rest = rest.dropFirst(address.count)
            } else if let pair = Self.pairs.first(where: { rest.hasPrefix($0.mark) }),
                let end = closing(rest, end(of: pair.mark, rest.dropFirst(2)))
            {
                flush()
                let inner = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
                output += pair.opening + inline(String(inner)) + pair.closing
                rest = rest[rest.index(end, offsetBy: 2)...]
            } else if rest.hasPrefix("_{") || rest.hasPrefix("^{"), let end = end(of: "}", rest),
                case let inner = rest[..<end.lowerBound].dropFirst(2), !inner.isEmpty
            {
                flush()
                let name = first == "_" ? "sub" : "sup"
                output += "<\(name)>\(inline(String(inner)))</\(name)>"
                rest = rest[end.upperBound...]
            } else if first == "@", plain.last?.isWhitespace ?? output.isEmpty,
                case let tag = rest.dropFirst().prefix(while: Self.isInTag), !tag.isEmpty
            {
                tags.append(String(tag))
                plain += rest[..<tag.endIndex]
                rest = rest[tag.endIndex...]
            } else {
                plain.append(rest.removeFirst())
            }
        }
        plain += rest
        flush()
        return output
    }

    /// The address on the web, or of a file, at the beginning of a text.
    private static func address(_ text: Substring) -> String? {
        guard let scheme = schemes.first(where: text.begins) else { return nil }
        let address = text.prefix { !$0.isWhitespace && !"<>\"'".contains($0) }
        return address.utf8.count > scheme.utf8.count ? String(address) : nil
    }

    private static func isInTag(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
        default: character == "_"
        }
    }

    /// Where a style ends: marks enclose text without spaces at its ends.
    private func closing(_ rest: Substring, _ found: Range<Substring.Index>?) -> Substring.Index? {
        let inner = rest.dropFirst(2)
        guard let first = inner.first, !first.isWhitespace, let found,
            found.lowerBound > inner.startIndex, inner[inner.index(before: found.lowerBound)].isWhitespace == false
        else { return nil }
        return found.lowerBound
    }

    private func link(_ written: String) -> String {
        let parts = written.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map {
            $0.trimmedOfSpace
        }
        let address = parts[0]
        let shown =
            parts.count > 1 && !parts[1].isEmpty
            ? parts[1] : address.hasPrefix(":") || address.hasPrefix("+") ? String(address.dropFirst()) : address
        return link(address, showing: MarkdownEscapes.text(shown, inLink: true))
    }

    /// A link with a text in Markdown.
    private func link(_ address: String, showing label: String) -> String {
        text.notes.balance.find(.links)
        switch resolve(address) {
        case .note(let link): return "[\(label)](\(text.notes.mark(link)))"
        case .attachment(let path, _):
            text.notes.balance.settle(.links, .resolved)
            return "[\(label)](\(text.notes.mark(path)))"
        case .unreadable:
            text.notes.balance.settle(.links, .unresolved)
            return "[\(label)](\(MarkdownEscapes.destination(address)))"
        case .missing:
            text.notes.balance.settle(.links, .unresolved)
            text.lose(.linkUnresolved, "it is not in the source", target: address)
            return "[\(label)](\(MarkdownEscapes.destination(address)))"
        case .outside:
            let isMail = address.holds("@") && !address.holds(":")
            return text.external(isMail ? "mailto:\(address)" : address).map {
                "[\(label)](\(MarkdownEscapes.destination($0)))"
            } ?? label
        }
    }

    /// A value in the address of a picture, `a.png?width=50`; empty if it has none.
    private static func value(_ name: String, in address: String) -> String {
        let parts = address.utf8.split(omittingEmptySubsequences: false) { "?&".utf8.contains($0) }
        for part in parts.dropFirst() {
            var reader = TextReader(Substring(part))
            if reader.skip("\(name)=") { return String(reader.rest) }
        }
        return ""
    }

    /// A place to which links lead: `{{id: name}}`; `nil` for anything else.
    private static func anchor(_ written: String) -> String? {
        guard let name = written.begins(with: "id:") ? written.dropFirst(3).trimmedOfSpace : nil, !name.isEmpty,
            !name.utf8.contains(where: { "<>&\"".utf8.contains($0) })
        else { return nil }
        return "<a id=\"\(name)\"></a>"
    }

    /// A picture, which may be a link to a page.
    private func picture(_ written: String) -> String {
        let shown = unlinkedPicture(written)
        let whole = written.prefix { $0 != "|" }
        let href = Self.value("href", in: String(whole))
        guard !href.isEmpty else { return shown }
        return link(PercentEncoding.decode(href) ?? href, showing: shown)
    }

    private func unlinkedPicture(_ written: String) -> String {
        let parts = written.split(separator: "|", maxSplits: 1).map(String.init)
        guard let whole = parts.first else { return MarkdownEscapes.text("{{}}") }
        let address = String(whole.prefix { $0 != "?" })
        let width = String(Self.value("width", in: whole).prefix { $0.isASCII && $0.isNumber })
        switch resolve(address) {
        case .attachment(let path, let name):
            return text.shown(path, name: parts.count > 1 ? parts[1] : name, isEmbedded: true, size: width)
        case .outside: return text.remote(address, parts.count > 1 ? parts[1] : "")
        case .missing, .note:
            text.lack(address)
            return MarkdownEscapes.text("{{\(written)}}")
        case .unreadable: return MarkdownEscapes.text("{{\(written)}}")
        }
    }
}
