package import NotebookText

/// The list of all files of a notebook, in the order of their paths (Format, section 9).
package struct Manifest: Hashable, Sendable {
    /// The version of the format.
    package static let version = FormatHeader.latestVersion
    /// The largest accepted manifest, in bytes (clause 9.7).
    package static let maximumBytes = 256 << 20

    /// The entries in ascending order of their paths.
    package let entries: Entries

    /// Makes a manifest from entries with unique paths, in any order.
    package init(_ entries: [Entry]) { self.entries = Entries(entries) }

    init(_ entries: Entries) { self.entries = entries }

    /// The entry of a path, in logarithmic time.
    package subscript(path: BundlePath) -> Entry? { index(of: path).map { entries[$0] } }

    /// The index of the entry of a path, in logarithmic time.
    package func index(of path: BundlePath) -> Int? {
        let index = entries.index(of: path)
        return index < entries.count && entries.path(at: index) == path ? index : nil
    }

    /// The index of the entry of a path.
    ///
    /// Tries `hint` first; on success, advances `hint` to the entry after it.
    package func index(of path: BundlePath, near hint: inout Int) -> Int? {
        let text = path.text
        let wanted = text.utf8.span
        if hint < entries.count, entries.withPath(at: hint, { $0.equals(wanted) }) {
            hint += 1
            return hint - 1
        }
        guard let index = index(of: path) else { return nil }
        hint = index + 1
        return index
    }

    /// The entries whose paths are below a directory.
    package func entries(below directory: BundlePath) -> Slice<Entries> {
        let text = directory.text + "/"
        let start = entries.firstIndex { !$0.precedes(text.utf8.span) }
        let end = entries.firstIndex { !$0.precedes(text.utf8.span) && !$0.starts(with: text.utf8.span) }
        return entries[start..<end]
    }

    /// The entries whose paths meet a condition; parses only these.
    package func entries(where holds: (BundlePath) -> Bool) -> [Entry] {
        entries.indices.filter { holds(entries.path(at: $0)) }.map { entries[$0] }
    }

    /// The attachments that are not in the trash; parses only these.
    package var attachments: [Entry] {
        entries.indices.filter { entries.type(at: $0) == .blob }.map { entries[$0] }
            .filter { TrashedPath($0.path) == nil }
    }

    /// Returns the manifest after removing some files and adding others.
    package func replacing(removed: Set<BundlePath>, put: [Entry]) -> Manifest {
        Manifest(entries.replacing(removed: removed, put: put))
    }
}

extension Manifest {
    /// Reads `manifest.json` in any layout.
    ///
    /// - Throws: `TextProblem` if it is not valid, and where.
    package init(_ bytes: [UInt8]) throws(TextProblem) { self = try ManifestReader.read(bytes) }

    /// Reads a manifest that git may have merged: a file that only grows may be listed twice; the longer one counts.
    ///
    /// - Throws: `TextProblem` if it is not valid for any other reason.
    package init(merged bytes: [UInt8], whereGrows grows: @escaping (BundlePath) -> Bool) throws(TextProblem) {
        self = try ManifestReader.read(bytes, grows: grows)
    }

    /// Whether a text may be canonical, as far as the start of its first entry shows.
    package static func mayBeCanonical(_ text: [UInt8]) -> Bool {
        text.starts(with: head + separator.dropFirst() + [0x7B])
    }

    /// The canonical text of the manifest (Format, clauses 4.3 and 9.2).
    package var text: [UInt8] { rendered.bytes }

    /// The canonical text, and where the entries are in it.
    ///
    /// Entries that were canonical in the text that was read are taken from it, in runs: for 100,000 entries, this takes
    /// a tenth of the time of writing each.
    package var rendered: ManifestText {
        var text = ManifestText()
        text.append(Self.head)
        var index = 0
        while index < entries.count {
            text.append(Self.separator.dropFirst(index == 0 ? 1 : 0))
            text.begin(index)
            if let run = run(from: index) {
                text.append(entries.source[run.bytes])
                index = run.end
            } else {
                text.append(entries[index].text)
                index += 1
            }
        }
        text.append(entries.isEmpty ? "]\n}\n".utf8 : "\n  ]\n}\n".utf8)
        return text
    }

    private static let head = Array("{\n  \"format\": \"notebundle\",\n  \"version\": 1,\n  \"entries\": [".utf8)
    private static let separator = Array(",\n    ".utf8)

    /// The bytes of a run of canonical entries in the text that was read.
    private func run(from start: Int) -> (bytes: Range<Int>, end: Int)? {
        guard var bytes = entries.place(at: start) else { return nil }
        var end = start + 1
        while end < entries.count, let next = entries.place(at: end),
            next.lowerBound == bytes.upperBound + Self.separator.count,
            entries.source[bytes.upperBound..<next.lowerBound].elementsEqual(Self.separator)
        {
            bytes = bytes.lowerBound..<next.upperBound
            end += 1
        }
        return (bytes, end)
    }
}

