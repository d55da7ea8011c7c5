import NotebookText

/// Reads `manifest.json` (Format, clauses 13.1 and 13.2).
struct ManifestReader {
    private var reader: JSONReader
    /// Which files may be listed twice; the longer one counts.
    private let grows: (BundlePath) -> Bool

    /// Reads a manifest in any layout.
    ///
    /// - Parameter grows: Which files only grow, so that they may be listed twice after a merge by git; the longer one
    ///   counts.
    /// - Throws: `TextProblem` if it is not valid, and where.
    static func read(_ bytes: [UInt8], grows: @escaping (BundlePath) -> Bool = { _ in false }) throws(TextProblem)
        -> Manifest
    {
        guard bytes.count <= Manifest.maximumBytes else {
            throw TextProblem("is larger than 256 MiB, the limit of manifest.json", at: 0, kind: .tooLong)
        }
        var reader = ManifestReader(reader: JSONReader(bytes), grows: grows)
        do throws(TextProblem) {
            return try reader.manifest()
        } catch {
            guard error.kind != .newerVersion, MergedManifest.isOne(bytes) else { throw error }
            throw TextProblem(MergedManifest.note + error.message, at: error.offset, kind: error.kind)
        }
    }

    private mutating func manifest() throws(TextProblem) -> Manifest {
        var header = FormatHeader(name: "notebundle", version: Manifest.version)
        var manifest: Manifest?
        var repetition: TextProblem?
        var seen = SeenKeys()
        try reader.object { (reader, key) throws(TextProblem) in
            let name = try reader.text(of: key.string)
            try seen.insert(name, at: key.offset)
            switch name {
            case "format": try header.readFormat(&reader)
            case "version": try header.readVersion(&reader)
            case "entries": manifest = try Self.entries(&reader, &repetition, grows)
            default: _ = try reader.value()
            }
        }
        try reader.end()
        try header.checkComplete(end: reader.offset)
        guard let manifest else { throw TextProblem("“entries” is missing", at: reader.offset) }
        // Reports invalid syntax before a duplicate.
        if let repetition { throw repetition }
        return manifest
    }

    private static func entries(
        _ reader: inout JSONReader, _ repetition: inout TextProblem?, _ grows: (BundlePath) -> Bool
    ) throws(TextProblem) -> Manifest {
        var (rows, made): ([EntryRow], [Entry]) = ([], [])
        // An entry of an item has about 300 bytes.
        rows.reserveCapacity(reader.bytes.count / 256)
        var paths: Set<BundlePath>?
        var entryReader = EntryReader()
        var hasGrown = false
        let source = reader.bytes
        try reader.array { (reader) throws(TextProblem) in
            let start = reader.offset
            switch try entryReader.read(&reader) {
            case .listed(let row): rows.append(row)
            case .made(let entry):
                rows.append(EntryRow(entry, number: made.count))
                made.append(entry)
            }
            guard !entryReader.isAscending else { return }
            if paths == nil {
                let entries = Manifest.Entries(ascending: rows, of: source, made: made)
                paths = Set(entries.indices.dropLast().map(entries.path(at:)))
            }
            let path = try entryReader.path(in: reader)
            if paths?.insert(path).inserted == false {
                guard !grows(path) else {
                    hasGrown = true
                    return
                }
                let message = "the path \(PrintableText.quoted(path.text)) is listed twice"
                repetition = repetition ?? TextProblem(message, at: start, kind: .repeatedPath)
            }
        }
        let entries = Manifest.Entries(ascending: rows, of: source, made: made)
        if hasGrown {
            let longest = Dictionary(entries.map { ($0.path, $0) }) { $0.size < $1.size ? $1 : $0 }
            return Manifest(Array(longest.values))
        }
        return entryReader.isAscending ? Manifest(entries) : Manifest(Array(entries))
    }
}
