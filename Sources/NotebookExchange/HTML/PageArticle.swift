import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

/// Writes one item of a page as an `article`, without adding line ends: a line end between two elements is a node of
/// the document, and without these a browser opens 10,000 items in an eighth less time.
struct PageArticle {
    let content: PageContent

    func html(_ page: PageItem) -> String {
        let path = page.item.path
        let id = content.addresses.isSite ? "" : " id=\"\(HTMLText.escaped(page.name))\""
        var html = "<article\(id) class=\"item\"><header>"
        html += crumbs(page.item)
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

    /// The folders of an item, each a link.
    private func crumbs(_ item: Item) -> String {
        guard !item.folder.text.isEmpty else { return "" }
        let names = item.folder.components
        let links = names.indices.compactMap { index -> String? in
            guard let folder = try? FolderPath(names[...index].joined(separator: "/")) else { return nil }
            let address = content.addresses.folder(folder, from: item.path)
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
        let place = HTMLText.fragment("tag/" + content.tags[number].name)
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
