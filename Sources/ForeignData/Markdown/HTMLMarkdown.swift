import NotebookText

/// Converts HTML to Markdown.
package struct HTMLMarkdown<Rules: HTMLRules> {
    /// The rules, which collect what they need.
    package var rules: Rules

    /// Makes a converter.
    package init(_ rules: Rules) { self.rules = rules }

    /// The Markdown of some nodes, which ends with a line feed unless it is empty.
    package mutating func markdown(_ nodes: [HTMLNode]) -> String {
        let lines = MarkdownBlockText.lines(of: blocks(of: nodes, []))
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    /// The Markdown of some nodes in one line.
    package mutating func line(_ nodes: [HTMLNode]) -> String {
        MarkdownLineWriter.line(withSigns(lineRuns(of: nodes, [])))
    }

    // MARK: Blocks

    /// Collects blocks, and the runs of a paragraph that is not complete yet.
    struct Flow {
        var blocks: [MarkdownBlockText] = []
        var runs: [MarkdownRun] = []
        /// Whether the last block is a list made of paragraphs with marks of tasks.
        var endsWithTasks = false

        mutating func add(_ block: MarkdownBlockText) {
            blocks.append(block)
            endsWithTasks = false
        }
    }

    mutating func blocks(of nodes: [HTMLNode], _ styles: Set<MarkdownStyle>) -> [MarkdownBlockText] {
        var flow = Flow()
        walk(nodes, styles, &flow)
        flush(&flow)
        return flow.blocks
    }

    private mutating func walk(_ nodes: [HTMLNode], _ styles: Set<MarkdownStyle>, _ flow: inout Flow) {
        for node in nodes {
            switch node {
            case .text(let text): flow.runs.append(MarkdownRun(content: .text(text), styles: styles))
            case .element(let element): walk(element, styles, &flow)
            }
        }
    }

    private mutating func walk(_ element: HTMLElement, _ styles: Set<MarkdownStyle>, _ flow: inout Flow) {
        if element.isHidden { return rules.hidden(element) }
        switch rules.replacement(of: element) {
        case .usual: break
        case .nothing: return
        case .nodes(let nodes):
            flush(&flow)
            walk(nodes, styles, &flow)
            return flush(&flow)
        case .inline(let text): return flow.runs.append(MarkdownRun(content: .raw(text), styles: styles))
        case .lineEnd: return flow.runs.append(MarkdownRun(content: .lineEnd, styles: []))
        case .code(let text, let info):
            flush(&flow)
            return flow.add(.other(MarkdownEscapes.fence(text, info: info)))
        case .formula(let lines):
            flush(&flow)
            return flow.add(.other(["$$"] + lines + ["$$"]))
        case .task(let isDone): return flow.runs.append(MarkdownRun(content: .task(isDone: isDone), styles: []))
        case .tasks(let tasks):
            flush(&flow)
            let items = tasks.map { MarkdownBlockText.Item(task: $0.isDone, blocks: [.paragraph([$0.text])]) }
            return items.isEmpty ? () : flow.add(.list(isOrdered: false, items))
        }
        guard HTMLTree.blocks.contains(element.name) else { return inline(element, styles, &flow) }
        flush(&flow)
        block(element, styles.union(self.styles(of: element)), &flow)
        flush(&flow)
    }

    private mutating func inline(_ element: HTMLElement, _ styles: Set<MarkdownStyle>, _ flow: inout Flow) {
        if Self.isPlainInline(element.name) {
            return walk(element.children, styles.union(self.styles(of: element)), &flow)
        }
        if Self.isPicture(element.name) {
            let (nodes, shown) = picture(element)
            guard let shown else { return walk(nodes, styles, &flow) }
            return flow.runs.append(MarkdownRun(content: .raw(shown), styles: styles))
        }
        flow.runs += lineRuns(ofSpecial: element, styles.union(self.styles(of: element)))
    }

    private mutating func block(_ element: HTMLElement, _ styles: Set<MarkdownStyle>, _ flow: inout Flow) {
        switch element.name {
        case "h1", "h2", "h3", "h4", "h5", "h6":
            let level = Int(element.name.dropFirst()) ?? 1
            let runs = withSigns(lineRuns(of: element.children, styles.subtracting([.strong])))
            var text = MarkdownLineWriter.line(runs)
            if text.hasSuffix("#") { text = text.dropLast() + "\\#" }
            if !text.isEmpty { flow.add(.other([String(repeating: "#", count: level) + " " + text])) }
        case "blockquote":
            let inner = MarkdownBlockText.lines(of: blocks(of: element.children, styles))
            if !inner.isEmpty { flow.add(.other(inner.map { $0.isEmpty ? ">" : "> \($0)" })) }
        case "pre": code(element, &flow)
        case "hr": flow.add(.other(["***"]))
        case "ul", "ol", "menu", "dir": list(element, styles, &flow)
        case "table": flow.blocks += table(element, styles)
        case "details", "li":
            let item = item(element, in: HTMLElement("ul"), styles)
            flow.add(.list(isOrdered: false, [item]))
        case "dt", "summary": walk(element.children, element.name == "dt" ? styles.union([.strong]) : styles, &flow)
        case "head": break
        default: walk(element.children, styles, &flow)
        }
    }

    private mutating func code(_ element: HTMLElement, _ flow: inout Flow) {
        rules.flattened(element)
        let inner = element.elements.first { $0.name == "code" }
        let names = ((inner?.classes ?? []) + element.classes).first { $0.hasPrefix("language-") }?.dropFirst(9)
        let info = names.map(String.init) ?? ""
        var text = element.text.replacing("\u{A0}", with: " ").replacing("\r\n", with: "\n")
        if text.first == "\n" { text.removeFirst() }
        flow.add(.other(MarkdownEscapes.fence(text, info: info.contains("`") ? "" : info)))
    }

    // MARK: Lists

    private mutating func list(_ element: HTMLElement, _ styles: Set<MarkdownStyle>, _ flow: inout Flow) {
        var items: [MarkdownBlockText.Item] = []
        var start = Self.number(element["start"]) ?? 1
        func endList(_ flow: inout Flow) {
            if !items.isEmpty { flow.add(.list(isOrdered: element.name == "ol", start: start, items)) }
        }
        for node in element.children {
            switch node {
            case .element(let child) where child.name == "li":
                if child.isHidden {
                    rules.hidden(child)
                    continue
                }
                if element.name == "ol", let number = Self.number(child["value"]), number != start + items.count {
                    // Markdown counts on from the first number of a list.
                    endList(&flow)
                    (start, items) = (number, [])
                }
                let item = item(child, in: element, styles)
                // An item that is nothing but lists is how some programs write a list within the item before.
                if let last = items.indices.last, item.task == nil, !item.blocks.isEmpty,
                    item.blocks.allSatisfy(\.isList), !isMarkedTask(child)
                {
                    items[last].blocks += item.blocks
                } else {
                    items.append(item)
                }
            case .text(let text) where text.allSatisfy(\.isWhitespace): continue
            default:
                let blocks = blocks(of: [node], styles)
                // A list directly in a list belongs to the item before.
                if let last = items.indices.last, blocks.allSatisfy(\.isList) {
                    items[last].blocks += blocks
                } else if !blocks.isEmpty {
                    items.append(.init(task: nil, blocks: blocks))
                }
            }
        }
        endList(&flow)
    }

    /// A number of an item of a list, as far as Markdown has it.
    private static func number(_ written: String?) -> Int? {
        written.flatMap { Int($0) }.map { min(max($0, 0), 999_999) }
    }

    private mutating func item(
        _ element: HTMLElement, in list: HTMLElement, _ styles: Set<MarkdownStyle>
    ) -> MarkdownBlockText.Item {
        let task = rules.task(element, in: list)
        var blocks = blocks(of: element.children, styles.union(self.styles(of: element)))
        if task == nil, let first = blocks.first, case .list(false, _, let items) = first.kind, items.count == 1,
            let inner = items.first, inner.task != nil, isMarkedTask(element)
        {
            blocks.replaceSubrange(0...0, with: inner.blocks)
            // A loose list has the text of a task in a paragraph of its own.
            let isEmpty = blocks.first.map { $0.isParagraph && $0.lines.allSatisfy(\.isEmpty) } ?? false
            if isEmpty, blocks.dropFirst().first?.isParagraph == true { blocks.removeFirst() }
            return .init(task: inner.task, blocks: blocks)
        }
        return .init(task: task, blocks: blocks)
    }

    /// Whether an item begins with the mark of a task rather than with a list of its own.
    private func isMarkedTask(_ element: HTMLElement) -> Bool {
        for node in element.children {
            switch node {
            case .text(let text) where text.allSatisfy(\.isWhitespace): continue
            case .text: return false
            case .element(let child): return !["ul", "ol"].contains(child.name)
            }
        }
        return false
    }

    // MARK: Paragraphs

    /// Makes paragraphs of the runs so far.
    private mutating func flush(_ flow: inout Flow) {
        let runs = flow.runs
        flow.runs = []
        var isTask: Bool?
        var lines: [[MarkdownRun]] = [[]]
        func finish(_ flow: inout Flow) {
            defer {
                lines = [[]]
                isTask = nil
            }
            while lines.count > 1, lines.last?.allSatisfy(\.isSpace) == true { lines.removeLast() }
            while lines.count > 1, lines.first?.allSatisfy(\.isSpace) == true { lines.removeFirst() }
            guard isTask != nil || !lines.allSatisfy({ $0.allSatisfy(\.isSpace) }) else { return }
            let paragraph = MarkdownBlockText.paragraph(Self.lines(of: lines))
            guard let isDone = isTask else { return flow.add(paragraph) }
            let item = MarkdownBlockText.Item(task: isDone, blocks: [paragraph])
            var items: [MarkdownBlockText.Item] = []
            // Taken out, so that the list is not copied for each of its items.
            if flow.endsWithTasks, case .list(_, _, let before)? = flow.blocks.popLast()?.kind { items = before }
            items.append(item)
            flow.add(.list(isOrdered: false, items))
            flow.endsWithTasks = true
        }
        for run in runs {
            switch run.content {
            case .task(let isDone):
                finish(&flow)
                isTask = isDone
            case .lineBreak:
                if lines.count > 1, lines.last?.allSatisfy(\.isSpace) == true {
                    finish(&flow)
                } else {
                    lines.append([])
                }
            case .lineEnd:
                guard lines.last?.allSatisfy(\.isSpace) == false else { continue }
                lines[lines.count - 1].append(run)
                lines.append([])
            default: lines[lines.count - 1].append(run)
            }
        }
        finish(&flow)
    }

    /// The lines of a paragraph, with hard line breaks between them, except where only a line of the source ends.
    static func lines(of lines: [[MarkdownRun]]) -> [String] {
        lines.enumerated().map { index, runs in
            var line = MarkdownLineWriter.line(runs)
            if case .text? = runs.first(where: { !$0.isSpace })?.content,
                runs.first(where: { !$0.isSpace })?.styles == []
            {
                line = MarkdownEscapes.lineStart(line)
            }
            let endsInSource = if case .lineEnd? = runs.last?.content { true } else { false }
            return index + 1 < lines.count && !endsInSource ? line + "\\" : line
        }
    }
}
