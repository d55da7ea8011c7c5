import ForeignData
import NotebookMarkdown
import NotebookText

/// A page or a database of an export of Notion.
struct NotionPage: Sendable {
    /// How the export has it.
    enum Kind {
        case html
        case markdown
        case table
    }

    let path: String
    let kind: Kind
    /// 32 hexadecimal digits; empty if the export names none.
    private(set) var id: String
    private(set) var title: String
    /// The content of a page in HTML, without Notion's own markup.
    private(set) var body: [HTMLNode] = []
    /// How many bookmarks show a picture, which is left out.
    private(set) var picturedBookmarks = 0
    /// The addresses in its head and its text.
    private(set) var addresses: [String] = []
    /// The rows of the table of properties, in HTML.
    private(set) var propertyRows: [HTMLElement] = []
    /// The sign beside the title; empty if there is none, or a picture.
    private(set) var icon = ""
    /// The addresses of the files that its head has: in properties, and as a sign; in Markdown, all that may be some.
    private(set) var headAddresses: [String] = []
    /// The text of a page in Markdown, without title and properties.
    private(set) var text = ""
    /// The lines below the title of a page in Markdown that may be properties.
    private(set) var propertyLines: [(key: String, value: String)] = []
    /// The rows of a database.
    private(set) var rows: [[String]] = []
    /// The lines of rows that cannot be read.
    private(set) var damagedLines: [Int] = []
    /// The headings of a page in HTML, as parts of addresses, by the digits of the ids of their blocks.
    private var headings: [String: String] = [:]
    /// The ids of all its blocks.
    private var blocks: Set<String> = []
    /// The id of the database of which it is a row; `nil` for other pages.
    let database: String?

    /// - Parameter columns: The columns of its database; `nil` for other pages.
    init(
        _ path: String, _ id: NotionID?, _ written: String, _ ending: String, in database: String?,
        _ columns: NotionColumns?
    ) {
        self.path = path
        self.database = database
        self.id = id?.digits ?? ""
        title = id?.title ?? ""
        switch ending {
        case "html":
            kind = .html
            readHTML(HTMLTree.root(written))
        case "md":
            kind = .markdown
            readMarkdown(written)
            if let columns { readPropertyLines(columns) }
            headAddresses = propertyLines.flatMap { Self.listed($0.value) }
            addresses = headAddresses + MarkdownDocument(Array(text.utf8)).links().map(\.destination.text)
        default:
            kind = .table
            let table = CSVRows.table(Array(written.utf8))
            (rows, damagedLines) = (table.rows, table.damagedLines)
        }
    }

    /// Whether it has a block.
    func has(block: String) -> Bool {
        let digits = Self.digits(block)
        return blocks.contains(block) || blocks.contains { Self.digits($0) == digits }
    }

    /// The heading that a block is, as a part of an address; `nil` for other blocks.
    func heading(_ block: String) -> String? { headings[Self.digits(block)] }

    /// The id of a block without hyphens, as addresses on the web have it.
    private static func digits(_ block: String) -> String { block.replacing("-", with: "").lowercased() }

    /// The path of the folder that it is in; empty for the top.
    var directory: String { path.parts(between: "/").dropLast().joined(separator: "/") }

    /// The addresses in a value of Markdown, if it is a list of files.
    static func listed(_ value: String) -> [String] {
        value.split(separator: ", ").map(String.init).filter { $0.holds(".") && !$0.holds(" ") && !$0.holds("://") }
    }

    private mutating func readHTML(_ root: HTMLElement) {
        let article = root.first { $0.name == "article" }
        if let written = article?["id"]?.replacing("-", with: "").lowercased(), written.utf8.count == 32 {
            id = written
        }
        let heading = root.first { $0.has(class: "page-title") }?.text.trimmedOfSpace
        let shown = heading ?? root.first { $0.name == "title" }?.text.trimmedOfSpace
        if let shown, !shown.isEmpty { title = shown }
        let table = root.first { $0.name == "table" && $0.has(class: "properties") }
        propertyRows = table.map(Self.rows) ?? []
        readHead(root)
        body += root.first { $0.has(class: "page-body") }?.children ?? []
        for case .element(let element) in body {
            element.forEach { inner in
                guard let block = inner["id"] else { return }
                blocks.insert(block)
                guard inner.name.count == 2, inner.name.first == "h" else { return }
                headings[Self.digits(block)] = PercentEncoding.encode(inner.text.trimmedOfSpace)
            }
        }
        for case .element(let element) in body {
            element.forEach { inner in
                for name in ["href", "src"] { if let address = inner[name] { addresses.append(address) } }
            }
        }
        addresses += headAddresses
        picturedBookmarks = NotionTree.picturedBookmarks(body)
        body = NotionTree.simplified(body)
    }

    /// Reads what stands above the text: its cover and its description begin the body.
    private mutating func readHead(_ root: HTMLElement) {
        let cover = root.first { $0.has(class: "page-cover-image") }
        if let cover {
            body.append(.element(HTMLElement("p", [], [.element(cover)])))
        }
        let description = root.first { $0.has(class: "page-description") }
        if let description, !description.text.trimmedOfSpace.isEmpty {
            body.append(.element(HTMLElement("p", [], description.children)))
        }
        let sign = root.first { $0.has(class: "page-header-icon") }
        icon = sign?.text.trimmedOfSpace ?? ""
        let holders = [sign].compactMap(\.self) + propertyRows.filter { $0.has(class: "property-row-file") }
        for holder in holders {
            holder.forEach { element in
                if let address = element["href"] ?? element["src"] { headAddresses.append(address) }
            }
        }
    }

    private static func rows(_ table: HTMLElement) -> [HTMLElement] {
        table.elements.flatMap { $0.name == "tr" ? [$0] : rows($0) }
    }

    private mutating func readMarkdown(_ written: String) {
        var lines = written.withLineFeeds.parts(between: "\n", omittingEmpty: false)[...]
        if lines.first?.hasPrefix("\u{FEFF}") == true { lines[lines.startIndex] = lines[lines.startIndex].dropFirst() }
        if let first = lines.first, first.hasPrefix("# ") {
            let heading = first.dropFirst(2).trimmedOfSpace
            if !heading.isEmpty { title = heading }
            lines.removeFirst()
            if lines.first?.isEmpty == true { lines.removeFirst() }
        }
        text = lines.joined(separator: "\n")
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    }

    /// Takes the properties from the beginning of the text.
    private mutating func readPropertyLines(_ columns: NotionColumns) {
        var lines = text.parts(between: "\n", omittingEmpty: false)[...]
        while let property = columns.take(&lines) { propertyLines.append(property) }
        if lines.first?.isEmpty == true { lines.removeFirst() }
        text = lines.joined(separator: "\n")
    }
}
