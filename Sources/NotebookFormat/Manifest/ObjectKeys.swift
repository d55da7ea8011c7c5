import NotebookText

/// The keys of objects of one kind, which writers sort: tries the expected key first.
struct ObjectKeys {
    private let known: CanonicalWords
    private var next = 0
    private var seen: UInt = 0
    private var unknown = SeenKeys()

    /// Whether all keys of the object so far were known ones, in canonical layout.
    private(set) var areCanonical = true

    /// Makes the keys, of at most 12 bytes each.
    init(_ known: [String]) { self.known = CanonicalWords(known, ending: ": ") }

    /// Begins with another object.
    mutating func begin() { (next, seen, unknown, areCanonical) = (0, 0, SeenKeys(), true) }

    /// Reads a key and returns its index; skips an unknown key with its value.
    mutating func read(_ reader: inout JSONReader) throws(TextProblem) -> Int? {
        let start = reader.offset
        guard let index = try index(&reader) else { return nil }
        guard seen & 1 << UInt(index) == 0 else {
            throw TextProblem("the key \(PrintableText.quoted(known.words[index])) occurs twice", at: start)
        }
        seen |= 1 << UInt(index)
        next = index + 1
        return index
    }

    private mutating func index(_ reader: inout JSONReader) throws(TextProblem) -> Int? {
        if let index = known.skipOne(in: &reader, from: next) {
            // Other layouts may have more than one space after the key.
            reader.skipWhiteSpace()
            return index
        }
        areCanonical = false
        let key = try reader.key()
        let text = try reader.text(of: key.string)
        if let index = known.words.firstIndex(of: text) { return index }
        try unknown.insert(text, at: key.offset)
        _ = try reader.value()
        return nil
    }

    /// Reads an object, and calls `member` with the index of each known key, whose value it has to read.
    mutating func object(
        _ reader: inout JSONReader, _ member: (inout JSONReader, Int) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        begin()
        guard try reader.openObject() else { return }
        repeat {
            if let index = try read(&reader) { try member(&reader, index) }
        } while try reader.objectContinues()
    }
}

/// Reads the paths of a list, one after the other: does not check directories shared with the previous path again.
struct PathReader {
    /// The path that was read last.
    private var last: JSONString?
    /// Whether the paths so far were in ascending order.
    private(set) var areAscending = true

    /// Reads a path.
    mutating func read(_ reader: inout JSONReader) throws(TextProblem) -> JSONString {
        let start = reader.offset
        let string = try reader.string()
        let problem = try reader.withBytes(of: string) { (bytes) throws(TextProblem) -> PathProblem? in
            guard let last else { return BundlePath.problem(bytes, from: 0) }
            return try reader.withBytes(of: last) {
                BundlePath.problem(bytes, after: $0, isAscending: &areAscending)
            }
        }
        if let problem { throw TextProblem("\(problem)", at: start) }
        last = string
        return string
    }
}

extension JSONReader {
    /// Reads a digest.
    @inline(__always)
    mutating func digest() throws(TextProblem) -> Digest {
        try value(64, "64 lower-case hexadecimal digits", Digest.init(hexadecimal:in:))
    }

    /// Reads a moment.
    @inline(__always)
    mutating func timestamp() throws(TextProblem) -> Timestamp {
        try value(20, "a timestamp YYYY-MM-DDThh:mm:ssZ", Timestamp.init(canonical:in:))
    }

    /// Reads a string of this many bytes as a value.
    @inline(__always)
    mutating func value<Value>(
        _ count: Int, _ wanted: String, _ make: ([UInt8], Range<Int>) -> Value?
    ) throws(TextProblem) -> Value {
        let start = offset
        // The values never need escapes; decodes unnecessary ones.
        if let range = fixedString(count), let value = make(bytes, range) { return value }
        offset = start
        let text = Array(try text(of: string()).utf8)
        guard let value = make(text, 0..<text.count) else { throw TextProblem("expected \(wanted)", at: start) }
        return value
    }
}
