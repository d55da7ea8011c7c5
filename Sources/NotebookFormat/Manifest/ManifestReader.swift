/// Reads `manifest.json` (Format, clauses 13.1 and 13.2).
struct ManifestReader {
    private var reader: JSONReader

    /// Reads a manifest in any layout.
    ///
    /// - Throws: `TextProblem`: what is not JSON or not of this form, and where.
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
        // What breaks the form goes before what is there twice.
        if let repetition { throw repetition }
        return manifest
    }

    private static func entries(
        _ reader: inout JSONReader, _ repetition: inout TextProblem?
    ) throws(TextProblem) -> Manifest {
        var entries: [Entry] = []
        var places: [Manifest.EntryPlace] = []
        // An entry of an item has some 300 bytes.
        entries.reserveCapacity(reader.bytes.count / 256)
        places.reserveCapacity(reader.bytes.count / 256)
        var paths: Set<BundlePath>?
        var entryReader = EntryReader()
        try reader.array { (reader) throws(TextProblem) in
            let start = reader.offset
            let entry = try entryReader.read(&reader)
            if !entryReader.isAscending {
                paths = paths ?? Set(entries.map(\.path))
                if paths?.insert(entry.path).inserted == false {
                    let message = "the path \(PrintableText.quoted(entry.path.text)) is listed twice"
                    repetition = repetition ?? TextProblem(message, at: start, kind: .repeatedPath)
                }
            }
            entries.append(entry)
            places.append(Manifest.EntryPlace(entryReader.isCanonical ? start..<reader.offset : nil))
        }
        return entryReader.isAscending
            ? Manifest(ascending: entries, places: places, of: reader.bytes) : Manifest(entries)
    }
}
