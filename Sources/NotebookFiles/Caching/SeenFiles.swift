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
        let digest: Digest
        /// What its text names, if it was read.
        package var names: TextNames?

        /// Makes the value of its parts.
        package init(identity: FileIdentity, digest: Digest, names: TextNames? = nil) {
            (self.identity, self.digest, self.names) = (identity, digest, names)
        }
    }

    /// The head, and the rows one after another in the order of their paths; parsed on demand.
    private var rows = Self.head
    /// The offset of each row.
    private var starts: [Int] = []

    /// No files.
    package init() {}

    /// What is known about some files.
    package init(_ files: [BundlePath: Seen]) {
        starts.reserveCapacity(files.count)
        rows.reserveCapacity(files.count * 160)
        for (path, seen) in files.sorted(by: { $0.key < $1.key }) {
            starts.append(rows.count)
            rows.append(path, seen)
        }
    }

    /// The number of files.
    package var count: Int { starts.count }

    /// The files, in the order of their paths.
    package var paths: [BundlePath] { starts.indices.compactMap(path(at:)) }

    /// The digest of a file that has certainly not changed.
    package func digest(of path: BundlePath, _ identity: FileIdentity) -> Digest? { seen(path, identity)?.digest }

    /// What is known about a file, if it has certainly not changed.
    package func seen(_ path: BundlePath, _ identity: FileIdentity) -> Seen? {
        let text = path.text
        return seen(text.utf8.span, identity, near: nil)
    }

    /// The same for a path as UTF-8.
    ///
    /// - Parameter guess: Where in the order of the files it probably is, or one place behind.
    package func seen(_ path: Span<UInt8>, _ identity: FileIdentity, near guess: Int?) -> Seen? {
        guard let index = index(of: path, near: guess), let seen = seen(at: index), seen.identity == identity else {
            return nil
        }
        return seen
    }

    /// What was known about a file when it was last read, whether it has changed since or not.
    package func lastSeen(_ path: BundlePath) -> Seen? {
        let text = path.text
        return index(of: text.utf8.span, near: nil).flatMap(seen(at:))
    }

    private func index(of path: Span<UInt8>, near guess: Int?) -> Int? {
        if let guess, let near = [guess, guess + 1].first(where: { isPath(path, at: $0) }) { return near }
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if rows.span.extracting(pathRange(at: middle)).precedes(path) { low = middle + 1 } else { high = middle }
        }
        return isPath(path, at: low) ? low : nil
    }

    private func isPath(_ path: Span<UInt8>, at index: Int) -> Bool {
        starts.indices.contains(index) && rows.span.extracting(pathRange(at: index)).equals(path)
    }

    /// Whether a file has certainly not changed, and had a digest.
    ///
    /// - Parameter guess: Where in the order of the files it probably is, or one place behind.
    package func isSeen(_ path: Span<UInt8>, _ identity: FileIdentity, _ digest: Digest, near guess: Int) -> Bool {
        guard let index = index(of: path, near: guess) else { return false }
        var row = rows[pathRange(at: index).upperBound...]
        guard let seen = row.readIdentity() else { return false }
        return seen.identity == identity && seen.digest == digest
    }

    /// The records of files that a manifest lists, with newer records for some.
    package func updating(_ news: [BundlePath: Seen], listedIn manifest: Manifest) -> SeenFiles {
        var files: [BundlePath: Seen] = [:]
        for index in starts.indices {
            if let path = path(at: index), manifest[path] != nil { files[path] = seen(at: index) }
        }
        files.merge(news) { $1 }
        return SeenFiles(files)
    }

    private func path(at index: Int) -> BundlePath? {
        String(validating: rows[pathRange(at: index)], as: UTF8.self).flatMap { try? BundlePath($0) }
    }

    private func pathRange(at index: Int) -> Range<Int> {
        let start = starts[index] + 8
        return start..<(start + Int(rows.span.eightBytes(at: starts[index]) ?? 0))
    }

    private func seen(at index: Int) -> Seen? {
        var row = rows[pathRange(at: index).upperBound...]
        return row.readSeen()
    }
}

extension SeenFiles {
    private static let head = Array("notebundle: files seen, version 3, \(TextNames.version)\n".utf8)
    private static let digestBytes = 32

    /// The encoded bytes, followed by their own digest.
    package var bytes: [UInt8] { rows + Digest.of(rows).bytes }

