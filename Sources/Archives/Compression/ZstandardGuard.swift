/// Follows Zstandard frames (RFC 8878 §3.1) and rejects those without content.
///
/// The library skips frames that are marked as skippable, whatever they contain, such as another archive.
final class ZstandardGuard: StreamGuard {
    private let notes: ContainerNotes
    private var step = Step.magic
    private var needed = 4
    private var collected: [UInt8] = []
    private var toSkip: UInt64 = 0
    private var offset: UInt64 = 0
    private var frames = 0
    private var hasChecksum = false

    private enum Step {
        case magic, descriptor, header, block
    }

    init(notes: ContainerNotes) { self.notes = notes }

    func inspect(_ bytes: ArraySlice<UInt8>) throws(ArchiveProblem) {
        var rest = bytes
        while !rest.isEmpty {
            let used: Int
            if toSkip > 0 {
                used = Int(min(toSkip, UInt64(rest.count)))
                toSkip -= UInt64(used)
                offset += UInt64(used)
            } else {
                used = min(needed - collected.count, rest.count)
                collected += rest.prefix(used)
                offset += UInt64(used)
                if collected.count == needed {
                    let field = collected
                    collected = []
                    try follow(field[...])
                }
            }
            rest = rest.dropFirst(used)
        }
    }

    var hasSeenGarbage: Bool {
        let isSkippable = collected.first.map { $0 & 0xF0 == 0x50 } == true
        let magic: [UInt8] = isSkippable ? [collected[0], 0x2A, 0x4D, 0x18] : [0x28, 0xB5, 0x2F, 0xFD]
        return step == .magic && frames > 0 && !magic.starts(with: collected)
    }

    func finish() throws(ArchiveProblem) {}

    private func expect(_ count: Int, _ next: Step) {
        needed = count
        step = next
    }

    private func follow(_ field: ArraySlice<UInt8>) throws(ArchiveProblem) {
        switch step {
        case .magic: try begin(field.uint32(at: 0))
        case .descriptor: try descriptor(field[field.startIndex])
        case .header: expect(3, .block)
        case .block: try block(field)
        }
    }

    private func begin(_ magic: UInt32) throws(ArchiveProblem) {
        switch magic {
        case 0xFD2F_B528:
            frames += 1
            if frames > 1 { notes.record(.severalStreams) }
            expect(1, .descriptor)
        case 0x184D_2A50...0x184D_2A5F: throw .refused(.skippableFrame, at: offset - 4)
        default: throw .refused(.garbageAfterCompression, at: offset - 4)
        }
    }

    private func descriptor(_ flags: UInt8) throws(ArchiveProblem) {
        guard flags & 0x08 == 0 else { throw .refused(.compressionDamaged, at: offset - 1) }
        guard flags & 0x03 == 0 else { throw .refused(.compressionDictionary, at: offset - 1) }
        let isSingleSegment = flags & 0x20 != 0
        hasChecksum = flags & 0x04 != 0
        let sizes = [isSingleSegment ? 1 : 0, 2, 4, 8]
        let length = sizes[Int(flags >> 6)] + (isSingleSegment ? 0 : 1)
        expect(length, .header)
    }

    private func block(_ field: ArraySlice<UInt8>) throws(ArchiveProblem) {
        let bytes = field.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let (isLast, type, size) = (bytes & 1 != 0, bytes >> 1 & 3, UInt64(bytes >> 3))
        // A run has one byte; the library refuses the reserved type.
        toSkip = type == 1 ? 1 : size
        if isLast {
            toSkip += hasChecksum ? 4 : 0
            expect(4, .magic)
        } else {
            expect(3, .block)
        }
    }
}

/// Adds the content checksum to a Zstandard frame made by libarchive, which has no option for it.
///
/// Bit 2 of a frame's descriptor, the byte after the magic number, says that the low half of the content's XXH64
/// follows the last block (RFC 8878 §3.1.1); nothing else in the frame depends on it. Without the checksum, a flipped
/// bit in a literal would go unnoticed.
struct ZstandardChecksum {
    private var hash = XXHash64()
    private var start: [UInt8] = []
    private var isAlreadyThere = false
    private static let descriptorIndex = 4
    private static let checksumFlag: UInt8 = 4

    /// Adds content to the checksum, before it is compressed.
    mutating func count(_ content: ArraySlice<UInt8>) {
        hash.update(content)
    }

    /// Returns the frame's bytes with the flag set; may hold them back until the descriptor arrives.
    mutating func marked(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if start.count > Self.descriptorIndex { return bytes }
        start += bytes
        guard start.count > Self.descriptorIndex else { return [] }
        isAlreadyThere = start[Self.descriptorIndex] & Self.checksumFlag != 0
        start[Self.descriptorIndex] |= Self.checksumFlag
        defer { start = Array(start.prefix(Self.descriptorIndex + 1)) }
        return start[...]
    }

    /// The bytes after the frame's last block.
    var trailer: [UInt8] {
        if isAlreadyThere { return [] }
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: hash.value))
        return bytes
    }
}
