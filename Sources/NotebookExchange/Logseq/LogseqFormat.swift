import ForeignData
import NotebookFiles
import NotebookText

/// Graphs of Logseq in Markdown.
package struct LogseqFormat: ForeignFormat {
    package let name = "logseq"
    package let sources = "Logseq"

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard let files = try place.files(request),
            let settings = files.files.first(where: {
                $0.path == "logseq/config.edn" || $0.path.hasSuffix("/logseq/config.edn")
            })
        else { return nil }
        let root = String(settings.path.dropLast("logseq/config.edn".count))
        let text = String(decoding: try files.content(settings.path) ?? [], as: UTF8.self)
        let isTripleLowbar = text.contains(#/:file\/name-format\s+:triple-lowbar/#)
        return LogseqSource(files, root: root, isTripleLowbar: isTripleLowbar, shown: place.shown)
    }
}
