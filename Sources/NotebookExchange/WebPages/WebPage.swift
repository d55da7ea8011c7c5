import ForeignData
import NotebookFormat
import NotebookText

/// A page of a folder, taken apart.
struct WebPage: Sendable {
    let path: String
    /// Its text, and what is wrong with it; `nil` if it cannot be read.
    let text: DecodedText?
    /// What it shows.
    let body: HTMLElement
    /// The files that it shows or links to, besides other pages.
    let shown: [String]
    /// The files that it offers instead of those.
    let offered: [String]
    private let root: HTMLElement
    private let location: PageLocation

    init(_ path: String, _ bytes: [UInt8]?, _ paths: PagePaths) {
        self.path = path
        text = bytes.map { TextDecoding.text(ofPage: $0) }
        root = HTMLTree.root(text?.text ?? "")
        location = PageLocation(paths, path, root)
        body = HTMLElement("body", [], location.located(root.first { $0.name == "body" } ?? root).children)
        shown = location.shown(body)
        offered = location.offered(root)
    }

    /// Its title: in its head, of its first heading, or the name of its file.
    private var title: String {
        let file = path.parts(between: "/").last.map(String.init) ?? path
        let stem = file.split(separator: ".").dropLast().joined(separator: ".")
        let names = ["title", "h1"].compactMap { name in root.first { $0.name == name }?.text.singleSpaced }
        return names.first { !$0.isEmpty } ?? stem
    }

    /// Its note.
    ///
    /// - Parameters:
    ///   - attached: The attachments made of the files that it shows, by their paths.
    ///   - pictures: The attachments made of pictures that it contains.
    func note(
        _ attached: [String: PageAttachment], _ pictures: [String: BundlePath?], _ notes: ForeignFindings
    ) -> ForeignNote {
        let name = location.name
        var note = ForeignNote(id: "html\0\(name.composed)")
        note.isGuessed = true
        note.title = title
        note.place = path
        note.folder = name.parts(between: "/").dropLast().map(String.init)
        note.keys = [location.key]
        PageHead.add(root, to: &note)
        let counts = LinkedHTML.counts(body)
        notes.balance.find(.links, counts.links)
        notes.balance.find(.tables, counts.tables)
        notes.balance.find(.tasks, counts.tasks)
        let text = ForeignText(notes, title: title, place: path, count: LinkedHTML.counts)
        let headings = ForeignHeading.byID(in: body.children)
        note.headings = headings
        var rules = LinkedHTML(text: text, resolve: { location.target($0, headings, attached) })
        rules.dataPictures = pictures
        rules.special = { $0.name == "title" ? .nothing : .usual }
        var converter = HTMLMarkdown(rules)
        note.body = converter.markdown(body.children)
        note.tables = counts.tables - text.tables
        note.tasks = counts.tasks - text.tasks
        text.finish()
        return note
    }
}
