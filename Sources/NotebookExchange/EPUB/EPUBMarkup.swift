import ForeignData
import NotebookText

/// A page of a book as HTML that the converter knows: footnotes apart, and without prefixes and drawings around pictures.
struct EPUBMarkup {
    /// The elements that stand for what Markdown has and HTML has not.
    static let reference = "epub-noteref"
    static let mark = "epub-mark"
    static let lineEnd = "epub-line"
    static let formula = "epub-formula"

    /// The text besides its footnotes.
    private(set) var nodes: [HTMLNode]
    /// The footnotes that the text refers to, in the order of their numbers.
    private(set) var footnotes: [[HTMLNode]] = []
    /// The headings by the ids of what stands in or below them.
    private(set) var places: [String: ForeignHeading] = [:]

    /// The name of the page, by which links to itself may begin.
    private let name: String
    /// Whether our export wrote it.
    private let isOurs: Bool
    private var notes: [String: HTMLElement] = [:]
    /// The notes that something refers to.
    private var referred: Set<String> = []
    /// The notes in the order of the first references, and their numbers.
    private var order: [String] = []
    private var numbers: [String: Int] = [:]
    /// The ids of references to footnotes.
    private var callers: Set<String> = []

    /// Reads the body of a page.
    init(_ body: [HTMLNode], name: String, isOurs: Bool) {
        (nodes, self.name, self.isOurs) = (body, name, isOurs)
        nodes = normal(body)
        findNotes()
        places = ForeignHeading.byID(in: nodes)
        nodes = separated(nodes)
        // A note may refer to another one.
        while footnotes.count < order.count {
            let note = notes[order[footnotes.count]]
            footnotes.append(separated(withoutBacklinks(note?.children ?? [])))
        }
    }

