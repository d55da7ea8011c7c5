/// Reads `manifest.json` (Format, clauses 13.1 and 13.2).
struct ManifestReader {
    private var reader: JSONReader

    /// Reads a manifest in any layout.
    ///
    /// - Throws: `TextProblem` if it is not valid, and where.
    static func read(_ bytes: [UInt8]) throws(TextProblem) -> Manifest {
        guard bytes.count <= Manifest.maximumBytes else {
            throw TextProblem("is larger than 256 MiB, the limit of manifest.json", at: 0, kind: .tooLong)
        }
        var reader = ManifestReader(reader: JSONReader(bytes))
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
            case "entries": manifest = try Self.entries(&reader, &repetition)
            default: _ = try reader.value()
            }
        }
        try reader.end()
        try header.checkComplete(end: reader.offset)
        guard let manifest else { throw TextProblem("“entries” is missing", at: reader.offset) }
        // An invalid form is reported before a duplicate.
        if let repetition { throw repetition }
        return manifest
    }

    private static func entries(
        _ reader: inout JSONReader, _ repetition: inout TextProblem?
    ) throws(TextProblem) -> Manifest {
        var (rows, made): ([EntryRow], [Entry]) = ([], [])
        // An entry of an item has some 300 bytes.
        rows.reserveCapacity(reader.bytes.count / 256)
        var paths: Set<BundlePath>?
        var entryReader = EntryReader()
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
                let message = "the path \(PrintableText.quoted(path.text)) is listed twice"
                repetition = repetition ?? TextProblem(message, at: start, kind: .repeatedPath)
            }
        }
        let entries = Manifest.Entries(ascending: rows, of: source, made: made)
        return entryReader.isAscending ? Manifest(entries) : Manifest(Array(entries))
    }
}
