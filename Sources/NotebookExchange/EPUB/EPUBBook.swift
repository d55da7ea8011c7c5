import ForeignData
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookStore
import NotebookText

/// The texts of a book besides its attachments.
struct EPUBBook {
    private let items: [Item]
    private let notebook: ExportedNotebook
    private let names: [BundlePath: String]
    private let resolver: LinkResolver
    private let linked: LinkedBlobs

    init(_ items: [Item], _ notebook: ExportedNotebook) {
        (self.items, self.notebook) = (items, notebook)
        names = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.path, "chapter-\($0 + 1).xhtml") })
        resolver = LinkResolver(notebook.manifest)
        linked = LinkedBlobs(notebook.manifest)
    }

    static let container = """
        <?xml version="1.0" encoding="UTF-8"?>
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
        <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
        </container>

        """
    static let style = """
        body { margin: 1em; line-height: 1.4; }
        img, video { max-width: 100%; }
        pre { white-space: pre-wrap; }
        table { border-collapse: collapse; }
        td, th { border: 1px solid; padding: 0.2em 0.5em; }

        """

    private var title: String { notebook.notebook.description.title }

    /// The file of a chapter.
    func name(of path: BundlePath) -> String { names[path] ?? "nav.xhtml" }

    // MARK: Chapters

    /// The parts of an item as HTML: its text, or the two sides of a card.
    ///
    /// - Parameters:
    ///   - places: The places in all chapters.
    ///   - lost: Receives the links that lead to nothing in the book.
    private func parts(
        _ file: ItemFile, _ item: Item, _ places: [BundlePath: EPUBPlaces], lost: (String) -> Void
    ) -> (parts: [HTMLElement], anchors: MarkdownAnchors) {
        var ranges = [file.bodyStart..<file.bytes.count]
        if item.type == .card {
            let sides = CardBody(file.bytes, bodyStart: file.bodyStart)
            ranges = [sides.front] + (sides.back.map { [$0] } ?? [])
        }
        var anchors = MarkdownAnchors()
        let options = HTMLWriter<EPUBTargets>.Options(
            outerLevel: 1, keepsLineBreaks: notebook.notebook.description.settings.keepsLineBreaks,
            showsFormulas: true, title: item.title)
        var targets = EPUBTargets(resolver: resolver, source: item.path, places: places)
        let parts = ranges.map { range in
            let result = HTMLWriter.reading(file.bytes, in: range, targets, options, &anchors)
            targets = result.targets
            return HTMLTree.root(result.html)
        }
        targets.lost.forEach(lost)
        return (parts, anchors)
    }

    /// The places in an item, which have to be known before links to them can be written.
    func places(_ file: ItemFile, _ item: Item) -> EPUBPlaces {
        let (parts, anchors) = parts(file, item, [:]) { _ in }
        return EPUBPlaces(anchors: anchors, ids: XHTMLWriter.ids(parts.flatMap(\.children)))
    }

    /// An item as a page.
    ///
    /// - Parameter chapters: The places in all chapters.
    func chapter(
        _ file: ItemFile, _ item: Item, _ chapters: [BundlePath: EPUBPlaces], _ media: inout EPUBMedia
    ) throws -> String {
        let losses = notebook.losses
        let (parts, _) = parts(file, item, chapters) { address in
            losses.lose(.linkDropped, "the link leads nowhere in a book", of: item, target: address)
        }
        LostMarkup(file, parts).report(item, losses, isMarked: true)
        losses.loseCharacters(of: item, file)
        var places: [String: String?] = [:]
        func place(of path: BundlePath) throws -> String? {
            if let place = try media.place(of: path) { return place }
            losses.lose(
                .partSkipped, "readers of books do not show the file", of: item, target: AttachmentName.readable(path))
            return nil
        }
        var shown: Set<BundlePath> = []
        for part in parts {
            for address in Self.addresses(part.children)
            where address.hasPrefix(EPUBTargets.blobScheme) && places[address] == nil {
                guard let path = EPUBTargets.path(address) else { continue }
                shown.insert(path)
                places[address] = .some(try place(of: path))
            }
        }
        let others = try linked.blobs(of: file, at: item.path).filter { !shown.contains($0) }.compactMap(place(of:))
        for part in parts { part.forEach { reportFile($0, item, places) } }
        var writer = XHTMLWriter(
            link: { [places] address in link(address, item, chapters, places) },
            medium: { [places] address, text, size in
                guard let name = places[address].flatMap(\.self) else { return nil }
                let type = EPUBMedia.type(of: name)
                if type.hasPrefix("image/") {
                    return "<img src=\"\(name)\" alt=\"\(XMLText.escaped(text))\"\(size)/>"
                }
                let element = type.hasPrefix("audio/") ? "audio" : "video"
                return "<\(element) src=\"\(name)\" controls=\"controls\">\(XMLText.escaped(text))</\(element)>"
            })
        var nodes = parts.first?.children ?? []
        // A first heading that repeats the title is only an anchor, and the title is a part of the text.
        let anchor = nodes.first.flatMap { if case .element(let first) = $0, first.name == "a" { first } else { nil } }
        let repeated = anchor.flatMap { $0.children.isEmpty ? $0["id"] : nil }
        if repeated != nil { nodes.removeFirst() }
        let kind = repeated.map { "id=\"\(XHTMLWriter.id($0))\" class=\"heading-1\"" }
        var body = "<h1 \(kind ?? "class=\"\(EPUBItemHead.titleClass)\"")>\(XMLText.escaped(item.title))</h1>\n"
        body += writer.blocks(nodes)
        if parts.count > 1 {
            let back = writer.blocks(parts[1].children)
            body += "<details class=\"\(EPUBItemHead.backClass)\"><summary>…</summary>\n\(back)</details>\n"
        }
        return Self.page(item.title, head: EPUBItemHead.elements(item, file, files: others, losses), body)
    }

    /// Reports a file that a book shows otherwise than the item.
    private func reportFile(_ element: HTMLElement, _ item: Item, _ places: [String: String?]) {
        if element.name == "a", let address = element["href"], places[address]?.flatMap(\.self) != nil {
            notebook.losses.lose(
                .noteChanged, "the file of a link is shown in its place", of: item, target: element.text)
        }
        let isMedium = ["img", "audio", "video"].contains(element.name)
        if isMedium, let address = element["src"], !address.hasPrefix(EPUBTargets.blobScheme) {
            notebook.losses.lose(.linkDropped, "a file on the network became text", of: item, target: address)
        }
    }

    private static func addresses(_ nodes: [HTMLNode]) -> [String] {
        var found: [String] = []
        for case .element(let element) in nodes {
            element.forEach { inner in
                for key in ["src", "href"] { if let address = inner[key] { found.append(address) } }
            }
        }
        return found
    }

    private func link(
        _ address: String, _ item: Item, _ chapters: [BundlePath: EPUBPlaces], _ places: [String: String?]
    ) -> String? {
        if address.hasPrefix("#") {
            let id = XHTMLWriter.id(PercentEncoding.decode(String(address.dropFirst())) ?? "")
            if chapters[item.path]?.ids.contains(id) == true { return "#\(id)" }
            notebook.losses.lose(.linkDropped, "the place is not in the item", of: item, target: address)
            return nil
        }
        if address.hasPrefix(EPUBTargets.blobScheme) { return nil }
        if address.hasPrefix(EPUBTargets.itemScheme) {
            guard let target = EPUBTargets.target(address), let name = names[target.path] else {
                notebook.losses.lose(.linkDropped, "the item is not in the book", of: item, target: address)
                return nil
            }
            let id = XHTMLWriter.id(target.fragment)
            let hasPlace = !target.fragment.isEmpty && chapters[target.path]?.ids.contains(id) == true
            if !hasPlace, !target.fragment.isEmpty {
                notebook.losses.lose(
                    .noteChanged, "a link to a place leads to the whole item", of: item, target: target.fragment)
            }
            return hasPlace ? "\(name)#\(id)" : name
        }
        if Self.isSound(address) { return address }
        notebook.losses.lose(.linkDropped, "books cannot have the address of a link", of: item, target: address)
        return nil
    }

    /// Whether an address on the network or of a mail has nothing in it that readers of books refuse.
    static func isSound(_ address: String) -> Bool {
        let bytes = Array(address.utf8)
        let hasWholeSigns = bytes.indices.allSatisfy { index in
            bytes[index] != UInt8(ascii: "%")
                || bytes[(index + 1)...].prefix(2).count { ASCII.hexadecimalValue($0) != nil } == 2
        }
        guard hasWholeSigns else { return false }
        func isHost(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) || ".-".utf8.contains(byte) }
        if address.hasPrefix("mailto:") {
            let parts = bytes.dropFirst(7).split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
                && parts[0].allSatisfy { isHost($0) || "_+%".utf8.contains($0) } && parts[1].allSatisfy(isHost)
        }
        guard let scheme = ["http://", "https://"].first(where: address.hasPrefix) else { return false }
        let host = bytes.dropFirst(scheme.utf8.count).prefix(while: isHost)
        var rest = bytes[host.endIndex...]
        if rest.first == UInt8(ascii: ":") {
            let port = rest.dropFirst().prefix(while: ASCII.isDigit)
            if !port.isEmpty { rest = bytes[port.endIndex...] }
        }
        return !host.isEmpty && (rest.first.map { "/?#".utf8.contains($0) } ?? true)
            && rest.allSatisfy { isHost($0) || "_~:/?#@!$&'()*+,;=%".utf8.contains($0) }
    }

    private static func page(_ title: String, head: String = "", _ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
        <head><title>\(XMLText.escaped(title.isEmpty ? "…" : title))</title>\
        <link rel="stylesheet" type="text/css" href="style.css"/>
        \(head)</head>
        <body>
        \(body)</body>
        </html>

        """
    }

    // MARK: Contents

    /// A part of the book: a folder, or the whole.
    private struct Part {
        let name: String
        var parts: [Part] = []
        var items: [Item] = []

        mutating func add(_ item: Item, _ folders: ArraySlice<Substring>) {
            guard let first = folders.first else { return items.append(item) }
            if parts.last?.name != String(first) {
                if let index = parts.firstIndex(where: { $0.name == String(first) }) {
                    return parts[index].add(item, folders.dropFirst())
                }
                parts.append(Part(name: String(first)))
            }
            parts[parts.count - 1].add(item, folders.dropFirst())
        }

        /// The first chapter in it.
        var first: Item? { items.first ?? parts.lazy.compactMap(\.first).first }
    }

    private var whole: Part {
        var whole = Part(name: title)
        for item in items { whole.add(item, item.folder.components[...]) }
        return whole
    }

    /// The navigation document.
    var navigation: String {
        func list(_ part: Part) -> String {
            let items = part.items.map { item in
                "<li><a href=\"\(name(of: item.path))\">\(XMLText.escaped(Self.shown(item.title)))</a></li>\n"
            }
            let parts = part.parts.map { "<li><span>\(XMLText.escaped($0.name))</span>\n\(list($0))</li>\n" }
            return "<ol>\n\((items + parts).joined())</ol>\n"
        }
        let empty = "<ol>\n<li><a href=\"nav.xhtml\">\(XMLText.escaped(Self.shown(title)))</a></li>\n</ol>\n"
        return Self.page(
            title,
            """
            <nav epub:type="toc" id="toc">
            <h1>\(XMLText.escaped(Self.shown(title)))</h1>
            \(items.isEmpty ? empty : list(whole))</nav>

            """)
    }

    private static func shown(_ title: String) -> String { title.allSatisfy(\.isWhitespace) ? "…" : title }

    /// The contents for readers of EPUB 2.
    var contents: String {
        var number = 0
        func point(_ name: String, _ address: String, _ inner: String) -> String {
            let id = number
            return """
                <navPoint id="p\(id)"><navLabel><text>\(XMLText.escaped(Self.shown(name)))</text></navLabel>\
                <content src="\(address)"/>
                \(inner)</navPoint>

                """
        }
        func points(_ part: Part) -> String {
            var output = ""
            for item in part.items {
                number += 1
                output += point(item.title, name(of: item.path), "")
            }
            for inner in part.parts {
                number += 1
                let own = number
                let rest = points(inner)
                let address = inner.first.map { name(of: $0.path) } ?? "nav.xhtml"
                output += """
                    <navPoint id="p\(own)"><navLabel><text>\(XMLText.escaped(inner.name))</text></navLabel>\
                    <content src="\(address)"/>
                    \(rest)</navPoint>

                    """
            }
            return output
        }
        let all = items.isEmpty ? point(title, "nav.xhtml", "") : points(whole)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
            <head><meta name="dtb:uid" content="\(identifier)"/></head>
            <docTitle><text>\(XMLText.escaped(Self.shown(title)))</text></docTitle>
            <navMap>
            \(all)</navMap>
            </ncx>

            """
    }

    private var identifier: String { "urn:uuid:\(notebook.notebook.description.uuid)" }

    /// The package document.
    ///
    /// - Parameter formulas: The chapters with formulas, which the book has to declare (EPUB 3.3, section D.2).
    func package(_ media: EPUBMedia, formulas: Set<BundlePath>) -> String {
        let newest = items.map(\.modified).max() ?? notebook.notebook.description.created
        var manifest = """
            <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
            <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
            <item id="style" href="style.css" media-type="text/css"/>

            """
        var (spine, names) = ("<itemref idref=\"nav\"/>\n", "")
        for (number, item) in items.enumerated() {
            let properties = formulas.contains(item.path) ? " properties=\"mathml\"" : ""
            manifest += "<item id=\"c\(number + 1)\" href=\"\(name(of: item.path))\""
            manifest += " media-type=\"application/xhtml+xml\"\(properties)/>\n"
            spine += "<itemref idref=\"c\(number + 1)\"/>\n"
        }
        for (number, file) in media.files.enumerated() {
            manifest +=
                "<item id=\"m\(number + 1)\" href=\"\(file.name)\" media-type=\"\(EPUBMedia.type(of: file.name))\"/>\n"
            let name = XMLText.escaped(AttachmentName.readable(file.path))
            names += "<meta property=\"\(EPUBItemHead.nameProperty)\" refines=\"#m\(number + 1)\">\(name)</meta>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"\
             prefix="notebundle: https://notebundle.org/book#">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:identifier id="id">\(identifier)</dc:identifier>
            <dc:title>\(XMLText.escaped(Self.shown(title)))</dc:title>
            <dc:language>und</dc:language>
            <meta property="dcterms:modified">\(newest)</meta>
            <meta name="generator" content="\(EPUBItemHead.generator)"/>
            \(names)</metadata>
            <manifest>
            \(manifest)</manifest>
            <spine toc="ncx">
            \(spine)</spine>
            </package>

            """
    }
}