/// The canonical text of a manifest, in pieces, so that long ones need not be copied.
package struct ManifestText: Sendable {
    private var closed: [ArraySlice<UInt8>] = []
    /// The last piece, which grows.
    private var last: [UInt8] = []
    /// The size in bytes.
    package private(set) var size = 0
    /// The entries in it: those that were taken in one piece, or a single one.
    private(set) var runs: [Run] = []

    /// Entries that follow one another.
    struct Run: Sendable {
        /// The first one.
        let first: Int
        /// Its offset in the text.
        let offset: Int
    }

    /// The text in pieces.
    package var pieces: [ArraySlice<UInt8>] { closed + [last[...]] }

    /// The text in one piece.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        for piece in pieces { bytes += piece }
        return bytes
    }

    /// The digest of the text.
    package var digest: Digest { Digest.of(pieces: pieces) }

    /// Whether a text is this one.
    package func isSame(as text: [UInt8]) -> Bool {
        guard text.count == size else { return false }
        var start = 0
        return pieces.allSatisfy { piece in
            defer { start += piece.count }
            return text.span.extracting(start..<(start + piece.count)).equals(piece.span)
        }
    }

    /// A piece of this size is not copied, in bytes.
    private static let longPiece = 64 << 10

    fileprivate mutating func begin(_ entry: Int) { runs.append(Run(first: entry, offset: size)) }

    fileprivate mutating func append(_ bytes: some Collection<UInt8>) {
        size += bytes.count
        last += bytes
    }

    fileprivate mutating func append(_ bytes: ArraySlice<UInt8>) {
        size += bytes.count
        guard bytes.count >= Self.longPiece else {
            last += bytes
            return
        }
        closed += [last[...], bytes]
        last = []
    }
}

extension Entry {
    /// The entry as a canonical text lists it.
    var text: [UInt8] {
        var output: [UInt8] = []
        append(to: &output)
        return output
    }
}

extension Entry {
    fileprivate func append(to output: inout [UInt8]) {
        output.append(contentsOf: "{\"path\": ".utf8)
        CanonicalJSON.append(path.text, to: &output)
        output.append(contentsOf: ", \"type\": \"".utf8)
        output.append(contentsOf: type.rawValue.utf8)
        output.append(contentsOf: "\", \"size\": ".utf8)
        output.append(contentsOf: String(size).utf8)
        output.append(contentsOf: ", \"sha256\": \"".utf8)
        digest.appendHexadecimal(to: &output)
        output.append(UInt8(ascii: "\""))
        item?.append(to: &output)
        output.append(UInt8(ascii: "}"))
    }
}

extension ItemMetadata {
    fileprivate func append(to output: inout [UInt8]) {
        for key in KnownKey.allCases { append(key, to: &output) }
    }

    private func append(_ key: KnownKey, to output: inout [UInt8]) {
        switch key {
        case .uuid: Self.append(key, uuid, to: &output) { $0.append(to: &$1) }
        case .title: Self.append(key, title, isQuoted: false, to: &output) { CanonicalJSON.append($0, to: &$1) }
        case .created: Self.append(key, created, to: &output) { $0.append(to: &$1) }
        case .modified: Self.append(key, modified, to: &output) { $0.append(to: &$1) }
        case .pinned:
            Self.append(key, pinned ? "true" : nil, isQuoted: false, to: &output) { $1.append(contentsOf: $0.utf8) }
        case .tags:
            Self.append(key, tags.isEmpty ? nil : tags, isQuoted: false, to: &output) { tags, output in
                CanonicalJSON.append(JSONValue(.array(tags.map { .text($0.text) })), to: &output)
            }
        }
    }

    private static func append<Value>(
        _ key: KnownKey, _ value: Value?, isQuoted: Bool = true, to output: inout [UInt8],
        _ append: (Value, inout [UInt8]) -> Void
    ) {
        guard let value else { return }
        output.append(contentsOf: ", \"\(key.rawValue)\": ".utf8)
        if isQuoted { output.append(UInt8(ascii: "\"")) }
        append(value, &output)
        if isQuoted { output.append(UInt8(ascii: "\"")) }
    }
}

/// The differences between the files of two manifests, as indices in the lists.
package struct EntryDifferences {
    /// The files that only the first one lists.
    package private(set) var gone: [Int] = []
    /// The files that only the second one lists, or that it lists with different bytes.
    package private(set) var different: [Int] = []

    /// Compares two lists without parsing entries.
    package init(_ old: Manifest.Entries, _ new: Manifest.Entries) {
        var (next, other) = (0, 0)
        while next < old.count, other < new.count {
            let (isSame, isEarlier) = old.withPath(at: next) { path in
                new.withPath(at: other) { (path.equals($0), path.precedes($0)) }
            }
            if isSame {
                if old.digest(at: next) != new.digest(at: other) { different.append(other) }
                (next, other) = (next + 1, other + 1)
            } else if isEarlier {
                gone.append(next)
                next += 1
            } else {
                different.append(other)
                other += 1
            }
        }
        gone += next..<old.count
        different += other..<new.count
    }
}

extension Manifest {
    /// Whether a file has the bytes that it had in an older manifest, and other bytes in a later one.
    package func hasBack(from older: Manifest, since later: Manifest) -> Bool {
        EntryDifferences(later.entries, entries).different.contains { index in
            let entry = entries[index]
            return later[entry.path] != nil && older[entry.path]?.digest == entry.digest
        }
    }

    /// Whether everything that another manifest lists outside the trash is here as well: the same item, the same bytes,
    /// or another version of the same file.
    package func holdsAll(of other: Manifest) -> Bool {
        let differences = EntryDifferences(other.entries, entries)
        // A path that another item has now.
        let replaced = differences.different.compactMap { index in
            let entry = entries[index]
            return entry.item.flatMap { item in
                other[entry.path].flatMap { $0.item?.uuid == nil || $0.item?.uuid == item.uuid ? nil : $0 }
            }
        }
        let gone = differences.gone.map { other.entries[$0] } + replaced
        guard !gone.isEmpty else { return true }
        let uuids = Set(entries.compactMap { $0.item?.uuid })
        let digests = Set(entries.indices.map(entries.digest(at:)))
        return gone.allSatisfy { entry in
            TrashedPath(entry.path) != nil || digests.contains(entry.digest)
                || (entry.item?.uuid.map(uuids.contains) ?? false)
        }
    }
}
