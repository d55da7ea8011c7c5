import ForeignData
import NotebookFormat
import NotebookLinks
import NotebookText

/// The package document of a book: what it is, which files it has, and in which order its chapters are read (EPUB 3.3,
/// §5; Open Packaging Format 2.0.1).
struct EPUBPackage {
    /// A file that the manifest lists.
    struct File {
        let id: String
        /// Its path in the archive.
        let path: String
        let type: String
        let properties: Set<Substring>

        /// Whether it is a page.
        var isPage: Bool { type.hasSuffix("html+xml") || type == "text/html" || type == "application/x-dtbook+xml" }
    }

    /// The largest package document, in bytes.
    static let maximumBytes = 16 << 20

    /// The path of the package document.
    let path: String
    /// The elements of the metadata, without those about a part.
    private(set) var metadata: [HTMLElement] = []
    /// The elements about a part, by what they name it with: `#id`.
    private var details: [String: [HTMLElement]] = [:]
    private(set) var files: [File] = []
    /// The files in the order of reading, each once.
    private(set) var spine: [File] = []
    /// The table of contents: a page, or one for readers of EPUB 2.
    private(set) var navigation: File?
    private(set) var oldContents: File?
    private let identifierID: String?
    private var byPath: [String: File] = [:]
    /// The names that our export gives, by the ids of files.
    private var names: [String: String] = [:]

    /// Reads a package document.
    ///
    /// - Throws: `XMLProblem`.
    init(_ bytes: [UInt8], at path: String) throws {
        self.path = path
        let directory = path.split(separator: "/").dropLast().joined(separator: "/")
        let root = try XMLTree.root(bytes)
        identifierID = root["unique-identifier"]
        root.first { $0.name == "metadata" }?.forEach { element in
            if element.name == "meta", let part = element["refines"] {
                details[part, default: []].append(element)
            } else {
                metadata.append(element)
            }
        }
        var byID: [String: File] = [:]
        for row in root.first({ $0.name == "manifest" })?.elements ?? [] where row.name == "item" {
            guard let href = row["href"], !ReadableDestination.isAddress(href),
                let path = RelativePath.resolve(PercentEncoding.decode(href) ?? href, from: directory)
            else { continue }
            let file = File(
                id: row["id"] ?? "", path: path, type: (row["media-type"] ?? "").lowercased(),
                properties: Set((row["properties"] ?? "").split(separator: " ")))
            files.append(file)
            byID[file.id] = byID[file.id] ?? file
            byPath[path] = byPath[path] ?? file
        }
        let order = root.first { $0.name == "spine" }
        var known: Set<String> = []
        for row in order?.elements ?? [] where row.name == "itemref" {
            if let file = row["idref"].flatMap({ byID[$0] }), known.insert(file.path).inserted { spine.append(file) }
        }
        navigation = files.first { $0.properties.contains("nav") }
        oldContents = order?["toc"].flatMap { byID[$0] } ?? files.first { $0.type == "application/x-dtbncx+xml" }
        for (part, elements) in details {
            guard let name = elements.last(where: { $0["property"] == EPUBItemHead.nameProperty }) else { continue }
            names[String(part.dropFirst())] = name.text.singleSpaced
        }
    }

    /// The file at a path, as the manifest lists it.
    func file(at path: String) -> File? { byPath[path] }

    /// The name of a file: the one that our export gives, or the last part of its path.
    func name(of path: String) -> String {
        (isOurs ? byPath[path].flatMap { names[$0.id] } : nil) ?? PageFiles.name(path)
    }

    // MARK: Metadata

    /// The texts of the elements with a name.
    func texts(_ name: String) -> [String] {
        metadata.filter { $0.name == name }.map { $0.text.singleSpaced }.filter { !$0.isEmpty }
    }

    /// The title; empty if the book has none.
    var title: String { titles.first?.text ?? "" }

    /// The titles besides the one of the book, and what they are.
    var otherTitles: some Sequence<(text: String, type: String?)> { titles.dropFirst().filter { !$0.text.isEmpty } }

    /// The titles, the one of the book first, and what they are.
    private var titles: [(text: String, type: String?)] {
        var titles = metadata.filter { $0.name == "title" }.map { title in
            (text: title.text.singleSpaced, type: title["id"].flatMap { value("title-type", of: $0) })
        }
        if let main = titles.firstIndex(where: { $0.type == "main" }) { titles.insert(titles.remove(at: main), at: 0) }
        return titles
    }

    /// The identifier that all editions have; `nil` if there is none.
    var identifier: String? {
        let all = metadata.filter { $0.name == "identifier" }
        let found = (all.first { $0["id"] == identifierID } ?? all.first).map { $0.text.singleSpaced }
        return found.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a property of the book (EPUB 3) or of a name (EPUB 2).
    func meta(_ name: String) -> String? {
        let found = metadata.first {
            $0.name == "meta" && ($0["property"] ?? $0["name"]) == name
        }
        return found.map { $0["content"] ?? $0.text.singleSpaced }
    }

    /// The value of a property of a part, by its id.
    func value(_ property: String, of id: String) -> String? {
        let found = details["#\(id)"]?.first { $0["property"] == property }
        return found.map { $0.text.singleSpaced }
    }

    /// The picture of the cover.
    var cover: File? {
        files.first { $0.properties.contains("cover-image") }
            ?? meta("cover").flatMap { id in files.first { $0.id == id && $0.type.hasPrefix("image/") } }
    }

    /// Whether our export wrote the book.
    var isOurs: Bool { meta("generator") == EPUBItemHead.generator }
}

/// XML as a tree, without the prefixes of names.
enum XMLTree {
    /// The root of a text.
    ///
    /// - Throws: `XMLProblem`.
    static func root(_ bytes: [UInt8]) throws -> HTMLElement {
        var scanner = XMLScanner(Array(TextDecoding.text(ofXML: bytes).text.utf8))
        var open = [HTMLElement("#root")]
        while let event = try scanner.next() {
            switch event {
            case .start(let name, let attributes):
                open.append(HTMLElement(local(name), attributes.map { XMLAttribute(local($0.name), $0.value) }))
            case .text(let text): open[open.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
            case .end:
                let element = open.removeLast()
                open[open.count - 1].children.append(.element(element))
            }
        }
        return open[0].elements.first ?? open[0]
    }

    /// A name without its prefix.
    static func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }
}
