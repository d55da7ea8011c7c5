/// The content of a member of a zip, verified while reading: it delivers the last bytes only after checking length,
/// CRC-32 and the end of the compressed data.
package final class ZipContent: ByteStream {
    private let record: ZipDirectoryRecord
    private let offset: UInt64
    private let stored: any ByteStream
    private let hasPassword: Bool
    private var engine: DecompressionEngine?
    private var crc = CRC32()
    private var delivered: UInt64 = 0
    private var isVerified = false
    private var failure: ArchiveProblem?

    init(of record: ZipDirectoryRecord, at offset: UInt64, in zip: any RandomAccessBytes, password: [UInt8]?) {
        self.record = record
        self.offset = offset
        hasPassword = password != nil
        let count = record.facts.compressedSize
        let window = WindowStream(zip, from: offset, to: offset + count)
        if let aes = record.facts.aes, let password {
            stored = ZipDecryption(window, aes, count: count, password: password)
        } else {
            stored = window
        }
    }

    /// The compression method before encryption, or else the stored one.
    private var method: UInt16 { record.facts.aes?.method ?? record.facts.method }

    /// The number of bytes of compressed data.
    private var packedSize: UInt64 { record.facts.compressedSize - UInt64(record.facts.aes?.overhead ?? 0) }

    package func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        if let failure { throw failure }
        if isVerified || buffer.isEmpty { return 0 }
        do throws(ArchiveProblem) {
            let read = try expand(into: &buffer)
            guard UInt64(read) <= record.member.size - delivered else { throw .refused(.contentTooLong) }
            crc.update(buffer[..<read])
            delivered += UInt64(read)
            if read == 0 || delivered == record.member.size { try verify() }
            return read
        } catch {
            let problem = error.placed(member: record.member.path, at: offset)
            failure = problem
            throw problem
        }
    }

    private func expand(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        if record.facts.isEncrypted {
            guard hasPassword else { throw .refused(.encrypted) }
            guard record.facts.aes != nil else { throw .refused(.unsupportedMethod, "encryption other than AES") }
        } else if hasPassword, record.member.size > 0 {
            // The password promises authenticity, and anybody could have added a member that is not encrypted.
            throw .refused(.notEncrypted)
        }
        if record.facts.flags & ZipFlag.patchedData != 0 { throw .refused(.unsupportedMethod, "patched data") }
        switch method {
        case ZipMethod.stored: return try stored.read(into: &buffer)
        case ZipMethod.deflated: return try inflate(into: &buffer)
        case let method: throw .refused(.unsupportedMethod, ZipMethod.name(method))
        }
    }

    private func inflate(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        do throws(DecompressionEngine.ReadFailure) {
            let engine = try openedEngine()
            return try engine.read(into: &buffer)
        } catch {
            switch error {
            case .damaged(let words): throw .refused(.deflateDamaged, words)
            case .truncated, .wrongPassword: throw .refused(.deflateEndsLate)
            case .other(let problem): throw problem
            }
        }
    }

    private func openedEngine() throws(DecompressionEngine.ReadFailure) -> DecompressionEngine {
        if let engine { return engine }
        let stored = stored
        let opened = try DecompressionEngine(.deflate, count: packedSize) { (buffer) throws(ArchiveProblem) in
            try stored.read(into: &buffer)
        }
        engine = opened
        return opened
    }

    private func verify() throws(ArchiveProblem) {
        guard delivered == record.member.size else { throw .refused(.contentTooShort) }
        if engine != nil {
            var beyond: [UInt8] = [0]
            guard try inflate(into: &beyond) == 0 else { throw .refused(.contentTooLong) }
            guard engine?.used == packedSize else { throw .refused(.deflateEndsEarly) }
        }
        if let aes = record.facts.aes {
            // Reading on checks the authentication code at the end.
            var beyond: [UInt8] = [0]
            guard try stored.read(into: &beyond) == 0 else { throw .refused(.contentTooLong) }
            if aes.hidesChecksum { return isVerified = true }
        }
        guard crc.value == record.facts.checksum else { throw .refused(.wrongChecksum) }
        isVerified = true
    }
}
