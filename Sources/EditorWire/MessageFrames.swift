import NotebookText

/// Divides a stream of bytes into messages, each behind a header with its length (LSP 3.17, "Base Protocol").
///
/// Any bytes can come, in pieces of any length. A message that is too long is passed over without being kept.
package struct MessageFrames: Sendable {
    /// The longest message, in bytes: an item of 16 MiB in which every character is escaped fits.
    package static let maximumBytes = 64 << 20
    /// The longest header, in bytes.
    static let maximumHeader = 8 << 10

    /// What the stream contains.
    package enum Frame: Hashable, Sendable {
        /// The bytes of a message.
        case message([UInt8])
        /// A message of this many bytes, which are passed over.
        case tooLong(Int)
        /// A header without a valid length; the stream is read on behind it.
        case badHeader
        /// Something that is no header at all, so that nothing behind it can be understood.
        case lost
    }

    private var bytes: [UInt8] = []
    /// The offset of the first byte that was not read yet.
    private var start = 0
    /// How far the end of a header was searched for.
    private var searched = 0
    /// The length of the message that comes next, once its header is read.
    private var awaited: Int?
    /// The rest of a message that is passed over.
    private var skipped = 0
    private var isLost = false

    /// No bytes yet.
    package init() {}

    /// Adds bytes of the stream.
    package mutating func add(_ piece: [UInt8]) {
        guard !isLost else { return }
        let passed = min(skipped, piece.count)
        skipped -= passed
        if start > 0, start == bytes.count || start > 1 << 16 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes += piece.dropFirst(passed)
    }

    /// Takes the next message out of the stream; `nil` if it is not complete yet.
    package mutating func next() -> Frame? {
        guard !isLost else { return nil }
        if let awaited {
            guard bytes.count - start >= awaited else { return nil }
            self.awaited = nil
            defer { start += awaited }
            searched = start + awaited
            return .message(Array(bytes[start..<(start + awaited)]))
        }
        guard let header = nextHeader() else {
            return bytes.count - start > Self.maximumHeader ? lose() : nil
        }
        if header.count > Self.maximumHeader { return lose() }
        guard let length = Self.length(bytes[header]) else { return .badHeader }
        guard length <= Self.maximumBytes else {
            let here = min(length, bytes.count - start)
            start += here
            searched = start
            skipped = length - here
            return .tooLong(length)
        }
        awaited = length
        return next()
    }

    private mutating func lose() -> Frame {
        (isLost, bytes, start) = (true, [], 0)
        return .lost
    }

    /// The next header, without the empty line behind it.
    private mutating func nextHeader() -> Range<Int>? {
        var index = max(start, searched - 3)
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == 0x0A, index > start else { continue }
            let isEmpty =
                bytes[index - 1] == 0x0A || index >= start + 2 && bytes[index - 1] == 0x0D && bytes[index - 2] == 0x0A
            guard isEmpty else { continue }
            let header = start..<index
            start = index + 1
            searched = start
            return header
        }
        searched = bytes.count
        return nil
    }

    /// The length that a header gives.
    private static func length(_ header: ArraySlice<UInt8>) -> Int? {
        var found: Int?
        for line in header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let name = String(decoding: line[..<colon].map(ASCII.lowercased), as: UTF8.self)
            let digits = line[(colon + 1)...].filter { $0 != 0x20 && $0 != 0x09 }
            guard name == "content-length" else { continue }
            guard found == nil, !digits.isEmpty, digits.count < 19, digits.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            found = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        return found
    }

    /// A message with its header.
    package static func framed(_ message: [UInt8]) -> [UInt8] {
        Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
    }
}
