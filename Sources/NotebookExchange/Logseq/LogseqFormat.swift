import ForeignData
import NotebookFiles
import NotebookText

/// Graphs of Logseq in Markdown.
package struct LogseqFormat: ForeignFormat {
    package let name = "logseq"
    package let sources = "Logseq"
    package let looseFiles = LooseFiles(.unlessNamed, folderMark: "logseq/config.edn")

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard let files = try place.files(request),
            let settings = files.files.first(where: {
                $0.path == "logseq/config.edn" || $0.path.hasSuffix("/logseq/config.edn")
            })
        else { return nil }
        let root = String(settings.path.dropLast("logseq/config.edn".count))
        let text = String(decoding: try files.content(settings.path) ?? [], as: UTF8.self)
        return LogseqSource(files, root: root, LogseqSettings(text), shown: place.shown)
    }
}

/// What the settings of a graph say about the names of its files and pages.
struct LogseqSettings: Sendable {
    /// Whether `___` in the name of a file is a slash in that of its page; in older graphs, a full stop is one.
    private(set) var isTripleLowbar = false
    /// How the titles of daily pages write their days.
    private(set) var journalTitle = "MMM do, yyyy"

    init(_ text: String) {
        // What stands behind a semicolon is a comment.
        let lines = text.withLineFeeds.parts(between: "\n").map { $0.prefix { $0 != ";" } }
        let rest = lines.joined(separator: "\n")
        func value(of key: String) -> TextReader? {
            rest.firstRange(of: key).map { range in
                var reader = TextReader(rest[range.upperBound...])
                _ = reader.take(0...) { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
                return reader
            }
        }
        if var reader = value(of: ":file/name-format ") { isTripleLowbar = reader.skip(":triple-lowbar") }
        if var reader = value(of: ":journal/page-title-format "), reader.skip("\""),
            let pattern = reader.take(1..., where: { $0 != UInt8(ascii: "\"") })
        {
            journalTitle = String(pattern)
        }
    }
}
