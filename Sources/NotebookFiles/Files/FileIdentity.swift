import Synchronization

/// A mark that changes whenever a file does: its inode, its size, and the times when its content and its metadata were
/// last changed, in nanoseconds since 1970.
///
/// A program can set back the time of the content, but not that of the metadata.
package struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    package let size: Int64
    let modified: Int64
    let changed: Int64

    package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Whether any later change of the file certainly gives it another mark.
    ///
    /// - Parameter now: The time before the mark was taken, in nanoseconds since 1970. The clocks of some disks count whole
    ///   seconds, or every second one; those of others advance with the ticks of the system.
    func isSettled(at now: Int64) -> Bool {
        let second: Int64 = 1_000_000_000
        let isCoarse = modified % second == 0 || changed % second == 0
        return isOlder(than: now - (isCoarse ? 2 * second : second / 50))
    }

    /// Whether a file is the one with an earlier mark and has the same content, perhaps under another name: a new name
    /// changes only the time of the metadata.
    func isUnchanged(since earlier: FileIdentity) -> Bool {
        (device, inode, size, modified) == (earlier.device, earlier.inode, earlier.size, earlier.modified)
    }

    /// Whether the file was last changed before a time, in nanoseconds since 1970.
    package func isOlder(than time: Int64) -> Bool { max(modified, changed) < time }
}

/// The manifest that was read last: read again only if its file has changed.
///
/// A command reads the manifest several times to find out what its words mean.
package final class ManifestMemory: Sendable {
    private let last = Mutex<(identity: FileIdentity, bytes: [UInt8])?>(nil)

    /// Remembers nothing yet.
    package init() {}

    /// The content of a manifest; one byte more than the limit if the file is longer.
    func content(
        of path: DiskPath, limit: Int, in files: any FileOperations
    ) throws(SystemError) -> [UInt8] {
        guard let identity = try files.settledMark(of: path) else { return try files.content(of: path, limit: limit) }
        if let known = last.withLock({ $0?.identity == identity ? $0?.bytes : nil }), known.count <= limit { return known }
        let bytes = try files.content(of: path, limit: limit)
        // Another file may have come between.
        let isRead = try files.status(path)?.identity == identity
        if isRead, bytes.count <= limit { last.withLock { $0 = (identity, bytes) } }
        return bytes
    }
}

extension FileOperations {
    /// The mark of a file that any later change of the file certainly changes; `nil` if there is none.
    package func settledMark(of path: DiskPath) throws(SystemError) -> FileIdentity? {
        let now = SystemCall.clock
        guard let mark = try status(path)?.identity, mark.isSettled(at: now) else { return nil }
        return mark
    }
}
