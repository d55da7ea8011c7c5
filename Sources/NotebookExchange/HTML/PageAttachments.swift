import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookText

/// The attachments of a page or site, and how they are shown.
struct PageAttachments {
    /// Where an attachment is.
    enum Location {
        /// It is embedded in the page, as a data address.
        case embedded(EmbeddedAttachment)
        /// It is a file beside the pages.
        case file(String)
        /// It is too large for the page; its size.
        case absent(Int)
    }

    private(set) var places: [BundlePath: Location] = [:]
    /// The PDFs that have a place in the page or beside it.
    private(set) var documents: Set<BundlePath> = []

    /// The type under which an attachment is embedded; never a type that a browser would run.
    private static func type(of path: BundlePath) -> String {
        AttachmentMedium(of: path) == .other ? MediaType.unknown : MediaType.of(path.name)
    }

    /// The attachments of one page.
    ///
    /// - Parameter limit: The size in bytes up to which they are embedded.
    init(embedding paths: [BundlePath], upTo limit: Int, _ notebook: ExportedNotebook) throws {
        for path in paths {
            let size = notebook.manifest[path]?.size ?? 0
            places[path] = size > limit ? .absent(size) : .embedded(Self.embedded(path, notebook))
            if size <= limit, try Self.isDocument(path, notebook) { documents.insert(path) }
        }
    }

    /// The attachments of a site; embeds SVG images, because they could run scripts if they were opened as files.
    ///
    /// Other files that a browser would run get another ending.
    init(beside paths: [BundlePath], _ names: PageNames, _ notebook: ExportedNotebook) throws {
        for path in paths {
            guard let name = names.attachment(path) else { continue }
            if try Self.isDocument(path, notebook) { documents.insert(path) }
            let ending = BlobName.fileExtension(of: path.name)
            if ending == "svg" {
                places[path] = .embedded(Self.embedded(path, notebook))
            } else {
                places[path] = .file(Self.active.contains(ending) ? name + ".txt" : name)
            }
        }
    }

    private static let active: Set<String> = [
        "htm", "html", "js", "mht", "mhtml", "mjs", "shtml", "svgz", "xht", "xhtml", "xml", "xsl", "xslt",
    ]

    /// Whether a file is the PDF that its name promises: browsers move to a frame with anything else.
    ///
    /// They look for the signature in the first KiB, too.
    private static func isDocument(_ path: BundlePath, _ notebook: ExportedNotebook) throws -> Bool {
        guard MediaType.of(path.name) == "application/pdf" else { return false }
        return String(decoding: try notebook.start(of: path, length: 1024), as: UTF8.self).holds("%PDF-")
    }

    private static func embedded(_ path: BundlePath, _ notebook: ExportedNotebook) -> EmbeddedAttachment {
        EmbeddedAttachment(path: path, type: type(of: path), size: notebook.manifest[path]?.size ?? 0)
    }

    /// The attachment that has an address in texts; `nil` for other addresses.
    func embedded(at address: Substring) -> EmbeddedAttachment? {
        guard address.hasPrefix(EmbeddedAttachment.start),
            let text = PercentEncoding.decode(String(address.dropFirst(EmbeddedAttachment.start.count))),
            let path = try? BundlePath(text), case .embedded(let attachment)? = places[path]
        else { return nil }
        return attachment
    }
}

/// An attachment that is a part of a page.
struct EmbeddedAttachment {
    let path: BundlePath
    /// Its media type.
    let type: String
    /// Its number of bytes.
    let size: Int

    /// What its address in texts begins with.
    static let start = "data:"

    /// Its address in texts, which ``PageOutput`` replaces by its data.
    var address: String { Self.start + HTMLText.path(path.text) }

    /// What its data address begins with.
    var head: String { "\(Self.start)\(type);base64," }

    /// The number of characters of its data address.
    var length: Int { head.utf8.count + (size + 2) / 3 * 4 }
}

/// Writes the texts of pages, with the data of embedded attachments in their places.
struct PageOutput {
    let attachments: PageAttachments
    let notebook: ExportedNotebook
    let write: ([UInt8]) throws -> Void

    /// Writes a text.
    func add(_ text: String) throws {
        var rest = text[...]
        // No other address and no other text with such a mark gets into a page, since it is escaped.
        while let start = rest.place(of: "=\"" + EmbeddedAttachment.start) {
            let address = rest[rest.utf8.index(start.lowerBound, offsetBy: 2)...].prefix { $0 != "\"" }
            try write(Array(rest[..<address.startIndex].utf8))
            if let attachment = attachments.embedded(at: address) {
                try add(attachment)
            } else {
                try write(Array(address.utf8))
            }
            rest = rest[address.endIndex...]
        }
        try write(Array(rest.utf8))
    }

    private func add(_ attachment: EmbeddedAttachment) throws {
        try write(Array(attachment.head.utf8))
        var encoder = Base64Encoder()
        try notebook.stream(attachment.path) { try write(Array(encoder.encode($0).utf8)) }
        try write(Array(encoder.finish().utf8))
    }
}
