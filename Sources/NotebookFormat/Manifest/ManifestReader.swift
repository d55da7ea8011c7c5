import NotebookText

/// Reads `manifest.json` (Format, clauses 9.1 and 9.2).
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
        try header.read(&reader) { (reader, key) throws(TextProblem) in
            switch key {
            case "entries": manifest = try Self.entries(&reader, &repetition, grows)
            default: _ = try reader.value()
            }
        }
        let read = try header.required(manifest, "entries")
        // Reports invalid syntax before a duplicate.
        if let repetition { throw repetition }
        return read
    }

    private static func entries(
        _ reader: inout JSONReader, _ repetition: inout TextProblem?, _ grows: (BundlePath) -> Bool
    ) throws(TextProblem) -> Manifest {
        if let entries = ManifestHalf.entries(&reader) { return Manifest(entries) }
        var list = EntryList(bytes: reader.bytes.count)
        var paths: Set<BundlePath>?
        var entryReader = EntryReader()
        var hasGrown = false
        let source = reader.bytes
        try reader.array { (reader) throws(TextProblem) in
            let start = reader.offset
            list.append(try entryReader.read(&reader))
            guard !entryReader.isAscending else { return }
            if paths == nil {
                let entries = list.entries(of: source)
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
        let entries = list.entries(of: source)
        if hasGrown {
            let longest = Dictionary(entries.map { ($0.path, $0) }) { $0.size < $1.size ? $1 : $0 }
            return Manifest(Array(longest.values))
        }
        return entryReader.isAscending ? Manifest(entries) : Manifest(Array(entries))
    }
}

/// An entry of a manifest as numbers: its values, and the ranges of its texts in the text of the manifest.
///
/// Reading a list of 100,000 files takes a third of the time that it would take with strings for each path, title and
/// tag; strings are made only on demand.
struct EntryRow: Sendable {
    /// The location of an entry's texts.
    enum Texts: Sendable {
        /// In the text that was read, if the entry is canonical there, without escapes.
        case listed(Listed)
        /// In a stored entry with this index.
        case made(Int32)
    }

    /// Ranges of bytes in the text that was read.
    struct Listed: Sendable {
        /// The entry, from bracket to bracket.
        @CompactRange var entry: Range<Int>
        @CompactRange var path: Range<Int>
        /// The title; `nil` if there is none.
        @CompactOptionalRange var title: Range<Int>?
        /// The tags, from bracket to bracket; empty if there are none.
        @CompactRange var tags: Range<Int>
    }

    fileprivate(set) var texts: Texts
    let type: FileType
    let size: Int
    let digest: Digest
    let numbers: ItemNumbers

    init(_ entry: Entry, number: Int) {
        texts = .made(Int32(number))
        (type, size, digest) = (entry.type, entry.size, entry.digest)
        numbers = entry.item?.numbers ?? ItemNumbers()
    }

    init(_ listed: Listed, type: FileType, size: Int, digest: Digest, numbers: ItemNumbers) {
        texts = .listed(listed)
        (self.type, self.size, self.digest, self.numbers) = (type, size, digest, numbers)
    }

    /// Calls `body` with the bytes of the path, without making a string.
    ///
    /// - Parameters:
    ///   - source: The text that was read.
    ///   - made: The stored entries.
    @inline(__always)
    func withPath<Result>(_ source: [UInt8], _ made: [Entry], _ body: (Span<UInt8>) -> Result) -> Result {
        switch texts {
        case .listed(let listed): return body(source.span.extracting(listed.path))
        case .made(let number):
            let text = made[Int(number)].path.text
            return body(text.utf8.span)
        }
    }
}

/// Entries as they are read.
struct EntryList: Sendable {
    private(set) var rows: [EntryRow] = []
    private(set) var made: [Entry] = []

    /// An empty list, with room for the entries in so many bytes of a manifest.
    init(bytes: Int) {
        // An entry of an item has about 300 bytes.
        rows.reserveCapacity(bytes / 256)
    }

    mutating func append(_ result: EntryReader.Result) {
        switch result {
        case .listed(let row): rows.append(row)
        case .made(let entry):
            rows.append(EntryRow(entry, number: made.count))
            made.append(entry)
        }
    }

    mutating func append(_ other: EntryList) {
        let count = rows.count
        rows += other.rows
        if !made.isEmpty, !other.made.isEmpty {
            for index in count..<rows.count {
                if case .made(let number) = rows[index].texts { rows[index].texts = .made(number + Int32(made.count)) }
            }
        }
        made += other.made
    }

    /// The list, if the paths are in ascending order.
    func entries(of source: [UInt8]) -> Manifest.Entries { Manifest.Entries(ascending: rows, of: source, made: made) }
}

/// Manifests that git merged line by line, as `.gitattributes` asks it to (Format, clause 24.5), or left with conflict
/// markers.
enum MergedManifest {
    /// A prefix for messages about such a manifest.
    static let note = "merged by git; "

    /// Whether an invalid text results from a merge of two manifests: it has conflict markers, or lines of manifests
    /// that cannot be combined.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        if ConflictMarkers.firstRange(in: bytes) != nil { return true }
        var paths: Set<[UInt8]> = []
        var (offset, isOdd) = (0, false)
        var last: ArraySlice<UInt8> = []
        while offset < bytes.count {
            let line = Line(at: offset, in: bytes)
            offset = line.end
            let text = bytes[line.content]
            if text.starts(with: entryStart) {
                let path = Array(text.dropFirst(entryStart.count).prefix { $0 != UInt8(ascii: "\"") })
                // A path that occurs twice, or an entry that follows the last one of the other side.
                isOdd = isOdd || !paths.insert(path).inserted || last.starts(with: entryStart) && last.last != comma
            } else if text.elementsEqual("  ]".utf8) {
                isOdd = isOdd || last.starts(with: entryStart) && last.last == comma
            } else if !heads.contains(where: text.elementsEqual) {
                return false
            }
            last = text
        }
        return isOdd
    }

    private static let comma = UInt8(ascii: ",")
    private static let entryStart = Array("    {\"path\": \"".utf8)
    private static let heads = [
        "{", "  \"format\": \"notebundle\",", "  \"version\": 1,", "  \"entries\": [", "  ]", "}",
    ].map { Array($0.utf8) }
}
