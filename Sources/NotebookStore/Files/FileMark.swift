/// What changes whenever a file does: which one it is, how long it is, and when it and what the system knows of it were last
/// changed, in nanoseconds since 1970.
///
/// A program can set the time of the content back, but not the other one.
package struct FileMark: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modified: Int64
    let changed: Int64

    package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Whether the file was last changed before a point of time, in nanoseconds since 1970.
    func isOlder(than time: Int64) -> Bool { max(modified, changed) < time }
}
