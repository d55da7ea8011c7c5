import NotebookFiles
import NotebookText

/// Graphs of Roam Research in JSON.
package struct RoamFormat: ForeignFormat {
    package let name = "roam"
    package let sources = "Roam Research (JSON)"

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        let texts = try ForeignJSON.texts(place, request, isWanted: { $0.hasSuffix(".json") }) { start in
            start.first { !$0.isWhitespace && $0 != "\u{FEFF}" } == "[" && start.contains("\"title\"")
                && (start.contains("\"create-time\"") || start.contains("\"edit-time\"")) && start.contains("\"uid\"")
        }
        guard let texts else { return nil }
        let pages = try texts.found.flatMap { try ForeignJSON.value($0.bytes, shown: place.shown).elements }
        return RoamSource(pages, shown: place.shown)
    }
}
