import CLibArchive

/// Expands one compressed stream with libarchive, in constant memory.
///
/// For deflate, libarchive's raw format with its gzip filter would not do: that reads on into a second gzip member
/// wherever one can be found, inside of a zip member as well, and does not say where the first ended. Its streaming zip
/// reader stops where the deflate data stops. So a local file header of a single member comes first, and the verdicts
/// that the zip reader reaches about sizes and checksum of that made-up header are of no interest: the callers of this
/// check the true ones.
@safe final class DecompressionEngine {
    enum Coding: Equatable {
        case deflate
        /// What a zip holds of an encrypted member: so many bytes.
        case encrypted(ZipAES, count: UInt64, password: [UInt8])
        case xz
        case zstandard
    }

    /// Why no more bytes could be had.
    enum ReadFailure: Error {
        /// The data is damaged, in the library's words.
        case damaged(String)
        /// The data ends before the stream does.
        case truncated
        /// The password is not that with which the data was encrypted.
        case wrongPassword
        /// The source failed, or the library lacks memory.
        case other(ArchiveProblem)
    }

    private let handle: ReadingHandle
    private let feed: Feed
    private let coding: Coding
    private var block = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

    /// Whether the compressed stream has ended.
    private(set) var isAtEnd = false

    /// - Parameter count: The number of compressed bytes, where it is known: room is made for no more.
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

    /// How many compressed bytes were used.
    var used: UInt64 {
        let all = unsafe archive_filter_bytes(handle.pointer, -1)
        return UInt64(max(Int64(feed.prefixCount), all)) - feed.prefixCount
    }

    /// How many compressed bytes were fetched from the source but turned out to lie behind the end.
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
            // The made-up header's sizes and checksum don't fit, of course; which is said once, at the end.
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
        // Set, not bid for: a bid would also look for archives of other kinds, and refuse empty content.
        try handle.check(unsafe archive_read_set_format(handle.pointer, ARCHIVE_FORMAT_RAW))
    }

    /// What the library is to find before the data.
    private static func frame(_ coding: Coding) -> [UInt8] {
        switch coding {
        case .deflate: deflateFrame
        case .encrypted(let aes, let count, _): encryptedFrame(aes, count)
        default: []
        }
    }

    /// A local file header for an encrypted member “x” that is stored: what is encrypted comes out as it is.
    private static func encryptedFrame(_ aes: ZipAES, _ count: UInt64) -> [UInt8] {
        var frame: [UInt8] = [0x50, 0x4B, 3, 4, 51, 0, 1, 0, 99, 0, 0, 0, 0x21, 0, 0, 0, 0, 0]
        frame += [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 31, 0, 0x78]
        frame += [1, 0, 16, 0]
        frame.append(littleEndian: count - min(count, UInt64(aes.overhead)))
        frame.append(littleEndian: count)
        return frame + ZipAES(strength: aes.strength, method: ZipMethod.stored).extraField
    }

    /// A local file header (APPNOTE 4.3.7) for a deflated member “x” of more bytes than there can be.
    private static let deflateFrame: [UInt8] = {
        var frame: [UInt8] = [0x50, 0x4B, 3, 4, 45, 0, 0, 0, 8, 0, 0, 0, 0x21, 0, 0, 0, 0, 0]
        frame += [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 20, 0, 0x78]
        frame += [1, 0, 16, 0]
        frame.append(littleEndian: UInt64(Int64.max))
        frame.append(littleEndian: UInt64(Int64.max))
        return frame
    }()
}

/// The bytes that libarchive asks for, kept where it may look at them until it asks again.
@safe private final class Feed {
    let prefixCount: UInt64
    private(set) var delivered: UInt64 = 0
    private(set) var isExhausted = false
    private(set) var failure: ArchiveProblem?
    private var prefix: [UInt8]
    private var scratch: [UInt8]
    private let window: UnsafeMutableRawBufferPointer
    private let source: (inout [UInt8]) throws(ArchiveProblem) -> Int

    init(
        prefix: [UInt8], count: UInt64, source: @escaping (inout [UInt8]) throws(ArchiveProblem) -> Int
    ) {
        let room = max(prefix.count, Int(min(count, 1 << 16)), 1)
        scratch = [UInt8](repeating: 0, count: room)
        unsafe window = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 16)
        self.prefix = prefix
        prefixCount = UInt64(prefix.count)
        self.source = source
    }

    deinit { unsafe window.deallocate() }

    /// The next bytes; empty at the end, nil after a failure.
    func next() -> UnsafeRawBufferPointer? {
        do throws(ArchiveProblem) {
            if !prefix.isEmpty {
                unsafe window.copyBytes(from: prefix)
                defer { prefix = [] }
                return unsafe UnsafeRawBufferPointer(rebasing: window.prefix(prefix.count))
            }
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
