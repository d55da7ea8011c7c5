import Archives
import NotebookFormat

/// A whole content in the format of git’s binary patches: compressed with zlib, in base 85 (git-diff(1), `--binary`).
enum GitBinaryPatch {
    /// A content in memory, or where to read it.
    enum Content {
        case bytes([UInt8])
        case file(BundlePath, ComparedNotebook)

        /// Delivers it piece by piece.
        func stream(_ body: ([UInt8]) throws -> Void) throws {
            switch self {
            case .bytes(let bytes): try body(bytes)
            case .file(let path, let notebook): try notebook.stream(path, body)
            }
        }
    }

    /// Writes a content of this many bytes, and the empty line after it.
    static func write(_ size: Int, _ content: Content, _ write: ([UInt8]) throws -> Void) throws {
        try write(Array("literal \(size)\n".utf8))
        var (stream, lines) = (ZlibStream(), Base85Lines())
        try content.stream { bytes in
            let output = lines.add(try stream.compress(bytes))
            if !output.isEmpty { try write(output) }
        }
        try write(lines.add(try stream.finish()) + lines.end() + [0x0A])
    }
}

/// Bytes in lines of base 85.
private struct Base85Lines {
    private var pending: [UInt8] = []

    /// Adds bytes, and returns the lines that are now full.
    mutating func add(_ bytes: [UInt8]) -> [UInt8] {
        pending += bytes
        var (output, rest) = ([UInt8](), pending[...])
        while rest.count >= Self.lineLength {
            output += Self.line(rest.prefix(Self.lineLength))
            rest = rest.dropFirst(Self.lineLength)
        }
        pending = Array(rest)
        return output
    }

    /// The last line.
    func end() -> [UInt8] { pending.isEmpty ? [] : Self.line(pending[...]) }

    /// The number of bytes in a line.
    private static let lineLength = 52

    private static let digits = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~".utf8)

    /// A line: a letter for its length, and five digits for each four bytes, the most significant first.
    private static func line(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let length =
            bytes.count <= 26 ? UInt8(ascii: "A") + UInt8(bytes.count - 1) : UInt8(ascii: "a") + UInt8(bytes.count - 27)
        var output = [length]
        var rest = bytes
        while !rest.isEmpty {
            let group = Array(rest.prefix(4)) + [UInt8](repeating: 0, count: max(0, 4 - rest.count))
            var value = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            var letters: [UInt8] = []
            for _ in 0..<5 {
                letters.append(digits[Int(value % 85)])
                value /= 85
            }
            output += letters.reversed()
            rest = rest.dropFirst(4)
        }
        return output + [0x0A]
    }
}
