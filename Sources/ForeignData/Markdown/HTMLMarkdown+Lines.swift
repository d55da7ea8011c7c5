import NotebookText

/// What must stay in one line.
extension HTMLMarkdown {
    /// The runs of nodes that must stay in one line.
    mutating func lineRuns(of nodes: [HTMLNode], _ styles: Set<MarkdownStyle>) -> [MarkdownRun] {
        nodes.flatMap { node -> [MarkdownRun] in
            switch node {
            case .text(let text): return [MarkdownRun(content: .text(text), styles: styles)]
            case .element(let element):
                if element.isHidden {
                    rules.hidden(element)
                    return []
                }
                switch rules.replacement(of: element) {
                case .usual: break
                case .nothing: return []
                case .nodes(let nodes): return lineRuns(of: nodes, styles)
                case .inline(let text): return [MarkdownRun(content: .raw(text), styles: styles)]
                case .lineEnd: return [MarkdownRun(content: .text(" "), styles: styles)]
                case .code(let text, _): return lineRuns(ofCode: text, styles)
                case .formula(let lines):
                    let formula = "$$" + lines.joined(separator: " ") + "$$"
                    return [MarkdownRun(content: .raw(formula), styles: styles)]
                case .task(let isDone): return [sign(isDone)]
                case .tasks(let tasks):
                    return tasks.flatMap {
                        [sign($0.isDone), MarkdownRun(content: .raw($0.text), styles: styles)]
                    }
                }
                let inner = styles.union(self.styles(of: element))
                if Self.isPlainInline(element.name) { return lineRuns(of: element.children, inner) }
                guard HTMLTree.blocks.contains(element.name) else { return lineRuns(ofSpecial: element, inner) }
                return lineRuns(ofBlock: element, inner)
            }
        }
    }

    /// Runs where no list can be.
    mutating func withSigns(_ runs: [MarkdownRun]) -> [MarkdownRun] {
        runs.map { run in if case .task(let isDone) = run.content { sign(isDone) } else { run } }
    }

    /// A task where no list can be.
    mutating func sign(_ isDone: Bool) -> MarkdownRun {
        rules.lost(.taskOutsideOfList)
        return MarkdownRun(content: .text(isDone ? "☑ " : "☐ "), styles: [])
    }

    /// A block in a line: its text between breaks.
    mutating func lineRuns(ofBlock element: HTMLElement, _ styles: Set<MarkdownStyle>) -> [MarkdownRun] {
        let lineBreak = MarkdownRun(content: .lineBreak, styles: [])
        if element.name == "hr" { return [lineBreak] }
        if element.name == "table", !element.tableRows.isEmpty { rules.lost(.tableInTable(element.words)) }
        if element.name == "pre" {
            rules.flattened(element)
            return lineRuns(ofCode: element.text, styles)
        }
        if ["ul", "ol", "menu", "dir"].contains(element.name) {
            return element.children.flatMap { node -> [MarkdownRun] in
                guard case .element(let item) = node, item.name == "li", !item.isHidden else {
                    return lineRuns(of: [node], styles)
                }
                let mark = rules.task(item, in: element).map { sign($0) }
                return [lineBreak, mark ?? MarkdownRun(content: .text("• "), styles: [])]
                    + lineRuns(of: item.children, styles.union(self.styles(of: item)))
            } + [lineBreak]
        }
        var start: [MarkdownRun] = [lineBreak]
        if element.name == "td" || element.name == "th" { start = [MarkdownRun(content: .text(" "), styles: [])] }
        return start + lineRuns(of: element.children, styles) + [lineBreak]
    }

    /// A block of code in a line: each of its lines as code.
    private func lineRuns(ofCode text: String, _ styles: Set<MarkdownStyle>) -> [MarkdownRun] {
        let lineBreak = MarkdownRun(content: .lineBreak, styles: [])
        let lines = text.split(separator: "\n").map { MarkdownEscapes.codeSpan(String($0)) }
        return lines.flatMap { [lineBreak, MarkdownRun(content: .raw($0), styles: styles)] } + [lineBreak]
    }

