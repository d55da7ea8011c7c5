/// An open file.
package struct OpenFile: Hashable, Sendable {
    package let number: Int32
    package let path: DiskPath

    package init(number: Int32, path: DiskPath) {
        self.number = number
        self.path = path
    }
}

/// A name in a directory.
package struct DirectoryEntry: Hashable, Sendable {
    package let name: [UInt8]
    package let kind: FileKind

    package init(name: [UInt8], kind: FileKind) {
        self.name = name
        self.kind = kind
    }
}

/// The kind of an entry.
package enum FileKind: Hashable, Sendable {
    case file
    case directory
    case symbolicLink
    /// A device, socket or FIFO.
    case special
}

/// What the file system knows about a file without reading it.
package struct FileStatus: Hashable, Sendable {
    package let kind: FileKind
    /// The size in bytes.
    package let size: Int
    /// When the content was last changed, in seconds since 1970.
    package let modified: Int64
    /// Shows whether the file was changed; `nil` if unknown.
    package let identity: FileIdentity?

    /// When the file itself or its name was last changed, in seconds since 1970: a program can set back the other time.
    package var changed: Int64 { max(modified, identity.map { $0.changed / 1_000_000_000 } ?? modified) }

    /// The later of both times; `nil` if both are after `now`.
    ///
    /// A device whose clock is ahead, and a program that copies its times, set a time in the future.
    package func changed(until now: Int64) -> Int64? {
        [modified, identity.map { $0.changed / 1_000_000_000 } ?? modified].filter { $0 <= now }.max()
    }

    package init(kind: FileKind, size: Int, modified: Int64, identity: FileIdentity? = nil) {
        self.kind = kind
        self.size = size
        self.modified = modified
        self.identity = identity
    }
}

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
    package func isUnchanged(since earlier: FileIdentity) -> Bool {
        (device, inode, size, modified) == (earlier.device, earlier.inode, earlier.size, earlier.modified)
    }

    /// Whether anything about the file was changed after a time, in nanoseconds since 1970.
    package func isChanged(after time: Int64) -> Bool { changed > time }

    /// Whether the file was last changed before a time, in nanoseconds since 1970.
    package func isOlder(than time: Int64) -> Bool { max(modified, changed) < time }
}
