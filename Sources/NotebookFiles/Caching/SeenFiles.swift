package import NotebookFormat
package import NotebookLinks
import NotebookMarkdown
package import NotebookText

/// The digests of files when they were last read, with marks that show whether a file was replaced or changed since
/// then, as in git's index.
package struct SeenFiles: Equatable, Sendable {
    /// What is known about a file.
    package struct Seen: Equatable, Sendable {
        package let identity: FileIdentity
        package let digest: Digest
        /// What its text names, if it was read.
        package var names: TextNames?

        /// Makes the value of its parts.
        package init(identity: FileIdentity, digest: Digest, names: TextNames? = nil) {
            (self.identity, self.digest, self.names) = (identity, digest, names)
        }
    }

    /// A file, and what is known about it.
    package typealias Row = [BundlePath: Seen].Element

    /// A row for each file, in the order of their paths; their texts.
    private let table: CachedTable

    /// The columns of a row.
    private enum Column {
        /// Where the path is in the bytes, and how long it is, as two halves; the same of the names.
        static let (path, names) = (0, 10)
        static let (device, inode, size, modified, changed) = (1, 2, 3, 4, 5)
        static let digest = 6
        static let count = 11
    }

    static let head = "notebundle: files seen, version 5, \(TextNames.version)"
    /// The number of columns.
    static let width = Column.count
    /// The place of names that were not read.
    private static let none = UInt64.max

    /// No files.
    package init() { self.init([:]) }

    /// What is known about some files.
    package init(_ files: [BundlePath: Seen]) {
        self.init(inOrder: files.inOrder)
    }

    /// What is known about some files, each once.
    package init(_ files: [Row]) {
        // Most often they are in order, which takes no time.
        self.init(inOrder: files.sorted { $0.key < $1.key })
    }

    private init(inOrder files: [Row]) {
        var (numbers, bytes): ([UInt64], [UInt8]) = ([], [])
        numbers.reserveCapacity(files.count * Column.count)
        bytes.reserveCapacity(files.count * 80)
        for (path, seen) in files {
            let start = bytes.count
            bytes.append(contentsOf: path.text.utf8)
            numbers.append(Self.place(start, bytes.count))
            numbers.append(seen.identity.device)
            numbers.append(seen.identity.inode)
            for value in [seen.identity.size, seen.identity.modified, seen.identity.changed] {
                numbers.append(UInt64(bitPattern: value))
            }
            seen.digest.append(to: &numbers)
            let end = bytes.count
            seen.names?.append(to: &bytes)
            numbers.append(seen.names == nil ? Self.none : Self.place(end, bytes.count))
        }
        table = CachedTable(Self.head, width: Self.width, numbers: numbers, bytes: bytes)
    }

    private static func place(_ start: Int, _ end: Int) -> UInt64 { UInt64(start) | UInt64(end - start) << 32 }

    /// The number of files.
    package var count: Int { table.count }

    /// The files, in the order of their paths.
    var paths: [BundlePath] { (0..<count).compactMap(path(at:)) }

    /// The digest of a file that has certainly not changed.
    package func digest(of path: BundlePath, _ identity: FileIdentity) -> Digest? {
        let text = path.text
        return index(of: text.utf8.span, identity, near: nil).map { table.digest($0, from: Column.digest) }
    }

    /// What is known about a file, if it has certainly not changed.
    package func seen(_ path: BundlePath, _ identity: FileIdentity) -> Seen? {
        let text = path.text
        return index(of: text.utf8.span, identity, near: nil).map { seen(at: $0, identity) }
    }

    /// Where in the order a file is, at a path as UTF-8, if it has certainly not changed.
    ///
    /// - Parameter guess: Where it probably is, or one place behind.
    package func index(of path: Span<UInt8>, _ identity: FileIdentity, near guess: Int?) -> Int? {
        guard let index = index(of: path, near: guess), self.identity(at: index) == identity else { return nil }
        return index
    }

    /// What the text of the file at an index names; `nil` if it was not read.
    package func names(at index: Int) -> TextNames? {
        let place = table.number(index, Column.names)
        return place == Self.none ? nil : withBytes(place) { TextNames(cached: $0) } ?? nil
    }

    /// Whether the text of the file at an index was read, and has no tags.
    package func hasNoTags(at index: Int) -> Bool {
        let place = table.number(index, Column.names)
        return place != Self.none && withBytes(place, TextNames.hasNoTags) == true
    }

    /// What was known about a file when it was last read, whether it has changed since or not.
    package func lastSeen(_ path: BundlePath) -> Seen? {
        let text = path.text
        return index(of: text.utf8.span, near: nil).map { seen(at: $0, identity(at: $0)) }
    }

    /// Whether a file has certainly not changed, and had a digest.
    ///
    /// - Parameter guess: Where in the order of the files it probably is, or one place behind.
    package func isSeen(_ path: Span<UInt8>, _ identity: FileIdentity, _ digest: Digest, near guess: Int) -> Bool {
        guard let index = index(of: path, identity, near: guess) else { return false }
        return table.digest(index, from: Column.digest) == digest
    }

    private func index(of path: Span<UInt8>, near guess: Int?) -> Int? {
        if let guess {
            if isPath(path, at: guess) { return guess }
            if isPath(path, at: guess + 1) { return guess + 1 }
        }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if withPath(at: middle, { $0.precedes(path) }) == true { low = middle + 1 } else { high = middle }
        }
        return isPath(path, at: low) ? low : nil
    }

    private func isPath(_ path: Span<UInt8>, at index: Int) -> Bool {
        index >= 0 && index < count && withPath(at: index) { $0.equals(path) } == true
    }

    private func identity(at index: Int) -> FileIdentity {
        FileIdentity(
            device: table.number(index, Column.device), inode: table.number(index, Column.inode),
            size: Int64(bitPattern: table.number(index, Column.size)),
            modified: Int64(bitPattern: table.number(index, Column.modified)),
            changed: Int64(bitPattern: table.number(index, Column.changed)))
    }

    private func seen(at index: Int, _ identity: FileIdentity) -> Seen {
        Seen(identity: identity, digest: table.digest(index, from: Column.digest), names: names(at: index))
    }

    @inline(__always)
    private func withPath<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
        withBytes(table.number(index, Column.path), body)
    }

    @inline(__always)
    private func withBytes<Result>(_ place: UInt64, _ body: (Span<UInt8>) -> Result) -> Result? {
        table.withBytes(Int(place & 0xFFFF_FFFF), Int(place >> 32), body)
    }

    private func path(at index: Int) -> BundlePath? {
        withPath(at: index) { String(copying: $0) }.flatMap { try? BundlePath($0) }
    }

    /// The records of files that a manifest lists, with newer records for some, in the order of their paths.
    package func updating(_ news: [Row], listedIn manifest: Manifest) -> SeenFiles {
        var files: [Row] = []
        files.reserveCapacity(count + news.count)
        var rest = news[...]
        for index in 0..<count {
            guard let path = path(at: index) else { continue }
            while let new = rest.first, new.key <= path { files.append(rest.removeFirst()) }
            guard files.last?.key != path, manifest[path] != nil else { continue }
            files.append((path, seen(at: index, identity(at: index))))
        }
        return SeenFiles(inOrder: files + rest)
    }
}

