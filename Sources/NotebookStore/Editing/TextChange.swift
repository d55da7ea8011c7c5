public import NotebookFormat

/// A change of a text.
public struct TextChange: Sendable {
    /// Its path.
    public let path: BundlePath
    /// Its old path, if it is moved.
    public var oldPath: BundlePath?
    /// Its content now.
    public let old: [UInt8]
    /// Its content afterwards.
    public let new: [UInt8]

    /// Makes the value of its parts.
    package init(path: BundlePath, oldPath: BundlePath? = nil, old: [UInt8], new: [UInt8]) {
        (self.path, self.oldPath, self.old, self.new) = (path, oldPath, old, new)
    }
}
