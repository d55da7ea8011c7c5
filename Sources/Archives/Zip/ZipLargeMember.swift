/// Writes a member that is too large for memory: in one pass if the local header can be overwritten, otherwise in two.
///
/// The bytes are the same.
struct ZipLargeMember {
    private let member: NewMember
    private let level: Int
    private let password: [UInt8]?

    init(_ member: NewMember, level: Int, password: [UInt8]? = nil) {
        self.member = member
        self.level = level
        self.password = password
    }

    /// Writes the local header and content, and returns the values for the directory.
    func write(_ content: MemberContent, to output: ZipOutput) throws -> ZipWrittenMember {
        if let password { return try writeEncrypted(content, password, to: output) }
        return output.canOverwrite ? try writeOnce(content, to: output) : try writeTwice(content, to: output)
    }

    private func writeOnce(_ content: MemberContent, to output: ZipOutput) throws -> ZipWrittenMember {
        let offset = output.position
        try output.write(ZipRecordWriter.localHeader(unknown)[...])
        let written = try packed(content, to: output.write)
        try output.overwrite(ZipRecordWriter.localHeader(written)[...], at: offset)
        return written
    }

    private func writeTwice(_ content: MemberContent, to output: ZipOutput) throws -> ZipWrittenMember {
        let expected = try packed(content) { _ in }
        try output.write(ZipRecordWriter.localHeader(expected)[...])
        guard try packed(content, to: output.write) == expected else { throw changed }
        return expected
    }

    /// Reads the content twice, since the size of the encrypted data must be known first.
    private func writeEncrypted(
        _ content: MemberContent, _ password: [UInt8], to output: ZipOutput
    ) throws -> ZipWrittenMember {
        let expected = member.isAlreadyCompressed ? unknown : try packed(content) { _ in }
        try output.write(ZipRecordWriter.localHeader(expected.encrypted)[...])
        let encryption = try ZipEncryption(of: expected.compressedSize, password: password, output: output.write)
        let written = try packed(content, to: encryption.write)
        guard written.method == expected.method, written.compressedSize == expected.compressedSize else {
            throw changed
        }
        try encryption.finish()
        return expected.encrypted
    }

    private var unknown: ZipWrittenMember {
        ZipWrittenMember(
            name: member.name, size: member.size, method: ZipMethod.stored, checksum: 0, compressedSize: member.size)
    }

    /// Deflates or stores the content, and returns which.
    private func packed(
        _ content: MemberContent, to receive: @escaping (ArraySlice<UInt8>) throws -> Void
    ) throws -> ZipWrittenMember {
        let packing = LargePacking(level: level, isStored: member.isAlreadyCompressed, receive)
        try member.deliver(content, to: packing.write)
        try packing.finish()
        var written = unknown
        written.checksum = packing.crc.value
        if packing.isDeflated {
            written.method = ZipMethod.deflated
            written.compressedSize = packing.deflatedSize
        }
        return written
    }

    private var changed: ArchiveProblem { .unwritable(.contentChanged, path: member.path, detail: "") }
}

/// Content on its way into a zip: its first pieces decide whether it is deflated or stored.
private final class LargePacking {
    private(set) var crc = CRC32()
    private let level: Int
    private let receive: (ArraySlice<UInt8>) throws -> Void
    private let deflated = Count()
    private var state: State

    private enum State {
        /// Undecided so far.
        case beginning([UInt8])
        case stored
        case deflated
    }

    private var pieces: PieceQueue<[UInt8]>

    private final class Count {
        var bytes: UInt64 = 0
    }

    /// How much of the content the decision depends on.
    private static let beginning = 4 * Density.pieceSize

    init(level: Int, isStored: Bool, _ receive: @escaping (ArraySlice<UInt8>) throws -> Void) {
        self.level = level
        self.receive = receive
        state = isStored ? .stored : .beginning([])
        let deflated = deflated
        pieces = PieceQueue(size: Density.pieceSize) { piece, isLast in
            try Deflate.piece(piece[...], level: level, isLast: isLast)
        } receive: { bytes in
            deflated.bytes += UInt64(bytes.count)
            try receive(bytes[...])
        }
    }

    var isDeflated: Bool { if case .deflated = state { true } else { false } }
    var deflatedSize: UInt64 { deflated.bytes }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        crc.update(bytes)
        switch state {
        case .stored: try receive(bytes)
        case .deflated: try pieces.write(bytes)
        case .beginning(var content):
            state = .stored
            content += bytes
            if content.count >= Self.beginning { try decide(content) } else { state = .beginning(content) }
        }
    }

    func finish() throws {
        if case .beginning(let content) = state { try decide(content) }
        if isDeflated { try pieces.finish() }
    }

    private func decide(_ content: [UInt8]) throws {
        let starts = stride(from: 0, to: min(content.count, Self.beginning), by: Density.pieceSize)
        let isDense = starts.allSatisfy {
            Density.isDense(content[$0..<min($0 + Density.pieceSize, content.count, Self.beginning)])
        }
        state = isDense ? .stored : .deflated
        if isDense { try receive(content[...]) } else { try pieces.write(content[...]) }
    }
}
