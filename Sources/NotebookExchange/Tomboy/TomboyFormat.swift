import ForeignData
import NotebookFiles
import NotebookText

/// Notes of Tomboy and Gnote.
package struct TomboyFormat: ForeignFormat {
    package let name = "tomboy"
    package let sources = "Tomboy, Gnote (.note)"
    package let looseFiles = LooseFiles(.unlessNamed)

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        if !place.isDirectory, let start = place.start(4096), Self.isNote(start) {
            let name = ExternalPath.name(of: place.path)
            let files = try ForeignFiles(only: name, below: ExternalPath.parent(of: place.path), shown: place.shown)
            return TomboySource(files, [name], shown: place.shown)
        }
        guard let files = try place.files(request) else { return nil }
        let notes = files.files.filter {
            $0.name.hasSuffix(".note") && !$0.path.parts(between: "/").contains("Backup")
        }
        guard let first = notes.first, let start = try files.content(first.path), Self.isNote(start) else { return nil }
        return TomboySource(files, notes.map(\.path), shown: place.shown)
    }

    private static func isNote(_ start: [UInt8]) -> Bool {
        let text = TextDecoding.text(ofXML: Array(start.prefix(4096))).text
        return text.holds("<note") && text.holds("beatniksoftware.com/tomboy")
    }
}
