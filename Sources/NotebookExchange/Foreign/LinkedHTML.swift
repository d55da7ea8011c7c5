import ForeignData
import NotebookFormat
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
    /// The attachments made of `data:` addresses.
    var dataPictures: [String: BundlePath] = [:]

    /// What a text holds.
    static func counts(_ root: HTMLElement) -> HTMLCounts {
        HTMLCounts(root, isTask: { element, _ in isTask(element) })
    }

    private static func isTask(_ element: HTMLElement) -> Bool {
        element.name == "input" && element["type"]?.lowercased() == "checkbox"
    }

    func replacement(of element: HTMLElement) -> HTMLReplacement { special(element) }

    func destination(of link: HTMLElement, text shown: String) -> String? {
        let address = link["href"] ?? ""
        if ForeignText.isScript(address) { return text.external(address) }
        switch resolve(address) {
        case .note(let link): return text.notes.mark(link)
        case .attachment(let path, _):
            text.notes.balance.settle(.links, .resolved)
            return text.notes.mark(path)
        case .missing:
            text.notes.balance.settle(.links, .unresolved)
            text.lose(.linkUnresolved, "it is not in the source", target: address)
            return keepsAddress ? address : nil
        case .outside: return text.external(address)
        }
    }

    func picture(_ element: HTMLElement) -> HTMLReplacement {
        guard element.name != "svg", let address = element["src"] ?? element["data"], !address.isEmpty else {
            return .nodes(element.children)
        }
        let alt = element["alt"] ?? ""
        // What stands within a recording is shown only where it cannot be played.
        if !element.elements.isEmpty { text.drop(within: element) }
        if let path = dataPictures[address] { return .inline(text.shown(path, name: alt, isEmbedded: true)) }
        switch resolve(address) {
        case .attachment(let path, let name):
            let size = (element["width"] ?? element.style["width"]).flatMap { written -> String? in
                written.hasSuffix("%")
                    ? nil : Double(written.prefix { $0.isNumber || $0 == "." }).map { "\(Int(min($0, 99_999)))" }
            }
            return .inline(text.shown(path, name: alt.isEmpty ? name : alt, isEmbedded: true, size: size ?? ""))
        case .missing, .note:
            text.notes.balance.find(.attachments)
            text.notes.balance.settle(.attachments, .missing)
            text.lose(.attachmentMissing, "the file is not in the source", target: address)
            return .inline("![\(MarkdownEscapes.text(alt, inLink: true))](\(MarkdownEscapes.destination(address)))")
        case .outside:
            if element.name == "img" { return .inline(text.remote(address, alt)) }
            text.keepRemote(address)
            return .inline("<\(address.filter { !$0.isWhitespace && !"<>".contains($0) })>")
        }
    }

    func lost(_ loss: HTMLLoss) { text.lose(loss) }
    func hidden(_ element: HTMLElement) { text.drop(element, isHidden: true) }
    func flattened(_ element: HTMLElement) { text.drop(element, isHidden: false) }
}
