import Cores
import ForeignData
import NotebookFiles
import NotebookPacking
import NotebookText

/// The pages of a folder.
final class WebPagesSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    /// The only pages to read, by their composed paths; `nil` for all.
    private let only: Set<String>?
    /// Whether they are in an archive, in which they may have a folder of their own.
    private let isArchive: Bool
    /// Pages that are attachments, by their composed paths.
    private var left: Set<String> = []

    init(_ files: ForeignFiles, only: Set<String>?, shown: String, isArchive: Bool = false) {
        (self.files, self.only, self.shown, self.isArchive) = (files, only, shown, isArchive)
    }

    func owns(_ path: String) -> Bool { WebPagesFormat.isPage(path) }

    /// Makes attachments of pages that notes beside them name.
    func leave(_ pages: Set<String>) { left.formUnion(pages.map(\.composed)) }

    /// The files that its pages show, by their composed paths.
    func shownFiles() throws -> Set<String> {
        let paths = listed()
        var found: Set<String> = []
        for path in paths.pages {
            guard let bytes = try files.content(path) else { continue }
            let page = WebPage(path, bytes, paths)
            found.formUnion(page.shown.map(\.composed))
            found.formUnion(page.offered.map(\.composed))
        }
        return found
    }

    private func listed() -> PagePaths {
        let pages = files.files.map(\.path).filter { path in
            let isWanted = only?.contains(path.composed) ?? WebPagesFormat.isPage(path)
            return isWanted && !left.contains(path.composed)
        }
        return PagePaths(files, pages: Set(pages), kind: "html", root: isArchive ? files.root : "")
    }

    /// Reads the pages; other cores take them apart and convert them.
    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        let paths = listed()
        let pages = PageFiles(files, paths)
        var offered: Set<String> = []
        var queue = ResultQueue<WebPage>()
        func write(_ ready: [WebPage]) throws {
            for page in ready { try self.write(page, pages, notes, &bundle) }
            offered.formUnion(ready.flatMap(\.offered))
        }
        for path in paths.pages.sorted() {
            let bytes = try files.content(path)
            try write(try queue.add { WebPage(path, bytes, paths) })
        }
        try write(try queue.finish())
        guard only == nil else { return }
        let known = paths.pages.union(pages.used).union(offered)
        for file in files.files where !known.contains(file.path) {
            notes.lose(.partSkipped, "no page shows this file", place: file.path)
        }
    }

    /// Attaches what a page shows, and writes its note.
    private func write(
        _ page: WebPage, _ pages: PageFiles, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        notes.balance.find(.notes)
        guard let text = page.text else {
            return notes.refuse(note: page.path, place: page.path, because: files.obstacle(page.path))
        }
        guard notes.text(text, note: page.path, place: page.path) != nil else { return }
        let attached = try pages.attach(page.shown, notes, &bundle)
        let pictures = try DataPictures.attached(page.body, notes, &bundle)
        try notes.write(&bundle, weight: text.text.utf8.count) { page.note(attached, pictures, $0) }
    }
}
