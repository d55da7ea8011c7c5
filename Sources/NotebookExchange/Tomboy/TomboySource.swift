import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookText

/// Notes of Tomboy, one in each file (format 0.3).
struct TomboySource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    private let paths: [String]
    private let known: Set<String>

    init(_ files: ForeignFiles, _ paths: [String], shown: String) {
        (self.files, self.paths, self.shown) = (files, paths, shown)
        known = Set(paths)
    }

    func owns(_ path: String) -> Bool { known.contains(path) }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        notes.loseRest(files.files.filter { !owns($0.path) })
        for path in paths {
            notes.balance.find(.notes)
            guard let bytes = try files.content(path) else {
                notes.refuse(note: path, place: path, because: files.obstacle(path))
                continue
            }
            try notes.write(&bundle, weight: bytes.count) { try Self.note(bytes, path, $0) }
        }
    }

    /// The note of a file; `nil` if it cannot be read, which is reported.
    private static func note(_ bytes: [UInt8], _ path: String, _ notes: ForeignFindings) throws -> ForeignNote? {
        do {
            guard let text = notes.text(TextDecoding.text(ofXML: bytes), note: path, place: path) else { return nil }
            return note(try TomboyNote(Array(text.utf8)), path, notes)
        } catch let problem as XMLProblem {
            notes.refuse(note: path, place: path, because: "\(problem)")
            return nil
        }
    }

    private static func note(_ source: TomboyNote, _ path: String, _ notes: ForeignFindings) -> ForeignNote {
        let name = String(path.parts(between: "/").last?.dropLast(5) ?? "")
        var note = ForeignNote(id: "tomboy\0\(name)")
        note.uuid = UniqueIdentifier(name)
        note.isGuessed = note.uuid == nil
        note.title = source.title
        note.place = path
        for (date, key) in [(source.created, "create-date"), (source.changed, "last-change-date")] where !date.isEmpty {
            // Fractions of seconds have up to seven digits, after a point or a comma.
            let time = Timestamp(asWritten: withoutFraction(date))
            if time == nil {
                notes.lose(.dateInvalid, "the date is invalid", note: source.title, place: path, target: date)
            }
            if key == "create-date" { note.created = time } else { note.modified = time }
        }
        for tag in source.tags {
            if tag.hasPrefix("system:notebook:") {
                let name = String(tag.dropFirst("system:notebook:".count)).trimmedOfSpace
                guard !name.isEmpty else { continue }
                note.folder = [name]
                if let made = PortableName.made(from: name), made != name.composed {
                    notes.lose(
                        .noteChanged, "its notebook “\(name)” is the folder “\(made)”", note: source.title,
                        place: path, target: name)
                }
            } else if tag == "system:template" {
                note.add("template", typed: "true")
                notes.lose(
                    .propertyKept, "it is a template; kept as the property “template”", note: source.title, place: path,
                    target: "template")
            } else if !tag.hasPrefix("system:") {
                note.tags.append(tag)
            }
        }
        let root = HTMLElement("div", [], source.content)
        let counts = LinkedHTML.counts(root)
        notes.balance.find(.links, counts.links)
        let text = ForeignText(notes, title: source.title, place: path, count: LinkedHTML.counts)
        for style in source.styles.sorted() { text.lose(.style(style)) }
        var rules = LinkedHTML(text: text, resolve: { _ in .outside })
        rules.special = { element in
            if element.name == TomboyMarkup.indentedName { return .inline(MarkdownEscapes.text(element.text)) }
            guard element.name == "a", let address = element["href"], address.hasPrefix("tomboy:") else {
                return .usual
            }
            let title = String(address.dropFirst(7))
            let wiki = ForeignWikiLink(label: nil, written: "[[\(title)]]")
            return .inline(
                notes.mark(
                    ForeignLink(title: title, wiki: wiki, address: title)))
        }
        var converter = HTMLMarkdown(rules)
        note.body = converter.markdown(root.children)
        text.finish()
        return note
    }

    /// A date without the fraction of its seconds.
    private static func withoutFraction(_ date: String) -> String {
        guard let point = date.utf8.firstIndex(where: { ".,".utf8.contains($0) }) else { return date }
        let rest = date.utf8[point...].dropFirst()
        let zone = rest.drop(while: ASCII.isDigit)
        return zone.startIndex > rest.startIndex ? "\(date[..<point])\(Substring(zone))" : date
    }
}

/// A note as it is read.
struct TomboyNote {
    private(set) var title = ""
    private(set) var created = ""
    private(set) var changed = ""
    private(set) var tags: [String] = []
    /// The text as HTML.
    private(set) var content: [HTMLNode] = []
    /// The marks that Markdown does not have.
    private(set) var styles: Set<String> = []

