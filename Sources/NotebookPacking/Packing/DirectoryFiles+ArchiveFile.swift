package import Archives
package import NotebookFiles
import NotebookText

extension DirectoryFiles {
    /// Writes an archive beside its place, and moves it there when it is complete; replaces an existing file.
    ///
    /// Keeps the permissions. Writes to a device or pipe directly.
    ///
    /// - Throws: `NotebookError.taken` if a link is there; the caller has to follow links.
    package func writeArchive<Result>(_ name: String, world: World, _ pack: (any ArchiveSink) throws -> Result) throws
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
        return try replaceFile(name, world: world) { file in
            try ArchiveFailure.naming(PrintableText.escaped(name), room: room) {
                try pack(try DescriptorSink(descriptor: file.number))
            }
        }
    }

    /// Writes an archive to the device or pipe that a link leads to, such as those in `/dev/fd`.
    package static func writeArchive<Result>(
        through link: String, shown: String, _ pack: (any ArchiveSink) throws -> Result
    ) throws -> Result {
        guard let file = Descriptor(SystemCall.openToOverwrite(link)) else {
            throw SystemError(.write, shown, code: SystemCall.code)
        }
        let number = file.release()
        defer { _ = Descriptor(number) }
        return try ArchiveFailure.naming(shown) { try pack(try DescriptorSink(descriptor: number)) }
    }

    private func openToWrite(_ name: String) throws(SystemError) -> OpenFile {
        guard let file = Descriptor(SystemCall.openToWrite(root.number, Array(name.utf8))) else {
            throw SystemError(.write, PrintableText.escaped(name), code: SystemCall.code)
        }
        return OpenFile(number: file.release(), path: DiskPath(name))
    }
}
