import CLibArchive

/// Expands one compressed stream with libarchive, in constant memory.
///
/// For deflate, libarchive's raw format with its gzip filter does not work: it continues with a second gzip member
/// wherever it finds one, even inside a zip member, and does not say where the first ended. Its streaming zip reader
/// stops where the deflate data stops. So this puts the local file header of a single member before the data. It
/// ignores what the zip reader says about the sizes and checksum in that made-up header, since the callers check the
/// real ones.
@safe final class DecompressionEngine {
    enum Coding: Equatable {
        case deflate
        /// An encrypted member of a zip, with this many bytes.
        case encrypted(ZipAES, count: UInt64, password: [UInt8])
        case xz
        case zstandard
    }

    /// Why no more bytes are available.
    enum ReadFailure: Error {
        /// The data is damaged, in the library's words.
        case damaged(String)
        /// The data ends before the stream does.
        case truncated
        /// The password is wrong.
        case wrongPassword
        /// The source failed, or the library ran out of memory.
        case other(ArchiveProblem)
    }

    private let handle: ReadingHandle
    private let feed: Feed
    private let coding: Coding
    private var block = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

    /// Whether the compressed stream has ended.
    private(set) var isAtEnd = false

    /// - Parameter count: The number of compressed bytes, if it is known; limits the memory.
    init(
        _ coding: Coding, count: UInt64 = .max, source: @escaping (inout [UInt8]) throws(ArchiveProblem) -> Int
    ) throws(ReadFailure) {
        self.coding = coding
        feed = Feed(prefix: Self.frame(coding), count: count, source: source)
        do throws(LibraryProblem) {
            handle = try ReadingHandle(client: feed)
            try Self.configure(handle, coding)
            try handle.check(
                unsafe archive_read_open(
                    handle.pointer, Unmanaged.passUnretained(feed).toOpaque(), nil, provideBytes, nil))
            var entry: OpaquePointer?
            try handle.check(unsafe archive_read_next_header(handle.pointer, &entry))
        } catch {
            throw .other(.failed(operation: "start the decompression (\(error.message))", code: error.code))
        }
    }

    /// The number of compressed bytes used.
    var used: UInt64 {
        let all = unsafe archive_filter_bytes(handle.pointer, -1)
        return UInt64(max(Int64(feed.prefixCount), all)) - feed.prefixCount
    }

    /// The number of compressed bytes that were read from the source but come after the end.
    var unused: Int { Int(feed.delivered - min(used, feed.delivered)) }

    /// Expands some bytes to the front of `buffer` and returns how many; 0 only at the end.
    func read(into buffer: inout [UInt8]) throws(ReadFailure) -> Int {
        while unsafe block.isEmpty, !isAtEnd { try nextBlock() }
        let count = unsafe min(buffer.count, block.count)
        let source = unsafe UnsafeRawBufferPointer(rebasing: block.prefix(count))
        unsafe buffer.withUnsafeMutableBytes { unsafe $0.copyMemory(from: source) }
        unsafe block = UnsafeRawBufferPointer(rebasing: block.dropFirst(count))
        return count
    }

    private func nextBlock() throws(ReadFailure) {
        var start: UnsafeRawPointer?
        var count = 0
        var offset: Int64 = 0
        let status = unsafe archive_read_data_block(handle.pointer, &start, &count, &offset)
        if let failure = feed.failure { throw .other(failure) }
        switch status {
        case ARCHIVE_OK:
            unsafe block = UnsafeRawBufferPointer(start: start, count: count)
        case ARCHIVE_EOF:
            isAtEnd = true
        case ARCHIVE_WARN where coding == .deflate, ARCHIVE_FAILED where coding == .deflate:
            // The library complains once, at the end, about the wrong sizes and checksum of the made-up header.
            unsafe block = UnsafeRawBufferPointer(start: start, count: count)
            isAtEnd = true
        default:
            let problem = unsafe LibraryProblem(of: handle.pointer)
            if case .encrypted = coding {
                throw problem.message.contains("passphrase") ? .wrongPassword : .damaged(problem.message)
            }
            if problem.isOutOfMemory { throw .other(.failed(operation: "expand the archive", code: problem.code)) }
            throw feed.isExhausted ? .truncated : .damaged(problem.message)
        }
    }

