import ForeignData
import NotebookFormat
import NotebookText

/// What Evernote's markup (ENML) means.
struct EnexText: HTMLRules {
    /// The key of application data in which our exports keep uuids.
    static let uuidKey = "notebundle-uuid"
    /// The key in which they keep the folder, whose name a file may not spell.
    static let folderKey = "notebundle-folder"
    /// The key that cards have: `card`, and `reversed` and `titled` if they are.
    static let kindKey = "notebundle-kind"
    /// The style of formulas, which Evernote shows as text.
    static let formulaStyle = "--en-notebundle-formula"

    private let text: ForeignText
    private let resources: [EnexResource]
    private let damagedFiles: Int
    /// The digests that are taken for those of damaged files.
    private var damaged: Set<String> = []
    private var taskGroups: [(id: String, tasks: [(isDone: Bool, text: String)])]
    private var shown: Set<String> = []
    /// The attachments made of `data:` addresses.
    private let dataPictures: [String: BundlePath?]

    init(
        _ text: ForeignText, _ resources: [EnexResource],
        _ taskGroups: [(id: String, tasks: [(isDone: Bool, text: String)])], _ dataPictures: [String: BundlePath?]
    ) {
        (self.text, self.resources, self.taskGroups) = (text, resources, taskGroups)
        self.dataPictures = dataPictures
        damagedFiles = resources.count { $0.path == nil }
    }

    /// What a text holds.
    static func counts(_ root: HTMLElement) -> HTMLCounts {
        HTMLCounts(root, isTask: { isTask($0, in: $1) }, isMedia: { $0.name == "en-media" })
    }

    private static func isTask(_ element: HTMLElement, in outer: HTMLElement) -> Bool {
        if element.name == "en-todo" { return true }
        guard element.name == "li", outer.name == "ul" || outer.name == "ol" else { return false }
        return isTask(element) || outer["style"]?.holds("--en-todo") == true && outer.style["--en-todo"] == "true"
    }

    private static func isTask(_ item: HTMLElement) -> Bool {
        item["style"]?.holds("--en-checked") == true && item.style["--en-checked"] != nil
    }

    var marksWithElements: Bool { false }

    mutating func task(_ item: HTMLElement, in list: HTMLElement) -> Bool? {
        Self.isTask(item, in: list) ? item.style["--en-checked"] == "true" : nil
    }

    mutating func replacement(of element: HTMLElement) -> HTMLReplacement {
        switch element.name {
        case "en-todo": return .task(isDone: element["checked"]?.lowercased() == "true")
        case "en-media": return .inline(media(element))
        case "en-crypt":
            let known = element["hint"] ?? ""
            text.lose(.encrypted, "a text stays encrypted\(known.isEmpty ? "" : ", with its hint")", target: known)
            let code = element.text.filter { !$0.isWhitespace }
            let cipher = [element["cipher"], element["length"]].compactMap { $0 }.joined(separator: " ")
            let head = [("hint", element["hint"] ?? ""), ("cipher", cipher)].filter { !$0.1.isEmpty }
            return .code((head.map { "\($0.0): \($0.1)" } + [code]).joined(separator: "\n"), info: "encrypted")
        case "title": return .nothing
        case "div": return replacement(ofDivision: element)
        case "span" where Self.isFormula(element): return .inline(element.text)
        default: return .usual
        }
    }

    private static func isFormula(_ element: HTMLElement) -> Bool {
        element["style"]?.holds(formulaStyle) == true && element.style[formulaStyle] != nil
    }

