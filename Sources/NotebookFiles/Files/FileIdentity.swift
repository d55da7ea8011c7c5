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

    /// Whether the file was last changed before a time, in nanoseconds since 1970.
    package func isOlder(than time: Int64) -> Bool { max(modified, changed) < time }
}
