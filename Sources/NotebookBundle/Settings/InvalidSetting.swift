public import NotebookFiles
public import NotebookFormat

/// A value that settings cannot have.
public struct InvalidSetting: Failure, Hashable {
    /// The key.
    package let key: String
    /// What is accepted.
    package let expected: String

    /// Makes the value of its parts.
    package init(key: String, expected: String) {
        (self.key, self.expected) = (key, expected)
    }

    /// What is wrong, in one line.
    public var description: String { "the value of \(key) is not valid (expected: \(expected))" }
    /// What to do about it.
    public var remedy: Remedy? { "set another value" }
    /// Always false.
    public var isFinding: Bool { false }
}
