/// Rows of numbers, and the bytes that they refer to, as a file of the cache stores them: read in one piece and then
/// used where it is.
///
/// The file is a line that says what it is, the number of rows, the rows, the bytes, and the checksum of all that.
package struct CachedTable: Equatable, Sendable {
    /// The file.
    package let file: [UInt8]
    /// The offset of the first row.
    private let start: Int
    /// The number of rows.
    package let count: Int
    /// The numbers of 64 bits in a row.
    private let width: Int

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - head: What the file is, with its version, without a line break.
    ///   - numbers: The rows, one after another, each of `width` numbers.
    package init(_ head: String, width: Int, numbers: [UInt64], bytes: [UInt8]) {
        let head = Array("\(head)\n".utf8)
        (start, count, self.width) = (head.count + 8, numbers.count / width, width)
        var file = head
        file.reserveCapacity(start + numbers.count * 8 + bytes.count + Self.checksumSize)
        file += Self.bytes([UInt64(count)])
        file += Self.bytes(numbers)
        file += bytes
        file += Self.bytes([XXH64.of(file.span)])
        self.file = file
    }

    /// Reads a file; `nil` for any other, and for torn or changed bytes.
    package init?(_ head: String, width: Int, file: [UInt8]) {
        let head = Array("\(head)\n".utf8)
        (start, self.width, self.file) = (head.count + 8, width, file)
        let end = file.count - Self.checksumSize
        guard end >= start, file.starts(with: head), let count = file.span.eightBytes(at: head.count),
            count <= UInt64((end - start) / (8 * width)),
            file.span.eightBytes(at: end) == XXH64.of(file.span.extracting(..<end))
        else { return nil }
        self.count = Int(count)
    }

    /// A number of a row.
    @inline(__always)
    package func number(_ row: Int, _ column: Int) -> UInt64 {
        file.span.eightBytes(at: start &+ (row &* width &+ column) &* 8) ?? 0
    }

    /// The digest in four columns of a row.
    @inline(__always)
    package func digest(_ row: Int, from column: Int) -> Digest {
        Digest(
            number(row, column), number(row, column &+ 1), number(row, column &+ 2), number(row, column &+ 3))
    }

    /// The number of bytes that follow the rows.
    private var bytesCount: Int { file.count - Self.checksumSize - bytesStart }

    /// Calls `body` with some of the bytes that follow the rows; `nil` if there are fewer.
    @inline(__always)
    package func withBytes<Result>(_ first: Int, _ count: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
        guard first >= 0, count >= 0, first <= bytesCount, count <= bytesCount - first else { return nil }
        let start = bytesStart + first
        return body(file.span.extracting(start..<(start + count)))
    }

    private var bytesStart: Int { start + count * width * 8 }

    private static let checksumSize = 8

    /// The bytes of numbers, the lowest of each first.
    private static func bytes(_ numbers: [UInt64]) -> [UInt8] {
        let ordered = UInt64(1).littleEndian == 1 ? numbers : numbers.map(\.littleEndian)
        return unsafe ordered.withUnsafeBytes { unsafe [UInt8]($0) }
    }
}
