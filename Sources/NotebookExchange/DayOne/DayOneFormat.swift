import ForeignData
import NotebookFiles
import NotebookText

/// Journals of Day One in JSON, with their photos, recordings, films and documents.
package struct DayOneFormat: ForeignFormat {
    package let name = "dayone"
    package let sources = "Day One (JSON)"
    package let looseFiles = LooseFiles(.unlessNamed, [".json"])

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        let texts = try ForeignJSON.texts(place, request, listsFolder: true, isWanted: { $0.hasSuffix(".json") }) {
            start in
            start.holds("\"entries\"") && start.holds("\"metadata\"")
        }
        guard let texts else { return nil }
        var journals: [(name: String, path: String, entries: [JSONValue])] = []
        for (path, bytes) in texts.found {
            let value = try ForeignJSON.value(bytes, shown: "\(place.shown): \(path)")
            let name = path.parts(between: "/").last?.dropLast(5) ?? ""
            journals.append((String(name), path, value["entries"]?.elements ?? []))
        }
        return DayOneSource(texts, journals, shown: place.shown)
    }
}
