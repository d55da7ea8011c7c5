/// A file that can be read anywhere.
package final class FileBytes: RandomAccessBytes {
    private let descriptor: Descriptor

    /// How many bytes the file had when it was opened.
    package let count: UInt64

    /// Opens the regular file at a path; anything else is refused with `ESPIPE`.
    package convenience init(path: String) throws(ArchiveProblem) {
        try self.init(Descriptor(reading: path))
    }

    /// Reads a descriptor of a regular file, from its beginning and without moving its position; it is not closed.
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

    /// Reads some bytes from `offset` on to the front of `buffer` and returns how many.
    package func read(into buffer: inout [UInt8], at offset: UInt64) throws(ArchiveProblem) -> Int {
        guard offset < count else { return 0 }
        return try descriptor.read(into: &buffer, at: offset)
    }
}

/// What a descriptor delivers: a pipe, standard input, a terminal or a file from its position on.
package final class DescriptorStream: ByteStream {
    private let descriptor: Descriptor

    /// Reads a descriptor, which is not closed.
    package init(descriptor: Int32) {
        self.descriptor = Descriptor(borrowing: descriptor)
    }

    /// Opens what is at a path: a file, a named pipe, a device.
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