    private mutating func replacement(ofDivision element: HTMLElement) -> HTMLReplacement {
        guard let style = element["style"], style.holds("-en-") else { return .usual }
        let values = element.style
        if values["--en-task-group"] == "true" {
            guard let index = taskGroups.firstIndex(where: { $0.id == values["--en-id"] }) else { return .nothing }
            return .tasks(taskGroups.remove(at: index).tasks)
        }
        if values["--en-callout"] == "true" { return callout(element, values["--en-emoji"] ?? "") }
        if values["--en-toggle"] == "true" { return toggle(element) }
        if values["--en-formulablock"] == "true" {
            return .formula(lines(of: element).filter { !$0.isEmpty })
        }
        if values["--en-mermaidblock"] == "true" {
            return .code(lines(of: element).joined(separator: "\n"), info: "mermaid")
        }
        guard values["--en-codeblock"] == "true" || values["-en-codeblock"] == "true" else { return .usual }
        // Versions of Evernote have other names for it.
        let language =
            ["--en-syntaxlanguage", "-en-syntaxlanguage", "--en-codeblocklanguage"].lazy.compactMap { values[$0] }.first
            ?? ""
        let isWord = !language.contains { $0.isWhitespace || $0 == "`" }
        if !isWord { text.lose(.styleDropped, "a language of code that cannot be written", target: language) }
        let isPlain = ["plaintext", "plain text", "none"].contains(language.lowercased())
        let code = lines(of: element).joined(separator: "\n")
        return .code(code, info: isWord && !isPlain ? language : "")
    }

    /// The lines of a block of which only the text is kept.
    private func lines(of element: HTMLElement) -> [String] {
        text.drop(element, isHidden: false)
        var lines = CodeLines()
        lines.add(element.children)
        return lines.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// A callout as a quotation that begins with its sign.
    private func callout(_ element: HTMLElement, _ sign: String) -> HTMLReplacement {
        let sign = sign.isEmpty ? [] : [HTMLNode.element(HTMLElement("div", [], [.text(sign)]))]
        return .nodes([.element(HTMLElement("blockquote", [], sign + element.children))])
    }

    /// A part that folds, as HTML has it.
    private func toggle(_ element: HTMLElement) -> HTMLReplacement {
        let children = element.children.map { node -> HTMLNode in
            guard case .element(let child) = node, child.style["--en-togglesummary"] == "true" else { return node }
            return .element(HTMLElement("summary", [], child.children))
        }
        return .nodes([.element(HTMLElement("details", [], children))])
    }

    mutating func destination(of link: HTMLElement, text shown: String) -> String? {
        let address = link["href"] ?? ""
        guard let note = EnexAddress(address) else { return text.external(address) }
        let isTitle = !shown.isEmpty && shown != address
        return text.notes.mark(
            ForeignLink(
                key: "enex:\(note.id)", title: isTitle ? shown : nil, fragment: note.fragment, isWeb: note.isWeb,
                address: address))
    }

    mutating func picture(_ element: HTMLElement) -> HTMLReplacement {
        guard element.name == "img" else {
            let address = (element["src"] ?? element["data"] ?? "").trimmedOfSpace
            guard element.name != "svg", address.hasPrefix("http://") || address.hasPrefix("https://"),
                !address.contains(where: { $0.isWhitespace || "<>".contains($0) })
            else { return .nodes(element.children) }
            text.drop(within: element)
            text.keepRemote(address)
            return .inline("<\(address)>")
        }
        let address = element["src"] ?? ""
        let alt = element["alt"] ?? ""
        if let known = dataPictures[address] {
            return .inline(known.map { text.shown($0, name: alt, isEmbedded: true) } ?? MarkdownEscapes.text(alt))
        }
        return address.isEmpty ? .nothing : .inline(text.remote(address, alt))
    }

    mutating func lost(_ loss: HTMLLoss) { text.lose(loss) }
    mutating func hidden(_ element: HTMLElement) { text.drop(element, isHidden: true) }
    mutating func flattened(_ element: HTMLElement) { text.drop(element, isHidden: false) }

    /// Whether a digest may be that of one of the damaged files.
    private mutating func isDamaged(_ hash: String) -> Bool {
        if !damaged.contains(hash), damaged.count < damagedFiles { damaged.insert(hash) }
        return damaged.contains(hash)
    }

    private mutating func media(_ element: HTMLElement) -> String {
        let hash = (element["hash"] ?? "").lowercased()
        guard let resource = resources.first(where: { $0.digest == hash }), let path = resource.path else {
            let type = element["type"] ?? "file"
            if !isDamaged(hash) {
                text.notes.balance.find(.attachments)
                text.notes.balance.settle(.attachments, .missing)
                text.lose(.attachmentMissing, "the note shows a file that is not in it", target: hash)
            }
            return MarkdownEscapes.text("[missing \(type) \(hash)]")
        }
        shown.insert(hash)
        let isPicture = resource.mime.lowercased().hasPrefix("image/")
        return text.shown(
            path, name: element["alt"] ?? resource.fileName, isEmbedded: resource.isEmbedded,
            size: isPicture ? size(of: element) : "")
    }

    /// The size of a picture, as in `50` or `300x60`.
    private func size(of element: HTMLElement) -> String {
        let style = element.style
        if style["width"] == "auto" { return "" }
        func pixels(_ name: String) -> Int? {
            guard let written = style[name] ?? element[name] else { return nil }
            let number = Double(written.prefix { $0.isNumber || $0 == "." })
            guard let number, number >= 1, number < 100_000, !written.hasSuffix("%") else { return nil }
            if number != number.rounded() { text.lose(.styleDropped, "a size became whole pixels", target: written) }
            return Int(number.rounded())
        }
        guard let width = pixels("width") else { return "" }
        return pixels("height").map { "\(width)x\($0)" } ?? "\(width)"
    }

    /// What the text does not show: tasks without a place in it, and attachments.
    mutating func rest() -> String {
        var lines: [String] = []
        for group in taskGroups {
            lines += [""] + group.tasks.map { "- [\($0.isDone ? "x" : " ")] \($0.text)" }
        }
        taskGroups = []
        var seen = shown
        for resource in resources where seen.insert(resource.digest).inserted {
            guard let path = resource.path else { continue }
            text.lose(.attachmentUnshown, "the text does not show this file", target: resource.fileName)
            lines += ["", text.shown(path, name: resource.fileName, isEmbedded: resource.isEmbedded)]
        }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }
}

/// The lines of a code block that is made of divisions.
private struct CodeLines {
    private(set) var text = ""

