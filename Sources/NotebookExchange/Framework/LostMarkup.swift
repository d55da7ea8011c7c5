import ForeignData
import NotebookFormat
import NotebookMarkdown
import NotebookStore
import NotebookText

/// What a text has that HTML without styles and scripts has not, or only in another form.
struct LostMarkup {
    private var states: [String] = []
    private var footnotes = 0
    private var alignments: Set<String> = []
    private var longTables = 0
    private var looseLists = 0
    private var titles: [(of: String, text: String)] = []
    private var names: [String] = []
    private var folds = 0
    private var callouts = 0
    private var embeds: [String] = []

    private var comments: [String] = []
    private var hasFixedSpaces = false

    /// Looks through a text and its HTML.
    init(_ file: ItemFile, _ html: [HTMLElement]) {
        let source = ReadingSource(file.bytes, file.bodyStart..<file.bytes.count)
        comments = source.comments.map { range in
            let text = String(decoding: file.bytes[range], as: UTF8.self).trimmedOfSpace
            let inner = text.dropFirst((["<!--", "%%"].first(where: text.hasPrefix) ?? "").count)
            return inner.dropLast((["-->", "%%"].first(where: inner.hasSuffix) ?? "").count).trimmedOfSpace
        }
        hasFixedSpaces = source.bytes.indices.dropLast().contains {
            source.bytes[$0] == 0xC2 && source.bytes[$0 + 1] == 0xA0
        }
        names = source.blockNames.map { String(decoding: file.bytes[$0], as: UTF8.self).trimmedOfSpace }
        let marks = MarkdownDocument(file.bytes, from: file.bodyStart).tasks().map(\.mark)
        states = marks.filter { !" xX".contains($0) }.map { "[\($0)]" }
        for root in html { root.forEach { add($0) } }
    }

    private mutating func add(_ element: HTMLElement) {
        let classes = element.classes
        switch element.name {
        case "sup" where classes.contains("footnote"): footnotes += 1
        case "td", "th": alignments.formUnion(classes.map(String.init).filter { $0 == "center" || $0 == "right" })
        case "table": if element.hasLongRows { longTables += 1 }
        case "ul", "ol":
            let items = element.elements
            // Without blank lines between them, items are written without paragraphs.
            let isLoose = items.contains { $0.elements.first?.name == "p" }
            let hasMore = items.contains { $0.elements.dropFirst().contains { !["ul", "ol"].contains($0.name) } }
            if isLoose, !hasMore { looseLists += 1 }
        case "a": if let title = element["title"] { titles.append(("a link", title)) }
        case "img": if let title = element["title"] { titles.append(("a picture", title)) }
        case "div" where classes.contains("callout"): callouts += 1
        case "details":
            if classes.contains("callout") { callouts += 1 }
            folds += 1
        case "span" where classes.contains("embed"): embeds.append(element.text)
        default: break
        }
    }

    /// Reports everything.
    ///
    /// - Parameter isMarked: Whether elements say which texts are footnotes, and the states of tasks.
    func report(_ item: Item, _ losses: ExportLosses, isMarked: Bool = false) {
        for state in states where !isMarked {
            losses.lose(.valueDropped, "the state of a task", of: item, target: state)
        }
        if footnotes > 0, !isMarked {
            losses.lose(.noteChanged, "footnotes became a list at the end: \(footnotes)", of: item)
        }
        for side in alignments.sorted() {
            losses.lose(.styleDropped, "the alignment of columns of a table", of: item, target: side)
        }
        if longTables > 0 {
            losses.lose(.noteChanged, "headers of tables became as long as their rows: \(longTables)", of: item)
        }
        if looseLists > 0 { losses.lose(.noteChanged, "lists without blank lines: \(looseLists)", of: item) }
        for title in titles { losses.lose(.styleDropped, "the title of \(title.of)", of: item, target: title.text) }
        for name in names { losses.lose(.valueDropped, "the name of a block", of: item, target: name) }
        if callouts > 0 { losses.lose(.noteChanged, "callouts became quotes: \(callouts)", of: item) }
        if folds > 0 { losses.lose(.noteChanged, "parts that fold are always open: \(folds)", of: item) }
        if hasFixedSpaces { losses.lose(.noteChanged, "no-break spaces became spaces", of: item) }
        for comment in comments { losses.lose(.hiddenDropped, "a comment", of: item, target: comment) }
        for embed in embeds { losses.lose(.noteChanged, "an embed became a link", of: item, target: embed) }
    }
}

extension HTMLElement {
    /// Whether a row of the table has more cells than its first one, apart from those without text.
    var hasLongRows: Bool {
        let rows = tableRows
        return rows.contains { row in 1 + (row.lastIndex { !$0.children.isEmpty } ?? -1) > rows[0].count }
    }
}
