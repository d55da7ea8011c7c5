import Cores
import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

/// Writes the sidebar and the list of a page.
struct PageLists {
    let content: PageContent
    /// The folders with items of their own.
    private let filled: Set<FolderPath>
    /// How many items are in a folder, at any depth.
    private let counts: [FolderPath: Int]
    private let children: [FolderPath: [FolderPath]]
    private let icons: [FolderPath: String]

    init(content: PageContent) {
        self.content = content
        let own = Dictionary(content.items.map { ($0.item.folder, 1) }, uniquingKeysWith: +)
        filled = Set(own.keys)
        counts = own.reduce(into: [:]) { counts, own in
            var next: FolderPath? = own.key
            while let path = next, path != .root {
                counts[path, default: 0] += own.value
                next = path.parent
            }
        }
        children = Dictionary(grouping: content.folders.filter { !$0.text.isEmpty }) { $0.parent ?? .root }
        icons = Dictionary(content.description.folders.map { ($0.path, $0.icon ?? "") }) { first, _ in first }
    }

    // MARK: Sidebar

    /// The folders, smart folders and tags.
    var sidebar: String {
        var html = "<ul class=\"sources\">\n"
        html += "<li>\(link("all", icon: "▤", "All items", content.items.count))</li>\n"
        if !content.openTasks.isEmpty {
            html += "<li>\(link(PageTasks.name, icon: "☐", "Tasks", content.openTasks.count))</li>\n"
        }
        if !content.studiedCards.isEmpty {
            let address = content.addresses.isSite ? PageDocument.studyName : nil
            let study = link("study", address, icon: "↻", "Study", content.studiedCards.count)
            html += "<li class=\"scripted\">\(study)</li>\n"
        }
        html += "</ul>\n"
        if !content.folders.isEmpty { html += "<h2>Folders</h2>\n" + tree(.root) }
        if !content.smartFolders.isEmpty {
            html += "<h2 class=\"scripted\">Smart folders</h2>\n<ul class=\"sources scripted\">\n"
            for folder in content.smartFolders {
                html += "<li id=\"\(HTMLText.escaped("smart/" + folder.name))\">"
                let time = folder.asOf.map { " <small>as of \(PageText.time($0))</small>" } ?? ""
                html += link("smart/" + folder.name, icon: folder.icon ?? "⚙", folder.name, folder.items.count, time)
                html += "</li>\n"
            }
            html += "</ul>\n"
        }
        if !content.tags.isEmpty {
            html += "<h2 class=\"scripted\">Tags</h2>\n<ul class=\"sources scripted\">\n"
            for (number, tag) in content.tags.enumerated() {
                html += "<li id=\"\(HTMLText.escaped("tag/" + tag.name))\">"
                html += "<a class=\"source\" href=\"\(HTMLText.fragment("tag/" + tag.name))\">"
                html += "<span class=\"dot t\(number)\" aria-hidden=\"true\"></span>"
                html += "<span class=\"name\">\(HTMLText.escaped(tag.name))</span>\(count(tag.count))</a></li>\n"
            }
            html += "</ul>\n"
        }
        return html
    }

    private func link(
        _ place: String, _ address: String? = nil, icon: String, _ name: String, _ number: Int, _ more: String = ""
    ) -> String {
        "<a class=\"source\" href=\"\(address ?? HTMLText.fragment(place))\"><span class=\"icon\" aria-hidden=\"true\">"
            + "\(HTMLText.escaped(icon))</span><span class=\"name\">\(HTMLText.escaped(name))\(more)</span>\(count(number))</a>"
    }

    private func count(_ number: Int) -> String { "<span class=\"count\">\(number)</span>" }

    /// The folders in a folder, which open and close.
    private func tree(_ parent: FolderPath) -> String {
        guard let children = children[parent] else { return "" }
        var html = "<ul class=\"sources\">\n"
        for folder in children {
            let items = counts[folder] ?? 0
            let own = link("folder/" + folder.text, icon: icons[folder] ?? "", String(folder.name), items)
            let inner = tree(folder)
            // A folder without items of its own has no heading among the items.
            let hasHeading = !content.addresses.isSite && filled.contains(folder)
            let id = hasHeading ? "" : " id=\"\(HTMLText.escaped("folder/" + folder.text))\""
            if inner.isEmpty {
                html += "<li\(id)>\(own)</li>\n"
            } else {
                let label = "Folders in \(folder.name)"
                html +=
                    "<li class=\"parent\"\(id)>\(own)<details open><summary aria-label=\"\(HTMLText.escaped(label))\">"
                html += "</summary>\n\(inner)</details></li>\n"
            }
        }
        return html + "</ul>\n"
    }

    // MARK: List

    /// The rows of all items, as the notebook sorts them.
    func rows() throws -> String {
        let names = ItemOrder(.name).sorted(content.items.map(\.item))
        // Pinned items come first in any order, so their numbers need not show it.
        let ranks = Dictionary(names.enumerated().map { ($1.path, $0) }) { first, _ in first }
        let order = ItemOrder(content.description.settings.sort).sorted(content.items.map(\.item))
        let numbers = order.compactMap { content.numbers[$0.path] }
        return try numbers.mappedOnAllCores(atOnce: PageText.itemsAtOnce) { [self] number in
            let page = content.items[number]
            return row(page, rank: ranks[page.item.path] ?? 0, number: number)
        }.joined()
    }

    private func row(_ page: PageItem, rank: Int, number: Int) -> String {
        let item = page.item
        let tags = PageContent.withParents(page.tags).compactMap { content.tagNumbers[$0.key] }.sorted()
        let smart = content.smartFolders.indices.filter { content.smartFolders[$0].items.contains(item.path) }
        var html = "<li data-number=\"\(number)\" data-name=\"\(rank)\""
        html += " data-modified=\"\(item.modified.secondsSince1970)\" data-created=\"\(item.created.secondsSince1970)\""
        if !item.folder.text.isEmpty { html += " data-folder=\"\(HTMLText.escaped(item.folder.text))\"" }
        if !tags.isEmpty { html += " data-tags=\"\(Self.numbers(tags))\"" }
        if !smart.isEmpty { html += " data-smart=\"\(Self.numbers(smart))\"" }
        if item.isPinned { html += " data-pinned" }
        let address = content.addresses.item(item.path, from: nil) ?? ""
        html += "><a href=\"\(address)\"><span class=\"title\">\(HTMLText.escaped(page.title))</span>"
        let mark = item.isPinned ? "<span class=\"pin\">Pinned</span> " : ""
        html += "<span class=\"excerpt\">\(HTMLText.escaped(page.excerpt))</span>"
        html += "<span class=\"when\">\(mark)\(item.type == .card ? "Card · " : "")\(PageText.time(item.modified))"
        for tag in page.tags {
            guard let number = content.tagNumbers[tag.key] else { continue }
            html += " <span class=\"tag t\(number)\">\(HTMLText.escaped(tag.text))</span>"
        }
        return html + "</span></a></li>\n"
    }

    private static func numbers(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: " ") }
}
