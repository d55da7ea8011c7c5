/// A file with random access.
package final class FileBytes: RandomAccessBytes {
    private let descriptor: Descriptor

    /// The size of the file when it was opened.
    package let count: UInt64

    /// Opens the regular file at a path; throws `ESPIPE` for anything else.
    package convenience init(path: String) throws(ArchiveProblem) {
        try self.init(Descriptor(reading: path))
    }

    /// Reads a descriptor of a regular file from its beginning, without moving its position; does not close it.
    package convenience init(descriptor: Int32) throws(ArchiveProblem) {
        try self.init(Descriptor(borrowing: descriptor))
    }

    init(_ descriptor: consuming Descriptor) throws(ArchiveProblem) {
        guard let size = try descriptor.regularFileSize() else {
            throw .failed(operation: "read the archive at any place", code: illegalSeek)
        }
        self.descriptor = descriptor
        count = size
    }

    /// Reads some bytes from `offset` to the front of `buffer` and returns how many.
    package func read(into buffer: inout [UInt8], at offset: UInt64) throws(ArchiveProblem) -> Int {
        guard offset < count else { return 0 }
        return try descriptor.read(into: &buffer, at: offset)
    }
}

/// The bytes of a descriptor: a pipe, standard input, a terminal, or a file from its position.
package final class DescriptorStream: ByteStream {
    private let descriptor: Descriptor

    /// Reads a descriptor without closing it.
    package init(descriptor: Int32) {
        self.descriptor = Descriptor(borrowing: descriptor)
    }

    /// Opens the file, named pipe or device at a path.
    package init(path: String) throws(ArchiveProblem) {
        descriptor = try Descriptor(reading: path)
    }

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Reads some bytes to the front of `buffer` and returns how many.
    package func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        try descriptor.read(into: &buffer)
    }
}
