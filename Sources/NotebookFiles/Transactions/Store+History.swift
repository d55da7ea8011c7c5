import Cores
package import NotebookFormat
package import NotebookText

extension Store {
    /// The history of a bundle, outside the document (Format, section 27).
    package static let historyPlace = DiskPath(".history")
    static let records = DiskPath(".history/changes")
    static let contents = DiskPath(".history/files")

    /// The record of the change with a number.
    static func record(_ number: Int) -> DiskPath { records.appending("\(number).json") }

    /// A content that was replaced or deleted.
    package static func kept(_ digest: Digest) -> DiskPath { contents.appending(digest.description) }

    /// The number in the name of a record; `nil` for other names, and for numbers after which there are none.
    static func recordNumber(_ name: [UInt8]) -> Int? {
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasSuffix(".json"), let number = Int(text.dropLast(5)), (1..<1 << 53).contains(number),
            "\(number).json" == text
        else { return nil }
        return number
    }

    /// The changes that the history keeps; of unreadable records, only the numbers.
    ///
    /// - Parameters:
    ///   - first: Only the changes from this number on.
    ///   - count: Only this many of them, the latest.
    /// - Throws: `SystemError` if the directory cannot be read.
    package func historyLog(from first: Int = 1, latest count: Int = .max) throws(SystemError) -> HistoryLog {
        guard try files.status(Self.records)?.kind == .directory else { return HistoryLog([]) }
        let numbers = try files.list(Self.records).compactMap { Self.recordNumber($0.name) }.sorted()
        var found: [HistoryRecord] = []
        var unreadable: [Int] = []
        var rest = numbers.filter { $0 >= first }.suffix(count)
        while !rest.isEmpty {
            let batch = rest.prefix(Self.recordsAtOnce)
            rest = rest.dropFirst(batch.count)
            let names = batch.map { Array("\($0).json".utf8) }
            let texts = try files.contents(of: names, in: Self.records, limit: Journal.maximumBytes)
            for (number, bytes) in zip(batch, texts) {
                guard let bytes, let journal = try? Journal(bytes),
                    let record = HistoryRecord(number: number, journal)
                else {
                    unreadable.append(number)
                    continue
                }
                found.append(record)
            }
        }
        return HistoryLog(found, unreadable: unreadable)
    }

    /// How many records are read at a time.
    private static let recordsAtOnce = 256

    /// A content that the history keeps; `nil` if it does not keep it, or no longer.
    ///
    /// - Throws: `SystemError` if it cannot be read.
    package func keptContent(_ digest: Digest, limit: Int) throws -> [UInt8]? {
        let place = Self.kept(digest)
        guard let status = try files.status(place), status.kind == .file, status.size <= limit else { return nil }
        let bytes = try files.content(of: place, limit: limit)
        return Digest.of(bytes) == digest ? bytes : nil
    }

    /// How many bytes the history can keep of one change; `nil` if it keeps none.
    package func roomInHistory() throws(SystemError) -> Int? { try hasPlaceForHistory() ? history?.bytes : nil }

    /// Whether nothing else has the names of the history's directories.
    func hasPlaceForHistory() throws(SystemError) -> Bool {
        for directory in [Self.historyPlace, Self.records, Self.contents] {
            if let kind = try files.status(directory)?.kind, kind != .directory { return false }
        }
        return true
    }

    /// Whether the history keeps a content; does not read it.
    package func keepsContent(_ digest: Digest) throws(SystemError) -> Bool {
        try files.status(Self.kept(digest))?.kind == .file
    }

    /// Removes the oldest changes until the history is within its limits of age and size.
    ///
    /// - Parameter ifTooLarge: Whether to read the records, which takes longest, only if all contents are larger than the
    ///   limit.
    func pruneHistory(ifTooLarge: Bool = false) throws {
        guard let limits = history else { return }
        let names = try files.list(Self.contents).map(\.name)
        let statuses = try files.statuses(of: NameList(names), in: Self.contents)
        if ifTooLarge, statuses.reduce(0, { $0 + ($1?.size ?? 0) }) <= limits.bytes { return }
        var contents: [Digest: FileStatus] = [:]
        contents.reserveCapacity(names.count)
        for (name, status) in zip(names, statuses) {
            guard let digest = Digest(hexadecimal: name, in: name.indices) else { continue }
            contents[digest] = status
        }
        let log = try historyLog()
        let oldest = now().secondsSince1970 - Int64(limits.days) * 86_400
        var (wanted, total, kept): (Set<Digest>, Int, Int) = ([], 0, 0)
        for record in log.records.reversed() {
            // Each content once, whatever the number of those that are wanted already.
            var new: Set<Digest> = []
            for digest in record.contentsBefore where !wanted.contains(digest) {
                if let status = contents[digest], new.insert(digest).inserted { total += status.size }
            }
            guard record.note.time.secondsSince1970 >= oldest, total <= limits.bytes else { break }
            wanted.formUnion(new)
            kept += 1
        }
        let dropped = log.records.dropLast(kept)
        // What no record names came from other copies.
        let unnamed = contents.filter { !wanted.contains($0.key) }.sorted { $0.value.modified > $1.value.modified }
        let old = Set(dropped.flatMap(\.contentsBefore))
        for (digest, status) in unnamed where !old.contains(digest) && status.modified >= oldest {
            total += status.size
            guard total <= limits.bytes else { break }
            wanted.insert(digest)
        }
        // Removes the oldest first, so that an interruption leaves no gaps.
        for record in dropped { try files.unlink(Self.record(record.number)) }
        wanted.formUnion(try statesToKeep(of: recordedLineage()))
        wanted.formUnion(try textsToKeep())
        let unwanted = contents.keys.filter { !wanted.contains($0) }
        // Some disks take long to free a file, so that several wait at once.
        _ = try unwanted.mappedOnAllCores(atOnce: Self.removedAtOnce) { [files] in try files.unlink(Self.kept($0)) }
    }

