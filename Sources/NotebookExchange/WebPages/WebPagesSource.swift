import Cores
import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookText

/// The pages of a folder.
final class WebPagesSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    /// The only pages to read, by their composed paths; `nil` for all.
    private let only: Set<String>?
    /// Pages that are attachments, by their composed paths.
    private var left: Set<String> = []

    init(_ files: ForeignFiles, only: Set<String>?, shown: String) {
        (self.files, self.only, self.shown) = (files, only, shown)
    }

    func owns(_ path: String) -> Bool { WebPagesFormat.isPage(path) }

    /// Makes attachments of pages that notes beside them name.
    func leave(_ pages: Set<String>) { left.formUnion(pages.map(\.composed)) }

    /// The files that its pages show, by their composed paths.
    func shownFiles() throws -> Set<String> {
        let pages = listed()
        var found: Set<String> = []
        for page in pages.pages {
            guard let bytes = try files.content(page) else { continue }
            let root = HTMLTree.root(TextDecoding.text(ofPage: bytes).text)
            pages.noteBase(of: root, on: page)
            found.formUnion(pages.shown(pages.located(root, on: page), on: page).map(\.composed))
            found.formUnion(pages.offered.map(\.composed))
        }
        return found
    }

    private func listed() -> PageFiles {
        let pages = files.files.map(\.path).filter { path in
            let isWanted = only?.contains(path.composed) ?? WebPagesFormat.isPage(path)
            return isWanted && !left.contains(path.composed)
        }
        return PageFiles(files, pages: Set(pages), kind: "html")
    }

    /// Reads the pages; other cores take the next ones apart while this one converts.
    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        let pages = listed()
        var ready: [Parsed] = []
        var queue = JobQueue<Parsed> { ready.append($0) }
        for path in pages.pages.sorted() {
            notes.balance.find(.notes)
            let bytes = try files.content(path)
            try queue.add { Parsed(path, bytes) }
            for page in ready { try convert(page, pages, notes, &bundle) }
            ready = []
        }
        try queue.finish()
        for page in ready { try convert(page, pages, notes, &bundle) }
        guard only == nil else { return }
        let known = pages.pages.union(pages.used).union(pages.offered)
        for file in files.files where !known.contains(file.path) {
            notes.lose(.partSkipped, "no page shows this file", place: file.path)
        }
    }

    /// A page, taken apart.
    private struct Parsed: Sendable {
        let path: String
        /// Its text, and what is wrong with it; `nil` if it cannot be read.
        let text: DecodedText?
        let root: HTMLElement

        init(_ path: String, _ bytes: [UInt8]?) {
            self.path = path
            text = bytes.map { TextDecoding.text(ofPage: $0) }
            root = HTMLTree.root(text?.text ?? "")
        }
    }

    private func convert(
        _ page: Parsed, _ pages: PageFiles, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        guard let text = page.text else {
            return notes.refuse(note: page.path, place: page.path, because: files.obstacle(page.path))
        }
        guard notes.text(text, note: page.path, place: page.path) != nil else { return }
        try write(page.root, page.path, pages, notes, &bundle)
    }

    private func write(
        _ root: HTMLElement, _ path: String, _ pages: PageFiles, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        pages.noteBase(of: root, on: path)
        let file = path.parts(between: "/").last.map(String.init) ?? path
        let stem = file.split(separator: ".").dropLast().joined(separator: ".")
        func text(_ name: String) -> String? {
            root.first { $0.name == name }.map { $0.text.singleSpaced }
        }
        let title = [text("title"), text("h1")].compactMap(\.self).first { !$0.isEmpty } ?? stem
        var note = ForeignNote(id: "html\0\(path.composed)")
        note.isGuessed = true
        note.title = title
        note.place = path
        note.folder = path.parts(between: "/").dropLast().map(String.init)
        note.keys = [pages.key(path)]
        PageHead.add(root, to: &note)
        let shown = pages.located(root.first { $0.name == "body" } ?? root, on: path)
        let body = HTMLElement("body", [], shown.children)
        let counts = LinkedHTML.counts(body)
        notes.balance.find(.links, counts.links)
        notes.balance.find(.tables, counts.tables)
        notes.balance.find(.tasks, counts.tasks)
        let foreign = ForeignText(notes, title: title, place: path, count: LinkedHTML.counts)
        try pages.attach(body, on: path, notes, &bundle)
        let headings = ForeignHeading.byID(in: body.children)
        note.headings = headings
        var rules = LinkedHTML(text: foreign, resolve: { [headings] in pages.target($0, from: path, headings) })
        rules.dataPictures = try DataPictures.attached(body, notes, &bundle)
        rules.special = { element in
            switch element.name {
            case "title": .nothing
            default: .usual
            }
        }
        var converter = HTMLMarkdown(rules)
        note.body = converter.markdown(body.children)
        note.tables = counts.tables - foreign.tables
        note.tasks = counts.tasks - foreign.tasks
        foreign.finish()
        try notes.write(note, &bundle)
    }
}
