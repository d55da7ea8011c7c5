import Archives
import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
package import NotebookStore
import NotebookText

/// A book in EPUB 3.3: an item is a chapter, a folder a part, with links between them and attachments inside.
package struct EPUBExport: ItemExporter {
    package let name = "epub"
    package let isOneFile = true

    package init() {}

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let items = items.sorted {
            ($0.folder, $0.type == .card ? 1 : 0, $0.path) < ($1.folder, $1.type == .card ? 1 : 0, $1.path)
        }
        let book = EPUBBook(items, notebook)
        var media = EPUBMedia(notebook)
        var chapters: [BundlePath: EPUBPlaces] = [:]
        try notebook.read(items) { item, bytes in
            let file = try Draft.item(bytes, item.path)
            chapters[item.path] = book.places(file, item)
        }
        try write("") { try self.write(book, items, chapters, of: notebook, &media, to: $0) }
        return try notebook.leftBehind(items, Set(media.files.map(\.path)).union(media.named))
    }

    private func write(
        _ book: EPUBBook, _ items: [Item], _ chapters: [BundlePath: EPUBPlaces], of notebook: ExportedNotebook,
        _ media: inout EPUBMedia, to write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let archive = try ArchiveWriter(.zip, to: PieceSink(write))
        try archive.add("mimetype", bytes: Array("application/epub+zip".utf8), isAlreadyCompressed: true)
        try archive.add("META-INF/container.xml", bytes: Array(EPUBBook.container.utf8))
        var formulas: Set<BundlePath> = []
        try notebook.read(items) { item, bytes in
            let file = try Draft.item(bytes, item.path)
            let text = try book.chapter(file, item, chapters, &media)
            if text.holds("<math") { formulas.insert(item.path) }
            try archive.add("EPUB/\(book.name(of: item.path))", bytes: Array(text.utf8))
        }
        for (path, name) in media.files {
            try archive.add(path, of: notebook, as: "EPUB/\(name)")
        }
        for (name, text) in [
            ("nav.xhtml", book.navigation), ("toc.ncx", book.contents), ("style.css", EPUBBook.style),
            ("package.opf", book.package(media, formulas: formulas)),
        ] {
            try archive.add("EPUB/\(name)", bytes: Array(text.utf8))
        }
        try archive.finish()
    }
}

/// The attachments of a book: those that every reader shows.
struct EPUBMedia {
    /// The attachments in the book, and their places.
    private(set) var files: [(path: BundlePath, name: String)] = []
    /// The attachments that the book only names.
    private(set) var named: Set<BundlePath> = []
    private var known: [BundlePath: String] = [:]
    private let notebook: ExportedNotebook

    init(_ notebook: ExportedNotebook) { self.notebook = notebook }

    /// The core media types (EPUB 3.3, §3.2), by endings.
    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml", "mp3": "audio/mpeg", "m4a": "audio/mp4", "mp4": "video/mp4", "webm": "video/webm",
    ]

    /// The media type of a file in the book.
    static func type(of name: String) -> String {
        types[name.split(separator: ".").last.map { $0.lowercased() } ?? ""] ?? MediaType.unknown
    }

    /// The place of an attachment in the book; `nil` if readers need not show it.
    mutating func place(of path: BundlePath) throws -> String? {
        if let name = known[path] { return name }
        guard !named.contains(path) else { return nil }
        let ending = BlobName.fileExtension(of: path.name)
        guard Self.types[ending] != nil, try isWhatItSays(path, ending) else {
            named.insert(path)
            return nil
        }
        let name = "media/\(files.count + 1).\(ending)"
        known[path] = name
        files.append((path, name))
        return name
    }

    /// Whether the first bytes are those of the type: readers refuse others.
    private func isWhatItSays(_ path: BundlePath, _ ending: String) throws -> Bool {
        let start = try notebook.start(of: path, length: ending == "svg" ? EPUBDrawing.maximumBytes : 16)
        switch ending {
        case "svg": return EPUBDrawing.isSound(start)
        case "png": return start.starts(with: [0x89, 0x50, 0x4E, 0x47])
        case "jpg", "jpeg": return start.starts(with: [0xFF, 0xD8, 0xFF])
        case "gif": return start.starts(with: "GIF8".utf8)
        case "webp": return start.starts(with: "RIFF".utf8) && start.dropFirst(8).starts(with: "WEBP".utf8)
        default: return true
        }
    }
}
