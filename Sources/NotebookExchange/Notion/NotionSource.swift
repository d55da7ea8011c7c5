import Cores
import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookText

/// The pages, databases and files of an export of Notion.
struct NotionSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    /// The only page to read; `nil` for all.
    private let only: String?

    init(_ files: ForeignFiles, only: String?, shown: String) {
        (self.files, self.only, self.shown) = (files, only, shown)
    }

    func owns(_ path: String) -> Bool {
        WebPagesFormat.isPage(path) || path.parts(between: "/").contains { NotionID(in: $0) != nil }
    }

    func takes(_ other: any ForeignSource) -> Bool {
        guard only == nil, let other = other as? NotionSource, other.only == nil else { return false }
        files.add(other.files)
        return true
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        var paths = NotionFiles(files.files)
        let order = try readPages(&paths, notes)
        let pages = Dictionary(order.map { ($0.id, $0) }) { first, _ in first }
        let attachments = try attach(order, paths, notes, &bundle)
        let graph = NotionGraph(paths, pages, attachments: attachments, isAlone: only != nil, notes.request.known)
        for page in order where page.kind != .table {
            notes.begin(files.shown(of: page.path))
            let pictures = try DataPictures.attached(HTMLElement("div", [], page.body), notes, &bundle)
            try notes.write(&bundle) { graph.note(page, pictures, $0) }
        }
        let rows = Dictionary(grouping: order) { $0.database ?? "" }
        for page in order where page.kind == .table && pages[page.id]?.path == page.path {
            notes.begin(files.shown(of: page.path))
            try notes.write(&bundle) { graph.note(ofTable: page, rows[page.id] ?? [], $0) }
        }
        let rest = files.files.filter { file in
            only == nil && attachments[file.path] == nil && !paths.pages.contains(file.path)
                && file.name != "index.html" && !file.name.hasSuffix(".csv")
        }
        for file in rest {
            notes.begin(files.shown(of: file.path))
            notes.lose(.partSkipped, "no page shows this file", place: NotionFiles.plain(file.path))
        }
    }

    /// Reads all pages in the order of their paths, the tables of databases first: these tell the properties of their rows.
    private func readPages(_ paths: inout NotionFiles, _ notes: ForeignImport) throws -> [NotionPage] {
        let wanted = files.files.filter { only == nil || $0.path == only }
        let tables = try read(wanted.filter { $0.name.hasSuffix(".csv") }, [:], &paths, notes)
        let columns = Dictionary(tables.map { ($0.id, NotionColumns($0.rows)) }) { first, _ in first }
        let pages = try read(wanted.filter { !$0.name.hasSuffix(".csv") }, columns, &paths, notes)
        let byPath = Dictionary((tables + pages).map { ($0.path, $0) }) { first, _ in first }
        let order = wanted.compactMap { byPath[$0.path] }
        for page in order {
            notes.begin(files.shown(of: page.path))
            for line in page.damagedLines {
                let reason = "nothing closes a quotation mark of the row in line \(line)"
                notes.lose(.noteLost, reason, place: NotionFiles.plain(page.path))
            }
        }
        return order
    }

    /// Reads some pages; other cores take them apart.
    ///
    /// - Parameter columns: The columns of databases, by their ids.
    private func read(
        _ wanted: [ForeignFiles.File], _ columns: [String: NotionColumns], _ paths: inout NotionFiles,
        _ notes: ForeignImport
    ) throws -> [NotionPage] {
        let jobs = OrderedJobs<NotionPage>()
        let databases = Set(
            files.files.filter { $0.name.hasSuffix(".csv") }.compactMap { NotionID(in: $0.name)?.digits })
        for file in wanted {
            let ending = only == nil ? file.name.split(separator: ".").last?.lowercased() ?? "" : "html"
            guard ["html", "md", "csv"].contains(ending), file.name != "index.html" else { continue }
            let id = NotionID(in: file.name)
            // A database has one table with the columns of the view, and one with all.
            if ending == "csv", !file.name.hasSuffix("_all.csv"),
                files.has(String(file.path.dropLast(4)) + "_all.csv")
            {
                continue
            }
            notes.begin(files.shown(of: file.path))
            guard let bytes = try files.content(file.path) else {
                guard only != nil || id != nil else { continue }
                notes.balance.find(.notes)
                notes.refuse(note: file.name, place: NotionFiles.plain(file.path), because: files.obstacle(file.path))
                paths.add(page: file.path)
                continue
            }
            guard only != nil || id != nil || ending == "html" && NotionFormat.isPage(bytes) else { continue }
            let decoded = ending == "html" ? TextDecoding.text(ofPage: bytes) : TextDecoding.text(ofPlain: bytes)
            if decoded.problem?.isFatal == true { notes.balance.find(.notes) }
            guard let text = notes.text(decoded, note: file.name, place: file.path) else { continue }
            let database = paths.owners(of: file.directory).first { databases.contains($0) }
            let known = database.map { columns[$0] ?? NotionColumns([]) }
            jobs.add(weight: bytes.count) { NotionPage(file.path, id, text, ending, in: database, known) }
            paths.add(page: file.path)
        }
        return try jobs.values()
    }

    /// Attaches the files that pages show or link to; returns the attachments by the paths of their files.
    private func attach(
        _ pages: [NotionPage], _ paths: NotionFiles, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws -> [String: BundlePath] {
        let wanted = Set(pages.flatMap { page in page.addresses.compactMap { paths.file($0, from: page) } })
        var attachments: [String: BundlePath] = [:]
        try files.each(wanted.sorted()) { path, content in
            notes.balance.find(.attachments)
            let name = NotionFiles.decoded(path).parts(between: "/").last.map(String.init) ?? path
            attachments[path] = try notes.attach(&bundle) {
                try content.copy($0)
            } name: {
                name
            }
        }
        return attachments
    }
}
