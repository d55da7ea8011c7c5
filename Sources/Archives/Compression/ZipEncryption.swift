/// Encrypts data in the form of a zip member (WinZip’s AES-256), in constant memory.
///
/// libarchive makes a zip with one stored member; this removes everything around the member’s data.
final class ZipEncryption {
    private let engine: CompressionEngine
    private let frame: Frame

    /// Cuts out the bytes between the local header and whatever follows the data.
    private final class Frame {
        var header: [UInt8] = []
        var left: UInt64
        let output: (ArraySlice<UInt8>) throws -> Void

        init(_ count: UInt64, _ output: @escaping (ArraySlice<UInt8>) throws -> Void) {
            left = count
            self.output = output
        }

        func accept(_ bytes: ArraySlice<UInt8>) throws {
            var rest = bytes
            while let length = missingHeader, !rest.isEmpty {
                let piece = rest.prefix(length)
                header += piece
                rest = rest.dropFirst(piece.count)
            }
            let data = rest.prefix(Int(min(left, UInt64(rest.count))))
            left -= UInt64(data.count)
            if !data.isEmpty { try output(data) }
        }

        /// How many bytes of the local header are still missing; nil if it is complete.
        private var missingHeader: Int? {
            guard header.count >= ZipLength.localHeader else { return ZipLength.localHeader - header.count }
            let length = ZipLength.localHeader + Int(header[...].uint16(at: 26)) + Int(header[...].uint16(at: 28))
            return header.count < length ? length - header.count : nil
        }
    }

    /// Starts to encrypt this many bytes.
    init(
        of count: UInt64, password: [UInt8], output: @escaping (ArraySlice<UInt8>) throws -> Void
    ) throws(ArchiveProblem) {
        let frame = Frame(count + UInt64(Self.overhead), output)
        self.frame = frame
        engine = try CompressionEngine(.encryptedZip(password: password, count: count))
    }

    static let overhead = ZipAES(method: ZipMethod.stored).overhead

    func write(_ bytes: ArraySlice<UInt8>) throws {
        try engine.write(bytes)
        try frame.accept(engine.drainOutput()[...])
    }

    func finish() throws {
        try engine.finish()
        try frame.accept(engine.drainOutput()[...])
        guard frame.left == 0 else { throw ArchiveProblem.failed(operation: "encrypt", code: 0) }
    }

    /// Encrypts data in memory.
    static func encrypt(_ data: ArraySlice<UInt8>, password: [UInt8]) throws -> ArraySlice<UInt8> {
        let gathered = Gathered()
        let encryption = try ZipEncryption(of: UInt64(data.count), password: password) { gathered.bytes += $0 }
        try encryption.write(data)
        try encryption.finish()
        return gathered.bytes[...]
    }

    private final class Gathered {
        var bytes: [UInt8] = []
    }
}

/// Decrypts the data of a zip member; delivers the end only after verifying the authentication code.
final class ZipDecryption: ByteStream {
    private let source: any ByteStream
    private let aes: ZipAES
    private let count: UInt64
    private let password: [UInt8]
    private var engine: DecompressionEngine?

    init(_ source: any ByteStream, _ aes: ZipAES, count: UInt64, password: [UInt8]) {
        self.source = source
        self.aes = aes
        self.count = count
        self.password = password
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        do throws(DecompressionEngine.ReadFailure) {
            let engine = try openedEngine()
            return try engine.read(into: &buffer)
        } catch {
            switch error {
            case .wrongPassword: throw .refused(.wrongPassword)
            case .damaged, .truncated: throw .refused(.authenticationFailed)
            case .other(let problem): throw problem
            }
        }
    }

    private func openedEngine() throws(DecompressionEngine.ReadFailure) -> DecompressionEngine {
        if let engine { return engine }
        let source = source
        let coding = DecompressionEngine.Coding.encrypted(aes, count: count, password: password)
        let opened = try DecompressionEngine(coding) { (buffer) throws(ArchiveProblem) in
            try source.read(into: &buffer)
        }
        engine = opened
        return opened
    }
}