    mutating func lineRuns(ofSpecial element: HTMLElement, _ styles: Set<MarkdownStyle>) -> [MarkdownRun] {
        func raw(_ text: String) -> [MarkdownRun] { [MarkdownRun(content: .raw(text), styles: styles)] }
        switch element.name {
        case "br": return [MarkdownRun(content: .lineBreak, styles: [])]
        case "wbr": return []
        case "template", "datalist", "noembed", "noframes":
            if !element.elements.isEmpty || !element.text.trimmedOfSpace.isEmpty { rules.hidden(element) }
            return []
        case "rp":
            // Parentheses of ruby have no elements.
            if !element.elements.isEmpty { rules.hidden(element) }
            return []
        case "math": return formula(element, styles)
        case "svg":
            rules.lost(.drawing)
            return lineRuns(of: element.children, styles)
        case "rt":
            return [MarkdownRun(content: .text("("), styles: styles)] + lineRuns(of: element.children, styles)
                + [MarkdownRun(content: .text(")"), styles: styles)]
        case "q":
            return [MarkdownRun(content: .text("“"), styles: styles)] + lineRuns(of: element.children, styles)
                + [MarkdownRun(content: .text("”"), styles: styles)]
        case "input":
            guard element["type"]?.lowercased() == "checkbox" else { return [] }
            return [MarkdownRun(content: .task(isDone: element["checked"] != nil), styles: [])]
        case "a": return link(element, styles)
        case "code", "tt", "samp":
            if element.first({ $0.name == "a" || $0.name == "img" || $0.name == "en-media" }) != nil {
                return lineRuns(of: element.children, styles)
            }
            return raw(MarkdownEscapes.codeSpan(element.text.replacing("\u{A0}", with: " ")))
        case _ where Self.isPicture(element.name):
            let (nodes, shown) = picture(element)
            return shown.map(raw) ?? lineRuns(of: nodes, styles)
        default: return lineRuns(of: element.children, styles)
        }
    }

    /// Whether elements with a name show a file.
    static func isPicture(_ name: String) -> Bool {
        [
            "img", "video", "audio", "object", "applet", "embed", "iframe", "frame", "source", "track", "bgsound",
        ].contains(name)
    }

    /// What shows a file, in Markdown; `nil` for the nodes that stand for it.
    mutating func picture(_ element: HTMLElement) -> (nodes: [HTMLNode], markdown: String?) {
        if element["srcset"] != nil { rules.lost(.style("srcset")) }
        switch rules.picture(element) {
        case .inline(let text): return ([], text)
        case .nodes(let nodes): return (nodes, nil)
        default: return ([], nil)
        }
    }

    /// A formula in the TeX that it was made of; of others, only the text is kept.
    private mutating func formula(_ element: HTMLElement, _ styles: Set<MarkdownStyle>) -> [MarkdownRun] {
        let note = element.first { $0.name == "annotation" && ($0["encoding"] ?? "").lowercased().hasSuffix("tex") }
        let written = (note?.text ?? element["alttext"] ?? "").split(whereSeparator: \.isWhitespace)
        guard !written.isEmpty else {
            rules.lost(.formula(element.text))
            return lineRuns(of: element.formulaInLine, styles)
        }
        let mark = element["display"] == "block" ? "$$" : "$"
        return [MarkdownRun(content: .raw(mark + written.joined(separator: " ") + mark), styles: styles)]
    }

    mutating func link(_ element: HTMLElement, _ styles: Set<MarkdownStyle>) -> [MarkdownRun] {
        guard let href = element["href"] else { return lineRuns(of: element.children, styles) }
        let runs = withSigns(lineRuns(of: element.children, styles))
        let flat = runs.map { run in
            if case .lineBreak = run.content { MarkdownRun(content: .text(" "), styles: []) } else { run }
        }
        let plain = flat.map { run in if case .text(let text) = run.content { text } else { "" } }.joined()
            .trimmedOfSpace
        // A link in a link would end the outer one.
        let hasInner = element.first { $0.name == "a" && $0["href"] != nil } != nil
        if hasInner { rules.lost(.linkAroundLink) }
        guard !hasInner, let destination = rules.destination(of: element, text: plain) else { return runs }
        let text = MarkdownLineWriter.line(
            flat.map { MarkdownRun(content: $0.content, styles: $0.styles.subtracting(styles)) }, inLink: true)
        let isAddress = plain == href || plain.isEmpty && text.isEmpty
        let space = { (runs: ReversedCollection<[MarkdownRun]>) in
            if case .text(let text)? = runs.first?.content { text.last?.isWhitespace ?? false } else { false }
        }
        let ending = space(flat.reversed()) ? [MarkdownRun(content: .text(" "), styles: styles)] : []
        let beginning: [MarkdownRun] =
            if case .text(let text)? = flat.first?.content, text.first?.isWhitespace ?? false {
                [MarkdownRun(content: .text(" "), styles: styles)]
            } else { [] }
        let markdown =
            isAddress && destination == href && Self.isAutolink(href)
            ? "<\(href)>"
            : "[\(text.isEmpty ? MarkdownEscapes.text(href, inLink: true) : text)](\(MarkdownEscapes.destination(destination)))"
        return beginning + [MarkdownRun(content: .raw(markdown), styles: styles)] + ending
    }

    /// Whether an address can be in angle brackets (CommonMark 0.31.2 §6.5).
    static func isAutolink(_ text: String) -> Bool {
        (text.hasPrefix("http://") || text.hasPrefix("https://"))
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\\".utf8.contains($0) }
            && !MarkdownEscapes.holdsReference(text)
    }
}
