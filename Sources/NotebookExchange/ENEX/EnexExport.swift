import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
package import NotebookStore
import NotebookText

/// Files of Evernote, one for each folder; a folder within another is `OUTER@@@INNER.enex`.
///
/// The uuid, the folder and the kind of an item are application data, which Evernote keeps and our import reads.
package struct EnexExport: ItemExporter {
    package let name = "enex"
    package let isOneFile = false

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        var media = EnexMedia(notebook)
        let resolver = LinkResolver(notebook.manifest)
        let newest = items.map(\.modified).max() ?? notebook.notebook.description.created
        var names = UniqueNames()
        for (folder, members) in Dictionary(grouping: items, by: \.folder).sorted(by: { $0.key < $1.key }) {
            let title = folder == .root ? notebook.notebook.description.title : folder.text
            let stem = PortableName.made(from: title.replacing("/", with: "@@@")) ?? "Notes"
            let file = names.unique(stem, ending: ".enex")
            try write(file) { write in
                func put(_ text: String) throws { try write(Array(text.utf8)) }
                try put(Self.head(newest))
                try notebook.read(members) { item, bytes in
                    var writer = EnexNoteWriter(item, try Draft.item(bytes, item.path), notebook, resolver)
                    try put(try writer.text(&media))
                    for path in writer.attachments { try media.write(path, put) }
                    try put("</note>\n")
                }
                try put("</en-export>\n")
            }
        }
        return try notebook.leftBehind(items, Set(media.digests.keys))
    }

    private static func head(_ newest: Timestamp) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
        <en-export export-date="\(newest.compact)" application="notebundle" version="1">

        """
    }
}

/// The attachments of an export, by their digests.
struct EnexMedia {
    private(set) var digests: [BundlePath: String] = [:]
    private let notebook: ExportedNotebook

    init(_ notebook: ExportedNotebook) { self.notebook = notebook }

    /// The MD5 digest by which a text shows an attachment.
    mutating func digest(of path: BundlePath) throws -> String {
        if let known = digests[path] { return known }
        var digest = MD5()
        try notebook.stream(path) { digest.update($0) }
        let text = digest.finish()
        digests[path] = text
        return text
    }

    /// Writes an attachment as an element.
    func write(_ path: BundlePath, _ put: (String) throws -> Void) throws {
        try put("<resource><data encoding=\"base64\">\n")
        var encoder = Base64Encoder(inLines: true)
        try notebook.stream(path) { try put(encoder.encode($0)) }
        try put(encoder.finish())
        let name = XMLText.escaped(AttachmentName.readable(path))
        try put(
            """
            </data><mime>\(MediaType.of(path.name))</mime>\
            <resource-attributes><file-name>\(name)</file-name></resource-attributes></resource>

            """)
    }
}

/// Writes an item as a note of Evernote, without its attachments.
struct EnexNoteWriter {
    private let item: Item
    private let file: ItemFile
    private let notebook: ExportedNotebook
    private let resolver: LinkResolver
    /// The attachments that the text shows, in their order.
    private(set) var attachments: [BundlePath] = []

    init(_ item: Item, _ file: ItemFile, _ notebook: ExportedNotebook, _ resolver: LinkResolver) {
        (self.item, self.file, self.notebook, self.resolver) = (item, file, notebook, resolver)
    }

    /// The attributes of a note that have an element of their own, in the order of Evernote's document type.
    private static let attributes = [
        "subject-date", "latitude", "longitude", "altitude", "author", "source", "source-url", "source-application",
        "reminder-order", "reminder-time", "reminder-done-time", "place-name", "content-class",
    ]

    /// The note up to its attachments.
    mutating func text(_ media: inout EnexMedia) throws -> String {
        let body = try content(&media)
        let tags = item.tags.map { "<tag>\(XMLText.escaped($0.text))</tag>" }.joined()
        return """
            <note><title>\(XMLText.escaped(item.title))</title><created>\(item.created.compact)</created>\
            <updated>\(item.modified.compact)</updated>\(tags)<note-attributes>\(attributes())</note-attributes>
            <content><![CDATA[<?xml version="1.0" encoding="UTF-8"?>\
            <!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
            <en-note>\(body)</en-note>]]></content>

            """
    }

    private func attributes() -> String {
        notebook.losses.loseValues(of: item, file, keeping: Set(Self.attributes + ["application-data", "reversed"]))
        var text = ""
        for name in Self.attributes {
            guard let value = file.property(name)?.value.scalars.first?.text, !value.isEmpty else { continue }
            let isDate = name.hasSuffix("-time") || name.hasSuffix("-date")
            let written = isDate ? EnexNote.date(value)?.compact ?? value : value
            text += "<\(name)>\(XMLText.escaped(written))</\(name)>"
        }
        var data: [(key: String, value: String)] = []
        for scalar in file.property("application-data")?.value.scalars ?? [] {
            let parts = scalar.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { data.append((String(parts[0]), String(parts[1]))) }
        }
        if let uuid = item.uuid { data.append((EnexText.uuidKey, uuid.description)) }
        data.append((EnexText.folderKey, item.folder.text))
        if item.type == .card {
            let isReversed = file.foreignValue(of: "reversed") == "true"
            let hasTitle = file.metadata.title != nil
            data.append((EnexText.kindKey, "card" + (isReversed ? " reversed" : "") + (hasTitle ? " titled" : "")))
        }
        for (key, value) in data {
            text += "<application-data key=\"\(XMLText.escaped(key))\">\(XMLText.escaped(value))</application-data>"
        }
        return text
    }

    private mutating func content(_ media: inout EnexMedia) throws -> String {
        var targets = EnexTargets(
            resolver: resolver, source: item.path,
            uuids: { [notebook] path in notebook.manifest[path]?.item?.uuid })
        var anchors = MarkdownAnchors()
        // Evernote shows each line as it is written, and has no paragraphs that are filled.
        let options = HTMLWriter<EnexTargets>.Options(keepsLineBreaks: true)
        func html(_ range: Range<Int>) -> HTMLElement {
            let result = HTMLWriter.reading(file.bytes, in: range, targets, options, &anchors)
            targets = result.targets
            return HTMLTree.root(result.html)
        }
        var parts = [html(file.bodyStart..<file.bytes.count)]
        if item.type == .card {
            let sides = CardBody(file.bytes, bodyStart: file.bodyStart)
            targets.media = []
            targets.lost = []
            parts = ([sides.front] + (sides.back.map { [$0] } ?? [])).map(html)
        }
        attachments = targets.media
        for address in targets.lost {
            let reason =
                ReadableDestination.runsScript(address)
                ? "an address that runs a script" : "the link leads nowhere in Evernote"
            notebook.losses.lose(.linkDropped, reason, of: item, target: address)
        }
        let hashes = try attachments.map { try media.digest(of: $0) }
        let writer = EnmlWriter(
            media: zip(attachments, hashes).map { (MediaType.of($0.name), $1) })
        LostMarkup(file, parts).report(item, notebook.losses)
        notebook.losses.loseCharacters(of: item, file)
        return parts.map { writer.text($0.children) }.joined(separator: "<hr/>")
    }
}

/// Where links lead in Evernote.
private struct EnexTargets: HTMLTargets {
    let resolver: LinkResolver
    let source: BundlePath
    let uuids: (BundlePath) -> UniqueIdentifier?
    var media: [BundlePath] = []
    var lost: [String] = []

    mutating func link(_ name: FoundLink.Name) -> HTMLLink {
        switch name.target(resolver, from: source) {
        case .external where !ReadableDestination.runsScript(name.written): return .outside(name.written)
        case .file(let path) where FileType(of: path) == .blob: return .inside(address(of: path))
        case .file(let path):
            guard let uuid = uuids(path) else { break }
            let place = name.writtenPlace.map { "#\(PercentEncoding.encode($0))" } ?? ""
            return .inside("evernote:///view/0/s0/\(uuid)/\(uuid)/\(place)")
        default: break
        }
        lost.append(name.written)
        return .none("it is not in this export")
    }

    mutating func embed(_ name: FoundLink.Name) -> HTMLEmbed {
        switch name.target(resolver, from: source) {
        case .file(let path) where FileType(of: path) == .blob: .picture(address(of: path))
        case .external where !ReadableDestination.runsScript(name.written): .picture(name.written)
        default: .link(link(name))
        }
    }

    private mutating func address(of path: BundlePath) -> String {
        if let index = media.firstIndex(of: path) { return EnmlWriter.scheme + String(index) }
        media.append(path)
        return EnmlWriter.scheme + String(media.count - 1)
    }
}
