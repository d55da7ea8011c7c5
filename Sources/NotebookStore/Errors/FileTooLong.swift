/// A file that is longer than anything of its kind may be.
public struct FileTooLong: Error, Hashable, Sendable {
    /// The file, safe to print.
    public let path: String
    /// The limit in bytes.
    public let limit: Int
}