    private static func configure(_ handle: borrowing ReadingHandle, _ coding: Coding) throws(LibraryProblem) {
        switch coding {
        case .deflate:
            try handle.check(unsafe archive_read_support_format_zip_streamable(handle.pointer))
            try handle.check(unsafe archive_read_set_format_option(handle.pointer, "zip", "ignorecrc32", "1"))
            return
        case .encrypted(_, _, let password):
            try handle.check(unsafe archive_read_support_format_zip_streamable(handle.pointer))
            try handle.check(unsafe archive_read_set_format_option(handle.pointer, "zip", "ignorecrc32", "1"))
            let text = password.map { CChar(bitPattern: $0) } + [0]
            try handle.check(unsafe archive_read_add_passphrase(handle.pointer, text))
            return
        case .xz: try handle.check(unsafe archive_read_append_filter(handle.pointer, ARCHIVE_FILTER_XZ))
        case .zstandard: try handle.check(unsafe archive_read_append_filter(handle.pointer, ARCHIVE_FILTER_ZSTD))
        }
        // Sets the format, since detection would also look for other kinds of archives, and reject empty content.
        try handle.check(unsafe archive_read_set_format(handle.pointer, ARCHIVE_FORMAT_RAW))
    }

    /// What the library reads before the data.
    private static func frame(_ coding: Coding) -> [UInt8] {
        switch coding {
        case .deflate: deflateFrame
        case .encrypted(let aes, let count, _): encryptedFrame(aes, count)
        default: []
        }
    }

    /// A local file header for a stored, encrypted member “x”: the decrypted bytes come out unchanged.
    private static func encryptedFrame(_ aes: ZipAES, _ count: UInt64) -> [UInt8] {
        var frame: [UInt8] = [0x50, 0x4B, 3, 4, 51, 0, 1, 0, 99, 0, 0, 0, 0x21, 0, 0, 0, 0, 0]
        frame += [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 31, 0, 0x78]
        frame += [1, 0, 16, 0]
        frame.append(littleEndian: count - min(count, UInt64(aes.overhead)))
        frame.append(littleEndian: count)
        return frame + ZipAES(strength: aes.strength, method: ZipMethod.stored).extraField
    }

    /// A local file header (APPNOTE 4.3.7) for a deflated member “x” with more bytes than there can be.
    private static let deflateFrame: [UInt8] = {
        var frame: [UInt8] = [0x50, 0x4B, 3, 4, 45, 0, 0, 0, 8, 0, 0, 0, 0x21, 0, 0, 0, 0, 0]
        frame += [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 20, 0, 0x78]
        frame += [1, 0, 16, 0]
        frame.append(littleEndian: UInt64(Int64.max))
        frame.append(littleEndian: UInt64(Int64.max))
        return frame
    }()
}

/// Provides the bytes that libarchive asks for, and keeps them until it asks again.
@safe private final class Feed {
    let prefixCount: UInt64
    private(set) var delivered: UInt64 = 0
    private(set) var isExhausted = false
    private(set) var failure: ArchiveProblem?
    private var prefix: [UInt8]
    private var scratch: [UInt8]
    private var window: UnsafeMutableRawBufferPointer
    private let room: Int
    private let source: (inout [UInt8]) throws(ArchiveProblem) -> Int

    init(
        prefix: [UInt8], count: UInt64, source: @escaping (inout [UInt8]) throws(ArchiveProblem) -> Int
    ) {
        room = max(prefix.count, Int(min(count, 1 << 16)), 1)
        // Most of the time for a stream of few bytes, of which a file can have very many, would be that for large pieces.
        let first = max(prefix.count, min(room, 1 << 10))
        scratch = [UInt8](repeating: 0, count: first)
        unsafe window = UnsafeMutableRawBufferPointer.allocate(byteCount: first, alignment: 16)
        self.prefix = prefix
        prefixCount = UInt64(prefix.count)
        self.source = source
    }

    deinit { unsafe window.deallocate() }

    private func grow() {
        scratch = [UInt8](repeating: 0, count: room)
        unsafe window.deallocate()
        unsafe window = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 16)
    }

    /// The next bytes; empty at the end, nil after an error.
    func next() -> UnsafeRawBufferPointer? {
        do throws(ArchiveProblem) {
            if !prefix.isEmpty {
                unsafe window.copyBytes(from: prefix)
                defer { prefix = [] }
                return unsafe UnsafeRawBufferPointer(rebasing: window.prefix(prefix.count))
            }
            if delivered > 0, scratch.count < room { grow() }
            let count = isExhausted ? 0 : try source(&scratch)
            isExhausted = count == 0
            delivered += UInt64(count)
            unsafe window.copyBytes(from: scratch.prefix(count))
            return unsafe UnsafeRawBufferPointer(rebasing: window.prefix(count))
        } catch {
            failure = error
            return nil
        }
    }
}

private func provideBytes(
    _: OpaquePointer?, _ feed: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int {
    guard let feed = unsafe feed, let next = unsafe Unmanaged<Feed>.fromOpaque(feed).takeUnretainedValue().next()
    else { return Int(ARCHIVE_FATAL) }
    unsafe bytes?.pointee = next.baseAddress
    return next.count
}
