import ForeignData
import NotebookFormat
import NotebookLinks
import NotebookText

/// How many things that an import accounts for are in HTML.
struct HTMLCounts {
    private(set) var links = 0
    private(set) var tables = 0
    private(set) var tasks = 0
    private(set) var media = 0

    /// Counts what is in an element.
    ///
    /// - Parameters:
    ///   - isTask: Whether an element is a task; it gets the element around it, too.
    ///   - isMedia: Whether an element shows a file of the source.
    init(
        _ element: HTMLElement, isTask: (HTMLElement, HTMLElement) -> Bool = { _, _ in false },
        isMedia: (HTMLElement) -> Bool = { _ in false }
    ) {
        element.forEach { outer in
            if outer.name == "a", outer["href"] != nil { links += 1 }
            if outer.name == "table", !outer.tableRows.isEmpty { tables += 1 }
            if isMedia(outer) { media += 1 }
            for case .element(let inner) in outer.children where isTask(inner, outer) { tasks += 1 }
        }
    }
}

/// What happens to a text of a note on its way to Markdown: accounts for everything that Markdown cannot hold.
final class ForeignText {
    let notes: ForeignFindings
    let title: String
    let place: String
    /// How to count what is in an element.
    let count: (HTMLElement) -> HTMLCounts
    /// The tasks and tables that are reported, so that the text need not have them.
    private(set) var tasks = 0
    private(set) var tables = 0
    private var styles: Set<String> = []
    /// The beginnings of hidden parts.
    private var hidden: [String] = []
    private var drawings = 0
    /// The files on the network that are reported.
    private var remote: Set<String> = []

    init(_ notes: ForeignFindings, title: String, place: String, count: @escaping (HTMLElement) -> HTMLCounts) {
        (self.notes, self.title, self.place, self.count) = (notes, title, place, count)
    }

    /// Accounts for an element that is left out; files that it shows are attached in another place.
    func drop(_ element: HTMLElement, isHidden: Bool) {
        let counts = settle([.element(element)], isHidden ? .dropped : .flattened)
        guard !isHidden else { return hide(element) }
        let words = Self.beginning(of: element.words)
        if counts.links > 0 {
            lose(.linkDropped, "a link in code", target: element.first { $0.name == "a" }?["href"] ?? "")
        }
        if counts.tasks > 0 { lose(.taskFlattened, "a task in code became text", target: words) }
        if counts.tables > 0 { lose(.tableFlattened, "a table in code became text", target: words) }
    }

    /// Accounts for what is in an element that is shown in another way.
    func drop(within element: HTMLElement) {
        let counts = settle(element.children, .dropped)
        let isEmpty = counts.links + counts.tasks + counts.tables == 0 && element.text.trimmedOfSpace.isEmpty
        if !isEmpty { hide(element) }
    }

    private func hide(_ element: HTMLElement) {
        let words = Self.beginning(of: element.words)
        let name = element.name.isEmpty ? element.elements.first?.name ?? "" : element.name
        hidden.append(words.isEmpty ? "<\(name)>" : "“\(words)”")
    }

    /// The first words of a part of a text, by which it is found in the source.
    private static func beginning(of text: String) -> String {
        let words = text.singleSpaced
        return words.count > 40 ? "\(words.prefix(40).trimmedOfSpace)…" : words
    }

    private func settle(_ nodes: [HTMLNode], _ fate: ImportBalance.Fate) -> HTMLCounts {
        let counts = count(HTMLElement("", [], nodes))
        notes.balance.settle(.links, fate, counts.links)
        notes.balance.settle(.tables, fate, counts.tables)
        notes.balance.settle(.tasks, fate, counts.tasks)
        tasks += counts.tasks
        tables += counts.tables
        return counts
    }

