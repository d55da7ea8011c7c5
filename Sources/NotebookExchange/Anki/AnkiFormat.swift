import NotebookFiles

/// Packages and collections of Anki (`.apkg`, `.colpkg`) in all three layouts.
package struct AnkiFormat: ForeignFormat {
    package let name = "anki"
    package let sources = "Anki (.apkg, .colpkg)"
    package let looseFiles = LooseFiles(.always)

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard !place.isDirectory, let files = try place.files(request),
            AnkiSource.collections.contains(where: files.has)
        else { return nil }
        return try AnkiSource(files, shown: place.shown)
    }
}
