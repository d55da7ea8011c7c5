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
}
