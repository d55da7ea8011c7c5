import Archives
import NotebookFiles

/// The content of a file of a source, piece by piece.
final class ForeignContent {
    private let read: () throws -> [UInt8]

    /// - Parameter read: Returns the next bytes; none at the end.
    init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

    init(_ bytes: [UInt8]) {
        var rest: [UInt8]? = bytes
        read = {
            defer { rest = nil }
            return rest ?? []
        }
    }

    /// Opens a file of a folder.
    init(_ path: DiskPath, of folder: DirectoryFiles) throws {
        let file = try OpenedFile(folder, path)
        read = { try file.next() }
    }

    init(_ shown: String, _ stream: any ByteStream) {
        read = {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = try ForeignFault.catching {
                try ArchiveFailure.naming(shown) { try stream.read(into: &buffer) }
            }
            return Array(buffer[..<count])
        }
    }

    init(_ shown: String, _ reader: ArchiveReader) {
        read = {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = try ForeignFault.catching {
                try ArchiveFailure.naming(shown) { try reader.read(into: &buffer) }
            }
            return Array(buffer[..<count])
        }
    }

    /// The next bytes; none at the end.
    func next() throws -> [UInt8] { try read() }

    /// Hands on everything.
    func copy(_ write: ([UInt8]) throws -> Void) throws {
        while true {
            let piece = try read()
            if piece.isEmpty { return }
            try write(piece)
        }
    }
}

/// A file of a folder that is being read.
private final class OpenedFile {
    private let files: DirectoryFiles
    private let file: OpenFile

    init(_ files: DirectoryFiles, _ path: DiskPath) throws {
        self.files = files
        file = try files.open(path)
    }

    deinit { files.close(file) }

    func next() throws -> [UInt8] { try files.read(file, upTo: 1 << 16) }
}
