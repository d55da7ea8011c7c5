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
        let words = HTMLTree.root(field ?? "").words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
        guard !address.contains("://"), !address.hasPrefix("data:"), !address.hasPrefix("mailto:") else {
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

    /// The text of a card; one with gaps needs no back.
    static func body(front: String, back: String) -> String {
        guard !back.isEmpty || !front.contains("{{c") else {
            return front.isEmpty || front.hasSuffix("\n") ? front : front + "\n"
        }
        return String(decoding: CardBody.text(front: Array(front.utf8), back: Array(back.utf8)), as: UTF8.self)
    }

    /// Puts formulas and sounds, which are text for HTML, into elements.
    private static func marked(_ html: String) -> String {
        guard html.contains("\\") || html.contains("[") else { return html }
        func element(_ name: String, _ content: Substring, _ attributes: String = "") -> String {
            let text = content.replacing(#/<br ?\/?>|<\/?div>/#, with: "\n").replacing(#/<[^>]*>/#, with: "")
            return "<\(name)\(attributes)>\(text)</\(name)>"
        }
        return html.replacingSpans(from: "\\(", to: "\\)") { element("anki-math", $0) }
            .replacingSpans(from: "\\[", to: "\\]") { element("anki-math", $0, " display") }
            .replacingSpans(from: "[latex]", to: "[/latex]") { element("anki-math", $0, " display") }
            .replacingSpans(from: "[$$]", to: "[/$$]") { element("anki-math", $0, " display") }
            .replacingSpans(from: "[$]", to: "[/$]") { element("anki-math", $0) }
            .replacingSpans(from: "[sound:", to: "]") { element("anki-sound", $0) }
    }
}
