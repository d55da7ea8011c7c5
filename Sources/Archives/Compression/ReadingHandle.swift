import CLibArchive

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One `struct archive` that reads, owned, together with the object that its callbacks use.
@safe struct ReadingHandle: ~Copyable {
    let pointer: OpaquePointer
    /// Freeing may call back, so this must outlive the pointer.
    private let client: AnyObject

    init(client: AnyObject) throws(LibraryProblem) {
        guard let pointer = unsafe archive_read_new() else { throw .outOfMemory }
        unsafe self.pointer = pointer
        self.client = client
    }

    deinit { _ = unsafe archive_read_free(pointer) }

    func check(_ status: CInt) throws(LibraryProblem) {
        if status != ARCHIVE_OK { throw unsafe LibraryProblem(of: pointer) }
    }
}

/// One `struct archive` that writes, owned, together with the object that its callbacks use.
@safe struct WritingHandle: ~Copyable {
    let pointer: OpaquePointer
    /// Freeing may call back, so this must outlive the pointer.
    private let client: AnyObject

    init(client: AnyObject) throws(LibraryProblem) {
        guard let pointer = unsafe archive_write_new() else { throw .outOfMemory }
        unsafe self.pointer = pointer
        self.client = client
    }

    deinit { _ = unsafe archive_write_free(pointer) }

    func check(_ status: CInt) throws(LibraryProblem) {
        if status != ARCHIVE_OK { throw unsafe LibraryProblem(of: pointer) }
    }
}

/// One `struct archive_entry`, owned.
@safe struct EntryHandle: ~Copyable {
    let pointer: OpaquePointer

    init() throws(LibraryProblem) {
        guard let pointer = unsafe archive_entry_new() else { throw .outOfMemory }
        unsafe self.pointer = pointer
    }

    deinit { unsafe archive_entry_free(pointer) }
}

/// libarchive's message when a call did not return `ARCHIVE_OK`.
struct LibraryProblem: Error, Equatable {
    /// An `errno`, or one of libarchive's own numbers, which are negative.
    let code: Int32
    let message: String

    static let outOfMemory = LibraryProblem(code: ENOMEM, message: "out of memory")

    var isOutOfMemory: Bool { code == ENOMEM }

    private init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    @unsafe init(of handle: OpaquePointer) {
        let text = unsafe archive_error_string(handle).map { unsafe String(cString: $0) } ?? "no reason given"
        // libarchive passes on the words of Zstandard for this, without the number.
        let isZstandardWithoutMemory = text.hasSuffix("Allocation error : not enough memory")
        self.init(code: isZstandardWithoutMemory ? ENOMEM : unsafe archive_errno(handle), message: text)
    }
}

/// The compression libraries, whose versions determine the bytes of a compressed archive.
package enum CompressionLibraries {
    /// libarchive and its compression libraries with their versions, as libarchive reports them.
    package static let versions =
        unsafe archive_version_details().map { unsafe String(cString: $0) } ?? "libarchive"

    /// Whether they are part of the program, instead of loaded when it starts.
    package static let isStatic = clibarchive_is_static() != 0
}