    /// Accounts for a loss of HTML.
    func lose(_ loss: HTMLLoss) {
        switch loss {
        case .style(let name): styles.insert(name)
        case .drawing: drawings += 1
        case .formula(let text):
            lose(.noteLost, "only the text of a formula is kept", target: Self.beginning(of: text))
        case .linkAroundLink:
            notes.balance.settle(.links, .dropped)
            lose(.linkDropped, "a link around another link")
        case .taskOutsideOfList:
            notes.balance.settle(.tasks, .flattened)
            tasks += 1
            lose(.taskFlattened, "a task that is no item of a list became a sign")
        case .tableInTable(let inner):
            notes.balance.settle(.tables, .flattened)
            tables += 1
            lose(.tableFlattened, "a table in a cell of a table became text", target: Self.beginning(of: inner))
        }
    }

    /// Accounts for tasks of which the text has only the words.
    func flatten(tasks count: Int) {
        notes.balance.find(.tasks, count)
        notes.balance.settle(.tasks, .flattened, count)
        for _ in 0..<count { lose(.taskFlattened, "a task that is no item of a list became a sign") }
    }

    func lose(_ code: ImportLoss.Code, _ text: String, target: String = "") {
        notes.lose(code, text, note: title, place: place, target: target)
    }

    /// Reports what was collected.
    func finish() {
        if !styles.isEmpty {
            let names = styles.sorted().joined(separator: ", ")
            lose(.styleDropped, "styles left out: \(names)", target: names)
        }
        if drawings > 0 {
            let them = drawings == 1 ? "a drawing (svg)" : "\(drawings) drawings (svg)"
            lose(.noteLost, "only the text of \(them) is kept", target: "svg")
        }
        if !hidden.isEmpty {
            let shown = hidden.prefix(3).joined(separator: ", ") + (hidden.count > 3 ? ", …" : "")
            let them = "\(hidden.count) hidden part\(hidden.count == 1 ? "" : "s")"
            lose(.hiddenDropped, "\(them) left out: \(shown)", target: String(hidden.count))
        }
    }

    /// A link to somewhere outside of the sources; `nil` if its address runs a script, which is reported.
    func external(_ address: String) -> String? {
        guard !ReadableDestination.runsScript(address) else {
            notes.balance.settle(.links, .dropped)
            lose(.linkDropped, "an address that runs a script", target: address)
            return nil
        }
        notes.balance.settle(.links, .external)
        return address
    }

    /// A mark for a link to a note that the source writes in a way of its own.
    func mark(_ link: ForeignLink, words: String, _ written: String) -> String {
        notes.balance.find(.links)
        var link = link
        link.wiki = ForeignWikiLink(label: words, written: written)
        return notes.mark(link)
    }

    /// Reports a file that stays on the network, once.
    func keepRemote(_ address: String) {
        guard remote.insert(address).inserted else { return }
        lose(.remoteKept, "the file stays on the network", target: address)
    }

    /// Accounts for a file that the note shows and that the source lacks.
    func lack(_ address: String) {
        notes.balance.find(.attachments)
        notes.balance.settle(.attachments, .missing)
        lose(.attachmentMissing, "the file is not in the source", target: address)
    }

    /// A picture that stays on the network.
    func remote(_ address: String, _ alt: String) -> String {
        keepRemote(address)
        return "![\(MarkdownEscapes.text(alt, inLink: true))](\(MarkdownEscapes.destination(address)))"
    }

    /// The end of a text for an attachment that it does not show.
    func unshown(_ path: BundlePath, name: String) -> String {
        lose(.attachmentUnshown, "the text does not show this file", target: name)
        return "\n" + shown(path, name: name, isEmbedded: AttachmentMedium(of: path) != .other) + "\n"
    }

    /// An attachment as shown in a text: a picture or recording, or a link.
    func shown(_ path: BundlePath, name: String, isEmbedded: Bool, size: String = "") -> String {
        let text = MarkdownEscapes.text(name, inLink: true) + (size.isEmpty ? "" : "|\(size)")
        return "\(isEmbedded ? "!" : "")[\(text)](\(notes.mark(path)))"
    }
}
