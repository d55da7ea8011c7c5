import ForeignData
import NotebookFormat
import NotebookMarkdown
import NotebookStore
import NotebookText

/// What a text has that Evernote's markup has not, or only in another form.
struct EnexMarkup {
    private var states: [String] = []
    private var footnotes = 0
    private var alignments: Set<String> = []
    private var names: [String] = []
    private var folds = 0
    private var callouts = 0
    private var embeds: [String] = []

    private var comments = 0

    /// Looks through a text and its HTML.
    init(_ file: ItemFile, _ html: [HTMLElement]) {
        let source = ReadingSource(file.bytes, file.bodyStart..<file.bytes.count)
        comments = source.comments.count
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
        case "div" where classes.contains("callout"): callouts += 1
        case "details":
            if classes.contains("callout") { callouts += 1 }
            folds += 1
        case "span" where classes.contains("embed"): embeds.append(element.text)
        default: break
        }
    }

    /// Reports everything.
    func report(_ item: Item, _ losses: ExportLosses) {
        for state in states { losses.lose(.valueDropped, "the state of a task", of: item, target: state) }
        if footnotes > 0 {
            losses.lose(.noteChanged, "footnotes became a list at the end: \(footnotes)", of: item)
        }
        for side in alignments.sorted() {
            losses.lose(.styleDropped, "the alignment of columns of a table", of: item, target: side)
        }
        for name in names { losses.lose(.valueDropped, "the name of a block", of: item, target: name) }
        if callouts > 0 { losses.lose(.noteChanged, "callouts became quotes: \(callouts)", of: item) }
        if folds > 0 { losses.lose(.noteChanged, "parts that fold are always open: \(folds)", of: item) }
        if comments > 0 { losses.lose(.hiddenDropped, "comments: \(comments)", of: item) }
        for embed in embeds { losses.lose(.noteChanged, "an embed became a link", of: item, target: embed) }
    }
}
