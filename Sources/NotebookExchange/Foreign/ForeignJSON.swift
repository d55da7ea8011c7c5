import ForeignData
import NotebookFiles
import NotebookPacking
import NotebookText

/// The texts of an export.
struct ForeignTexts {
    /// The files to which they can refer.
    let files: ForeignFiles
    let found: [(path: String, bytes: [UInt8])]
    /// Whether a text is the whole source, whatever is beside it.
    let isAlone: Bool

    /// Whether a file is one of the texts.
    func has(_ path: String) -> Bool { found.contains { $0.path == path } }

    /// The other files of the source.
    var rest: [ForeignFiles.File] { isAlone ? [] : files.files.filter { !has($0.path) } }
}

/// Exports in JSON, in a file or among the files of a folder or an archive.
enum ForeignJSON {
    /// The largest text, in bytes.
    static let maximumBytes = 256 << 20

    /// Texts of JSON of a source that meet a condition, with their paths; only the first kilobytes are looked at before.
    ///
    /// - Parameters:
    ///   - listsFolder: Whether a text that is the whole source needs what is beside it.
    ///   - isWanted: Whether a file may be one, by its path.
    ///   - matches: Whether a text is one, by its beginning.
    static func texts(
        _ place: ImportLocation, _ request: ImportRequest, listsFolder: Bool = false, isWanted: (String) -> Bool,
        _ matches: (String) -> Bool
    ) throws -> ForeignTexts? {
        if !place.isDirectory, let start = place.start(1 << 16), begins(start) {
            guard matches(String(decoding: start, as: UTF8.self)) else { return nil }
            let name = ExternalPath.name(of: place.path)
            let parent = ImportLocation(ExternalPath.parent(of: place.path), shown: place.shown)
            let files =
                try listsFolder
                ? ForeignFiles(parent, request) : ForeignFiles(only: name, below: parent.path, shown: place.shown)
            guard let files, let file = files.files.first(where: { $0.path.composed == name.composed }),
                let bytes = try files.content(file.path, limit: maximumBytes)
            else { return nil }
            return ForeignTexts(files: files, found: [(file.path, bytes)], isAlone: true)
        }
        guard let files = try place.files(request) else { return nil }
        var found: [(path: String, bytes: [UInt8])] = []
        let wanted = files.files.map(\.path).filter(isWanted)
        for (number, path) in wanted.enumerated() {
            // Folders with many other files in JSON are not read in full.
            if found.isEmpty, number == 40 { break }
            guard case let start = try files.start(path), begins(start) else { continue }
            guard matches(String(decoding: start, as: UTF8.self)) else { continue }
            guard let bytes = try files.content(path, limit: maximumBytes) else { continue }
            found.append((path: path, bytes: bytes))
        }
        return found.isEmpty ? nil : ForeignTexts(files: files, found: found, isAlone: false)
    }

    private static func begins(_ start: [UInt8]) -> Bool {
        let rest = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start[3...] : start[...]
        let first = rest.first { $0 > 0x20 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// The maximum nesting of objects and arrays, of which each block of an outline takes two.
    ///
    /// The calls that write an outline of that depth fit into a stack of half a mebibyte, also without optimisation.
    static let maximumDepth = 256

    /// The value of a text.
    ///
    /// - Throws: `ImportFailure` if it is not JSON, or is nested too deeply.
    static func value(_ bytes: [UInt8], shown: String) throws -> JSONValue {
        let text = LooseJSON.withoutMark(bytes)
        var reader = JSONReader(text, maximumDepth: maximumDepth)
        if let value = try? reader.wholeValue() { return value }
        reader = JSONReader(JSONEscapes.withoutLoneSurrogates(text), maximumDepth: maximumDepth)
        do throws(TextProblem) {
            return try reader.wholeValue()
        } catch {
            let problem = reader.isTooDeep ? "it is nested too deeply" : "it is damaged: not valid JSON"
            let line = error.position(in: text).line
            throw ImportFailure(path: shown, reason: "\(problem): line \(line): \(error.message)")
        }
    }
}
