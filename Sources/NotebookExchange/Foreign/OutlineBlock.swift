import ForeignData
import NotebookText

/// A block of an outliner: a text, and the blocks below it.
struct OutlineBlock {
    /// Its Markdown, without marks of lists and tasks.
    var text: String
    /// The name by which links lead to it.
    var anchor: String?
    /// The level of a heading; 0 for other blocks.
    var heading = 0
    /// The mark of a task.
    var task: Character?
    var isNumbered = false
    /// Whether it is more than a paragraph, such as a table, whose lines stay as they are.
    var isBlock = false
    var children: [OutlineBlock] = []

    /// The names in a value: in double brackets, after number signs, or between commas.
    static func names(_ value: String) -> [String] {
        var names: [String] = []
        var rest = value[...]
        while true {
            rest = rest.drop { $0 == "," || $0.isWhitespace }
            guard !rest.isEmpty else { return names.filter { !$0.isEmpty } }
            let isTag = rest.first == "#"
            if isTag { rest.removeFirst() }
            if let end = pageEnd(in: rest) {
                names.append(rest[..<end].dropFirst(2).dropLast(2).trimmedOfSpace)
                rest = rest[end...]
            } else {
                let name = rest.prefix { $0 != "," && !(isTag && $0.isWhitespace) }
                names.append(name.trimmedOfSpace)
                rest = rest[name.endIndex...]
            }
        }
    }

    /// The end of the name of a page in double brackets at the beginning of a text, in which others may be; `nil` if
    /// there is none.
    private static func pageEnd(in text: Substring) -> Substring.Index? {
        guard text.begins(with: "[[") else { return nil }
        var (depth, rest) = (0, text)
        while !rest.isEmpty {
            if rest.begins(with: "[[") {
                depth += 1
                rest = rest.dropFirst(2)
            } else if rest.begins(with: "]]") {
                depth -= 1
                rest = rest.dropFirst(2)
                if depth == 0 { return rest.startIndex }
            } else {
                rest.removeFirst()
            }
        }
        return nil
    }

    /// Whether a text is nothing but a wiki link.
    static func isWikiLink(_ text: String) -> Bool {
        guard text.hasPrefix("[["), let name = text.dropFirst(2).without(ending: "]]") else { return false }
        return !name.isEmpty && !name.contains(where: \.isNewline)
    }

    /// Whether a text is nothing but an address on the web.
    static func isOnWeb(_ text: String) -> Bool {
        let rest = ["http://", "https://"].first(where: text.hasPrefix).map { text.utf8.dropFirst($0.utf8.count) }
        return rest?.isEmpty == false && !text.contains(where: \.isWhitespace)
    }

    /// A text with its links to pages whose names contain links, `[[[[Page]] of a name]]`, replaced.
    ///
    /// - Parameter replacement: Gets the name of the page, the words that the link shows, and the whole link.
    static func nestedLinks(
        in text: String, _ replacement: (_ page: String, _ words: String, _ written: String) -> String
    ) -> String {
        guard text.holds("[[") else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var done = 0
        var open: [Int] = []
        var holdsLink = false
        var index = 0
        while index + 1 < bytes.count {
            guard bytes[index] == bytes[index + 1], bytes[index] == 0x5B || bytes[index] == 0x5D else {
                index += 1
                continue
            }
            if bytes[index] == 0x5B {
                open.append(index)
            } else if let start = open.popLast() {
                if !open.isEmpty {
                    holdsLink = true
                } else if holdsLink {
                    let link = NestedLink(bytes, start..<index + 2)
                    output += bytes[done..<link.whole.lowerBound]
                    output += replacement(link.page, link.words, link.written).utf8
                    done = link.whole.upperBound
                    holdsLink = false
                }
            }
            index += 2
        }
        return String(decoding: output + bytes[done...], as: UTF8.self)
    }

    /// A link to a page whose name contains links.
    private struct NestedLink {
        let page: String
        let words: String
        let written: String
        /// Where it stands, with its words or the mark of a tag.
        let whole: Range<Int>

        /// - Parameter range: Where its brackets are.
        init(_ bytes: [UInt8], _ range: Range<Int>) {
            func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
            page = text(range.lowerBound + 2..<range.upperBound - 2)
            let before = bytes[..<range.lowerBound]
            let isNamed = before.suffix(2).elementsEqual("](".utf8) && bytes[range.upperBound...].first == 0x29
            let start = before.dropLast(2).lastIndex { $0 == 0x5B || $0 == 0x5D }
            if isNamed, let start, bytes[start] == 0x5B, start + 1 < range.lowerBound - 2 {
                words = text(start + 1..<range.lowerBound - 2)
                whole = start..<range.upperBound + 1
            } else {
                words = page.filter { !"[]".contains($0) }
                whole = (before.last == UInt8(ascii: "#") ? range.lowerBound - 1 : range.lowerBound)..<range.upperBound
            }
            written = text(whole)
        }
    }

