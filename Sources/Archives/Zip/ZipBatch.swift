import Dispatch
import Synchronization

/// Small members that are compressed together, each by one of the processors, and come out in the order they went in.
struct ZipBatch {
    /// Members up to this size are small.
    static let largestMember: UInt64 = 1 << 20

    private let level: Int
    private let password: [UInt8]?
    private var members: [Pending] = []
    private var bytes = 0
    private static let enoughBytes = 4 << 20
    private static let enoughMembers = 512

    private struct Pending: Sendable {
        let name: [UInt8]
        let content: [UInt8]
        let isAlreadyCompressed: Bool
    }

    /// A member ready to be written.
    struct Encoded: Sendable {
        let member: ZipWrittenMember
        let data: ArraySlice<UInt8>

        /// The member encrypted, unless there is nothing to encrypt.
        func encrypted(with password: [UInt8]?) throws -> Encoded {
            guard let password, !data.isEmpty else { return self }
            return Encoded(
                member: member.encrypted, data: try ZipEncryption.encrypt(data, password: password))
        }
    }

    init(level: Int, password: [UInt8]?) {
        self.level = level
        self.password = password
    }

    /// Whether so much has come together that it should be compressed.
    var isFull: Bool { bytes >= Self.enoughBytes || members.count >= Self.enoughMembers }

    mutating func append(_ member: NewMember, _ content: [UInt8]) {
        members.append(
            Pending(name: member.name, content: content, isAlreadyCompressed: member.isAlreadyCompressed))
        bytes += content.count
    }

    /// Compresses what has come together, and begins anew.
    mutating func encode() throws -> [Encoded] {
        let (members, level, password) = (members, level, password)
        self = ZipBatch(level: level, password: password)
        let results = Mutex([Result<Encoded, any Error>?](repeating: nil, count: members.count))
        DispatchQueue.concurrentPerform(iterations: members.count) { index in
            let result = Result { try Self.encode(members[index], level: level).encrypted(with: password) }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { try $0.compactMap { try $0?.get() } }
    }

    private static func encode(_ pending: Pending, level: Int) throws -> Encoded {
        let size = UInt64(pending.content.count)
        var member = ZipWrittenMember(
            name: pending.name, size: size, method: ZipMethod.stored, checksum: 0, compressedSize: size)
        if pending.isAlreadyCompressed || pending.content.isEmpty {
            member.checksum = CRC32.of(pending.content[...])
            return Encoded(member: member, data: pending.content[...])
        }
        let deflated = try Deflate.compress(pending.content, level: level)
        member.checksum = deflated.crc
        guard deflated.data.count < pending.content.count else {
            return Encoded(member: member, data: pending.content[...])
        }
        member.method = ZipMethod.deflated
        member.compressedSize = UInt64(deflated.data.count)
        return Encoded(member: member, data: deflated.data)
    }
}
