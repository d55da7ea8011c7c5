import ForeignData
import NotebookFiles
import NotebookText

/// Decrypted backups of Standard Notes.
package struct StandardNotesFormat: ForeignFormat {
    package let name = "standardnotes"
    package let sources = "Standard Notes (decrypted backup)"
    package let looseFiles = LooseFiles(.unlessNamed, [".txt", ".json"])

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        let isWanted = { (path: String) in
            !StandardNotesSource.isCopy(path) && (path.hasSuffix(".txt") || path.hasSuffix(".json"))
        }
        let texts = try ForeignJSON.texts(place, request, isWanted: isWanted) { start in
            start.holds("\"content_type\"") && start.holds("\"uuid\"") && start.holds("\"items\"")
                || start.holds("\"version\"") && start.contains(#/"items"\s*:\s*\[\s*\]/#)
        }
        guard let texts, let first = texts.found.first else { return nil }
        let items = try ForeignJSON.value(first.bytes, shown: place.shown)["items"]?.elements ?? []
        let isEncrypted = !items.isEmpty && items.allSatisfy(StandardNotesSource.isEncrypted)
        guard !isEncrypted else { throw UnreadableKind.encryptedStandardNotes.refusal(of: place) }
        return StandardNotesSource(items, texts, shown: place.shown)
    }
}
