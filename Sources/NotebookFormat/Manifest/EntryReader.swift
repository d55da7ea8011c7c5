import NotebookText

/// Reads the entries of a manifest, one after the other.
///
/// Writers sort keys and paths, so it tries the expected key first, and does not check directories shared with the
/// previous path again.
struct EntryReader {
    private var keys = ObjectKeys(["path", "type", "size", "sha256"] + KnownKey.allCases.map(\.rawValue))
    private let itemKeys = KnownKey.allCases
    private let types = CanonicalWords(FileType.allCases.map(\.rawValue), ending: "")

    private var paths = PathReader()
    private var path: JSONString?
    private var type: FileType?
    private var size: Int?
    private var digest: Digest?
    private var numbers = ItemNumbers()
    private var title: JSONString?
    /// The range of the tags, from bracket to bracket; empty if there are none.
    private var tags = 0..<0
    private var itemKeyOffset: Int?
    /// The last tags that were read: their text, their strings, and whether their layout was canonical.
    private var lastTags = (range: 0..<0, strings: [JSONString](), isCanonical: true)

    /// Whether the paths of all entries so far were in ascending order.
    var isAscending: Bool { paths.areAscending }

    private var isCanonical = false

    /// The result: the positions of a canonical entry, or any other entry.
    enum Result {
        case listed(EntryRow)
        case made(Entry)
    }

    mutating func read(_ reader: inout JSONReader) throws(TextProblem) -> Result {
        let start = reader.offset
        keys.begin()
        (path, type, size, digest, itemKeyOffset) = (nil, nil, nil, nil, nil)
        (numbers, title, tags) = (ItemNumbers(), nil, 0..<0)
        (isCanonical, reader.isTight) = (true, true)
        if try reader.openObject() {
            repeat { try readMember(&reader) } while try reader.objectContinues()
        }
        isCanonical = isCanonical && keys.areCanonical && reader.isTight
        return try result(start, reader)
    }

    private mutating func readMember(_ reader: inout JSONReader) throws(TextProblem) {
        let start = reader.offset
        guard let index = try keys.read(&reader) else { return }
        switch index {
        case 0: path = try paths.read(&reader)
        case 1: type = try readType(&reader)
        case 2: size = try reader.integer()
        case 3: digest = try reader.digest()
        default:
            itemKeyOffset = itemKeyOffset ?? start
            try readValue(itemKeys[index - 4], &reader)
        }
    }

    private mutating func readValue(_ key: KnownKey, _ reader: inout JSONReader) throws(TextProblem) {
        switch key {
        case .uuid: numbers.uuid = try reader.value(36, "a uuid in lower case", UniqueIdentifier.init(_:in:))
        case .title: title = try readTitle(&reader)
        case .created: numbers.created = try reader.timestamp()
        case .modified: numbers.modified = try reader.timestamp()
        case .pinned:
            numbers.pinned = try reader.boolean()
            isCanonical = isCanonical && numbers.pinned
        case .tags: try readTags(&reader)
        }
    }

    /// The path of the entry that was read last.
    func path(in reader: JSONReader) throws(TextProblem) -> BundlePath {
        guard let path else { throw TextProblem("the entry has no “path”", at: reader.offset) }
        return BundlePath(known: try reader.text(of: path))
    }

    private mutating func readTitle(_ reader: inout JSONReader) throws(TextProblem) -> JSONString {
        let start = reader.offset
        let string = try reader.string()
        let isAccepted = try reader.withBytes(of: string) { bytes in
            bytes.count > 0 && Title.isAccepted(bytes, isPlain: string.isPlain)
        }
        guard isAccepted else { throw TextProblem("not a valid title", at: start) }
        return string
    }

    private mutating func readType(_ reader: inout JSONReader) throws(TextProblem) -> FileType {
        let start = reader.offset
        if let index = types.skipOne(in: &reader, from: 0) { return FileType.allCases[index] }
        isCanonical = false
        guard let type = FileType(rawValue: try reader.text(of: reader.string())) else {
            throw TextProblem("expected notebook, note, card, blob or extra", at: start)
        }
        return type
    }

