import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookText

/// Turns the HTML of fields into Markdown.
struct AnkiText {
    let notes: ForeignImport
    /// The files of the package in the bundle, by their names.
    let media: [String: BundlePath]

    /// The words of a field, by which reports name a note.
    static func plain(_ field: String?) -> String {
        let words = HTMLTree.root(field ?? "").words.singleSpaced
        return words.isEmpty ? field ?? "" : words
    }

    /// The Markdown of some HTML.
    func markdown(_ html: String, title: String, place: String) -> (text: String, tasks: Int, tables: Int) {
        let root = HTMLTree.root(Self.marked(html))
        let counts = LinkedHTML.counts(root)
        notes.balance.find(.links, counts.links)
        notes.balance.find(.tables, counts.tables)
        notes.balance.find(.tasks, counts.tasks)
        let text = ForeignText(notes, title: title, place: place, count: LinkedHTML.counts)
        var rules = LinkedHTML(text: text, resolve: { target($0) })
        rules.marksWithElements = true
        rules.special = { special($0, text) }
        var converter = HTMLMarkdown(rules)
        let markdown = converter.markdown(root.children)
        text.finish()
        return (markdown, counts.tasks - text.tasks, counts.tables - text.tables)
    }

    private func target(_ address: String) -> LinkedHTML.Target {
        guard !address.holds("://"), !address.hasPrefix("data:"), !address.hasPrefix("mailto:") else {
            return .outside
        }
        let name = PercentEncoding.decode(address) ?? address
        if let path = media[name.composed] ?? media[address.composed] { return .attachment(path, name: name) }
        return address.hasPrefix("#") ? .outside : .missing
    }

    private func special(_ element: HTMLElement, _ text: ForeignText) -> HTMLReplacement {
        switch element.name {
        case "anki-math":
            let content = element.text.split { $0.isNewline || $0 == "\u{A0}" }.joined(separator: " ").trimmedOfSpace
            guard !content.isEmpty else { return .nothing }
            // A formula that brings its own signs keeps them.
            if content.hasPrefix("$"), content.hasSuffix("$"), content.count > 2 { return .inline(content) }
            return .inline(element["display"] != nil ? "$$\(content)$$" : "$\(content)$")
        case "anki-sound":
            let name = element.text
            guard let path = media[name.composed] else {
                notes.balance.find(.attachments)
                notes.balance.settle(.attachments, .missing)
                text.lose(.attachmentMissing, "the file is not in the package", target: name)
                return .inline(MarkdownEscapes.text("[sound:\(name)]"))
            }
            return .inline(text.shown(path, name: name, isEmbedded: true))
        default: return .usual
        }
    }

    /// The addresses and the names of sounds in the HTML of a field, and whether it shows them, rather than links to them.
    static func addresses(in html: String) -> [(text: Substring, isShown: Bool)] {
        var found: [(text: Substring, isShown: Bool)] = []
        var rest = html.utf8[...]
        while let sign = rest.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "[") }) {
            let before = rest[..<sign]
            var reader = TextReader(html[sign...])
            rest = rest[sign...].dropFirst()
            let address: Substring?
            var isShown = true
            if reader.skip("[") {
                address = sound(&reader)
            } else {
                let name = ["src", "href", "data"].first { before.suffix($0.utf8.count).elementsEqual($0.utf8) }
                _ = reader.skip("=")
                address = name == nil ? nil : value(&reader)
                isShown = name != "href"
            }
            guard let address else { continue }
            found.append((address, isShown))
            rest = reader.rest.utf8
        }
        return found
    }

    private static func sound(_ reader: inout TextReader) -> Substring? {
        guard reader.skip("sound:"), let name = reader.take(1...4096, where: { $0 != UInt8(ascii: "]") }),
            reader.skip("]")
        else { return nil }
        return name
    }

    /// The value of an attribute, with or without quotation marks.
    private static func value(_ reader: inout TextReader) -> Substring? {
        for mark in ["\"", "'"] {
            var ahead = reader
            guard ahead.skip(mark), let value = ahead.take(0..., where: { $0 != mark.utf8.first }), ahead.skip(mark)
            else { continue }
            reader = ahead
            return value
        }
        return reader.take(1...) { $0 != 0x20 && $0 != UInt8(ascii: ">") }
    }

    /// How tags of line breaks are written.
    static let breaks: Set<String> = ["br", "br ", "br/", "br /"]

    /// Puts formulas and sounds, which are text for HTML, into elements.
    private static func marked(_ html: String) -> String {
        guard html.holds("\\") || html.holds("[") else { return html }
        func element(_ name: String, _ content: Substring, _ attributes: String = "") -> String? {
            // Formulas have no such parts, but the signs around them may be meant as they are.
            guard !["<img", "<audio", "<video", "<object", "<table", "<pre", "<code"].contains(where: content.holds)
            else { return nil }
            let lines = String(content).replacingTags { tag in
                breaks.contains(String(tag)) || tag == "div" || tag == "/div" ? "\n" : nil
            }
            let text = lines.replacingTags { _ in "" }
            return "<\(name)\(attributes)>\(text)</\(name)>"
        }
        let formulas = changingOutsideCode(html) { text in
            text.replacingSpans(from: "\\(", to: "\\)") { element("anki-math", $0) }
                .replacingSpans(from: "\\[", to: "\\]") { element("anki-math", $0, " display") }
        }
        return formulas.replacingSpans(from: "[latex]", to: "[/latex]") { element("anki-math", $0, " display") }
            .replacingSpans(from: "[$$]", to: "[/$$]") { element("anki-math", $0, " display") }
            .replacingSpans(from: "[$]", to: "[/$]") { element("anki-math", $0) }
            .replacingSpans(from: "[sound:", to: "]") { element("anki-sound", $0) }
    }

    /// Changes HTML except in elements of code, in which Anki shows no formulas.
    static func changingOutsideCode(_ html: String, _ change: (String) -> String) -> String {
        guard html.holds("<code") || html.holds("<pre") else { return change(html) }
        var output = ""
        var (rest, next) = (html[...], html.startIndex)
        while let sign = rest[next...].utf8.firstIndex(of: UInt8(ascii: "<")) {
            let tag = rest[sign...].dropFirst()
            let name = ["code", "pre"].first { tag.hasPrefix($0 + ">") || tag.hasPrefix($0 + " ") }
            guard let name else {
                next = rest.utf8.index(after: sign)
                continue
            }
            guard let end = tag.place(of: "</\(name)>") else { break }
            output += change(String(rest[..<sign])) + rest[sign..<end.upperBound]
            rest = rest[end.upperBound...]
            next = rest.startIndex
        }
        return output + change(String(rest))
    }
}
