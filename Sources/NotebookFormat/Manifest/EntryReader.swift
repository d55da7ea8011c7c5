/// Reads the entries of a manifest, one after the other.
///
/// Writers keep the order of keys and of paths, so the key that is expected next is tried first, and the directories of a
/// path that the path before it had are not looked at again.
struct EntryReader {
    private static let timestamp = "a timestamp YYYY-MM-DDThh:mm:ssZ"

    private let keys = CanonicalWords(
        ["path", "type", "size", "sha256", "uuid", "title", "created", "modified", "pinned", "tags"], ending: ": ")
    private let types = CanonicalWords(FileType.allCases.map(\.rawValue), ending: "")

    private var next = 0
    private var seen: UInt = 0
    private var unknown = SeenKeys()
    private var path: BundlePath?
    private var type: FileType?
    private var size: Int?
    private var digest: Digest?
    private var item = ItemMetadata()
    private var itemKeyOffset: Int?
    private var lastPath: BundlePath?
    /// The text of the last tags that were read, what it says, and whether it is as the canonical text has it.
    private var lastTags = (range: 0..<0, tags: [Tag](), isCanonical: true)

    /// Whether the paths of all entries read so far were in ascending order.
    private(set) var isAscending = true

    /// Whether the last entry was written as the canonical text has it.
    private(set) var isCanonical = false

    mutating func read(_ reader: inout JSONReader) throws(TextProblem) -> Entry {
        let start = reader.offset
        (next, seen, unknown) = (0, 0, SeenKeys())
        (path, type, size, digest, itemKeyOffset) = (nil, nil, nil, nil, nil)
        item = ItemMetadata()
        (isCanonical, reader.isTight) = (true, true)
        if try reader.openObject() {
            repeat { try readMember(&reader) } while try reader.objectContinues()
        }
        isCanonical = isCanonical && reader.isTight
        return try entry(start)
    }

    private mutating func readMember(_ reader: inout JSONReader) throws(TextProblem) {
        let start = reader.offset
        guard let index = try readKey(&reader) else { return }
        guard seen & 1 << UInt(index) == 0 else {
            throw TextProblem("the key \(PrintableText.quoted(keys.words[index])) occurs twice", at: start)
        }
        seen |= 1 << UInt(index)
        next = index + 1
        let offset = reader.offset
        switch index {
        case 0: path = try readPath(&reader)
        case 1: type = try readType(&reader)
        case 2: size = try reader.integer()
        case 3: digest = try value(&reader, 64, "64 lower-case hexadecimal digits", Digest.init(hexadecimal:in:))
        default:
            itemKeyOffset = itemKeyOffset ?? start
            try readItemMember(index, offset, &reader)
        }
    }

    private mutating func readItemMember(_ index: Int, _ offset: Int, _ reader: inout JSONReader) throws(TextProblem) {
        switch index {
        case 4: item.uuid = try value(&reader, 36, "a uuid in lower case", UniqueIdentifier.init(_:in:))
        case 5:
            let string = try reader.string()
            let text = try reader.text(of: string)
            guard !text.isEmpty, Title.isAccepted(text, isPlain: string.isPlain) else {
                throw TextProblem("not an acceptable title", at: offset)
            }
            item.title = text
        case 6: item.created = try value(&reader, 20, Self.timestamp, Timestamp.init(canonical:in:))
        case 7: item.modified = try value(&reader, 20, Self.timestamp, Timestamp.init(canonical:in:))
        case 8:
            item.pinned = try reader.boolean()
            isCanonical = isCanonical && item.pinned
        default: item.tags = try readTags(&reader)
        }
    }

    /// Reads a key and gives its number; an unknown one is skipped with its value.
    private mutating func readKey(_ reader: inout JSONReader) throws(TextProblem) -> Int? {
        if let index = keys.skipOne(in: &reader, from: next) {
            // Other layouts have more than the one space that belongs to the word.
            reader.skipWhiteSpace()
            return index
        }
        isCanonical = false
        let key = try reader.key()
        let text = try reader.text(of: key.string)
        if let index = keys.words.firstIndex(of: text) { return index }
        try unknown.insert(text, at: key.offset)
        _ = try reader.value()
        return nil
    }

    private mutating func readPath(_ reader: inout JSONReader) throws(TextProblem) -> BundlePath {
        let start = reader.offset
        let text = try reader.text(of: reader.string())
        do throws(PathProblem) {
            let path = try BundlePath(text, after: lastPath, isAscending: &isAscending)
            lastPath = path
            return path
        } catch {
            throw TextProblem("the path \(error)", at: start)
        }
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

    private mutating func readTags(_ reader: inout JSONReader) throws(TextProblem) -> [Tag] {
        let start = reader.offset
        if let tags = repeatedTags(&reader) { return tags }
        var tags: [Tag] = []
        tags.reserveCapacity(4)
        try reader.array { (reader) throws(TextProblem) in
            let offset = reader.offset
            let string = try reader.string()
            let text = try reader.text(of: string)
            let tag =
                string.isPlain
                ? Tag(exactly: text, bytes: reader.bytes.span.extracting(string.range), isPlain: true)
                : Tag(exactly: text)
            guard let tag else { throw TextProblem("not an acceptable tag", at: offset) }
            tags.append(tag)
        }
        // Of a few, comparing each with each takes a tenth of the time of a table.
        let areDifferent =
            tags.count <= 8
            ? tags.indices.allSatisfy { !tags[..<$0].contains(tags[$0]) } : Set(tags).count == tags.count
        guard areDifferent else { throw TextProblem("a tag occurs twice", at: start) }
        isCanonical = isCanonical && !tags.isEmpty
        lastTags = (start..<reader.offset, tags, isCanonical && reader.isTight)
        return tags
    }

    /// The tags of the last entry that had some, if the same text comes again, as it does within a folder.
    private mutating func repeatedTags(_ reader: inout JSONReader) -> [Tag]? {
        guard reader.skipRepetition(of: lastTags.range) else { return nil }
        isCanonical = isCanonical && lastTags.isCanonical
        return lastTags.tags
    }

    /// Reads a string of so many bytes that stands for a value.
    @inline(__always)
    private mutating func value<Value>(
        _ reader: inout JSONReader, _ count: Int, _ wanted: String, _ make: ([UInt8], Range<Int>) -> Value?
    ) throws(TextProblem) -> Value {
        let start = reader.offset
        // Nothing that needs an escape stands for a value, so what was escaped without need is decoded here.
        if let range = reader.fixedString(count), let value = make(reader.bytes, range) { return value }
        reader.offset = start
        isCanonical = false
        let text = Array(try reader.text(of: reader.string()).utf8)
        guard let value = make(text, 0..<text.count) else { throw TextProblem("expected \(wanted)", at: start) }
        return value
    }

    private func entry(_ start: Int) throws(TextProblem) -> Entry {
        guard let path else { throw TextProblem("the entry has no “path”", at: start) }
        guard let type else { throw TextProblem("the entry has no “type”", at: start) }
        guard let size else { throw TextProblem("the entry has no “size”", at: start) }
        guard let digest else { throw TextProblem("the entry has no “sha256”", at: start) }
        guard type.fits(path.text.utf8.span) || TrashedPath(path)?.type == type else {
            let name = PrintableText.quoted(path.text)
            throw TextProblem("a file with the path \(name) cannot have the type “\(type.rawValue)”", at: start)
        }
        if let itemKeyOffset, !type.isItem {
            throw TextProblem("only notes and cards have this key", at: itemKeyOffset)
        }
        return Entry(path: path, type: type, size: size, digest: digest, metadata: item)
    }
}
