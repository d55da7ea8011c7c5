import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

/// Writes the list of open tasks of a page.
struct PageTasks {
    let content: PageContent

    /// The name of the list in addresses.
    static let name = "tasks"

    /// The list as an item of the page; empty without open tasks.
    var html: String {
        guard !content.openTasks.isEmpty else { return "" }
        let rows = content.openTasks.map { "<li>\(row($0.item, $0.task))</li>\n" }.joined()
        return "<article id=\"\(Self.name)\" class=\"item\">\n<h2 tabindex=\"-1\">Tasks</h2>\n"
            + "<ul class=\"tasks\">\n\(rows)</ul>\n</article>\n"
    }

    private func row(_ number: Int, _ task: ItemTask) -> String {
        let link = content.link(to: content.items[number].item.path, from: .notebook) ?? ""
        let due = task.due.map { "<time datetime=\"\($0)\">\($0)</time> " } ?? ""
        let heading = task.heading.map { " › " + HTMLText.escaped($0) } ?? ""
        let facts = task.facts + [link + heading]
        return due + HTMLText.escaped(task.text) + " <small>\(facts.joined(separator: " · "))</small>"
    }
}
