/// A file that is longer than the limit for its kind.
public struct FileTooLong: Error, Hashable, Sendable {
    /// The file, safe to print.
    public let path: String
    /// The limit in bytes.
    public let limit: Int

    /// Makes the value of its parts.
    package init(path: String, limit: Int) {
        (self.path, self.limit) = (path, limit)
    }
}