extension SeenFiles {
    /// The file of the cache.
    package var bytes: [UInt8] { table.file }

    /// Reads a file of the cache; `nil` for anything else, such as another version, or torn or damaged bytes.
    package init?(_ bytes: consuming [UInt8]) {
        guard let table = CachedTable(Self.head, width: Self.width, file: bytes) else { return nil }
        self.table = table
        var last = -1
        for index in 0..<count {
            // The texts follow one another.
            let place = Int(table.number(index, Column.path) & 0xFFFF_FFFF)
            guard place > last, withPath(at: index, { _ in }) != nil else { return nil }
            last = place
        }
    }
}

/// What the text of an item names: files in its links, and tags as `#tag`.
package struct TextNames: Hashable, Sendable {
    /// The version of cached names.
    static let version = """
        links \(LinkNames.version), targets \(CountedTargets.version), tags \(InlineTags.version)
        """

    /// The names that its links use.
    package let links: LinkNames
    /// The targets of its links.
    package let targets: CountedTargets
    /// Its tags, each once.
    package let tags: [Tag]

    /// No names.
    static let none = TextNames(links: .none, targets: .none, tags: [])

    init(links: LinkNames, targets: CountedTargets, tags: [Tag]) {
        self.links = links
        self.targets = targets
        self.tags = tags
    }

    /// Whether what a cache stores has no tags.
    fileprivate static func hasNoTags(_ cached: Span<UInt8>) -> Bool { cached.eightBytes(at: 0).map { $0 >> 32 } == 0 }

    /// Reads what a cache stores; `nil` if it is invalid.
    fileprivate init?(cached bytes: Span<UInt8>) {
        guard let sizes = bytes.eightBytes(at: 0) else { return nil }
        let (count, tagsSize) = (Int(sizes & 0xFFFF_FFFF), Int(sizes >> 32))
        let end = 8 + count * 4
        guard end + tagsSize <= bytes.count else { return nil }
        let tagsEnd = end + tagsSize
        let numbers = (0..<count).map { index in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[8 + index * 4 + $1]) << UInt32(8 * $1) }
        }
        guard let links = LinkNames(ascending: numbers),
            let tags = Self.tags(String(copying: bytes.extracting(end..<tagsEnd)))
        else {
            return nil
        }
        let targets = CountedTargets(cached: (tagsEnd..<bytes.count).map { bytes[$0] })
        self.init(links: links, targets: targets, tags: tags)
    }

    /// Appends what a cache stores.
    fileprivate func append(to bytes: inout [UInt8]) {
        // A tag contains no comma.
        let tags = Array(tags.map(\.text).joined(separator: ",").utf8)
        let sizes = UInt64(links.numbers.count) | UInt64(tags.count) << 32
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: sizes >> UInt64(8 * shift))) }
        for number in links.numbers {
            for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * shift))) }
        }
        bytes += tags
        bytes += targets.bytes
    }

    /// Reads tags that are separated by commas; `nil` if one is invalid.
    private static func tags(_ text: String) -> [Tag]? {
        guard !text.isEmpty else { return [] }
        let texts = text.split(separator: ",", omittingEmptySubsequences: false)
        let tags = texts.compactMap { Tag(exactly: String($0)) }
        return tags.count == texts.count ? tags : nil
    }

    /// What the text of a file names; nothing if it is not an item.
    package init(of bytes: [UInt8]) {
        guard let item = try? ItemFile(bytes) else {
            self = .none
            return
        }
        let (links, targets) = LinkNames.read(item)
        self.init(links: links, targets: targets, tags: item.inlineTags)
    }
}
