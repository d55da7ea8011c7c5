/// Makes an xz stream (The .xz File Format 1.1.0) and compresses its blocks on all cores.
final class XZOutput: TarOutput {
    private let sink: any ArchiveSink
    private var pieces: PieceQueue<XZBlock>
    private let index = Index()

    /// The sizes of the blocks so far (§4.3).
    private final class Index {
        var records: [UInt8] = []
        var count: UInt64 = 0
    }

    init(_ sink: any ArchiveSink, level: Int) throws {
        self.sink = sink
        let index = index
        pieces = PieceQueue(size: Self.blockSize(level)) { piece, _ in
            try XZBlock(piece[...], level: level)
        } receive: { block in
            try sink.write(block.bytes[...])
            index.records += XZNumber.bytes(block.unpaddedSize) + XZNumber.bytes(block.contentSize)
            index.count += 1
        }
        try sink.write(XZStream.header[...])
    }

    /// The level's dictionary size, at most the size of a block; at least 1 MiB.
    static func blockSize(_ level: Int) -> Int {
        let dictionaries = [18, 20, 21, 22, 22, 23, 23, 24, 25, 26]
        return max(1 << 20, 1 << dictionaries[level])
    }

    func write(_ bytes: ArraySlice<UInt8>) throws { try pieces.write(bytes) }

    func finish() throws {
        try pieces.finish()
        try sink.write(XZStream.end(records: index.records, count: index.count)[...])
        try sink.flush()
    }
}

/// A block (§3) whose header contains its sizes, so that readers can expand several blocks at once.
struct XZBlock {
    let bytes: [UInt8]
    let unpaddedSize: UInt64
    let contentSize: UInt64

    /// Compresses content as the library does; puts content that would not shrink into uncompressed chunks.
    init(_ content: ArraySlice<UInt8>, level: Int) throws(ArchiveProblem) {
        if !Density.isDense(content) {
            let stream = try CompressionEngine(.xz(level: level)).compress(content)
            let parts = try Parts(stream)
            if parts.data.count < content.count {
                self.init(of: content, dataCount: parts.data.count, dictionary: parts.dictionary) { $0 += parts.data }
                return
            }
        }
        let chunks = (content.count + 0xFFFF) >> 16
        let count = content.count + 3 * chunks + 1
        self.init(of: content, dataCount: count, dictionary: Self.smallestDictionary) {
            Self.append(chunksOf: content, to: &$0)
        }
    }

    /// - Parameter append: Appends the LZMA2 data, of this many bytes.
    private init(
        of content: ArraySlice<UInt8>, dataCount: Int, dictionary: UInt8, _ append: (inout [UInt8]) -> Void
    ) {
        // One filter, both sizes; LZMA2 with one byte of properties.
        var fields: [UInt8] = [0xC0] + XZNumber.bytes(UInt64(dataCount)) + XZNumber.bytes(UInt64(content.count))
        fields += [0x21, 1, dictionary]
        let length = (1 + fields.count + 3) & ~3
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length + 4 + dataCount + 3 + 8)
        bytes += [UInt8(length / 4)] + fields
        bytes += [UInt8](repeating: 0, count: length - bytes.count)
        bytes.append(littleEndian: CRC32.of(bytes[...]))
        append(&bytes)
        bytes += [UInt8](repeating: 0, count: (4 - dataCount % 4) % 4)
        bytes.append(littleEndian: CRC64.of(content))
        self.bytes = bytes
        unpaddedSize = UInt64(length + 4 + dataCount + 8)
        contentSize = UInt64(content.count)
    }

    /// 4 KiB, since uncompressed chunks do not refer back to anything.
    private static let smallestDictionary: UInt8 = 0

    /// Appends uncompressed LZMA2 data (§5.3.1): chunks of up to 64 KiB, the first of which resets the dictionary.
    private static func append(chunksOf content: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        var control: UInt8 = 1
        var rest = content
        while !rest.isEmpty {
            let chunk = rest.prefix(1 << 16)
            rest = rest.dropFirst(chunk.count)
            bytes += [control, UInt8((chunk.count - 1) >> 8), UInt8((chunk.count - 1) & 0xFF)]
            bytes += chunk
            control = 2
        }
        bytes.append(0)
    }

    /// The parts of a stream of one block, as the library makes it.
    private struct Parts {
        let data: ArraySlice<UInt8>
        let dictionary: UInt8

        init(_ stream: [UInt8]) throws(ArchiveProblem) {
            let (streamHeader, footer) = (XZStream.header.count, 12)
            guard stream.starts(with: XZStream.header), stream.count > streamHeader + footer else {
                throw Self.unexpected
            }
            let indexLength = (Int(stream[(stream.count - 8)...].uint32(at: 0)) + 1) * 4
            let end = stream.count - footer - indexLength
            let header = (Int(stream[streamHeader]) + 1) * 4
            // One filter without sizes, which is LZMA2.
            guard end > streamHeader + header, stream[streamHeader + 1] == 0, stream[streamHeader + 2] == 0x21,
                stream[streamHeader + 3] == 1
            else { throw Self.unexpected }
            dictionary = stream[streamHeader + 4]
            // The first record of the index, after its mark and the number of records, is the size without padding.
            var record = stream[(end + 2)...]
            guard let unpadded = XZNumber.read(&record) else { throw Self.unexpected }
            let start = streamHeader + header
            let (count, isShort) = Int(unpadded).subtractingReportingOverflow(header + 8)
            guard !isShort, count > 0, start + count <= end else { throw Self.unexpected }
            data = stream[start..<start + count]
        }

        private static let unexpected = ArchiveProblem.failed(operation: "follow what the compression made", code: 0)
    }
}

/// The frame around the blocks (§2.1, §4).
private enum XZStream {
    /// With CRC-64 as the check.
    static let header: [UInt8] = {
        var bytes: [UInt8] = [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4]
        bytes.append(littleEndian: CRC32.of(bytes[6...]))
        return bytes
    }()

    /// The index and the footer.
    static func end(records: [UInt8], count: UInt64) -> [UInt8] {
        var index = [0] + XZNumber.bytes(count) + records
        index += [UInt8](repeating: 0, count: (4 - index.count % 4) % 4)
        index.append(littleEndian: CRC32.of(index[...]))
        var fields: [UInt8] = []
        fields.append(littleEndian: UInt32(index.count / 4 - 1))
        fields += [0, 4]
        var footer: [UInt8] = []
        footer.append(littleEndian: CRC32.of(fields[...]))
        return index + footer + fields + Array("YZ".utf8)
    }
}

/// Numbers of one to nine bytes, seven bits in each (§1.2).
private enum XZNumber {
    static func bytes(_ number: UInt64) -> [UInt8] {
        var (rest, bytes) = (number, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    static func read(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for place in 0..<9 {
            guard let byte = bytes.popFirst() else { return nil }
            number |= UInt64(byte & 0x7F) << UInt64(7 * place)
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }
}
