import Cores
import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

/// The frame of pages: head, content security policy, and the three panes.
struct PageDocument {
    let content: PageContent
    private let lists: PageLists
    private let article: PageArticle
    /// How the page reloads itself; `nil` for a page that does not.
    private let reload: PageReload?

    init(_ content: PageContent, reload: PageReload? = nil) {
        self.content = content
        self.reload = reload
        lists = PageLists(content: content)
        article = PageArticle(content: content)
    }

    private var title: String { HTMLText.escaped(content.description.title) }
    private var isSite: Bool { content.addresses.isSite }
    /// The page that asks the cards, in a site.
    static let studyName = "study.html"

    /// The style, with the colours of the tags.
    var style: String {
        let tags = content.tags.enumerated().compactMap { number, tag in
            tag.color.map { ".t\(number){--tag:\($0)}\n" }
        }.joined()
        return PageStyle.panes + PageStyle.text + PageStyle.printed + tags
    }

    /// What browsers may load: only what is in the page, or beside it in a site; in frames only embedded PDFs.
    private func policy(framing: Bool) -> String {
        let scripts = (!content.studiedCards.isEmpty ? [PageStudyScript.text] : []) + [PageScript.text]
        let (script, style) =
            isSite
            ? ("'self'", "'self'")
            : (scripts.map(PageText.policyDigest).joined(separator: " "), PageText.policyDigest(self.style))
        let files = isSite ? "'self' data:" : "data:"
        let (later, picture) = reload.map { (" " + PageText.policyDigest($0.script), " file:") } ?? ("", "")
        return "default-src 'none'; script-src \(script)\(later); style-src \(style); img-src \(files)\(picture); "
            + "media-src \(files); " + (framing ? "frame-src \(isSite ? "'self'" : "blob:"); " : "")
            + "base-uri 'none'; form-action 'none'"
    }

    private func head(_ title: String, from source: BundlePath?, framing: Bool = false) -> String {
        let up = HTMLText.path(content.addresses.up(from: source))
        let parts =
            isSite
            ? "<link rel=\"stylesheet\" href=\"\(up)style.css\">\n<script src=\"\(up)script.js\"></script>\n"
            : "<style>\(style)</style>\n"
                + (!content.studiedCards.isEmpty ? "<script>\(PageStudyScript.text)</script>\n" : "")
                + "<script>\(PageScript.text)</script>\n"
                + (reload.map { "<script>\($0.script)</script>\n" } ?? "")
        return """
            <!DOCTYPE html>
            <html lang="en" data-scheme="\(content.description.settings.colorScheme.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy(framing: framing))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            \(parts)</head>

            """
    }

    /// Writes the single page, or the first page of a site.
    func writeIndex(to output: PageOutput) throws {
        let shown = reload?.first.flatMap { content.addresses.item($0, from: nil) }
        let first = shown.map { " data-first=\"\($0)\"" } ?? ""
        let framing = !isSite && content.items.contains(where: \.targets.framesDocuments)
        try output.add(
            head(title, from: nil, framing: framing) + """
                <body data-sort="\(content.description.settings.sort.rawValue)"\(isSite ? " data-site" : notebook)\(first)>
                <header class="bar">
                <a class="skip" href="#all">Skip to the list</a>
                <a class="skip" href="#page.reading">Skip to the text</a>
                <button type="button" id="page.menu" class="scripted" aria-controls="page.sidebar" aria-expanded="false">Folders</button>
                <h1><a href="#all">\(title)</a></h1>
                </header>
                <nav id="page.sidebar" aria-label="Folders and tags" tabindex="-1">
                \(lists.sidebar)</nav>
                <section id="all" aria-label="List" tabindex="-1">
                <div class="tools scripted">
                <div role="search"><label class="hidden" for="page.query">Search</label>
                <input type="search" id="page.query" placeholder="Search" spellcheck="false"></div>
                <label class="hidden" for="page.sort">Sort by</label>
                <select id="page.sort"><option value="modified">Modified</option><option value="created">Created</option>\
                <option value="name">Name</option></select>
                </div>
                <p id="page.status" role="status"></p>
                <ul id="page.rows">
                \(try lists.rows())</ul>
                </section>
                <main id="page.reading" tabindex="-1">

                """)
        if !isSite { try writeArticles(to: output) }
        try output.add(
            PageTasks(content: content).html + (isSite ? "" : study) + files
                + "<p class=\"empty scripted\">\(PageText.count(content.items.count, "item"))</p>\n</main>\n</body>\n</html>\n"
        )
    }