    mutating func add(_ nodes: [HTMLNode]) {
        for node in nodes {
            switch node {
            case .text(let part): text += part.replacing("\u{A0}", with: " ").replacing("\r", with: "")
            case .element(let element) where element.name == "br": text += "\n"
            case .element(let element) where ["div", "p", "li"].contains(element.name):
                if !text.isEmpty, text.last != "\n" { text += "\n" }
                let start = text.count
                add(element.children)
                // A line break that is alone in its line is the line.
                if text.count == start || text.last != "\n" { text += "\n" }
            case .element(let element): add(element.children)
            }
        }
    }
}

/// An address of a note in Evernote.
struct EnexAddress {
    /// The note's id.
    let id: String
    /// Whether the address works for others, too.
    let isWeb: Bool
    /// The heading, which only our exports name.
    let fragment: String

    /// Reads an address; `nil` if it is none of a note.
    init?(_ address: String) {
        let start = address.firstIndex(of: "#") ?? address.endIndex
        let isView = ["evernote:///view/", "evernote://view-note/"].contains { address.hasPrefix($0) }
        fragment = isView ? String(address[start...]) : ""
        // What follows a question mark only repeats the title.
        let address = isView ? address[..<start] : address.prefix { $0 != "?" && $0 != "#" }
        let parts = address.parts(between: "/").map(String.init)
        let guid = parts.last { $0.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12] }
        if isView {
            (id, isWeb) = ((guid ?? parts.last ?? "").lowercased(), false)
            return
        }
        guard let host = parts.dropFirst().first, let guid, address.hasPrefix("http") else { return nil }
        let isShard = host == "www.evernote.com" && parts.dropFirst(2).first == "shard"
        guard isShard || host == "share.evernote.com" && parts.dropFirst(2).first == "note" else { return nil }
        (id, isWeb) = (guid.lowercased(), true)
    }
}
