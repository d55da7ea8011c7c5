package import Archives
package import NotebookFiles
import NotebookText

extension DirectoryFiles {
    /// Writes an archive beside its place, and moves it there when it is complete; replaces an existing file.
    ///
    /// Keeps the permissions. Writes to a device or pipe directly.
    ///
    /// - Throws: `NotebookError.taken` if a link is there; the caller has to follow links.
    package func writeArchive<Result>(
        _ name: String, environment: NotebookEnvironment, _ pack: (any ArchiveSink) throws -> Result
    ) throws
        -> Result
    {
        switch try status(DiskPath(name))?.kind {
        case .special:
            let file = try openToWrite(name)
            defer { close(file) }
            return try ArchiveFailure.naming(PrintableText.escaped(name)) {
                try pack(try DescriptorSink(descriptor: file.number))
            }
        case .symbolicLink: throw NotebookError.taken(PrintableText.escaped(name))
        default: break
        }
        let room = room
        return try replaceFile(name, environment: environment) { file in
            try ArchiveFailure.naming(PrintableText.escaped(name), room: room) {
                try pack(try DescriptorSink(descriptor: file.number))
            }
        }
    }

    private func openToWrite(_ name: String) throws(SystemError) -> OpenFile {
        guard let file = Descriptor(SystemCall.openToWrite(root.number, Array(name.utf8))) else {
            throw SystemError(.write, PrintableText.escaped(name), code: SystemCall.code)
        }
        return OpenFile(number: file.release(), path: DiskPath(name))
    }
}
