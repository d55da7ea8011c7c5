import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookText

/// The places in a chapter to which links can lead.
struct EPUBPlaces {
    let anchors: MarkdownAnchors
    /// The ids in the page.
    let ids: Set<String>
}

/// Where links lead within a book, as addresses that stand for files of the notebook.
struct EPUBTargets: HTMLTargets {
    static let itemScheme = "nb-item:"
    static let blobScheme = "nb-blob:"

    let resolver: LinkResolver
    let source: BundlePath
    /// The places in all chapters.
    let places: [BundlePath: EPUBPlaces]
    /// The links that lead to nothing in the book.
    var lost: [String] = []

    mutating func link(_ name: FoundLink.Name) -> HTMLLink {
        switch name.target(resolver, from: source) {
        case .external: return .outside(name.written)
        case .itself: return .inside(Self.itemScheme + PercentEncoding.encode(source.text) + place(name, in: source))
        case .file(let path) where FileType(of: path) == .blob:
            return .inside(Self.blobScheme + PercentEncoding.encode(path.text))
        case .file(let path):
            return .inside(Self.itemScheme + PercentEncoding.encode(path.text) + place(name, in: path))
        default:
            lost.append(name.written)
            return .none("it is not in this book")
        }
    }

    mutating func embed(_ name: FoundLink.Name) -> HTMLEmbed {
        guard case .file(let path) = name.target(resolver, from: source), FileType(of: path) == .blob else {
            return .link(link(name))
        }
        let address = Self.blobScheme + PercentEncoding.encode(path.text)
        switch AttachmentMedium(of: path) {
        case .picture: return .picture(address)
        case .sound: return .sound(address)
        case .film: return .film(address)
        case .other: return .link(.inside(address))
        }
    }

    private func place(_ name: FoundLink.Name, in path: BundlePath) -> String {
        guard let written = name.writtenPlace, !written.isEmpty else { return "" }
        guard case .heading(let fragment)? = places[path].flatMap({ name.place(in: $0.anchors) }) else {
            return "#\(PercentEncoding.encode(written))"
        }
        return "#\(PercentEncoding.encode(fragment))"
    }

    /// The attachment of an address.
    static func path(_ address: String) -> BundlePath? {
        PercentEncoding.decode(String(address.dropFirst(blobScheme.count))).flatMap { try? BundlePath($0) }
    }

    /// The item of an address, and the place in it.
    static func target(_ address: String) -> (path: BundlePath, fragment: String)? {
        let parts = address.dropFirst(itemScheme.count).split(separator: "#", maxSplits: 1)
        guard let first = parts.first, let text = PercentEncoding.decode(String(first)),
            let path = try? BundlePath(text)
        else {
            return nil
        }
        return (path, parts.count > 1 ? PercentEncoding.decode(String(parts[1])) ?? "" : "")
    }
}
