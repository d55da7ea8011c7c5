import Archives
import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookText

/// Exports of Evernote.
package struct EnexFormat: ForeignFormat {
    package let name = "enex"
    package let sources = "Evernote (.enex)"

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard !place.isDirectory, let start = place.start(8192), Self.begins(start) else { return nil }
        return EnexSource(path: place.path, shown: place.shown)
    }

    /// Whether a text begins like an export: its root element is `en-export`.
    static func begins(_ start: [UInt8]) -> Bool {
        guard start.first.map({ $0 == UInt8(ascii: "<") || $0 <= 0x20 || $0 == 0xEF }) == true else { return false }
        var scanner = XMLScanner(start)
        guard case .start(let name, _)? = try? scanner.next() else { return false }
        return name == "en-export"
    }
}

/// A file of Evernote.
private struct EnexSource: ForeignSource {
    let path: String
    let shown: String

    /// The notebook, and its stack: `STACK@@@NOTEBOOK.enex`.
    private var folder: [String] {
        var name = ExternalPath.name(of: path)
        if name.lowercased().hasSuffix(".enex") { name = String(name.dropLast(5)) }
        return name.composed.split(separator: "@@@").map(String.init)
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        let file = try FileBytes(path: path)
        var offset: UInt64 = 0
        let scanner = XMLScanner {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = try file.read(into: &buffer, at: offset)
            offset += UInt64(count)
            return Array(buffer[..<count])
        }
        try EnexReader(scanner, notes, folder: folder).read(&bundle)
    }
}