    /// Writes all items, below the headings of their folders.
    private func writeArticles(to output: PageOutput) throws {
        try output.add("<p class=\"return scripted\"><a id=\"page.back\" href=\"#all\">List</a></p>\n")
        var folder = FolderPath.root
        var isOpen = false
        try render({ [article] in article.html($0) }) { page, text in
            let own = page.item.folder
            if own != folder {
                if isOpen { try output.add("</section>\n") }
                folder = own
                isOpen = true
                let id = HTMLText.escaped("folder/" + folder.text)
                try output.add(
                    "<section class=\"folder\">\n<h2 class=\"folder\" id=\"\(id)\">\(HTMLText.escaped(folder.text))</h2>\n"
                )
            }
            try output.add(text)
        }
        if isOpen { try output.add("</section>\n") }
    }

    /// Hands on the pages of the items of a site.
    func writePages(_ write: (PageItem, String) throws -> Void) throws { try render(page, write) }

    /// Writes the items on all cores, and hands them on in their order; not all at once, since that takes more memory.
    private func render(
        _ html: @escaping @Sendable (PageItem) -> String, _ write: (PageItem, String) throws -> Void
    ) throws {
        for start in stride(from: 0, to: content.items.count, by: 512) {
            let items = Array(content.items[start..<min(start + 512, content.items.count)])
            let texts = try items.mappedOnAllCores(atOnce: PageText.itemsAtOnce, html)
            for (item, text) in zip(items, texts) { try write(item, text) }
        }
    }

    /// The attachments that can be saved.
    private var files: String {
        let saved = content.saved.sorted { one, other in
            let names = (AttachmentName.readable(one), AttachmentName.readable(other))
            return names.0 == names.1 ? one < other : ItemOrder.namePrecedes(names.0, names.1)
        }
        guard !saved.isEmpty else { return "" }
        var html = "<article id=\"attachments\" class=\"item\">\n<h2 tabindex=\"-1\">Attachments</h2>\n<ul>\n"
        for path in saved {
            guard let place = content.attachments.places[path],
                let id = content.addresses.names.attachment(path)
            else { continue }
            let name = HTMLText.escaped(AttachmentName.readable(path))
            html += "<li id=\"\(HTMLText.escaped(id))\">"
            switch place {
            case .embedded(let attachment):
                html += "<a download=\"\(name)\" href=\"\(attachment.address)\">\(name)</a>"
            case .file(let file): html += "<a href=\"\(HTMLText.path(file))\">\(name)</a>"
            case .absent(let size): html += "\(name) (\(PageText.size(size)), not in this page)"
            }
            html += "</li>\n"
        }
        return html + "</ul>\n</article>\n"
    }

    /// The attribute by which the browser knows whose cards it asks; empty without cards.
    private var notebook: String {
        !content.studiedCards.isEmpty ? " data-notebook=\"\(content.description.uuid)\"" : ""
    }

    /// Where the script asks the cards.
    private var study: String {
        guard !content.studiedCards.isEmpty else { return "" }
        return "<article id=\"study\" class=\"item study scripted\">\n<h2 tabindex=\"-1\">Study</h2>\n</article>\n"
    }

    /// The page of a site that asks the cards; `nil` without cards.
    func studyPage() -> String? {
        guard !content.studiedCards.isEmpty else { return nil }
        let cards = content.items.filter { content.studiedCards[$0.item.path] != nil }.map { page in
            let address = content.addresses.item(page.item.path, from: nil) ?? ""
            return
                "<template\(article.study(page)) data-base=\"\(address)\" data-href=\"\(address)\">\n\(page.html)</template>\n"
        }
        return head("Study – " + title, from: nil).replacing(
            "</head>", with: "<script src=\"study.js\"></script>\n</head>")
                + """
                <body class="single"\(notebook)>
                <header class="bar"><h1><a href="index.html#all">\(title)</a></h1></header>
                <main id="page.reading" tabindex="-1">
                <p class="unasked">A script asks the cards, which are all in <a href="index.html#all">the list</a>.</p>
                \(study)\(cards.joined())</main>
                </body>
                </html>

                """
    }

    /// The page of an item of a site.
    @Sendable private func page(_ page: PageItem) -> String {
        let path = page.item.path
        let index = HTMLText.path(content.addresses.up(from: path) + "index.html")
        let framing = page.targets.framesDocuments
        return head(HTMLText.escaped(page.title) + " – " + title, from: path, framing: framing) + """
            <body class="single">
            <header class="bar"><a class="skip" href="#page.reading">Skip to the text</a><h1><a href="\(index)">\(title)</a></h1></header>
            <main id="page.reading" tabindex="-1">
            \(article.html(page))</main>
            </body>
            </html>

            """
    }
}

