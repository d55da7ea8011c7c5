import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension World {
    /// The clock, the chance and the disk of this machine.
    package static let system = World(
        now: { Timestamp(clamping: Int64(Date().timeIntervalSince1970.rounded(.down))) },
        random: { .random(in: 0 ... .max) },
        open: { path, mode, wait in try DirectoryFiles.locked(path, mode, wait: wait, name: path) })
}
