import NotebookBundle
import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files outside of notebooks, which people name: links lead where they lead, and pipes and devices will do.
extension Session {
    /// The content of a file outside of a notebook.
    func readFile(_ path: String, limit: Int) throws -> [UInt8] {
        try DirectoryFiles.readWhole(following: absolute(path), name: displayed(absolute(path)), limit: limit)
    }

    /// A directory in which a file is to be made.
    func directoryToWrite(_ directory: String, _ path: String) throws -> DirectoryFiles {
        do throws(SystemError) {
            return try DirectoryFiles(directory, name: displayed(directory))
        } catch {
            throw SystemError(.create, displayed(absolute(path)), code: error.code)
        }
    }

    /// Writes a file outside of a notebook beside its place and moves it there; what was there is replaced.
    func replaceFile(_ path: String, with text: String) throws { try replaceFile(path, with: Array(text.utf8)) }

    /// Writes a file outside of a notebook beside its place and moves it there; what was there is replaced.
    func replaceFile(_ path: String, with bytes: [UInt8]) throws {
        let (directory, name) = split(path)
        let files = try directoryToWrite(directory, path)
        if let kind = try files.status(DiskPath(name))?.kind, kind != .file {
            // A device, a pipe or a link is written to, not replaced.
            return try DirectoryFiles.overwrite(
                absolute(path), name: displayed(absolute(path)), with: bytes)
        }
        try Placement.file(name, in: files, world: world, replacing: true) { try files.writeAll(bytes, to: $0) }
    }

    /// A path as its directory and the name in it.
    func split(_ path: String) -> (directory: String, name: String) {
        let path = absolute(path)
        return (OutsidePath.parent(of: path), OutsidePath.name(of: path))
    }
}
