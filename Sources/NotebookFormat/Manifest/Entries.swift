package import NotebookText

extension Manifest {
    /// The files that a manifest lists, in the ascending order of their paths.
    ///
    /// Parses each entry from the text of the manifest on demand. If you need only one value, ask for that
    /// (`path(at:)`, `title(at:)`, …).
    package struct Entries: Sendable {
        /// Storage shared by copies of a list, so that copying a list or an iterator costs little.
        private final class Table: Sendable {
            let rows: [EntryRow]
            /// The text that was read.
            let source: [UInt8]
            /// The entries that are not canonical in that text.
            let made: [Entry]
            /// The indices of the files in the trash.
            let trash: Range<Int>

            init(_ rows: [EntryRow], _ source: [UInt8], _ made: [Entry]) {
                (self.rows, self.source, self.made) = (rows, source, made)
                // Rows that are not ascending yet have some range: where the second condition holds, the first does.
                let start = Self.firstIndex(in: rows, source, made) { !TrashedPath.follow($0) }
                let end = Self.firstIndex(in: rows, source, made) {
                    !TrashedPath.follow($0) && !TrashedPath.begins($0)
                }
                trash = start..<end
            }

            /// The first entry whose path meets a condition that also holds for all later ones, found by bisection.
            func firstIndex(where holds: (Span<UInt8>) -> Bool) -> Int {
                Self.firstIndex(in: rows, source, made, holds)
            }

            private static func firstIndex(
                in rows: [EntryRow], _ source: [UInt8], _ made: [Entry], _ holds: (Span<UInt8>) -> Bool
            ) -> Int {
                var (low, high) = (0, rows.count)
                while low < high {
                    let middle = (low + high) / 2
                    if rows[middle].withPath(source, made, holds) { high = middle } else { low = middle + 1 }
                }
                return low
            }
        }

        private let table: Table

        /// Makes a list from entries in ascending order of their paths, some of which are in a text.
        init(ascending rows: [EntryRow], of source: [UInt8], made: [Entry]) { table = Table(rows, source, made) }

        /// Makes a list from entries with unique paths, in any order.
        init(_ entries: [Entry]) {
            let isAscending = entries.indices.dropFirst().allSatisfy { entries[$0 - 1].path < entries[$0].path }
            let made = isAscending ? entries : entries.sorted { $0.path < $1.path }
            table = Table(made.indices.map { EntryRow(made[$0], number: $0) }, [], made)
        }

        /// The text that was read; empty if none was.
        var source: [UInt8] { table.source }

        /// The range of an entry in the text that was read, from bracket to bracket, if it is canonical there.
        func place(at index: Int) -> Range<Int>? {
            guard case .listed(let listed) = table.rows[index].texts else { return nil }
            return listed.entry
        }

        /// The row of an entry.
        func row(at index: Int) -> EntryRow { table.rows[index] }

        private func text(_ range: Range<Int>) -> String { String(decoding: table.source[range], as: UTF8.self) }
    }
}

extension Manifest.Entries {
    /// The type of an entry.
    package func type(at index: Int) -> FileType { table.rows[index].type }

    /// The size of a file in bytes.
    package func size(at index: Int) -> Int { table.rows[index].size }

    /// The digest of a file.
    package func digest(at index: Int) -> Digest { table.rows[index].digest }

    /// The values of an item that are numbers, without defaults.
    package func numbers(at index: Int) -> ItemNumbers { table.rows[index].numbers }

    /// The path of an entry.
    package func path(at index: Int) -> BundlePath {
        switch table.rows[index].texts {
        case .listed(let listed): BundlePath(known: text(listed.path))
        case .made(let number): table.made[Int(number)].path
        }
    }

    /// The paths of all entries.
    package var paths: [BundlePath] { indices.map(path(at:)) }

    /// The digests of all files.
    package var digests: [Digest] { indices.map(digest(at:)) }

    /// The sizes of all files in bytes.
    package var sizes: [Int] { indices.map(size(at:)) }

    /// The title that an item's entry lists.
    package func title(at index: Int) -> String? {
        switch table.rows[index].texts {
        case .listed(let listed): listed.title.map(text)
        case .made(let number): table.made[Int(number)].item?.title
        }
    }

    /// The tags of an item.
    package func tags(at index: Int) -> [Tag] {
        switch table.rows[index].texts {
        case .listed(let listed): Tag.listed(in: table.source, listed.tags)
        case .made(let number): table.made[Int(number)].item?.tags ?? []
        }
    }

    /// Appends the tags of an item, each after a text: the first one after `beginning`, the others after `separator`.
    package func appendTags(at index: Int, after beginning: String, _ separator: String, to bytes: inout [UInt8]) {
        var isFirst = true
        func append(_ tag: some Collection<UInt8>) {
            bytes.append(contentsOf: (isFirst ? beginning : separator).utf8)
            bytes.append(contentsOf: tag)
            isFirst = false
        }
        switch table.rows[index].texts {
        case .listed(let listed): for range in Tag.ranges(in: table.source, listed.tags) { append(table.source[range]) }
        case .made(let number): for tag in table.made[Int(number)].item?.tags ?? [] { append(tag.text.utf8) }
        }
    }

    /// Appends the bytes of a path.
    package func appendPath(at index: Int, to bytes: inout [UInt8]) {
        switch table.rows[index].texts {
        case .listed(let listed): bytes.append(contentsOf: table.source[listed.path])
        case .made(let number): bytes.append(contentsOf: table.made[Int(number)].path.text.utf8)
        }
    }

