package import NotebookText

/// What reading the canonical text of a manifest gives, as numbers: with it, a manifest is known in a twentieth of the
/// time of reading it.
///
/// A program keeps it as a hint; it is made from the manifest, and belongs to one text only.
package struct ManifestIndex: Sendable {
    /// What the file is: with other types or keys it is another one.
    ///
    /// Raise the version when the meaning of a number changes, or readers reject a manifest that they accepted.
    private static let head =
        "notebundle: index of a manifest, version 1, \((types.map(\.rawValue) + keys.map(\.rawValue)).joined(separator: " "))"

    /// A row for each entry; the digest of the text.
    private let table: CachedTable

    /// The columns of a row.
    private enum Column {
        /// Where the texts are: the offsets of their first byte and of the one after them, as two halves.
        static let (entry, path, title, tags) = (0, 1, 2, 3)
        static let (size, digest, uuid, created, modified) = (4, 5, 9, 11, 12)
        /// The type, whether the item is pinned, and whether the entry must be read from the text.
        static let flags = 13
        static let count = 14
    }

    private static let pinned: UInt64 = 1 << 8
    private static let isRead: UInt64 = 1 << 9
    /// No text.
    private static let none = UInt64.max
    /// No date: a number that is none.
    private static let noDate = UInt64(bitPattern: .min)
    /// The largest size of a file, in bytes, so that sums fit.
    private static let maximumSize: UInt64 = 1 << 53

    /// The index of a manifest; `nil` if it has none.
    ///
    /// - Parameters:
    ///   - text: The canonical text of the manifest.
    ///   - digest: The digest of that text.
    package init?(_ manifest: Manifest, _ text: ManifestText, _ digest: Digest) {
        let entries = manifest.entries
        var numbers: [UInt64] = []
        numbers.reserveCapacity(entries.count * Column.count)
        // New entries are read as the text has them.
        var written: [UInt8] = []
        for run in text.runs where entries.place(at: run.first) == nil { written += entries[run.first].text }
        var (reader, entryReader) = (JSONReader(written), EntryReader())
        let ends = text.runs.dropFirst().map(\.first) + [entries.count]
        for (run, end) in zip(text.runs, ends) {
            if let place = entries.place(at: run.first) {
                let distance = run.offset - place.lowerBound
                for index in run.first..<end { Self.append(entries.row(at: index), distance, to: &numbers) }
            } else {
                let start = reader.offset
                guard let result = try? entryReader.read(&reader) else { return nil }
                Self.append(result, start..<reader.offset, run.offset - start, to: &numbers)
            }
        }
        table = CachedTable(Self.head, width: Column.count, numbers: numbers, bytes: digest.bytes)
    }

    /// About how large the index of a manifest is, in bytes.
    package static func size(of manifest: Manifest) -> Int { (manifest.entries.count + 1) * Column.count * 8 }

    /// Reads a file of the cache; `nil` if it is none.
    package init?(file: [UInt8]) {
        guard let table = CachedTable(Self.head, width: Column.count, file: file) else { return nil }
        self.table = table
    }

    /// The file for a cache.
    package var file: [UInt8] { table.file }

    /// The digest of the text of the manifest.
    package var digest: Digest? {
        table.withBytes(0, 32) { bytes in
            func number(_ index: Int) -> UInt64 { (bytes.eightBytes(at: index * 8) ?? 0).byteSwapped }
            return Digest(number(0), number(1), number(2), number(3))
        }
    }

    /// The manifest with this text; `nil` if the index cannot belong to it.
    ///
    /// Use the result only if `digest` is that of the text.
    package func manifest(in text: [UInt8]) -> Manifest? {
        var rows: [EntryRow] = []
        rows.reserveCapacity(table.count)
        var made: [Entry] = []
        var (reader, entryReader) = (JSONReader(text), EntryReader())
        var end = 0
        for number in 0..<table.count {
            // Entries follow one another.
            guard let entry = range(number, Column.entry, in: end..<text.count) else { return nil }
            end = entry.upperBound
            guard table.number(number, Column.flags) & Self.isRead == 0 else {
                reader.offset = entry.lowerBound
                guard case .made(let entry)? = try? entryReader.read(&reader) else { return nil }
                rows.append(EntryRow(entry, number: made.count))
                made.append(entry)
                continue
            }
            guard let row = row(number, entry) else { return nil }
            rows.append(row)
        }
        return Manifest(Manifest.Entries(ascending: rows, of: text, made: made))
    }

    private func row(_ number: Int, _ entry: Range<Int>) -> EntryRow? {
        let flags = table.number(number, Column.flags)
        let title = table.number(number, Column.title)
        let type = Int(flags & 0xFF)
        let size = table.number(number, Column.size)
        let titleRange = range(number, Column.title, in: entry)
        guard type < Self.types.count, size < Self.maximumSize, let path = range(number, Column.path, in: entry),
            let tags = range(number, Column.tags, in: entry), title == Self.none || titleRange != nil
        else { return nil }
        var numbers = ItemNumbers()
        for key in Self.keys {
            switch key {
            case .uuid:
                numbers.uuid = UniqueIdentifier(
                    high: table.number(number, Column.uuid), low: table.number(number, Column.uuid + 1))
            case .created: numbers.created = date(number, Column.created)
            case .modified: numbers.modified = date(number, Column.modified)
            case .pinned: numbers.pinned = flags & Self.pinned != 0
            // They are texts.
            case .title, .tags: break
            }
        }
        return EntryRow(
            EntryRow.Listed(entry: entry, path: path, title: titleRange, tags: tags), type: Self.types[type],
            size: Int(size), digest: table.digest(number, from: Column.digest), numbers: numbers)
    }

    /// The place of a text; `nil` if it is not in a part of the whole.
    private func range(_ row: Int, _ column: Int, in whole: Range<Int>) -> Range<Int>? {
        let number = table.number(row, column)
        let (start, end) = (Int(number & 0xFFFF_FFFF), Int(number >> 32))
        return whole.lowerBound <= start && start <= end && end <= whole.upperBound ? start..<end : nil
    }

    private func date(_ row: Int, _ column: Int) -> Timestamp? {
        Timestamp(secondsSince1970: Int64(bitPattern: table.number(row, column)))
    }

    private static let keys = KnownKey.allCases
    private static let types = FileType.allCases

    /// Appends the row of an entry that was read at a place, and is this much further on in the text.
    private static func append(
        _ result: EntryReader.Result, _ place: Range<Int>, _ distance: Int, to numbers: inout [UInt64]
    ) {
        switch result {
        case .listed(let row): append(row, distance, to: &numbers)
        case .made:
            numbers.append(number((place.lowerBound + distance)..<(place.upperBound + distance)))
            numbers.append(contentsOf: repeatElement(0, count: Column.flags - Column.path))
            numbers.append(isRead)
        }
    }

    /// Appends the row of an entry whose texts are this much further on now.
    private static func append(_ row: EntryRow, _ distance: Int, to numbers: inout [UInt64]) {
        guard case .listed(let texts) = row.texts else { return }
        func number(_ range: Range<Int>) -> UInt64 {
            Self.number((range.lowerBound + distance)..<(range.upperBound + distance))
        }
        func date(_ date: Timestamp?) -> UInt64 { date.map { UInt64(bitPattern: $0.secondsSince1970) } ?? noDate }
        var (uuid, title, tags) = (
            UniqueIdentifier?.none, none, number(texts.entry.lowerBound..<texts.entry.lowerBound)
        )
        var (created, modified, flags) = (noDate, noDate, UInt64(types.firstIndex(of: row.type) ?? 0))
        for key in keys {
            switch key {
            case .uuid: uuid = row.numbers.uuid
            case .title: if let place = texts.title { title = number(place) }
            case .created: created = date(row.numbers.created)
            case .modified: modified = date(row.numbers.modified)
            case .pinned: if row.numbers.pinned { flags |= pinned }
            case .tags: if !texts.tags.isEmpty { tags = number(texts.tags) }
            }
        }
        // In the order of the columns.
        numbers.append(number(texts.entry))
        numbers.append(number(texts.path))
        numbers.append(title)
        numbers.append(tags)
        numbers.append(UInt64(row.size))
        row.digest.append(to: &numbers)
        numbers.append(uuid?.high ?? 0)
        numbers.append(uuid?.low ?? 0)
        numbers.append(created)
        numbers.append(modified)
        numbers.append(flags)
    }

    private static func number(_ range: Range<Int>) -> UInt64 {
        UInt64(range.lowerBound) | UInt64(range.upperBound) << 32
    }
}
