import ForeignData
import NotebookFiles
import NotebookText

/// Exports of Notion as HTML, or as Markdown with CSV, in all their parts.
package struct NotionFormat: ForeignFormat {
    package let name = "notion"
    package let sources = "Notion (HTML or Markdown)"
    package let looseFiles = LooseFiles(.unlessNamed)

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        if let start = place.start(1 << 20), start.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<"),
            Self.isPage(start)
        {
            let parent = ImportLocation(ExternalPath.parent(of: place.path), shown: place.shown)
            guard let files = try ForeignFiles(parent, request) else { return nil }
            return NotionSource(files, only: ExternalPath.name(of: place.path), shown: place.shown)
        }
        guard let files = try place.files(request) else { return nil }
        let known = files.files.count { NotionID(in: $0.name) != nil }
        guard try known > 0 && known * 4 >= files.files.count || Self.hasOnlyPages(files) else { return nil }
        return NotionSource(files, only: nil, shown: place.shown)
    }

    /// Whether all pages of a folder are Notion's by their content, whatever their names, and prevail among its texts.
    private static func hasOnlyPages(_ files: ForeignFiles) throws -> Bool {
        let pages = files.files.filter { WebPagesFormat.isPage($0.name) && $0.name != "index.html" }
        let others = files.files.count { file in
            [".md", ".markdown", ".txt", ".json"].contains(where: file.name.lowercased().hasSuffix)
        }
        guard !pages.isEmpty, pages.count > others else { return false }
        return try pages.allSatisfy { isPage(try files.start($0.path)) }
    }

    /// Whether a text is a page of Notion's.
    static func isPage(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.holds("<article id=\"") && text.holds("class=\"page-title\"") && text.holds("page-body")
    }
}

/// The id of a page in a name: `Title 0123456789abcdef0123456789abcdef.md`.
struct NotionID {
    /// 32 hexadecimal digits.
    let digits: String
    /// The name without the id and the ending.
    let title: String

    /// How many digits it has.
    static let length = 32

    init?(in name: some StringProtocol) {
        guard name.utf8.count > Self.length else { return nil }
        let bytes = Array(name.utf8)
        var end = bytes.count
        for endings: [StaticText] in [[".html", ".md", ".csv"], ["_all"]] {
            let found = endings.first { bytes.contains($0, at: max(0, end - $0.bytes.count), before: end) }
            end -= found?.bytes.count ?? 0
        }
        // A name of 32 digits alone is one of Joplin’s.
        let start = end - Self.length
        guard start > 1, bytes[start - 1] == UInt8(ascii: " "),
            bytes[start..<end].allSatisfy({ ASCII.hexadecimalValue($0) != nil })
        else { return nil }
        digits = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
        title = String(decoding: bytes[..<(start - 1)], as: UTF8.self)
    }

    /// The digits in an address: of a file of the export, or of a page on the web.
    static func digits(in address: String) -> String? {
        let path = address.utf8.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") }
        let bytes = PercentEncoding.decodedBytes(Array(path))
        let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
        var run = 0
        var end: Int?
        for (index, byte) in zip(name.indices, name) {
            run = ASCII.hexadecimalValue(byte) == nil ? 0 : run + 1
            if run > 0, run.isMultiple(of: length) { end = index + 1 }
        }
        return end.map { String(decoding: name[($0 - length)..<$0], as: UTF8.self).lowercased() }
    }

    /// A text without the ids in it that follow spaces.
    static func removed(from text: String) -> String {
        var output: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let space = rest.firstIndex(of: UInt8(ascii: " ")) {
            let digits = rest[(space + 1)...].prefix(length)
            let isID = isID(digits)
            output += rest[..<(isID ? space : space + 1)]
            rest = rest[(isID ? digits.endIndex : space + 1)...]
        }
        return String(decoding: output + rest, as: UTF8.self)
    }

    /// Whether a text is an id as exports write it, in lower case.
    static func isID(_ text: some Collection<UInt8>) -> Bool {
        text.count == length && text.allSatisfy { ASCII.hexadecimalValue($0) != nil && !ASCII.isCapital($0) }
    }
}
