import CSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// System calls on names in directories, with results instead of pointers and `errno`.
package enum SystemCall {
    /// The code of the last error.
    package static var code: Int32 { errno }

    static func reason(of code: Int32) -> String {
        if code == notAFile { return "not a file" }
        if code == ELOOP { return "a symbolic link is in its place or above it, which is not followed" }
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    /// The code for a device, socket, FIFO or directory in place of a file; the system does not use this number.
    static let notAFile: Int32 = -1

    /// The code for an operation that the system does not support.
    package static let unsupported = ENOSYS

    /// The code for a rename that would leave a file system, or a layer of one (overlayfs).
    package static let otherDisk = EXDEV

    /// The codes for writing where only reading is allowed.
    static let readOnlyCodes: Set<Int32> = [EACCES, EPERM, EROFS]

    /// The code for a name that does not exist.
    package static let missing = ENOENT

    /// The code for a directory in place of a file.
    static let isDirectory = EISDIR

    /// The code for a name that exists already.
    static let exists = EEXIST

    /// The code for a directory that is not empty.
    static let notEmpty = ENOTEMPTY

    /// The code for a failing disk.
    static let unreadable = EIO

    /// The code for a call interrupted by a signal.
    static let interrupted = EINTR

    /// The signal that asked the process to end; 0 if none has.
    package static var interruption: Int32 { csystem_interruption() }

    /// Whether the process was asked to end.
    package static var isInterrupted: Bool { interruption != 0 }

    /// Whether an error means that a file system cannot make the names in directories durable, as on some removable
    /// media.
    static func meansNoDirectorySync(_ code: Int32) -> Bool {
        code == EINVAL || code == ENOSYS || code == ENOTSUP || code == EOPNOTSUPP || code == EBADF
    }
    /// Whether an error means that nothing is there, or a link that leads nowhere.
    package static func meansNothingThere(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR || code == ELOOP }

    /// Whether an error means that the disk, or the user's quota, is full.
    package static func meansFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

    /// Whether an error means that a name exists already.
    static func meansTaken(_ code: Int32) -> Bool { code == EEXIST || code == ENOTEMPTY }

    /// Whether an error means that a file or link is in place of a directory, or the other way round.
    static func meansMisplaced(_ code: Int32) -> Bool { code == ENOTDIR || code == EISDIR || code == ELOOP }

    /// Whether an error means that this user may not do it.
    static func meansRefused(_ code: Int32) -> Bool { code == EACCES || code == EPERM }

    /// Whether an error means that a place is not writable.
    static func meansReadOnly(_ code: Int32) -> Bool { code == EROFS || code == EACCES || code == EPERM }

    /// Whether an error can mean that a file system does not accept a name.
    static func meansRefusedName(_ code: Int32) -> Bool { code == EINVAL || code == EILSEQ }

    /// What a person can do about an error.
    static func hint(for code: Int32) -> String? {
        switch code {
        case ENOSPC, EDQUOT: "make room on the disk and try again"
        case EACCES, EPERM: "check the permissions"
        case EROFS: "copy the notebook to a writable place"
        case ENAMETOOLONG: "use a shorter name, or a folder with a shorter path"
        case EIO: "check the disk"
        case EEXIST: "choose another name or place"
        case EMFILE, ENFILE: "close other programs, or raise the limit of open files"
        default: nil
        }
    }

    static func openAt(_ directory: Int32, _ name: [UInt8], _ flags: Int32, mode: mode_t = 0o666) -> Int32 {
        unsafe withName(name) { unsafe csystem_openat(directory, $0, flags | O_NOFOLLOW, mode) }
    }

    /// Opens what is at a path below a directory in one call, without following links; also negative where the system
    /// does not support this.
    static func openBeneath(_ directory: Int32, _ path: [UInt8], _ flags: Int32) -> Int32 {
        unsafe withName(path) { unsafe csystem_open_beneath(directory, $0, flags) }
    }

    /// Opens a directory by a path, following links.
    static func openDirectory(_ path: String) -> Int32 {
        unsafe withName(Array(path.utf8)) { unsafe csystem_openat(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY, 0) }
    }

    /// Opens a file for reading, following links; waits for a pipe.
    package static func openToRead(_ path: String) -> Int32 {
        unsafe withName(Array(path.utf8)) { unsafe csystem_openat(AT_FDCWD, $0, O_RDONLY, 0) }
    }

    /// Opens an existing file for writing, unless it is a link.
    package static func openToWrite(_ directory: Int32, _ name: [UInt8]) -> Int32 { openAt(directory, name, O_WRONLY) }

    /// Opens an existing file for writing, and empties it; follows links.
    package static func openToOverwrite(_ path: String) -> Int32 {
        unsafe withName(Array(path.utf8)) { unsafe csystem_openat(AT_FDCWD, $0, O_WRONLY | O_TRUNC, 0) }
    }

    /// The status of what is at a path, following links; `followsLinks` says whether to follow the last one.
    static func status(_ path: String, followsLinks: Bool) -> stat? {
        var status = stat()
        let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
        return unsafe withName(Array(path.utf8)) { unsafe fstatat(AT_FDCWD, $0, &status, flags) } == 0 ? status : nil
    }

    /// A path with all links followed; `nil` if it leads nowhere, or reading it is not allowed.
    static func realPath(_ path: String) -> String? {
        guard let real = unsafe withName(Array(path.utf8), { unsafe realpath($0, nil) }) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(validatingCString: real)
    }

    /// The working directory of the process; `nil` if it was removed, or reading it is not allowed.
    static func workingDirectory() -> String? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(validatingCString: path)
    }

    /// Looks at a name in a directory, or at the directory itself if the name is empty; `nil` if nothing is there.
    static func look(_ directory: Int32, _ name: [UInt8]) -> csystem_look? {
        var look = csystem_look()
        return unsafe withName(name) { unsafe csystem_look(directory, $0, &look) } == 0 ? look : nil
    }

    /// Gives a directory the permissions of the one that it is in.
    static func share(_ parent: Int32, _ name: [UInt8]) {
        unsafe withName(name) { unsafe csystem_share_directory(parent, $0) }
    }

    static func status(_ directory: Int32, _ name: [UInt8]) -> stat? {
        var status = stat()
        let result = unsafe withName(name) { unsafe fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) }
        return result == 0 ? status : nil
    }

    static func status(_ directory: Int32, _ names: NameList, _ index: Int) -> stat? {
        var status = stat()
        let result = unsafe names.withName(index) { unsafe fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) }
        return result == 0 ? status : nil
    }

    static func status(_ descriptor: Int32) -> stat? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? status : nil
    }

    static func rename(_ oldDirectory: Int32, _ old: [UInt8], _ newDirectory: Int32, _ new: [UInt8]) -> Int32 {
        unsafe withName(old) { old in
            unsafe withName(new) { new in unsafe renameat(oldDirectory, old, newDirectory, new) }
        }
    }

    static func renameExclusively(_ oldDirectory: Int32, _ old: [UInt8], _ newDirectory: Int32, _ new: [UInt8]) -> Int32
    {
        unsafe withName(old) { old in
            unsafe withName(new) { new in unsafe csystem_rename_exclusively(oldDirectory, old, newDirectory, new) }
        }
    }

    static func exchange(_ oneDirectory: Int32, _ one: [UInt8], _ otherDirectory: Int32, _ other: [UInt8]) -> Int32 {
        unsafe withName(one) { one in
            unsafe withName(other) { other in unsafe csystem_exchange(oneDirectory, one, otherDirectory, other) }
        }
    }

    static func link(_ oldDirectory: Int32, _ old: [UInt8], _ newDirectory: Int32, _ new: [UInt8]) -> Int32 {
        unsafe withName(old) { old in
            unsafe withName(new) { new in unsafe linkat(oldDirectory, old, newDirectory, new, 0) }
        }
    }

    static func unlink(_ directory: Int32, _ name: [UInt8], isDirectory: Bool) -> Int32 {
        unsafe withName(name) { unsafe unlinkat(directory, $0, isDirectory ? AT_REMOVEDIR : 0) }
    }

    static func makeDirectory(_ directory: Int32, _ name: [UInt8]) -> Int32 {
        unsafe withName(name) { unsafe mkdirat(directory, $0, 0o777) }
    }

    /// When a file was created, in seconds since 1970; `nil` if the system does not know.
    static func birthTime(_ directory: Int32, _ name: [UInt8]) -> Int64? {
        var seconds: Int64 = 0
        let result = unsafe withName(name) { unsafe csystem_birth_time(directory, $0, &seconds) }
        return result == 0 ? seconds : nil
    }

    /// Reads into a new array; `nil` on an error.
    package static func read(_ descriptor: Int32, upTo count: Int) -> [UInt8]? {
        var result = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            repeat {
                result = unsafe readCall(descriptor, buffer.baseAddress, count)
            } while result < 0 && errno == EINTR && !isInterrupted
            initialized = max(result, 0)
        }
        return result < 0 ? nil : bytes
    }

    /// Writes some of the bytes; `nil` on an error.
    package static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int? {
        unsafe bytes.withUnsafeBytes { buffer in
            var result = 0
            repeat {
                result = unsafe writeCall(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR && !isInterrupted
            return result < 0 ? nil : result
        }
    }

    /// The names in a directory, read from its start; `nil` on an error.
    ///
    /// Closes the descriptor.
    static func names(_ descriptor: Int32) -> [(name: [UInt8], type: UInt8)]? {
        guard let stream = unsafe fdopendir(descriptor) else {
            _ = closeCall(descriptor)
            return nil
        }
        defer { unsafe closedir(stream) }
        var names: [(name: [UInt8], type: UInt8)] = []
        while true {
            // Only this tells an error from the end, and allocating memory may set it.
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let type = unsafe entry.pointee.d_type
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: UInt8.self, capacity: MemoryLayout.size(ofValue: pointer.pointee))
                { start in
                    let count = unsafe strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
                    let name = unsafe UnsafeBufferPointer(start: start, count: count)
                    // `.` and `..`.
                    if count <= 2, unsafe name.allSatisfy({ $0 == 0x2E }) { return }
                    unsafe names.append((Array(name), type))
                }
            }
        }
        return errno == 0 ? names : nil
    }

    /// The offset of local clocks from UTC in seconds, at a time in seconds since 1970.
    package static func secondsFromUTC(at seconds: Int64) -> Int {
        _ = zoneIsKnown
        var time = time_t(seconds)
        var local = unsafe tm()
        return unsafe localtime_r(&time, &local) == nil ? 0 : Int(local.tm_gmtoff)
    }

    /// Whether this is a system of Apple: everything that differs there without other system calls asks this, so that
    /// compilers on every system see it.
    package static var isApple: Bool {
        #if os(macOS) || os(iOS)
            true
        #else
            false
        #endif
    }

    /// The system's time in nanoseconds since 1970, which the environment cannot change, because files are dated by
    /// this clock.
    package static var clock: Int64 {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Reads the time zone once; otherwise each date of a list would take three system calls.
    private static let zoneIsKnown: Void = tzset()

    /// Calls `body` with a C string.
    ///
    /// A name cannot contain NUL: it is cut there, and then not found.
    package static func withName<Result>(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: name.count + 1) { buffer in
            guard let start = buffer.baseAddress else { return unsafe body("") }
            for (index, byte) in name.enumerated() { unsafe buffer[index] = CChar(bitPattern: byte) }
            unsafe buffer[name.count] = 0
            return unsafe body(UnsafePointer(start))
        }
    }
}

private func readCall(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
    unsafe read(descriptor, buffer, count)
}

private func writeCall(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, buffer, count)
}

private func closeCall(_ descriptor: Int32) -> Int32 { close(descriptor) }
