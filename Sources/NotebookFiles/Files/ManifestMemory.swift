import Synchronization

/// The manifest that was read last: read again only if its file has changed.
///
/// A command reads the manifest several times to find out what its words mean.
package final class ManifestMemory: Sendable {
    private let last = Mutex<(mark: FileMark, bytes: [UInt8])?>(nil)

    /// Remembers nothing yet.
    package init() {}

    /// The content of a manifest; one byte more than the limit if the file is longer.
    func content(
        of path: DiskPath, limit: Int, in files: any FileOperations
    ) throws(SystemError) -> [UInt8] {
        guard let mark = try files.settledMark(of: path) else { return try files.content(of: path, limit: limit) }
        if let known = last.withLock({ $0?.mark == mark ? $0?.bytes : nil }), known.count <= limit { return known }
        let bytes = try files.content(of: path, limit: limit)
        // Another file may have come between.
        let isRead = try files.status(path)?.stamp == mark
        if isRead, bytes.count <= limit { last.withLock { $0 = (mark, bytes) } }
        return bytes
    }
}

extension FileOperations {
    /// The mark of a file that any later change of the file certainly changes; `nil` if there is none.
    package func settledMark(of path: DiskPath) throws(SystemError) -> FileMark? {
        let now = SystemCall.clock
        guard let mark = try status(path)?.stamp, mark.isSettled(at: now) else { return nil }
        return mark
    }
}
