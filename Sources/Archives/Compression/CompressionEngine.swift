import CLibArchive

/// Compresses one stream with libarchive, in constant memory.
///
/// The same input gives the same output, however it is split: libarchive receives it in pieces of one size.
@safe final class CompressionEngine {
    enum Coding: Equatable {
        /// A gzip stream of one member, without time or name (RFC 1952).
        case gzip(level: Int)
        /// A Zstandard frame without content checksum (RFC 8878), made by this many threads.
        case zstandard(level: Int, threads: Int)
        /// An xz stream of one block, with CRC-64.
        case xz(level: Int)
        /// A zip of one stored member of this many bytes, encrypted with AES-256.
        case encryptedZip(password: [UInt8], count: UInt64)
    }

    private let handle: WritingHandle
    private let drain = Drain()
    private var pending: [UInt8] = []
    private static let pieceSize = 1 << 16

    init(_ coding: Coding) throws(ArchiveProblem) {
        do throws(LibraryProblem) {
            handle = try WritingHandle(client: drain)
            try Self.configure(handle, coding)
            let entry = try EntryHandle()
            unsafe archive_entry_set_filetype(entry.pointer, UInt32(S_IFREG))
            if case .encryptedZip(_, let count) = coding {
                unsafe archive_entry_set_pathname(entry.pointer, "x")
                unsafe archive_entry_set_size(entry.pointer, Int64(count))
            }
            try handle.check(
                unsafe archive_write_open(
                    handle.pointer, Unmanaged.passUnretained(drain).toOpaque(), nil, acceptBytes, nil))
            try handle.check(unsafe archive_write_header(handle.pointer, entry.pointer))
        } catch {
            throw .failed(operation: "start the compression (\(error.message))", code: error.code)
        }
    }

    /// Returns the output since the last call.
    func drainOutput() -> [UInt8] {
        let output = drain.bytes
        drain.bytes = []
        return output
    }

    /// Compresses some bytes, which must be the whole input of this engine.
    func compress(_ bytes: ArraySlice<UInt8>) throws(ArchiveProblem) -> [UInt8] {
        drain.bytes.reserveCapacity(bytes.count / 2)
        try write(bytes)
        try finish()
        return drainOutput()
    }

    func write(_ bytes: ArraySlice<UInt8>) throws(ArchiveProblem) {
        var rest = bytes
        if !pending.isEmpty {
            let missing = rest.prefix(Self.pieceSize - pending.count)
            pending += missing
            rest = rest.dropFirst(missing.count)
            if pending.count < Self.pieceSize { return }
            try pass(pending[...])
            pending.removeAll(keepingCapacity: true)
        }
        while rest.count >= Self.pieceSize {
            try pass(rest.prefix(Self.pieceSize))
            rest = rest.dropFirst(Self.pieceSize)
        }
        pending += rest
    }

    /// Ends the stream, after which all output is available.
    func finish() throws(ArchiveProblem) {
        if !pending.isEmpty { try pass(pending[...]) }
        pending = []
        try check(unsafe archive_write_close(handle.pointer))
    }

    private func pass(_ piece: ArraySlice<UInt8>) throws(ArchiveProblem) {
        let written = unsafe piece.withUnsafeBytes {
            unsafe archive_write_data(handle.pointer, $0.baseAddress, $0.count)
        }
        try check(written == piece.count ? ARCHIVE_OK : ARCHIVE_FATAL)
    }

    private func check(_ status: CInt) throws(ArchiveProblem) {
        do throws(LibraryProblem) {
            try handle.check(status)
        } catch {
            throw .failed(operation: "compress (\(error.message))", code: error.code)
        }
    }

    private static func configure(_ handle: borrowing WritingHandle, _ coding: Coding) throws(LibraryProblem) {
        if case .encryptedZip = coding {
            try handle.check(unsafe archive_write_set_format_zip(handle.pointer))
        } else {
            try handle.check(unsafe archive_write_set_format_raw(handle.pointer))
        }
        // Without blocks, libarchive passes output on as the filter makes it, and adds no padding at the end.
        try handle.check(unsafe archive_write_set_bytes_per_block(handle.pointer, 0))
        switch coding {
        case .gzip(let level):
            try handle.check(unsafe archive_write_add_filter_gzip(handle.pointer))
            try set("gzip", "timestamp", to: nil, handle)
            try set("gzip", "compression-level", to: "\(level)", handle)
        case .zstandard(let level, let threads):
            try handle.check(unsafe archive_write_add_filter_zstd(handle.pointer))
            try set("zstd", "compression-level", to: "\(level)", handle)
            try set("zstd", "threads", to: "\(threads)", handle)
        case .xz(let level):
            try handle.check(unsafe archive_write_add_filter_xz(handle.pointer))
            try set("xz", "compression-level", to: "\(level)", handle)
            try set("xz", "threads", to: "1", handle)
        case .encryptedZip(let password, _):
            try setFormat("compression", to: "store", handle)
            try setFormat("encryption", to: "aes256", handle)
            let text = password.map { CChar(bitPattern: $0) } + [0]
            try handle.check(unsafe archive_write_set_passphrase(handle.pointer, text))
        }
    }

    private static func setFormat(
        _ option: String, to value: String, _ handle: borrowing WritingHandle
    ) throws(LibraryProblem) {
        try handle.check(unsafe archive_write_set_format_option(handle.pointer, "zip", option, value))
    }

    private static func set(
        _ filter: String, _ option: String, to value: String?, _ handle: borrowing WritingHandle
    ) throws(LibraryProblem) {
        try handle.check(unsafe archive_write_set_filter_option(handle.pointer, filter, option, value))
    }
}

/// Receives libarchive's output.
private final class Drain {
    var bytes: [UInt8] = []
}

private func acceptBytes(
    _: OpaquePointer?, _ drain: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
    guard let drain = unsafe drain else { return -1 }
    let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    unsafe Unmanaged<Drain>.fromOpaque(drain).takeUnretainedValue().bytes += bytes
    return count
}