/// Writes one item of a page as an `article`, without adding line ends: a line end between two elements is a node of
/// the document, and without these a browser opens 10,000 items in an eighth less time.
struct PageArticle {
    let content: PageContent
    /// The links to the folders above the items of a folder, where these are the same for all.
    private let crumbs: [FolderPath: String]
    /// The fragments of the tags.
    private let tagPlaces: [String]

    init(content: PageContent) {
        self.content = content
        tagPlaces = content.tags.map { HTMLText.fragment("tag/" + $0.name) }
        let folders = content.addresses.isSite ? [] : Set(content.items.map(\.item.folder))
        let links = folders.map { ($0, Self.crumbs($0, content.addresses, from: nil)) }
        crumbs = Dictionary(links) { first, _ in first }
    }

    func html(_ page: PageItem) -> String {
        let path = page.item.path
        let id =
            content.addresses.isSite
            ? "" : " id=\"\(HTMLText.escaped(page.name))\"" + study(page)
        var html = "<article\(id) class=\"item\"><header>"
        html += crumbs[page.item.folder] ?? Self.crumbs(page.item.folder, content.addresses, from: path)
        html += "<h2 tabindex=\"-1\">\(HTMLText.escaped(page.title))</h2>"
        html += "<p class=\"facts\">\(facts(page))</p></header>"
        html += properties(page.properties)
        html += "<div class=\"text\">\n\(page.html)</div>"
        let links = page.links.compactMap { content.link(to: $0, from: path) }
        let backlinks = (content.backlinks[path] ?? []).compactMap {
            content.link(to: content.items[$0].item.path, from: path)
        }
        if !links.isEmpty || !backlinks.isEmpty {
            html += "<footer>" + list("Links to", links) + list("Linked from", backlinks) + "</footer>"
        }
        return html + "</article>\n"
    }

    /// The attributes by which the script asks a card; empty for other items.
    func study(_ page: PageItem) -> String {
        guard let place = content.studiedCards[page.item.path] else { return "" }
        let card = page.item.uuid.map { "\($0)" } ?? HTMLText.escaped(page.name)
        let sides = page.sides.map(\.name).joined(separator: " ")
        return " data-card=\"\(card)\" data-sides=\"\(sides)\" data-order=\"\(place)\""
    }

    /// A folder and those above it, each a link.
    private static func crumbs(
        _ folder: FolderPath, _ addresses: PageAddresses, from source: BundlePath?
    ) -> String {
        guard !folder.text.isEmpty else { return "" }
        let names = folder.components
        let links = names.indices.compactMap { index -> String? in
            guard let folder = try? FolderPath(names[...index].joined(separator: "/")) else { return nil }
            let address = addresses.folder(folder, from: source)
            return "<a href=\"\(address)\">\(HTMLText.escaped(names[index]))</a>"
        }
        return "<p class=\"crumbs\">\(links.joined(separator: " <span aria-hidden=\"true\">›</span> "))</p>"
    }

    private func facts(_ page: PageItem) -> String {
        let item = page.item
        var facts = [item.isPinned ? "<span class=\"pin\">Pinned</span>" : "", item.type == .card ? "Card" : ""]
        facts.append("Modified \(PageText.time(item.modified))")
        if item.created != item.modified { facts.append("created \(PageText.time(item.created))") }
        let tags = page.tags.compactMap { tag in content.tagNumbers[tag.key].map { chip($0, tag.text, item.path) } }
        return (facts.filter { !$0.isEmpty }.joined(separator: " · ")) + tags.map { " " + $0 }.joined()
    }

    private func chip(_ number: Int, _ name: String, _ source: BundlePath) -> String {
        let place = tagPlaces[number]
        // In a single page, the script makes it a link: without the script, there is no list of the items with a tag.
        guard content.addresses.isSite else {
            return "<span class=\"tag t\(number)\" data-place=\"\(place)\">\(HTMLText.escaped(name))</span>"
        }
        let index = HTMLText.path(content.addresses.up(from: source) + "index.html")
        return "<a class=\"tag t\(number)\" href=\"\(index)\(place)\">\(HTMLText.escaped(name))</a>"
    }

    private func properties(_ properties: [Property]) -> String {
        guard !properties.isEmpty else { return "" }
        let rows = properties.map { property in
            let value = property.value.scalars.map(\.text).joined(separator: ", ")
            return "<dt>\(HTMLText.escaped(property.key))</dt><dd>\(HTMLText.escaped(value))</dd>"
        }
        return "<dl class=\"properties\">\(rows.joined())</dl>"
    }

    private func list(_ title: String, _ links: [String]) -> String {
        guard !links.isEmpty else { return "" }
        return "<div class=\"links\"><h3>\(title)</h3><ul>\(links.map { "<li>\($0)</li>" }.joined())</ul></div>"
    }
}
