import NotebookFormat
import NotebookLinks

/// Where the links of an item lead in a page or site; remembers what was linked and shown.
struct PageTargets: HTMLTargets {
    let resolver: LinkResolver
    let addresses: PageAddresses
    let attachments: PageAttachments
    /// The item whose text is written: that of the page, or one that it embeds.
    private(set) var source: BundlePath
    /// The item of the page.
    private let page: BundlePath
    /// The items around the text, from that of the page.
    private var outer: [BundlePath] = []
    /// What can be embedded; `nil` to note only whether anything is.
    private let embeds: PageEmbeds?
    /// How many texts were embedded, and how many bytes can follow.
    private var embedded = (count: 0, room: 0)
    /// Whether the text embeds notes.
    private(set) var hasEmbeds = false
    /// The items that it links to, in the order of the text.
    private(set) var linkedItems: [BundlePath] = []
    /// The attachments that the text links to, so that they can be saved.
    private(set) var saved: Set<BundlePath> = []
    /// The attachments that the text shows or links to: those that only a comment names are nobody's business.
    private(set) var published: Set<BundlePath> = []
    /// The links to headings, which get their addresses once all items are read.
    private(set) var headingLinks: [HeadingLink] = []
    /// The large pictures that the text contains.
    private(set) var pictures: Set<BundlePath> = []
    /// Whether it embeds PDFs, which the script shows in frames.
    private(set) var framesDocuments = false
    /// The pictures that the page contains before the text.
    private let shown: Set<BundlePath>

    /// A link to a heading of an item, which may not exist.
    struct HeadingLink {
        let target: BundlePath
        let name: FoundLink.Name
        /// What its address begins with until it is known; its number follows.
        static let start = "#place/"
    }

    /// Pictures with more characters than this are in a page only once.
    private static let smallPicture = 4096

    init(
        _ resolver: LinkResolver, _ addresses: PageAddresses, _ attachments: PageAttachments, source: BundlePath,
        shown: Set<BundlePath> = [], embeds: PageEmbeds? = nil
    ) {
        (self.resolver, self.addresses, self.attachments, self.source) = (resolver, addresses, attachments, source)
        (page, self.shown, self.embeds) = (source, shown, embeds)
        embedded.room = embeds?.room ?? 0
    }

    /// How many bytes the text embeds.
    var embeddedBytes: Int { (embeds?.room ?? 0) - embedded.room }

    mutating func enter(_ name: FoundLink.Name) -> HTMLEmbeddedText? {
        // Answers of cards are not given away.
        guard case .file(let path) = name.target(resolver, from: source), FileType(of: path) == .note,
            addresses.names.item(path) != nil
        else { return nil }
        hasEmbeds = true
        guard let embeds, path != source, !outer.contains(path), outer.count < PageEmbeds.maximumDepth,
            embedded.count < PageEmbeds.maximumCount, let text = embeds.text(path, name),
            text.range.count <= embedded.room
        else { return nil }
        embedded = (embedded.count + 1, embedded.room - text.range.count)
        let link = item(path, name)
        outer.append(source)
        source = path
        return HTMLEmbeddedText(
            text.bytes, text.range, title: text.title, name: text.name, link: link,
            idPrefix: addresses.prefix(page) + "embed:\(embedded.count):")
    }

    mutating func leave() { if let last = outer.popLast() { source = last } }

    mutating func link(_ name: FoundLink.Name) -> HTMLLink {
        switch name.target(resolver, from: source) {
        case .external: return outside(name.written)
        case .itself: return item(source, name)
        case .file(let path): return FileType(of: path)?.isItem == true ? item(path, name) : file(path)
        case .folder(let text):
            guard let folder = Self.folder(text) else { return .none("not in this export") }
            return .inside(addresses.folder(folder, from: page))
        case .ambiguous: return .none("several items have this name")
        case .nothing: return .none("not found")
        }
    }

    mutating func embed(_ name: FoundLink.Name) -> HTMLEmbed {
        guard case .file(let path) = name.target(resolver, from: source), FileType(of: path) == .blob,
            let place = attachments.places[path]
        else {
            if case .external = name.target(resolver, from: source) { return .link(outside(name.written)) }
            return .link(link(name))
        }
        published.insert(path)
        let medium = AttachmentMedium(of: path)
        if case .absent(let size) = place { return .absent("\(PageText.size(size)), not in this page") }
        if attachments.documents.contains(path) {
            framesDocuments = true
            return .document(file(path), page: Self.page(name))
        }
        guard medium != .other, let address = address(place) else { return .link(file(path)) }
        switch medium {
        case .sound: return .sound(address)
        case .film: return .film(address)
        case .picture, .other: break
        }
        guard case .embedded(let attachment) = place, attachment.length > Self.smallPicture, !addresses.isSite else {
            return .picture(address)
        }
        let id = "pictures/" + (addresses.names.attachment(path)?.split(separator: "/").last.map(String.init) ?? "")
        guard !shown.contains(path), pictures.insert(path).inserted else { return .repeated(id) }
        return .named(id, address)
    }

    /// The page of a document that an embed names, as in `![[map.pdf#page=3]]`; `nil` for none.
    private static func page(_ name: FoundLink.Name) -> Int? {
        name.writtenPlace.flatMap { $0.hasPrefix("page=") ? Int($0.dropFirst(5)) : nil }
    }

    private func address(_ place: PageAttachments.Location) -> String? {
        switch place {
        case .embedded(let attachment): attachment.address
        case .file(let name): HTMLText.path(addresses.up(from: page) + name)
        case .absent: nil
        }
    }

    /// An address outside the notebook, if its kind only opens something.
    private func outside(_ address: String) -> HTMLLink {
        guard ReadableDestination.onlyOpens(address) else { return .none("this kind of address is not opened") }
        return .outside(address)
    }

    private mutating func item(_ path: BundlePath, _ name: FoundLink.Name) -> HTMLLink {
        // What an embedded text links to is no link of this one.
        if source == page, path != page, addresses.names.item(path) != nil { linkedItems.append(path) }
        guard let address = addresses.item(path, from: page) else { return .none("not in this export") }
        guard name.writtenPlace != nil else { return .inside(address) }
        headingLinks.append(HeadingLink(target: path, name: name))
        return .inside("\(HeadingLink.start)\(headingLinks.count - 1)")
    }

    private mutating func file(_ path: BundlePath) -> HTMLLink {
        guard let place = attachments.places[path], let name = addresses.names.attachment(path) else {
            return .none("not in this export")
        }
        published.insert(path)
        if addresses.isSite, case .file = place, let address = address(place) { return .inside(address) }
        saved.insert(path)
        if addresses.isSite {
            return .inside(HTMLText.path(addresses.up(from: page) + "index.html") + HTMLText.fragment(name))
        }
        return .inside(HTMLText.fragment(name))
    }

    private static func folder(_ text: String) -> FolderPath? {
        let inside = ["notes", "cards"].first { text == $0 || text.hasPrefix($0 + "/") }
        return inside.flatMap { try? FolderPath(String(text.dropFirst($0.count + 1))) }
    }
}
