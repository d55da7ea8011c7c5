import ForeignData
import NotebookFiles
import NotebookText

/// Graphs of Roam Research in JSON.
package struct RoamFormat: ForeignFormat {
    package let name = "roam"
    package let sources = "Roam Research (JSON)"
    package let looseFiles = LooseFiles(.unlessNamed, [".json"])

    /// Whether a value is a page: it has a title, and times or blocks.
    private static func isPage(_ value: JSONValue) -> Bool {
        guard value["title"]?.text != nil else { return false }
        let hasTimes = value["uid"] != nil && (value["create-time"] ?? value["edit-time"]) != nil
        return hasTimes || value["children"]?.elements.contains { $0["string"]?.text != nil } == true
    }

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        let texts = try ForeignJSON.texts(place, request, isWanted: { $0.hasSuffix(".json") }) { start in
            start.first { !$0.isWhitespace && $0 != "\u{FEFF}" } == "["
                // The title of a page may come after its blocks.
                && ["\"title\"", "\"string\""].contains { start.contains($0) }
                && ["\"uid\"", "\"children\""].contains { start.contains($0) }
        }
        guard let texts else { return nil }
        let pages = try texts.found.flatMap { try ForeignJSON.value($0.bytes, shown: place.shown).elements }
        guard pages.contains(where: Self.isPage) else { return nil }
        return RoamSource(pages, texts, shown: place.shown)
    }
}
