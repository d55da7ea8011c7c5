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
            if frames > 1 { notes.note(.severalStreams) }
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
