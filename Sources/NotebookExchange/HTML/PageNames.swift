import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The names of items and attachments in a page or site, which are readable and without spaces.
struct PageNames {
    private var items: [BundlePath: String] = [:]
    private var attachments: [BundlePath: String] = [:]

    init(_ items: [Item], attachments: [BundlePath]) {
        var names = UniqueNames()
        func unique(_ stem: String, _ ending: String) -> String {
            let name = names.unique(stem, ending: ending)
            return name.utf8.contains(0x20) ? name.replacing(" ", with: "-") : name
        }
        for item in items {
            let path = item.livePath.text
            let stem = path.hasSuffix(".md") ? String(path.dropLast(3)) : path
            self.items[item.path] = unique(Self.word(stem), "")
        }
        for path in attachments {
            let name = BlobName(path.name)?.readableName ?? String(path.name)
            let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
            self.attachments[path] = unique(Self.word("attachments/" + name[..<dot]), String(name[dot...]))
        }
    }

    /// A path with hyphens for spaces.
    private static func word(_ path: String) -> String {
        // Most paths have words of ASCII with single spaces.
        func isGap(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x2F }
        let bytes = path.utf8
        if bytes.allSatisfy({ (0x20..<0x80).contains($0) }), !isGap(bytes.first), !isGap(bytes.last),
            !zip(bytes, bytes.dropFirst()).contains(where: { isGap($0) && isGap($1) })
        {
            return String(decoding: bytes.map { $0 == 0x20 ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
        }
        return path.split(separator: "/").map { part in
            part.split { $0.isWhitespace }.joined(separator: "-")
        }.joined(separator: "/")
    }

    /// The name of an item, such as `notes/Birds/Grey-heron`; `nil` if it is not exported.
    func item(_ path: BundlePath) -> String? { items[path] }

    /// The name of an attachment, such as `attachments/owl.png`; `nil` if it is not exported.
    func attachment(_ path: BundlePath) -> String? { attachments[path] }
}

/// How the parts of an export refer to one another: in one page, or in a folder of pages.
struct PageAddresses {
    let names: PageNames
    let isSite: Bool

    /// The prefix of the `id`s in an item.
    func prefix(_ item: BundlePath) -> String { isSite ? "" : (names.item(item) ?? "") + ":" }

    /// The address of an item from another, or from the first page.
    func item(_ path: BundlePath, heading: String? = nil, from source: BundlePath?) -> String? {
        guard let name = names.item(path) else { return nil }
        guard isSite else { return HTMLText.fragment(name + (heading.map { ":" + $0 } ?? "")) }
        let fragment = heading.map { HTMLText.fragment($0) } ?? ""
        if path == source { return fragment.isEmpty ? "#" : fragment }
        return HTMLText.path(up(from: source) + name + ".html") + fragment
    }

    /// The relative path from a page to the directory of the first page.
    func up(from source: BundlePath?) -> String {
        let depth = source.flatMap(names.item).map { $0.split(separator: "/").count - 1 } ?? 0
        return String(repeating: "../", count: depth)
    }

    /// The address of a folder in the first page.
    func folder(_ path: FolderPath, from source: BundlePath?) -> String {
        let place = path.text.isEmpty ? "all" : "folder/" + path.text
        return (isSite ? HTMLText.path(up(from: source) + "index.html") : "") + HTMLText.fragment(place)
    }
}

/// Small texts of pages.
enum PageText {
    /// A size in bytes, kB, MB or GB (powers of 1,000).
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var value = Double(bytes) / 1000
        var units = ["kB", "MB", "GB", "TB"][...]
        while value >= 999.5, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let number = value < 9.95 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
        return "\(number.hasSuffix(".0") ? String(number.dropLast(2)) : number) \(units.first ?? "")"
    }

    /// A number of things.
    static func count(_ number: Int, _ word: String) -> String { number == 1 ? "1 \(word)" : "\(number) \(word)s" }

    /// A date as a `time` element: the day in UTC.
    static func time(_ timestamp: Timestamp) -> String {
        let day = timestamp.minute.prefix(10)
        return "<time datetime=\"\(day)\">\(PageText.day(day))</time>"
    }

    /// A day `YYYY-MM-DD` as people write it.
    private static func day(_ text: Substring) -> String {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]) else { return String(text) }
        return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// How many items one job writes.
    static let itemsAtOnce = 64

    /// The digest of a text for a content security policy, which then allows only that text.
    static func policyDigest(_ text: String) -> String {
        "'sha256-\(Data(Digest.of(Array(text.utf8)).bytes).base64EncodedString())'"
    }
}
