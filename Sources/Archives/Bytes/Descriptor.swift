import CSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file descriptor and its system calls.
///
/// Retries calls that a signal interrupts, and waits if the descriptor is non-blocking.
@safe struct Descriptor: ~Copyable, Sendable {
    let number: CInt
    private let isOwned: Bool

    /// Opens a file for reading.
    init(reading path: String) throws(ArchiveProblem) {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if number < 0 { throw .failed(operation: "open “\(PrintableName(path.utf8))”", code: errno) }
        self.number = number
        isOwned = true
    }

    /// Borrows a descriptor.
    init(borrowing number: CInt) {
        self.number = number
        isOwned = false
    }

    /// Makes an unnamed file in the folder for temporary files, which disappears when it is closed.
    init(temporaryIn folder: String) throws(ArchiveProblem) {
        let number = unsafe csystem_unnamed_file(folder)
        if number < 0 {
            throw .failed(operation: "make a temporary file in “\(PrintableName(folder.utf8))”", code: errno)
        }
        self.number = number
        isOwned = true
    }

    deinit {
        if isOwned { close(number) }
    }

    /// The size of a regular file; nil for anything else, such as a pipe.
    func regularFileSize() throws(ArchiveProblem) -> UInt64? {
        var status = stat()
        if unsafe fstat(number, &status) != 0 { throw .failed(operation: "read the size of the archive", code: errno) }
        return status.st_mode & S_IFMT == S_IFREG ? UInt64(max(0, status.st_size)) : nil
    }

    /// The position of the next read or write.
    func position() throws(ArchiveProblem) -> UInt64 {
        let position = lseek(number, 0, SEEK_CUR)
        if position < 0 { throw .failed(operation: "find the position in the archive", code: errno) }
        return UInt64(position)
    }

    /// Whether every write goes to the end.
    var onlyAppends: Bool { fcntl(number, F_GETFL) & O_APPEND != 0 }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        let number = number
        return try transfer("read the archive") {
            unsafe buffer.withUnsafeMutableBytes { unsafe readBytes(number, $0.baseAddress, $0.count) }
        }
    }

    func read(into buffer: inout [UInt8], at offset: UInt64) throws(ArchiveProblem) -> Int {
        let number = number
        return try transfer("read the archive") {
            unsafe buffer.withUnsafeMutableBytes { unsafe pread(number, $0.baseAddress, $0.count, off_t(offset)) }
        }
    }

    func write(_ bytes: ArraySlice<UInt8>) throws(ArchiveProblem) {
        let number = number
        var rest = bytes
        while !rest.isEmpty {
            rest = rest.dropFirst(
                try transfer("write the archive") {
                    unsafe rest.withUnsafeBytes { unsafe writeBytes(number, $0.baseAddress, $0.count) }
                })
        }
    }

    func write(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ArchiveProblem) {
        let number = number
        var rest = bytes
        while !rest.isEmpty {
            let place = off_t(offset) + off_t(rest.startIndex - bytes.startIndex)
            rest = rest.dropFirst(
                try transfer("write the archive") {
                    unsafe rest.withUnsafeBytes { unsafe pwrite(number, $0.baseAddress, $0.count, place) }
                })
        }
    }

    private func transfer(_ operation: String, _ call: () -> Int) throws(ArchiveProblem) -> Int {
        while true {
            let count = call()
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilReady()
            case let code: throw .failed(operation: operation, code: code)
            }
        }
    }

    private func waitUntilReady() {
        var request = pollfd(fd: number, events: Int16(POLLIN | POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }
}

private func readBytes(_ number: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(number, buffer, count)
}

private func writeBytes(_ number: CInt, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(number, buffer, count)
}
