import ForeignData
import NotebookFormat
import NotebookLinks
import NotebookText

/// The usual meaning of HTML in notes of other systems, with links and pictures that a function resolves.
struct LinkedHTML: HTMLRules {
    /// What an address of a source leads to.
    enum Target {
        /// A note, or a file of the source that is no attachment.
        case note(ForeignLink)
        /// An attachment, and its name.
        case attachment(BundlePath, name: String)
        /// A file that the source lacks.
        case missing
        /// A file that cannot be read, which is reported.
        case unreadable
        /// Somewhere else.
        case outside
    }

    let text: ForeignText
    /// Resolves an address.
    let resolve: (String) -> Target
    /// What elements become that have a meaning of their own.
    var special: (HTMLElement) -> HTMLReplacement = { _ in .usual }
    var marksWithElements = false
    /// Whether a link to nothing keeps its address; otherwise only its text stays.
    var keepsAddress = true
    /// The attachments made of `data:` addresses; `nil` for damaged ones, which are reported.
    var dataPictures: [String: BundlePath?] = [:]

    /// What a text holds.
    static func counts(_ root: HTMLElement) -> HTMLCounts {
        HTMLCounts(root, isTask: { element, outer in isBox(element) || state(of: element, in: outer) != nil })
    }

    private static func isBox(_ element: HTMLElement) -> Bool {
        element.name == "input" && element["type"]?.lowercased() == "checkbox"
    }

    /// Whether an item of a list is a task without a box, and done, as some editors write it; `nil` for others.
    private static func state(of item: HTMLElement, in list: HTMLElement) -> Bool? {
        guard item.name == "li", item.first(isBox) == nil else { return nil }
        if let written = item["data-checked"] { return written.lowercased() == "true" }
        return list.classes.contains("joplin-checklist") ? item.classes.contains("checked") : nil
    }

    func task(_ item: HTMLElement, in list: HTMLElement) -> Bool? { Self.state(of: item, in: list) }

    func replacement(of element: HTMLElement) -> HTMLReplacement { special(element) }

    func destination(of link: HTMLElement, text shown: String) -> String? {
        let address = link["href"] ?? ""
        if ReadableDestination.runsScript(address) { return text.external(address) }
        switch resolve(address) {
        case .note(let link): return text.notes.mark(link)
        case .attachment(let path, _):
            text.notes.balance.settle(.links, .resolved)
            return text.notes.mark(path)
        case .missing:
            text.notes.balance.settle(.links, .unresolved)
            text.lose(.linkUnresolved, "it is not in the source", target: address)
            return keepsAddress ? address : nil
        case .unreadable:
            text.notes.balance.settle(.links, .unresolved)
            return keepsAddress ? address : nil
        case .outside: return text.external(address)
        }
    }

    func picture(_ element: HTMLElement) -> HTMLReplacement {
        let offered = element.elements.filter { $0.name == "source" || $0.name == "track" }
        let main = ([element["src"] ?? element["data"]] + offered.map { $0["src"] }).compactMap(\.self)
            .filter { !$0.isEmpty }
        guard !main.isEmpty else { return .nodes(element.children) }
        let fallback = element.children.filter { node in
            if case .element(let child) = node { !["source", "track", "param"].contains(child.name) } else { true }
        }
        let posters = [element["poster"]].compactMap(\.self).filter { !$0.isEmpty }
        let shown =
            posters.map { file($0, of: HTMLElement("img")) }
            + main.enumerated().map { index, address in
                let isTrack = offered.contains { $0.name == "track" && $0["src"] == address }
                return file(address, of: isTrack ? HTMLElement("track") : element)
            }
        // What stands within is shown only where the file cannot be.
        let hasFile = shown.contains { $0.isThere }
        if !hasFile, fallback.contains(where: { !HTMLNode.text(of: [$0]).trimmedOfSpace.isEmpty }) {
            return .nodes(fallback)
        }
        text.drop(within: HTMLElement("", [], fallback))
        return .inline(shown.map(\.markdown).joined(separator: " "))
    }

    /// A file that an element shows, in Markdown, and whether it is somewhere.
    private func file(_ address: String, of element: HTMLElement) -> (markdown: String, isThere: Bool) {
        let alt = element["alt"] ?? ""
        if let known = dataPictures[address] {
            return (known.map { text.shown($0, name: alt, isEmbedded: true) } ?? MarkdownEscapes.text(alt), true)
        }
        switch resolve(address) {
        case .attachment(let path, let name):
            let size = (element["width"] ?? element.style["width"]).flatMap { written -> String? in
                written.hasSuffix("%")
                    ? nil : Double(written.prefix { $0.isNumber || $0 == "." }).map { "\(Int(min($0, 99_999)))" }
            }
            let name = alt.isEmpty ? name : alt
            return (text.shown(path, name: name, isEmbedded: element.name != "track", size: size ?? ""), true)
        case .note(let link) where element.name != "img":
            // A page in a frame.
            text.notes.balance.find(.links)
            let name = MarkdownEscapes.text(element["title"] ?? address, inLink: true)
            return ("[\(name)](\(text.notes.mark(link)))", true)
        case .missing, .note:
            text.lack(address)
            return ("![\(MarkdownEscapes.text(alt, inLink: true))](\(MarkdownEscapes.destination(address)))", false)
        case .unreadable:
            return ("![\(MarkdownEscapes.text(alt, inLink: true))](\(MarkdownEscapes.destination(address)))", false)
        case .outside:
            if element.name == "img" { return (text.remote(address, alt), true) }
            text.keepRemote(address)
            return ("<\(address.filter { !$0.isWhitespace && !"<>".contains($0) })>", true)
        }
    }

    func lost(_ loss: HTMLLoss) { text.lose(loss) }
    func hidden(_ element: HTMLElement) { text.drop(element, isHidden: true) }
    func flattened(_ element: HTMLElement) { text.drop(element, isHidden: false) }
}
