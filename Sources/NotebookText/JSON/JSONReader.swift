/// A strict reader of JSON texts (RFC 8259; Format, clause 4.1), value by value.
///
/// Besides what the standard forbids, it rejects lone surrogates, a byte order mark and deep nesting. Callers of
/// `object` have to reject duplicate keys, with `SeenKeys`.
package struct JSONReader: Sendable {
    /// The maximum nesting of objects and arrays (clause 4.1).
    package static let maximumDepth = 64

    package let bytes: [UInt8]
    package var offset = 0
    private var depth = 0
    private let depthLimit: Int
    /// Whether the text was refused because it is nested too deeply.
    package private(set) var isTooDeep = false
    /// Whether everything since this was set looked like a canonical text: without extra white space and escapes.
    package var isTight = true

    /// Makes a reader of a text.
    ///
    /// - Parameter maximumDepth: The maximum nesting of objects and arrays.
    package init(_ bytes: [UInt8], maximumDepth: Int = JSONReader.maximumDepth) {
        (self.bytes, depthLimit) = (bytes, maximumDepth)
    }

    /// Reads an object, and calls `member` with each key; `member` reads the value that follows.
    package mutating func object(
        _ member: (inout JSONReader, JSONKey) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        if try openObject() {
            repeat { try member(&self, key()) } while try objectContinues()
        }
    }

    /// Starts to read an object and says whether it has a member.
    package mutating func openObject() throws(TextProblem) -> Bool {
        try open(UInt8(ascii: "{"), "an object")
        return !closes(UInt8(ascii: "}"))
    }

    /// Ends an object, or advances to its next member; returns whether there is one.
    @inline(__always)
    package mutating func objectContinues() throws(TextProblem) -> Bool { try continues(UInt8(ascii: "}")) }

    /// Reads a key and the colon after it.
    package mutating func key() throws(TextProblem) -> JSONKey {
        skipWhiteSpace()
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
        let key = try JSONKey(offset: offset, string: string())
        skipWhiteSpace()
        guard peek() == UInt8(ascii: ":") else { throw unexpected("“:”") }
        offset += 1
        skipWhiteSpace()
        return key
    }

    /// Skips the bytes of an earlier part of the text if they come next.
    package mutating func skipRepetition(of range: Range<Int>) -> Bool {
        guard !range.isEmpty, offset + range.count <= bytes.count, isRepetition(of: range) else { return false }
        offset += range.count
        return true
    }

    private func isRepetition(of range: Range<Int>) -> Bool {
        let next = bytes.span.extracting(offset..<offset + range.count)
        return bytes.span.extracting(range).commonPrefix(with: next) == range.count
    }

    /// Reads an array, and calls `element` before each element, which has to read it.
    package mutating func array(_ element: (inout JSONReader) throws(TextProblem) -> Void) throws(TextProblem) {
        if try openArray() { _ = try elements(before: .max, element) }
    }

    /// Starts to read an array and says whether it has an element.
    package mutating func openArray() throws(TextProblem) -> Bool {
        try open(UInt8(ascii: "["), "an array")
        return !closes(UInt8(ascii: "]"))
    }

    /// Reads the elements of an open array that begin before an offset, and calls `element` before each, which has to
    /// read it.
    ///
    /// - Returns: Whether the next element begins at that very offset.
    package mutating func elements(
        before end: Int, _ element: (inout JSONReader) throws(TextProblem) -> Void
    ) throws(TextProblem) -> Bool {
        repeat {
            skipWhiteSpace()
            guard offset < end else { return offset == end }
            try element(&self)
        } while try continues(UInt8(ascii: "]"))
        return false
    }

    /// Ends an array, or advances to its next element; returns whether there is one.
    mutating func arrayContinues() throws(TextProblem) -> Bool { try continues(UInt8(ascii: "]")) }

    /// Reads a string.
    @inline(__always)
    package mutating func string() throws(TextProblem) -> JSONString {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a string") }
        let start = offset + 1
        let (end, isPlain) = plainPart(from: start)
        guard end < bytes.count else { throw TextProblem("the string that begins here does not end", at: offset) }
        switch bytes[end] {
        case UInt8(ascii: "\""):
            offset = end + 1
            return JSONString(range: start..<end, isPlain: isPlain, hasEscapes: false)
        case UInt8(ascii: "\\"):
            offset = try JSONEscapes.decode(bytes, from: start).end
            isTight = false
            return JSONString(range: start..<offset - 1, isPlain: false, hasEscapes: true)
        default:
            throw TextProblem("a control character in a string must be escaped", at: end)
        }
    }

    /// The end of the part of a string without escapes, and whether that part is printable ASCII.
    @inline(__always)
    private func plainPart(from start: Int) -> (end: Int, isPlain: Bool) {
        let span = bytes.span
        var index = start
        var union: UInt8 = 0
        while index < span.count {
            let byte = span[index]
            if byte < 0x23 && byte != 0x20 && byte != 0x21 || byte == UInt8(ascii: "\\") { break }
            // The sum has the highest bit for U+007F, too.
            union |= byte | (byte &+ 1)
            index &+= 1
        }
        return (index, union < 0x80)
    }

    /// The text of a string that was read.
    package func text(of string: JSONString) throws(TextProblem) -> String {
        if string.hasEscapes { return try JSONEscapes.decode(bytes, from: string.range.lowerBound).text }
        if !string.isPlain, let problem = UTF8Validity.firstProblem(in: bytes, string.range) {
            throw TextProblem("invalid UTF-8", at: problem)
        }
        return String(decoding: bytes[string.range], as: UTF8.self)
    }

    /// Calls `body` with the bytes of a string that was read; decodes them only if there are escapes.
    @inline(__always)
    package func withBytes<Result>(
        of string: JSONString, _ body: (Span<UInt8>) throws(TextProblem) -> Result
    ) throws(TextProblem) -> Result {
        if string.hasEscapes { return try body(try text(of: string).utf8.span) }
        if !string.isPlain, let problem = UTF8Validity.firstProblem(in: bytes, string.range) {
            throw TextProblem("invalid UTF-8", at: problem)
        }
        return try body(bytes.span.extracting(string.range))
    }

    /// Reads a string of this many bytes, if there is one, and returns the range between its quotation marks.
    ///
    /// The caller has to check its content, including escapes.
    @inline(__always)
    package mutating func fixedString(_ count: Int) -> Range<Int>? {
        let start = offset + 1
        guard start + count < bytes.count, bytes[start - 1] == UInt8(ascii: "\""),
            bytes[start + count] == UInt8(ascii: "\"")
        else { return nil }
        offset = start + count + 1
        return start..<start + count
    }

    /// Reads a number and returns the range of its spelling.
    package mutating func number() throws(TextProblem) -> Range<Int> {
        let start = offset
        if peek() == UInt8(ascii: "-") { offset += 1 }
        if peek() == UInt8(ascii: "0") { offset += 1 } else { try digits() }
        if peek() == UInt8(ascii: ".") {
            offset += 1
            try digits()
        }
        if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
            try digits()
        }
        return start..<offset
    }

    /// Reads an integer that is not negative and has no fraction or exponent, up to 2^53 − 1.
    package mutating func integer() throws(TextProblem) -> Int {
        guard let first = peek(), isDigit(first) else { throw unexpected("an integer") }
        let start = offset
        let range = try number()
        var value = 0
        for index in range {
            guard isDigit(bytes[index]) else { throw TextProblem("expected an integer", at: start) }
            value = value * 10 + Int(bytes[index] - 0x30)
            guard value < 1 << 53 else { throw TextProblem("the number is too large", at: start) }
        }
        return value
    }

    /// Reads `true` or `false`.
    package mutating func boolean() throws(TextProblem) -> Bool {
        if try literal("true") { return true }
        if try literal("false") { return false }
        throw unexpected("true or false")
    }

    /// Reads one of the words `true`, `false`, `null` if it comes next.
    package mutating func literal(_ word: StaticString) throws(TextProblem) -> Bool {
        var index = offset
        for scalar in word.description.utf8 {
            guard index < bytes.count, bytes[index] == scalar else { return false }
            index += 1
        }
        offset = index
        return true
    }

    /// Makes sure that only white space follows.
    package mutating func end() throws(TextProblem) {
        skipWhiteSpace()
        guard offset == bytes.count else { throw TextProblem("there is text after the end of the object", at: offset) }
    }

    /// The next byte.
    @inline(__always)
    func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    @inline(__always)
    package mutating func skipWhiteSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09:
                offset += 1
                isTight = false
            default: return
            }
        }
    }

    func unexpected(_ wanted: String) -> TextProblem {
        guard offset < bytes.count else { return TextProblem("expected \(wanted), but the text ends", at: offset) }
        if offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return TextProblem("the text begins with a byte order mark", at: 0)
        }
        if ConflictMarkers.begin(at: offset, in: bytes) {
            return TextProblem("a conflict marker of a version control system", at: offset, kind: .conflictMarker)
        }
        return TextProblem("expected \(wanted)", at: offset)
    }

    private mutating func digits() throws(TextProblem) {
        guard let first = peek(), isDigit(first) else { throw unexpected("a value") }
        while let byte = peek(), isDigit(byte) { offset += 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private mutating func open(_ bracket: UInt8, _ name: String) throws(TextProblem) {
        skipWhiteSpace()
        guard peek() == bracket else { throw unexpected(name) }
        guard depth < depthLimit else {
            isTooDeep = true
            throw TextProblem("more than \(depthLimit) levels of nesting", at: offset)
        }
        depth += 1
        offset += 1
    }

    private mutating func closes(_ bracket: UInt8) -> Bool {
        skipWhiteSpace()
        guard peek() == bracket else { return false }
        offset += 1
        depth -= 1
        return true
    }

    @inline(__always)
    private mutating func continues(_ bracket: UInt8) throws(TextProblem) -> Bool {
        // The layout of canonical texts.
        if bytes.count &- offset > 2, bytes[offset] == UInt8(ascii: ","), bytes[offset &+ 1] == 0x20,
            bytes[offset &+ 2] > 0x20
        {
            offset &+= 2
            return true
        }
        if closes(bracket) { return false }
        isTight = false
        guard peek() == UInt8(ascii: ",") else { throw unexpected("“,” or “\(Character(Unicode.Scalar(bracket)))”") }
        offset += 1
        skipWhiteSpace()
        return true
    }
}
