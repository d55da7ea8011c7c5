import Archives
package import NotebookFiles
import NotebookText

extension DirectoryFiles {
    /// The whole content of a file in the directory.
    ///
    /// - Throws: `SystemError`, or `FileTooLong`.
    package func readWhole(_ name: String, limit: Int) throws -> [UInt8] {
        let bytes = try content(of: DiskPath(name), limit: limit)
        guard bytes.count <= limit else { throw FileTooLong(path: PrintableText.escaped(name), limit: limit) }
        return bytes
    }

    /// The whole content of the file at a path: links are followed, and a pipe is read to its end.
    ///
    /// - Throws: `SystemError`, or `FileTooLong`.
    package static func readWhole(following path: String, name: String, limit: Int) throws -> [UInt8] {
        guard let source = OwnedDescriptor(SystemCall.openToRead(path)) else {
            throw SystemError(.read, name, code: SystemCall.code)
        }
        var content: [UInt8] = []
        while content.count <= limit {
            guard
                let bytes = SystemCall.read(
                    source.number, upTo: min(chunkSize, 1 + min(limit - content.count, chunkSize)))
            else {
                throw SystemError(.read, name, code: SystemCall.code)
            }
            if bytes.isEmpty { return content }
            content += bytes
        }
        throw FileTooLong(path: name, limit: limit)
    }

    /// Writes to a device, a pipe, or the target of a link.
    package static func overwrite(_ path: String, name: String, with bytes: [UInt8]) throws(SystemError) {
        guard let target = OwnedDescriptor(SystemCall.openToOverwrite(path)) else {
            throw SystemError(.write, name, code: SystemCall.code)
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let count = SystemCall.write(target.number, rest) else {
                throw SystemError(.write, name, code: SystemCall.code)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a new file, completely or not at all.
    ///
    /// - Throws: `NotebookError.taken`, `SystemError`, or what `content` throws; then there is no file.
    package func writeWhole(
        _ name: String, environment: NotebookEnvironment, _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        let path = DiskPath(name)
        let shown = self.name == "." || self.name.isEmpty ? "\(path)" : "\(self.name)/\(path)"
        guard try status(path) == nil else { throw NotebookError.taken(shown) }
        do {
            try Placement.file(name, in: self, environment: environment, replacing: false) { file in
                try content { try writeAll($0, to: file) }
            }
        } catch {
            throw (error as? SystemError)?.meansTaken == true ? NotebookError.taken(shown) : error
        }
    }
}
