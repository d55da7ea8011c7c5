import NotebookFiles
import NotebookFormat

/// The attachments of a page or site, and how they are shown.
struct PageAttachments {
    /// Where an attachment is.
    enum Location {
        /// It is embedded in the page, as a data address.
        case embedded(String)
        /// It is a file beside the pages.
        case file(String)
        /// It is too large for the page; its size.
        case absent(Int)
    }

    private(set) var places: [BundlePath: Location] = [:]

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
            places[path] = size > limit ? .absent(size) : .embedded(try Self.data(path, notebook))
        }
    }

    /// The attachments of a site; embeds SVG images, because they could run scripts if they were opened as files.
    ///
    /// Other files that a browser would run get another ending.
    init(beside paths: [BundlePath], _ names: PageNames, _ notebook: ExportedNotebook) throws {
        for path in paths {
            guard let name = names.attachment(path) else { continue }
            let ending = BlobName.fileExtension(of: path.name)
            if ending == "svg" {
                places[path] = .embedded(try Self.data(path, notebook))
            } else {
                places[path] = .file(Self.active.contains(ending) ? name + ".txt" : name)
            }
        }
    }

    private static let active: Set<String> = [
        "htm", "html", "js", "mht", "mhtml", "mjs", "shtml", "svgz", "xht", "xhtml", "xml", "xsl", "xslt",
    ]

    private static func data(_ path: BundlePath, _ notebook: ExportedNotebook) throws -> String {
        var bytes: [UInt8] = []
        try notebook.stream(path) { bytes += $0 }
        return PageText.data(bytes, type: type(of: path))
    }
}