    /// The types of an element, of EPUB or as roles of a document.
    static func types(of element: HTMLElement) -> Set<String> {
        let roles = (element["role"] ?? "").split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("doc-") }
        let types = (element["epub:type"] ?? "").split(whereSeparator: \.isWhitespace)
        return Set(types.map { $0.lowercased() } + roles.map { String($0.dropFirst(4)).lowercased() })
    }

    private static let noteTypes: Set<String> = ["footnote", "rearnote", "endnote", "note"]

    // MARK: Names and pictures

    private func normal(_ nodes: [HTMLNode], isVerbatim: Bool = false) -> [HTMLNode] {
        let hasBlocks = nodes.contains { node in
            if case .element(let element) = node { HTMLTree.isBlock(XMLTree.local(element.name)) } else { false }
        }
        return nodes.flatMap { node -> [HTMLNode] in
            switch node {
            case .text(let text): isOurs && !isVerbatim ? Self.lines(text, besideBlocks: hasBlocks) : [node]
            case .element(let element): normal(element, isVerbatim: isVerbatim)
            }
        }
    }

    /// A text of ours, whose lines are those of the note.
    private static func lines(_ text: String, besideBlocks: Bool) -> [HTMLNode] {
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard parts.count > 1, !besideBlocks || !text.allSatisfy(\.isWhitespace) else { return [.text(text)] }
        return Array(
            parts.map { [HTMLNode.text(String($0))] }.joined(separator: [.element(HTMLElement(Self.lineEnd))]))
    }

    private func normal(_ element: HTMLElement, isVerbatim: Bool) -> [HTMLNode] {
        let name = XMLTree.local(element.name)
        if name == "switch", name != element.name { return normal(Self.chosen(element), isVerbatim: isVerbatim) }
        if name == "svg", let pictures = Self.pictures(element) { return pictures }
        if isOurs, let own = Self.own(element) { return normal(own, isVerbatim: isVerbatim) }
        let inner = normal(element.children, isVerbatim: isVerbatim || ["pre", "code", "math"].contains(name))
        return [.element(HTMLElement(name, element.attributes, inner))]
    }

    /// The content of an `epub:switch` for readers that know MathML.
    private static func chosen(_ element: HTMLElement) -> [HTMLNode] {
        let cases = element.elements.filter { XMLTree.local($0.name) == "case" }
        let found = cases.first { ($0["required-namespace"] ?? "").hasSuffix("MathML") }
        return (found ?? element.elements.first { XMLTree.local($0.name) == "default" })?.children ?? []
    }

    /// The pictures of a drawing that has nothing else; `nil` for other drawings.
    private static func pictures(_ drawing: HTMLElement) -> [HTMLNode]? {
        var pictures: [HTMLNode] = []
        var isOnlyPictures = true
        drawing.forEach { part in
            switch XMLTree.local(part.name) {
            case "image":
                let address = part["xlink:href"] ?? part["href"] ?? ""
                pictures.append(.element(HTMLElement("img", [XMLAttribute("src", address)])))
            case "svg", "g", "title", "desc", "defs", "metadata": break
            default: isOnlyPictures = false
            }
        }
        return isOnlyPictures && !pictures.isEmpty ? pictures : nil
    }

    // MARK: Our own pages

    /// What an element of ours stands for; `nil` for others.
    private static func own(_ element: HTMLElement) -> [HTMLNode]? {
        let classes = element.classes
        if classes.contains(Substring(EPUBItemHead.titleClass)) { return [] }
        if let level = classes.first(where: { $0.hasPrefix("heading-") })?.last, "h\(level)" != element.name,
            element.headingLevel != nil
        {
            let rest = element.attributes.filter { $0.name != "class" }
            return [.element(HTMLElement("h\(level)", rest, element.children))]
        }
        if ["audio", "video"].contains(element.name), !element.children.isEmpty {
            return [.element(HTMLElement(element.name, element.attributes + [XMLAttribute("alt", element.text)]))]
        }
        if element.name == "span", classes.contains("math") {
            return [.element(HTMLElement(Self.formula, [XMLAttribute("tex", element.text.singleSpaced)]))]
        }
        guard element.name == "span", let mark = element["data-mark"] else { return nil }
        guard mark == " " || mark.lowercased() == "x" else {
            return [.element(HTMLElement(Self.mark, [XMLAttribute("mark", mark)]))]
        }
        let state = mark == " " ? [] : [XMLAttribute("checked", "")]
        return [.element(HTMLElement("input", [XMLAttribute("type", "checkbox")] + state))]
    }

    // MARK: Footnotes

    private func target(of link: HTMLElement) -> String? {
        guard let address = link["href"], let sign = address.firstIndex(of: "#") else { return nil }
        let page = address[..<sign]
        guard page.isEmpty || page == name || PercentEncoding.decode(String(page)) == name else { return nil }
        let id = String(address[address.index(after: sign)...])
        return PercentEncoding.decode(id) ?? id
    }

    /// Finds footnotes, then what refers to them.
    private mutating func findNotes() {
        let root = HTMLElement("", [], nodes)
        var notes: [String: HTMLElement] = [:]
        root.forEach { element in
            let isNote = !Self.types(of: element).isDisjoint(with: Self.noteTypes)
            if isNote, let id = element["id"], notes[id] == nil { notes[id] = element }
        }
        guard !notes.isEmpty else { return }
        self.notes = notes
        var (referred, callers): (Set<String>, Set<String>) = ([], [])
        root.forEach { element in
            let around = ["sup", "span"].contains(element.name) ? element.elements.first { $0.name == "a" } : nil
            guard let id = (element.name == "a" ? element : around).flatMap(reference) else { return }
            referred.insert(id)
            if let caller = element["id"] { callers.insert(caller) }
        }
        (self.referred, self.callers) = (referred, callers)
    }

    /// The footnote that a link refers to.
    private func reference(_ link: HTMLElement) -> String? { target(of: link).flatMap { notes[$0] == nil ? nil : $0 } }

    /// Nodes without footnotes, and with references to them.
    private mutating func separated(_ nodes: [HTMLNode]) -> [HTMLNode] {
        guard !notes.isEmpty else { return nodes }
        var output: [HTMLNode] = []
        for node in nodes {
            guard case .element(let element) = node else {
                output.append(node)
                continue
            }
            if let id = element["id"], notes[id] != nil, referred.contains(id) { continue }
            if element.name == "a", let id = reference(element) {
                if numbers[id] == nil { order.append(id) }
                let number = numbers[id] ?? order.count
                numbers[id] = number
                output.append(.element(HTMLElement(Self.reference, [XMLAttribute("number", "\(number)")])))
                continue
            }
            let inner = separated(element.children)
            let isOnlyReference = inner.allSatisfy { node in
                switch node {
                case .text(let text): text.allSatisfy { $0.isWhitespace || "[]".contains($0) }
                case .element(let element): element.name == Self.reference
                }
            }
            let isRaised = element.name == "sup" && isOnlyReference && !inner.isEmpty
            let whole = HTMLNode.element(HTMLElement(element.name, element.attributes, inner))
            output += isRaised ? inner.filter { if case .element = $0 { true } else { false } } : [whole]
        }
        return output
    }

    /// A note without the links that lead back to the text.
    private func withoutBacklinks(_ nodes: [HTMLNode]) -> [HTMLNode] {
        nodes.compactMap { node in
            guard case .element(let element) = node else { return node }
            let isBack =
                element.name == "a"
                && (Self.types(of: element).contains("backlink") || target(of: element).map(callers.contains) ?? false)
            if isBack { return nil }
            return .element(HTMLElement(element.name, element.attributes, withoutBacklinks(element.children)))
        }
    }
}
