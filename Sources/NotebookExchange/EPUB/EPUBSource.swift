import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookText

/// A book: a note for each chapter, in the folders of its parts, and one for the book with its contents.
final class EPUBSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    private let package: EPUBPackage
    /// What tells the book from all others.
    private let id: String
    private let published: Timestamp?
    private let modified: Timestamp?
    private var contents = EPUBContents()
    /// The folders of the files that are chapters.
    private var folders: [String: [String]] = [:]

    /// The largest page, in bytes.
    private static let maximumBytes = 16 << 20

    init(_ files: ForeignFiles, _ package: EPUBPackage, shown: String) {
        (self.files, self.package, self.shown) = (files, package, shown)
        id = package.identifier ?? ([package.title] + package.texts("creator")).joined(separator: "\0")
        published = EPUBBookHead.published(package).flatMap { Timestamp(asWritten: $0) }
        modified = EPUBBookHead.modified(package).flatMap { Timestamp(asWritten: $0) }
    }

    private var title: String {
        guard package.title.isEmpty else { return package.title }
        return PageFiles.name(shown).split(separator: ".").first.map(String.init) ?? shown
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        let tables = [package.navigation, package.oldContents].compactMap(\.self)
        let chapters = try package.spine.filter { try $0.path != package.navigation?.path || hasText(beside: $0) }
        let pages = PageFiles(
            files, PagePaths(files, pages: Set((chapters + tables).map(\.path)), kind: "epub:\(id)"))
        try readContents()
        if !package.isOurs { try writeBook(chapters, pages, notes, &bundle) }
        for chapter in chapters {
            notes.balance.find(.notes)
            try write(chapter, pages, notes, &bundle)
        }
        let known = pages.used.union(pages.paths.pages).union([package.path])
        for file in files.files where !known.contains(file.path) && !isStructure(file.path) {
            notes.lose(.partSkipped, Self.reason(package.file(at: file.path)), place: file.path)
        }
    }

    private func isStructure(_ path: String) -> Bool {
        path == "mimetype" || path.hasPrefix("META-INF/") || package.isOurs && path.hasSuffix("/style.css")
    }

    /// Why a file is not imported.
    private static func reason(_ file: EPUBPackage.File?) -> String {
        guard let type = file?.type else { return "the book does not list this file" }
        if type.contains("font") || type.contains("opentype") { return "fonts are not imported" }
        switch type {
        case "text/css": return "styles in style sheets are not read"
        case "text/javascript", "application/javascript", "application/ecmascript": return "scripts are not imported"
        case "application/smil+xml": return "the times of a reading are not imported"
        case "application/x-dtbncx+xml": return "the book has other contents"
        default: return "no chapter shows this file"
        }
    }

    // MARK: Contents

    private func readContents() throws {
        if let page = package.navigation, let bytes = try files.content(page.path, limit: Self.maximumBytes) {
            contents = EPUBContents(page: HTMLTree.root(TextDecoding.text(ofPage: bytes).text), at: page.path)
        }
        if contents.entries.isEmpty, let old = package.oldContents,
            let bytes = try files.content(old.path, limit: Self.maximumBytes), let root = try? XMLTree.root(bytes)
        {
            contents = EPUBContents(old: root, at: old.path)
        }
        // A chapter that the contents do not name belongs to the part of the one before.
        var folder: [String] = []
        for file in package.spine {
            folder = contents.parts[file.path]?.map { $0.isEmpty ? "…" : $0 } ?? folder
            folders[file.path] = [title] + folder
        }
    }

    /// Whether a page has a text besides contents and their headings.
    private func hasText(beside page: EPUBPackage.File) throws -> Bool {
        guard let bytes = try files.content(page.path, limit: Self.maximumBytes) else { return false }
        let root = HTMLTree.root(TextDecoding.text(ofPage: bytes).text)
        func hasText(_ nodes: [HTMLNode]) -> Bool {
            nodes.contains { node in
                switch node {
                case .text(let text): !text.allSatisfy(\.isWhitespace)
                case .element(let element):
                    !["nav", "head", "h1", "h2", "h3", "h4", "h5", "h6"].contains(element.name)
                        && hasText(element.children)
                }
            }
        }
        return hasText(root.children)
    }

    // MARK: Notes

    private func note(_ id: String) -> ForeignNote {
        var note = ForeignNote(id: "epub\0\(self.id)\0\(id)")
        note.isIdentified = package.identifier != nil
        note.isGuessed = !note.isIdentified
        return note
    }

    private func addDates(to note: inout ForeignNote) {
        note.modified = note.modified ?? modified
        note.created = note.created ?? [published, note.modified].compactMap(\.self).min()
    }

    private func write(
        _ chapter: EPUBPackage.File, _ pages: PageFiles, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        let path = chapter.path
        guard chapter.isPage else { return try write(file: chapter, pages, notes, &bundle) }
        guard let bytes = try files.content(path, limit: Self.maximumBytes) else {
            let reason = files.has(path) ? "the chapter is damaged or too large" : "the chapter is not in the book"
            return notes.refuse(note: contents.titles[path] ?? path, place: path, because: reason)
        }
        guard let text = notes.text(TextDecoding.text(ofPage: bytes), note: path, place: path) else { return }
        let root = HTMLTree.root(text)
        let head = package.isOurs ? EPUBItemHead(root) : nil
        let body = root.first { $0.name == "body" } ?? root
        let markup = EPUBMarkup(body.children, name: PageFiles.name(path), isOurs: head != nil)
        var note = note(path.composed)
        note.title = head == nil ? title(of: chapter, root) : root.first { $0.name == "title" }?.text
        note.place = path
        note.folder = folders[path] ?? []
        let location = PageLocation(pages.paths, path, root)
        note.keys = [location.key]
        note.headings = markup.places
        PageHead.add(root, to: &note)
        addDates(to: &note)
        head?.add(to: &note)
        let listed = (head?.files ?? []).compactMap { location.path($0) }
        _ = try pages.attach(listed, notes, &bundle) { package.name(of: $0) }
        try convert(markup, &note, location, pages, notes, &bundle)
        try notes.write(note, &bundle)
    }

    /// The title of a chapter: in the contents, of its first heading, or else of the page unless that is the book’s.
    private func title(of chapter: EPUBPackage.File, _ root: HTMLElement) -> String {
        let heading = root.first { $0.headingLevel != nil }
        let own = root.first { $0.name == "title" }.map { $0.text.singleSpaced }
        let names = [
            contents.titles[chapter.path], heading.map { $0.text.singleSpaced }, own == title ? nil : own,
            PageFiles.name(chapter.path).split(separator: ".").dropLast().joined(separator: "."),
        ]
        return names.compactMap(\.self).first { !$0.isEmpty } ?? chapter.path
    }

    /// A chapter that is no page: a picture, or another file.
    private func write(
        file: EPUBPackage.File, _ pages: PageFiles, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        let title = contents.titles[file.path] ?? PageFiles.name(file.path)
        guard files.has(file.path),
            let blob = try pages.attach([file.path], notes, &bundle)[file.path]?.path
        else {
            return notes.refuse(note: title, place: file.path, because: "the chapter is not in the book")
        }
        var note = note(file.path.composed)
        note.title = title
        note.place = file.path
        note.folder = folders[file.path] ?? []
        note.keys = [pages.paths.key(file.path)]
        addDates(to: &note)
        let text = ForeignText(notes, title: title, place: file.path, count: LinkedHTML.counts)
        note.body = text.shown(blob, name: title, isEmbedded: AttachmentMedium(of: blob) != .other) + "\n"
        try notes.write(note, &bundle)
    }

    private func convert(
        _ markup: EPUBMarkup, _ note: inout ForeignNote, _ location: PageLocation, _ pages: PageFiles,
        _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        let body = HTMLElement("body", [], markup.nodes + markup.footnotes.joined())
        let counts = LinkedHTML.counts(body)
        notes.balance.find(.links, counts.links)
        notes.balance.find(.tables, counts.tables)
        notes.balance.find(.tasks, counts.tasks)
        let attached = try pages.attach(location.shown(body), notes, &bundle) { package.name(of: $0) }
        let text = ForeignText(notes, title: note.title ?? "", place: note.place, count: LinkedHTML.counts)
        var rules = LinkedHTML(text: text, resolve: { location.target($0, markup.places, attached) })
        rules.dataPictures = try DataPictures.attached(body, notes, &bundle)
        rules.special = Self.special
        var converter = HTMLMarkdown(rules)
        note.body = Self.text(markup, note.type, &converter)
        note.tables = counts.tables - text.tables
        note.tasks = counts.tasks - text.tasks
        text.finish()
    }

    private static func special(_ element: HTMLElement) -> HTMLReplacement {
        switch element.name {
        case "title": .nothing
        case EPUBMarkup.reference: .inline("[^\(element["number"] ?? "")]")
        case EPUBMarkup.mark: .inline("[\(element["mark"] ?? "")]")
        case EPUBMarkup.lineEnd: .lineEnd
        case EPUBMarkup.formula: .inline(element["tex"] ?? "")
        default: .usual
        }
    }

    /// The text of a chapter, with its footnotes at the end.
    private static func text(
        _ markup: EPUBMarkup, _ type: FileType, _ converter: inout HTMLMarkdown<LinkedHTML>
    ) -> String {
        var nodes = markup.nodes
        var back: [HTMLNode] = []
        let place = nodes.lastIndex { node in
            if case .element(let element) = node {
                element.classes.contains(Substring(EPUBItemHead.backClass))
            } else {
                false
            }
        }
        if type == .card, let place, case .element(let element) = nodes[place] {
            back = element.children.filter {
                if case .element(let inner) = $0 { inner.name != "summary" } else { true }
            }
            nodes = Array(nodes[..<place])
        }
        var body = converter.markdown(nodes)
        if type == .card {
            let sides = [body, converter.markdown(back)]
            body = place == nil ? body : ForeignNote.body(front: sides[0], back: sides[1])
        }
        // A blank line ends the note before, whatever its last block is.
        for (index, footnote) in markup.footnotes.enumerated() {
            let lines = converter.markdown(footnote).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let shown = lines.enumerated().map { $0 == 0 || $1.isEmpty ? String($1) : "    \($1)" }
            body += "\(body.isEmpty ? "" : "\n")[^\(index + 1)]: \(shown.joined(separator: "\n"))\n"
        }
        return body
    }

    // MARK: The book

    /// Writes the note of the book: what it is, its cover, and links to its chapters in the order of reading.
    private func writeBook(
        _ chapters: [EPUBPackage.File], _ pages: PageFiles, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        notes.balance.find(.notes)
        var note = note("")
        note.title = title
        note.place = package.path
        note.folder = [title]
        note.keys = [package.navigation, package.oldContents].compactMap { $0.map { pages.paths.key($0.path) } }
        addDates(to: &note)
        EPUBBookHead(package).add(to: &note, notes)
        let text = ForeignText(notes, title: title, place: package.path, count: LinkedHTML.counts)
        var parts: [String] = []
        if let cover = package.cover, files.has(cover.path),
            let blob = try pages.attach([cover.path], notes, &bundle)[cover.path]?.path
        {
            parts.append(text.shown(blob, name: "Cover", isEmbedded: true) + "\n")
        }
        let description = HTMLTree.root(package.texts("description").joined(separator: "<p>"))
        let counts = LinkedHTML.counts(description)
        notes.balance.find(.links, counts.links)
        notes.balance.find(.tables, counts.tables)
        notes.balance.find(.tasks, counts.tasks)
        var converter = HTMLMarkdown(LinkedHTML(text: text, resolve: { _ in .outside }))
        parts.append(converter.markdown(description.children))
        note.tables = counts.tables - text.tables
        note.tasks = counts.tasks - text.tasks
        let listed = Set(contents.parts.keys)
        let others = try chapters.filter { !listed.contains($0.path) }.map { chapter in
            let bytes = chapter.isPage ? try files.content(chapter.path, limit: Self.maximumBytes) : nil
            let root = bytes.map { HTMLTree.root(TextDecoding.text(ofPage: $0).text) }
            let title = root.map { self.title(of: chapter, $0) } ?? PageFiles.name(chapter.path)
            return EPUBContents.Entry(title: title, path: chapter.path, fragment: "", entries: [])
        }
        var lines: [String] = []
        for entry in contents.entries + others { add(entry, depth: 0, pages, notes, &lines) }
        parts.append(lines.joined())
        note.body = parts.filter { !$0.isEmpty }.joined(separator: "\n")
        text.finish()
        try notes.write(note, &bundle)
    }

    /// Adds a line of the contents, and those below it.
    private func add(
        _ entry: EPUBContents.Entry, depth: Int, _ pages: PageFiles, _ notes: ForeignImport, _ lines: inout [String]
    ) {
        let title = entry.title.isEmpty ? entry.path.map(PageFiles.name) ?? "…" : entry.title
        var shown = MarkdownEscapes.text(title, inLink: true)
        if entry.path == nil { shown = MarkdownEscapes.lineStart(shown) }
        if let path = entry.path {
            notes.balance.find(.links)
            let address = path + entry.fragment
            shown =
                "[\(shown)](\(notes.mark(ForeignLink(key: pages.paths.key(path), fragment: entry.fragment, address: address))))"
        }
        lines.append("\(String(repeating: "  ", count: min(depth, 40)))- \(shown)\n")
        for inner in entry.entries { add(inner, depth: depth + 1, pages, notes, &lines) }
    }
}