    private mutating func readTags(_ reader: inout JSONReader) throws(TextProblem) {
        let start = reader.offset
        // Within a folder, the same tags often repeat.
        if reader.skipRepetition(of: lastTags.range) {
            isCanonical = isCanonical && lastTags.isCanonical
            tags = start..<reader.offset
            return
        }
        // Whether the tags are canonical does not depend on what stands before them.
        let wasTight = reader.isTight
        reader.isTight = true
        var strings: [JSONString] = []
        strings.reserveCapacity(4)
        try reader.array { (reader) throws(TextProblem) in
            let offset = reader.offset
            let string = try reader.string()
            let isAccepted = try reader.withBytes(of: string) { Tag.isAccepted($0, isPlain: string.isPlain) }
            guard isAccepted else { throw TextProblem("not a valid tag", at: offset) }
            strings.append(string)
        }
        guard try areDifferent(strings, reader) else { throw TextProblem("a tag occurs twice", at: start) }
        tags = start..<reader.offset
        lastTags = (tags, strings, reader.isTight && !strings.isEmpty)
        isCanonical = isCanonical && wasTight && lastTags.isCanonical
    }

    /// Whether all strings differ.
    ///
    /// For a few strings, comparing each pair takes a tenth of the time of a table.
    private func areDifferent(_ strings: [JSONString], _ reader: JSONReader) throws(TextProblem) -> Bool {
        guard strings.count <= 8, !strings.contains(where: \.hasEscapes) else {
            var texts: Set<[UInt8]> = []
            for string in strings where !texts.insert(Array(try reader.text(of: string).utf8)).inserted { return false }
            return true
        }
        let bytes = reader.bytes.span
        for last in strings.indices {
            for first in 0..<last where strings[first].range.count == strings[last].range.count {
                let (one, other) = (bytes.extracting(strings[first].range), bytes.extracting(strings[last].range))
                if one.commonPrefix(with: other) == one.count { return false }
            }
        }
        return true
    }

    private func result(_ start: Int, _ reader: JSONReader) throws(TextProblem) -> Result {
        guard let path else { throw TextProblem("the entry has no “path”", at: start) }
        guard let type else { throw TextProblem("the entry has no “type”", at: start) }
        guard let size else { throw TextProblem("the entry has no “size”", at: start) }
        guard let digest else { throw TextProblem("the entry has no “sha256”", at: start) }
        guard try fits(path, type, reader) else {
            let name = PrintableText.quoted(try reader.text(of: path))
            throw TextProblem("a file with the path \(name) cannot have the type “\(type.rawValue)”", at: start)
        }
        if let itemKeyOffset, !type.isItem {
            throw TextProblem("only notes and cards have this key", at: itemKeyOffset)
        }
        if isCanonical {
            let texts = EntryRow.Listed(entry: start..<reader.offset, path: path.range, title: title?.range, tags: tags)
            return .listed(EntryRow(texts, type: type, size: size, digest: digest, numbers: numbers))
        }
        let tags =
            try tags.isEmpty
            ? []
            : lastTags.strings.map { (string) throws(TextProblem) in
                Tag(known: try reader.text(of: string))
            }
        let item = try ItemMetadata(
            numbers, title: title.map { (title) throws(TextProblem) in try reader.text(of: title) }, tags: tags)
        return .made(Entry(path: try self.path(in: reader), type: type, size: size, digest: digest, metadata: item))
    }

    private func fits(_ path: JSONString, _ type: FileType, _ reader: JSONReader) throws(TextProblem) -> Bool {
        if try reader.withBytes(of: path, { type.fits($0) }) { return true }
        return TrashedPath(BundlePath(known: try reader.text(of: path)))?.type == type
    }
}
