package import Archives
import NotebookFormat

extension DirectoryFiles {
    /// Writes an archive beside its place and moves it there when it is whole; one that is there already is replaced.
    package func writeArchive<Result>(_ name: String, world: World, _ pack: (any ArchiveSink) throws -> Result) throws
        -> Result
    {
        let temporary = DiskPath(".\(name.prefix(100)).\(String(world.random() >> 32, radix: 16)).tmp")
        let file = try create(temporary)
        do {
            defer { close(file) }
            let result = try ArchiveFailure.naming(PrintableText.escaped(name)) {
                try pack(try DescriptorSink(descriptor: file.number))
            }
            try synchronize(file)
            try rename(temporary, to: DiskPath(name))
            return result
        } catch {
            try? unlink(temporary)
            throw error
        }
    }
}