    /// Appends the bytes of an item's title, or of the stem of its path, which replaces a missing title.
    package func appendTitleOrStem(at index: Int, to bytes: inout [UInt8]) {
        switch table.rows[index].texts {
        case .listed(let listed):
            if let title = listed.title { return bytes.append(contentsOf: table.source[title]) }
            let path = table.source[listed.path]
            let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
            // The path of an item ends in `.md`.
            bytes.append(contentsOf: path[start...].dropLast(3))
        case .made(let number):
            let entry = table.made[Int(number)]
            bytes.append(contentsOf: (entry.item?.title ?? entry.path.stem).utf8)
        }
    }

    /// Whether a list has the entries at the same indices because it is this one.
    package func isSame(as other: Manifest.Entries) -> Bool { table === other.table }

    /// Calls `body` with the bytes of a path, without making a string.
    @inline(__always)
    package func withPath<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        table.rows[index].withPath(table.source, table.made, body)
    }

    /// Calls `body` with the bytes of an item's title, or of the stem of its path, which replaces a missing title.
    @inline(__always)
    package func withTitleOrStem<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        if let result = withTitle(at: index, body) { return result }
        return withPath(at: index) { path in
            var start = path.count
            while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
            // The path of an item ends in `.md`.
            return body(path.extracting(start..<Swift.max(start, path.count - 3)))
        }
    }

    /// Calls `body` with the bytes of a listed title; `nil` if there is none.
    @inline(__always)
    private func withTitle<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
        switch table.rows[index].texts {
        case .listed(let listed):
            guard let title = listed.title else { return nil }
            let source = table.source
            return body(source.span.extracting(title))
        case .made(let number):
            guard let title = table.made[Int(number)].item?.title else { return nil }
            return body(title.utf8.span)
        }
    }

    /// The index of a path, or the index where it would be.
    func index(of path: BundlePath) -> Int {
        let wanted = path.text.utf8.span
        return firstIndex { !$0.precedes(wanted) }
    }

    /// The first entry whose path meets a condition that also holds for all later ones, found by bisection.
    package func firstIndex(where holds: (Span<UInt8>) -> Bool) -> Int { table.firstIndex(where: holds) }

    /// The indices of the files in the trash.
    package var trash: Range<Int> { table.trash }

    /// Whether two of the paths and their directories may have the same comparison key.
    package var mayCollide: Bool {
        var hashes = PathHashes(count: count)
        for index in indices { withPath(at: index) { hashes.add($0) } }
        return hashes.mayCollide
    }

    /// The entries with the uuid of another that comes before them, and the first one with it.
    package var twins: [(index: Int, first: Int)] {
        var hashes: [UInt64] = []
        hashes.reserveCapacity(count)
        for index in indices { if let uuid = numbers(at: index).uuid { hashes.append(uuid.high ^ uuid.low) } }
        hashes.sort()
        guard zip(hashes, hashes.dropFirst()).contains(where: { $0 == $1 }) else { return [] }
        var first: [UniqueIdentifier: Int] = [:]
        return indices.compactMap { index in
            guard let uuid = numbers(at: index).uuid else { return nil }
            guard let other = first[uuid] else {
                first[uuid] = index
                return nil
            }
            return (index, other)
        }
    }

    /// Returns the entries after removing some files and adding others.
    ///
    /// Finds the places of the files by bisection and copies everything between: one change among 100,000 entries takes
    /// a thirtieth of the time of visiting each of them.
    func replacing(removed: Set<BundlePath>, put: [Entry]) -> Manifest.Entries {
        let new = Dictionary(put.map { ($0.path, $0) }) { _, last in last }
        var (rows, made): ([EntryRow], [Entry]) = ([], table.made)
        rows.reserveCapacity(count + new.count)
        var copied = 0
        for path in removed.union(new.keys).sorted() {
            let place = index(of: path)
            rows.append(contentsOf: table.rows[copied..<place])
            copied = place
            if place < count, self.path(at: place) == path { copied += 1 }
            guard let entry = new[path] else { continue }
            rows.append(EntryRow(entry, number: made.count))
            made.append(entry)
        }
        rows.append(contentsOf: table.rows[copied...])
        return Manifest.Entries(ascending: rows, of: table.source, made: made).withoutUnused()
    }

    /// Returns the same entries without unused stored ones, if there are many.
    private func withoutUnused() -> Manifest.Entries {
        let used = table.rows.count { if case .made = $0.texts { true } else { false } }
        guard table.made.count > 2 * used + 100 else { return self }
        var made: [Entry] = []
        let rows = indices.map { index -> EntryRow in
            guard case .made = table.rows[index].texts else { return table.rows[index] }
            made.append(self[index])
            return EntryRow(self[index], number: made.count - 1)
        }
        return Manifest.Entries(ascending: rows, of: table.source, made: made)
    }
}

extension Manifest.Entries: RandomAccessCollection {
    /// The index of the first entry.
    package var startIndex: Int { 0 }
    /// The number of entries.
    package var endIndex: Int { table.rows.count }

    /// Parses and returns an entry.
    package subscript(index: Int) -> Entry {
        let row = table.rows[index]
        if case .made(let number) = row.texts { return table.made[Int(number)] }
        guard row.type.isItem else {
            return Entry(path: path(at: index), type: row.type, size: row.size, digest: row.digest, item: nil)
        }
        let item = ItemMetadata(row.numbers, title: title(at: index), tags: tags(at: index))
        return Entry(path: path(at: index), type: row.type, size: row.size, digest: row.digest, item: item)
    }
}

extension Manifest.Entries: Hashable {
    /// Compares the entries, however they are stored.
    package static func == (left: Manifest.Entries, right: Manifest.Entries) -> Bool {
        left.table === right.table || left.elementsEqual(right)
    }

    /// Hashes the entries.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for index in indices { hasher.combine(digest(at: index)) }
    }
}