    /// A text with its links to pages replaced by the words that they show.
    static func words(of text: String) -> String {
        namedLinks(in: nestedLinks(in: text) { _, words, _ in words }) { _, words in "\(words)" }
    }

    /// A text whose links to pages with words of their own, `[words]([[Page]])`, are replaced, by default by wiki links.
    static func namedLinks(
        in text: String, _ replacement: (_ page: Substring, _ words: Substring) -> String = { "[[\($0)|\($1)]]" }
    ) -> String {
        guard text.holds("]([[") else { return text }
        var output = ""
        var done = text.startIndex
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "[")) {
            rest = rest[start...].dropFirst()
            var reader = TextReader(text[start...])
            guard reader.skip("["), let words = reader.take(1..., where: isName), reader.skip("]([["),
                let page = reader.take(1..., where: isName), reader.skip("]])")
            else { continue }
            output += text[done..<start]
            output += replacement(page, words)
            done = reader.rest.startIndex
            rest = reader.rest.utf8
        }
        return output + text[done...]
    }

    private static func isName(_ byte: UInt8) -> Bool { !"[]|".utf8.contains(byte) }

    /// A text with `==` around what has `^^` around it.
    static func highlights(in text: String) -> String {
        guard text.holds("^^") else { return text }
        return text.replacingSpans(from: "^^", to: "^^") { isStyled($0) ? "==\($0)==" : nil }
    }

    /// Whether marks around a text are a style: there is no space beside them, and no line end between them.
    static func isStyled(_ text: Substring) -> Bool {
        text.first?.isWhitespace == false && text.last?.isWhitespace == false && !text.contains(where: \.isNewline)
    }

    /// How many tasks are in some blocks, also those that are headings.
    static func tasks(_ blocks: [OutlineBlock]) -> Int {
        blocks.map { ($0.task == nil ? 0 : 1) + tasks($0.children) }.reduce(0, +)
    }

    /// The blocks as Markdown: headings that are not in lists, and lists.
    static func markdown(_ blocks: [OutlineBlock]) -> String {
        var lines: [String] = []
        add(blocks, to: &lines)
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    /// Adds blocks that are not in a list.
    private static func add(_ blocks: [OutlineBlock], to lines: inout [String]) {
        var rest = blocks[...]
        while let block = rest.first {
            guard block.heading > 0 || block.isBlock else {
                let list = rest.prefix { $0.heading == 0 && !$0.isBlock }
                if lines.last?.isEmpty == false { lines.append("") }
                addList(Array(list), indentation: "", to: &lines)
                rest = rest.dropFirst(list.count)
                continue
            }
            if lines.last?.isEmpty == false { lines.append("") }
            lines += block.written()
            lines.append("")
            add(block.children, to: &lines)
            rest = rest.dropFirst()
        }
    }

    private static func addList(_ blocks: [OutlineBlock], indentation: String, to lines: inout [String]) {
        var number = 0
        for block in blocks {
            guard !block.isBlock else {
                // A table is a part of the item that it is below.
                if lines.last?.isEmpty == false { lines.append("") }
                lines += block.written().map { $0.isEmpty ? "" : indentation + $0 } + [""]
                addList(block.children, indentation: indentation, to: &lines)
                continue
            }
            number = block.isNumbered ? number + 1 : 0
            let mark = block.isNumbered ? "\(number)." : "-"
            let inner = indentation + String(repeating: " ", count: mark.count + 1)
            for (index, line) in block.written().enumerated() {
                lines.append(index == 0 ? "\(indentation)\(mark) \(line)" : line.isEmpty ? "" : inner + line)
            }
            let end = lines.count
            addList(block.children, indentation: inner, to: &lines)
            if end < lines.count, MarkdownEscapes.interruptsNoParagraph(lines[end], after: lines[end - 1]) {
                lines.insert("", at: end)
            }
        }
    }

    /// Its lines, with heading, task and name.
    private func written() -> [String] {
        var lines = text.parts(between: "\n", omittingEmpty: false).map(String.init)
        // A heading is no task.
        if let task { lines[0] = (heading == 0 ? "[\(task)] " : task == "x" ? "☑ " : "☐ ") + lines[0] }
        if heading > 0, !lines[0].hasPrefix("#") {
            lines[0] = String(repeating: "#", count: min(heading, 6)) + " " + lines[0]
        }
        guard let anchor else { return lines }
        if isBlock || lines.last?.hasPrefix("```") == true {
            lines += ["", "^\(anchor)"]
        } else if lines.contains(where: { $0.hasPrefix("```") }) {
            lines += ["^\(anchor)"]
        } else {
            lines[lines.count - 1] += " ^\(anchor)"
        }
        return lines
    }
}