    /// Reads a note.
    ///
    /// - Throws: `XMLProblem`.
    init(_ bytes: [UInt8]) throws {
        var scanner = XMLScanner(bytes)
        var open: [HTMLElement] = []
        while let event = try scanner.next() {
            switch event {
            case .start("title", _) where open.isEmpty: title = try scanner.elementText(limit: 1 << 16) ?? ""
            case .start("create-date", _): created = try scanner.elementText(limit: 100)?.trimmedOfSpace ?? ""
            case .start("last-change-date", _): changed = try scanner.elementText(limit: 100)?.trimmedOfSpace ?? ""
            case .start("tag", _) where open.isEmpty:
                tags.append(try scanner.elementText(limit: 1 << 16)?.trimmedOfSpace ?? "")
            case .start(let name, _) where name == "note-content" || !open.isEmpty:
                if !open.isEmpty, !TomboyMarkup.knows(name) { styles.insert(name) }
                open.append(HTMLElement(name))
            case .text(let text) where !open.isEmpty:
                open[open.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
            case .end where !open.isEmpty:
                let element = open.removeLast()
                guard open.isEmpty else {
                    open[open.count - 1].children.append(.element(element))
                    continue
                }
                content = TomboyMarkup.html(TomboyMarkup.withoutTitle(element.children, title))
            default: break
            }
        }
    }
}

/// The markup of Tomboy as HTML.
enum TomboyMarkup {
    private static let names = [
        "list": "ul", "list-item": "li", "bold": "strong", "italic": "em", "strikethrough": "s", "highlight": "mark",
        "monospace": "code", "underline": "u",
    ]

    /// Whether a mark of the source has a meaning in Markdown.
    static func knows(_ name: String) -> Bool {
        names[name] != nil || ["size:huge", "link:internal", "link:url"].contains(name)
    }

    /// The text without its first line, which repeats the title.
    static func withoutTitle(_ nodes: [HTMLNode], _ title: String) -> [HTMLNode] {
        guard case .text(let text)? = nodes.first else { return nodes }
        let line = text.prefix { !$0.isNewline }
        guard line.trimmedOfSpace == title.trimmedOfSpace else { return nodes }
        return [.text(String(text.dropFirst(line.count)))] + nodes.dropFirst()
    }

    static func html(_ nodes: [HTMLNode]) -> [HTMLNode] {
        var output: [HTMLNode] = []
        var isLineStart = true
        for node in nodes {
            switch node {
            case .text(let text):
                for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                    if index > 0 { output.append(.element(HTMLElement("br"))) }
                    let isStart = index > 0 || isLineStart
                    guard !line.isEmpty else { continue }
                    output.append(isStart && isIndented(line) ? indented(line) : .text(String(line)))
                }
                isLineStart = text.hasSuffix("\n") || text.isEmpty && isLineStart
            case .element(let element):
                output += html(element, isLineStart: isLineStart)
                isLineStart = element.name == "list" || element.text.hasSuffix("\n")
            }
        }
        return output
    }

    private static func isIndented(_ line: Substring) -> Bool {
        line.first.map { " \t".contains($0) } == true && line.contains { !$0.isWhitespace }
    }

    /// The beginning of a line that is indented, which HTML would leave out.
    private static func indented(_ line: Substring) -> HTMLNode {
        let text = line.drop { $0 == " " || $0 == "\t" }
        let indentation = line[..<text.startIndex].map { $0 == "\t" ? "\u{A0}\u{A0}\u{A0}\u{A0}" : "\u{A0}" }
        return .element(HTMLElement(indentedName, [], [.text(indentation.joined() + text)]))
    }

    /// The name of an element with the beginning of an indented line.
    static let indentedName = "indented"

    private static func html(_ element: HTMLElement, isLineStart: Bool) -> [HTMLNode] {
        let inner = html(element.children)
        switch element.name {
        case "size:huge" where isLineStart && !element.text.trimmedOfSpace.contains("\n"):
            let heading = HTMLElement("h2", [], [.text(element.text.trimmedOfSpace)])
            return element.text.trimmedOfSpace.isEmpty ? inner : [.element(heading)]
        case "monospace" where element.text.contains("\n"):
            // Links can be only where there is no code.
            let hasLinks = element.first { $0.name.hasPrefix("link:") } != nil
            return hasLinks ? inner : [.element(HTMLElement("pre", [], [.text(element.text)]))]
        case "size:huge", "size:large": return [.element(HTMLElement("strong", [], inner))]
        case "link:internal":
            return [.element(HTMLElement("a", [XMLAttribute("href", "tomboy:\(element.text)")], inner))]
        case "link:url":
            return [.element(HTMLElement("a", [XMLAttribute("href", address(element.text))], inner))]
        default:
            guard let name = names[element.name] else { return inner }
            return [.element(HTMLElement(name, [], inner))]
        }
    }

    private static func address(_ text: String) -> String {
        if text.holds("@"), !text.holds(":") { return "mailto:\(text)" }
        return text.hasPrefix("www.") ? "https://\(text)" : text
    }
}
