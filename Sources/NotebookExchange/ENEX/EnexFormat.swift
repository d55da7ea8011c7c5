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
    package let looseFiles = LooseFiles(.always, [".enex"], areHardlyAttached: true)

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard !place.isDirectory, let start = place.start(8192), Self.begins(start) else { return nil }
        return EnexSource(path: place.path, shown: place.shown)
    }

    /// Whether a text begins like an export: its root element is `en-export`.
    static func begins(_ start: [UInt8]) -> Bool {
        let text = TextDecoding.text(ofXML: start).text
        guard text.first(where: { !$0.isWhitespace }) == "<" else { return false }
        var scanner = XMLScanner(Array(text.utf8))
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
        let bytes = try EnexBytes(path)
        if let failure = bytes.problem.flatMap({ ImportFailure($0, in: shown) }) { throw failure }
        try EnexReader(notes, folder: folder, bytes.source).read(&bundle)
        if let problem = bytes.problem { notes.lose(problem) }
    }
}

/// The bytes of a file in UTF-8, from any place on.
private final class EnexBytes {
    private let file: FileBytes
    private let start: [UInt8]
    /// Whether offsets of the file are those of its text.
    private var keepsOffsets: Bool
    /// What is wrong with the encoding of the file.
    private(set) var problem: EncodingProblem?

    init(_ path: String) throws {
        file = try FileBytes(path: path)
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = try file.read(into: &buffer, at: 0)
        start = Array(buffer[..<count])
        let decoder = TextDecoder(ofXML: start)
        (keepsOffsets, problem) = (decoder.keepsOffsets, decoder.problem)
    }

    /// Delivers the text from an offset on.
    func source(_ first: Int) -> XMLScanner.Source {
        var decoder = TextDecoder(ofXML: start)
        var offset = keepsOffsets ? UInt64(first) : 0
        var skipped = keepsOffsets ? 0 : first
        var isAtEnd = false
        return { [self] in
            while !isAtEnd {
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                let count = try file.read(into: &buffer, at: offset)
                offset += UInt64(count)
                isAtEnd = count == 0
                buffer.removeLast(buffer.count - count)
                let text = isAtEnd ? decoder.finish() : decoder.decode(buffer)
                if let found = decoder.problem { (problem, keepsOffsets) = (found, false) }
                guard text.count > skipped else {
                    skipped -= text.count
                    continue
                }
                defer { skipped = 0 }
                return skipped == 0 ? text : Array(text[skipped...])
            }
            return []
        }
    }
}
