import ForeignData
import NotebookFiles
import NotebookText

/// Exports of Notion as HTML, or as Markdown with CSV, in all their parts.
package struct NotionFormat: ForeignFormat {
    package let name = "notion"
    package let sources = "Notion (HTML or Markdown)"

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        if place.isFile(".html") {
            guard let start = place.start(1 << 20), Self.isPage(start) else { return nil }
            let parent = ImportLocation(ExternalPath.parent(of: place.path), shown: place.shown)
            guard let files = try ForeignFiles(parent, request) else { return nil }
            return NotionSource(files, only: ExternalPath.name(of: place.path), shown: place.shown)
        }
        guard let files = try place.files(request) else { return nil }
        let known = files.files.count { NotionID(in: $0.name) != nil }
        guard known > 0, known * 4 >= files.files.count else { return nil }
        return NotionSource(files, only: nil, shown: place.shown)
    }

    private static func isPage(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("<article id=\"") && text.contains("class=\"page-title\"") && text.contains("page-body")
    }
}

/// The id of a page in a name: `Title 0123456789abcdef0123456789abcdef.md`.
struct NotionID {
    /// 32 hexadecimal digits.
    let digits: String
    /// The name without the id and the ending.
    let title: String

    init?(in name: some StringProtocol) {
        // To compile the pattern takes longer than to count the digits that it needs.
        guard name.utf8.count(where: { ASCII.hexadecimalValue($0) != nil }) >= 32 else { return nil }
        let name = String(name)
        guard let match = name.wholeMatch(of: #/(?i)(?:(.*) )?([0-9a-f]{32})(?:_all)?(?:\.(?:html|md|csv))?/#) else {
            return nil
        }
        // A name of 32 digits alone is one of Joplin’s.
        guard let title = match.output.1, !title.isEmpty else { return nil }
        (digits, self.title) = (match.output.2.lowercased(), String(title))
    }

    /// The digits in an address: of a file of the export, or of a page on the web.
    static func digits(in address: String) -> String? {
        let path = String(address.prefix { $0 != "#" && $0 != "?" })
        let last =
            (PercentEncoding.decode(path) ?? path.replacing(#/%[0-9A-Fa-f]{2}/#, with: " ")).split(separator: "/").last
            ?? ""
        let found = last.matches(of: #/[0-9a-fA-F]{32}/#).last
        return found.map { $0.output.lowercased() }
    }
}
