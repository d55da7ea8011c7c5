/// Follows an xz file and stops it if a block needs too large a dictionary.
///
/// libarchive sets no memory limit for liblzma, and the header of any block can ask for 4 GiB. So this follows the
/// structure from block to block: the .xz file format 1.2, and the headers of LZMA2's chunks. It rejects whatever it
/// cannot follow as damaged, as liblzma would.
final class XZDictionaryGuard: StreamGuard {
    private let limit: UInt64
    private let notes: ContainerNotes
    private var streams = 0
    private var step = Step.streamHeader
    private var needed = 12
    private var collected: [UInt8] = []
    private var toSkip: UInt64 = 0
    private var offset: UInt64 = 0
    private var checkSize: UInt64 = 0
    private var blockLength: UInt64 = 0
    private var indexLength: UInt64 = 0
    private var numbersLeft: UInt64 = 0

    private enum Step {
        case streamHeader, blockHeaderSize, blockHeader
        case chunkControl, plainChunk, compressedChunk, compressedChunkWithProperties
        case recordCount, records, streamPadding
    }

    init(limit: UInt64, notes: ContainerNotes) {
        self.limit = limit
        self.notes = notes
    }

    /// Always false, since anything but padding is rejected at once.
    var hasSeenGarbage: Bool { false }

    func finish() {}

    /// Follows the next bytes.
    func inspect(_ bytes: ArraySlice<UInt8>) throws(ArchiveProblem) {
        var rest = bytes
        while !rest.isEmpty {
            let used: Int
            if toSkip > 0 {
                used = Int(min(toSkip, UInt64(rest.count)))
                toSkip -= UInt64(used)
            } else {
                used = min(needed - collected.count, rest.count)
                collected += rest.prefix(used)
                if collected.count == needed {
                    let field = collected
                    collected = []
                    try follow(field[...])
                }
            }
            offset += UInt64(used)
            rest = rest.dropFirst(used)
        }
    }

    private func expect(_ count: Int, _ next: Step) {
        needed = count
        step = next
    }

    private func follow(_ field: ArraySlice<UInt8>) throws(ArchiveProblem) {
        let first = field[field.startIndex]
        switch step {
        case .streamHeader:
            guard field.starts(with: Self.magic), field[7] < Self.checkSizes.count else { throw damaged }
            checkSize = Self.checkSizes[Int(field[7])]
            streams += 1
            if streams > 1 { notes.record(.severalStreams) }
            expect(1, .blockHeaderSize)
        case .blockHeaderSize where first == 0:
            indexLength = 1
            numbersLeft = 0
            expect(1, .recordCount)
        case .blockHeaderSize:
            expect((Int(first) + 1) * 4 - 1, .blockHeader)
        case .blockHeader:
            try blockHeader(field)
            blockLength = 0
            expect(1, .chunkControl)
        case .chunkControl:
            try chunkControl(first)
        case .plainChunk:
            chunk(bigEndian(field) + 1, headerLength: 2)
        case .compressedChunk:
            chunk(bigEndian(field.dropFirst(2)) + 1, headerLength: 4)
        case .compressedChunkWithProperties:
            chunk(bigEndian(field.dropFirst(2)) + 2, headerLength: 4)
        case .recordCount:
            let place = indexLength - 1
            if place > 8 { throw damaged }
            indexLength += 1
            numbersLeft |= UInt64(first & 0x7F) << (7 * place)
            if first & 0x80 != 0 { return }
            numbersLeft = numbersLeft.multipliedReportingOverflow(by: 2).partialValue
            if numbersLeft == 0 { endIndex() } else { expect(1, .records) }
        case .records:
            indexLength += 1
            if first & 0x80 == 0 { numbersLeft -= 1 }
            if numbersLeft == 0 { endIndex() }
        case .streamPadding:
            if field.elementsEqual(Self.magic.prefix(4)) {
                collected = Array(field)
                expect(12, .streamHeader)
            } else if !field.allSatisfy({ $0 == 0 }) {
                throw .refused(.garbageAfterCompression, at: offset)
            } else {
                notes.record(.streamPadding)
            }
        }
    }

    private func blockHeader(_ header: ArraySlice<UInt8>) throws(ArchiveProblem) {
        var rest = header
        guard let flags = rest.popFirst(), flags & 0x3C == 0 else { throw damaged }
        for bit in [0x40, 0x80] as [UInt8] where flags & bit != 0 { _ = try number(&rest) }
        for _ in 0...(flags & 3) {
            let filter = try number(&rest)
            let properties = try number(&rest)
            guard properties <= UInt64(rest.count) else { throw damaged }
            let values = rest.prefix(Int(properties))
            rest = rest.dropFirst(values.count)
            if filter == Self.lzma2 { try dictionary(values) }
        }
    }

    private func dictionary(_ properties: ArraySlice<UInt8>) throws(ArchiveProblem) {
        guard let size = properties.first, size <= 40 else { throw damaged }
        let bytes = UInt64(2 | size & 1) << UInt64(size / 2 + 11)
        if bytes > limit { throw .exceeded(.dictionaryBytes(limit), ArchiveLocation(offset: offset)) }
    }

    private func chunkControl(_ control: UInt8) throws(ArchiveProblem) {
        blockLength += 1
        switch control {
        case 0:
            toSkip = (4 - blockLength % 4) % 4 + checkSize
            expect(1, .blockHeaderSize)
        case 1, 2: expect(2, .plainChunk)
        case 0x80..<0xC0: expect(4, .compressedChunk)
        case 0xC0...: expect(4, .compressedChunkWithProperties)
        default: throw damaged
        }
    }

    private func chunk(_ length: UInt64, headerLength: UInt64) {
        toSkip = length
        blockLength += headerLength + length
        expect(1, .chunkControl)
    }

    private func endIndex() {
        let checksumAndFooter: UInt64 = 4 + 12
        toSkip = (4 - indexLength % 4) % 4 + checksumAndFooter
        expect(4, .streamPadding)
    }

    private func number(_ rest: inout ArraySlice<UInt8>) throws(ArchiveProblem) -> UInt64 {
        var value: UInt64 = 0
        for place in 0..<9 {
            guard let byte = rest.popFirst() else { break }
            value |= UInt64(byte & 0x7F) << UInt64(7 * place)
            if byte & 0x80 == 0 { return value }
        }
        throw damaged
    }

    private func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.prefix(2).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private var damaged: ArchiveProblem { .refused(.compressionDamaged, at: offset) }

    private static let magic: [UInt8] = [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0]
    private static let checkSizes: [UInt64] = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64]
    private static let lzma2: UInt64 = 0x21
}
