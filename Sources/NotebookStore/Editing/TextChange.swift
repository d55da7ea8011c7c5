public import NotebookFormat

/// A text that changes.
public struct TextChange: Sendable {
    /// Where it stands.
    public let path: BundlePath
    /// Where it stood before, if it is moved.
    public var oldPath: BundlePath?
    /// What it says now.
    public let old: [UInt8]
    /// What it will say.
    public let new: [UInt8]
}