    private static let removedAtOnce = 256

    /// What is damaged in the history: paths in the bundle, and what is wrong with them.
    package func historyDamage() throws(SystemError) -> [(path: String, reason: String)] {
        guard let status = try files.status(Self.historyPlace) else { return [] }
        guard status.kind == .directory else {
            return [(Self.historyPlace.text, "is not a directory, so no history is kept")]
        }
        var damage: [(path: String, reason: String)] = []
        for directory in [Self.records, Self.contents] where try files.status(directory)?.kind == .directory {
            for entry in try files.listInOrder(directory) {
                let place = directory.appending(entry.name)
                let reason = directory == Self.records ? try problem(ofRecord: place) : try problem(ofContent: place)
                if let reason { damage.append((place.text, reason)) }
            }
        }
        return damage
    }

    private func problem(ofRecord place: DiskPath) throws(SystemError) -> String? {
        guard try files.status(place)?.kind == .file, let number = Self.recordNumber(Array(place.name)) else {
            return "is not a record of a change"
        }
        let bytes = try files.content(of: place, limit: Journal.maximumBytes)
        do throws(TextProblem) {
            return HistoryRecord(number: number, try Journal(bytes)) == nil ? "does not say which change it is" : nil
        } catch {
            return "cannot be read: \(error.message)"
        }
    }

    private func problem(ofContent place: DiskPath) throws(SystemError) -> String? {
        guard try files.status(place)?.kind == .file,
            let digest = Digest(hexadecimal: String(decoding: place.name, as: UTF8.self))
        else { return "is not named after its content" }
        return try files.digest(of: place) == digest ? nil : "does not match its name: it was changed or cut off"
    }

    /// Removes the whole history.
    ///
    /// - Throws: `SystemError` if something cannot be deleted.
    package func removeHistory() throws(SystemError) {
        guard try files.status(Self.historyPlace) != nil else { return }
        try files.removeTree(Self.historyPlace)
    }
}

/// The texts of items, and `notebook.json`, as two copies had them after one merged the other (Format, clause 27.8).
///
/// An editor overwrites a text without keeping the old version: without a copy, a merge would not know the common
/// version.
extension Store {
    /// Keeps the texts of items that the history does not have yet, unless they are too large for it.
    ///
    /// - Parameter texts: Returns the contents of some of the items.
    /// - Throws: an error if texts cannot be read, or files cannot be written.
    package func keepTexts(of manifest: Manifest, reading texts: (ArraySlice<Entry>) throws -> [Digest: [UInt8]]) throws
    {
        guard let history else { return }
        let entries = manifest.entries
        let items = entries.indices.filter { entries.type(at: $0).isItem || entries[$0].path == .notebook }
        guard items.reduce(0, { $0 + entries.size(at: $1) }) <= history.bytes / 2 else { return }
        try HistoryKeeping(self).makeDirectories()
        let known = try keptContents()
        let missing = items.filter { !known.contains(entries.digest(at: $0)) }.map { entries[$0] }
        var written: [Digest] = []
        for start in stride(from: 0, to: missing.count, by: Self.textsAtOnce) {
            let batch = missing[start..<min(start + Self.textsAtOnce, missing.count)]
            for (digest, bytes) in try texts(batch) {
                try write(bytes, to: Self.staged(digest))
                written.append(digest)
            }
        }
        guard !written.isEmpty else { return }
        try files.synchronizeAll()
        for digest in written { try files.rename(Self.staged(digest), to: Self.kept(digest)) }
    }

    /// The texts that belong to the states whose manifests are kept.
    func textsToKeep() throws(SystemError) -> Set<Digest> {
        var texts: Set<Digest> = []
        for state in try statesToKeep(of: recordedLineage()) {
            let place = Self.kept(state)
            guard let status = try files.status(place), status.size <= Manifest.maximumBytes,
                let manifest = try? Manifest(files.content(of: place, limit: Manifest.maximumBytes))
            else { continue }
            texts.formUnion(manifest.entries.lazy.filter { $0.type.isItem || $0.path == .notebook }.map(\.digest))
        }
        return texts
    }

    /// Content that is written but not yet durable does not count as part of the history.
    package static func staged(_ digest: Digest) -> DiskPath { historyPlace.appending("\(digest).new") }

    private static let textsAtOnce = 256

    private func write(_ bytes: [UInt8], to place: DiskPath) throws(SystemError) {
        if try files.status(place) != nil { try files.unlink(place) }
        let file = try files.create(place)
        defer { files.close(file) }
        try files.writeAll(bytes, to: file)
    }
}