    /// Decodes bytes; `nil` for anything else, such as another version, or torn or forged bytes.
    package init?(_ bytes: consuming [UInt8]) {
        let end = bytes.count - Self.digestBytes
        guard end >= Self.head.count, bytes.starts(with: Self.head) else { return nil }
        let digest = Digest(bytes: bytes[end...])
        bytes.removeLast(Self.digestBytes)
        guard Digest.of(bytes) == digest else { return nil }
        rows = bytes
        var rest = rows[Self.head.count...]
        while !rest.isEmpty {
            starts.append(rest.startIndex)
            guard rest.skipRow() else { return nil }
        }
        let isAscending = starts.indices.dropFirst().allSatisfy { index in
            rows.span.extracting(pathRange(at: index - 1)).precedes(rows.span.extracting(pathRange(at: index)))
        }
        guard isAscending else { return nil }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ path: BundlePath, _ seen: SeenFiles.Seen) {
        append(number: UInt64(path.text.utf8.count))
        append(contentsOf: path.text.utf8)
        append(number: seen.identity.device)
        append(number: seen.identity.inode)
        for value in [seen.identity.size, seen.identity.modified, seen.identity.changed] {
            append(number: UInt64(bitPattern: value))
        }
        append(contentsOf: seen.digest.bytes)
        guard let names = seen.names else {
            append(number: .max)
            return
        }
        append(number: UInt64(names.links.numbers.count))
        for number in names.links.numbers { append(number: UInt64(number), bytes: 4) }
        // A tag contains no comma.
        let tags = names.tags.map(\.text).joined(separator: ",").utf8
        append(number: UInt64(tags.count))
        append(contentsOf: tags)
    }

    /// Appends a number, its lowest byte first.
    private mutating func append(number: UInt64, bytes: Int = 8) {
        for shift in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))) }
    }
}

extension ArraySlice<UInt8> {
    /// The longest path that is read, in bytes.
    private static var maximumPath: UInt64 { 2_048 }

    /// Skips a row; false if there is none.
    fileprivate mutating func skipRow() -> Bool {
        guard let count = readNumber(), count <= Self.maximumPath, read(Int(count)) != nil,
            read(Self.bytesBeforeNames) != nil, let links = readNumber()
        else { return false }
        guard links != .max else { return true }
        guard links <= self.count / 4, read(Int(links) * 4) != nil, let tags = readNumber() else { return false }
        return tags <= self.count && read(Int(tags)) != nil
    }

    /// Reads the mark and the digest that follow the path of a row.
    fileprivate mutating func readIdentity() -> (identity: FileIdentity, digest: Digest)? {
        guard let device = readNumber(), let inode = readNumber(), let size = readNumber(),
            let modified = readNumber(), let changed = readNumber(),
            let digest = read(32).flatMap(Digest.init(bytes:))
        else { return nil }
        let identity = FileIdentity(
            device: device, inode: inode, size: Int64(bitPattern: size), modified: Int64(bitPattern: modified),
            changed: Int64(bitPattern: changed))
        return (identity, digest)
    }

    /// Reads what follows the path of a row.
    fileprivate mutating func readSeen() -> SeenFiles.Seen? {
        guard let (identity, digest) = readIdentity(), let links = readNumber() else { return nil }
        guard links != .max else { return SeenFiles.Seen(identity: identity, digest: digest, names: nil) }
        var numbers: [UInt32] = []
        for _ in 0..<links {
            guard let number = readNumber(bytes: 4) else { return nil }
            numbers.append(UInt32(number))
        }
        guard let links = LinkNames(ascending: numbers), let count = readNumber(), count <= self.count,
            let tags = read(Int(count)).flatMap(Self.tags)
        else { return nil }
        return SeenFiles.Seen(identity: identity, digest: digest, names: TextNames(links: links, tags: tags))
    }

    /// Reads tags that are separated by commas; `nil` if one is invalid.
    private static func tags(_ bytes: ArraySlice<UInt8>) -> [Tag]? {
        guard !bytes.isEmpty else { return [] }
        let texts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let tags = texts.compactMap { String(validating: $0, as: UTF8.self).flatMap { Tag(exactly: $0) } }
        return tags.count == texts.count ? tags : nil
    }

    /// The five numbers of a mark, and a digest.
    private static var bytesBeforeNames: Int { 5 * 8 + 32 }

    /// Takes this many bytes from the front; `nil` if there are fewer.
    private mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
        guard self.count >= count else { return nil }
        defer { removeFirst(count) }
        return prefix(count)
    }

    /// Takes a number, its lowest byte first.
    fileprivate mutating func readNumber(bytes: Int = 8) -> UInt64? {
        guard self.count >= bytes else { return nil }
        if bytes == 8, let number = span.eightBytes(at: 0) {
            removeFirst(8)
            return number
        }
        var number: UInt64 = 0
        for offset in 0..<bytes { number |= UInt64(self[startIndex + offset]) << UInt64(8 * offset) }
        removeFirst(bytes)
        return number
    }
}

/// What the text of an item names: files in its links, and tags as `#tag`.
package struct TextNames: Hashable, Sendable {
    /// The version of cached names.
    static let version = "links \(LinkNames.version), tags \(InlineTags.version)"

    /// The names that its links use.
    package let links: LinkNames
    /// Its tags, each once.
    package let tags: [Tag]

    /// No names.
    static let none = TextNames(links: .none, tags: [])

    init(links: LinkNames, tags: [Tag]) {
        self.links = links
        self.tags = tags
    }

    /// What the text of a file names; nothing if it is not an item.
    package init(of bytes: [UInt8]) {
        guard let item = try? ItemFile(bytes) else {
            self = .none
            return
        }
        self.init(links: LinkNames(item), tags: item.inlineTags)
    }
}
