/// An error as a person is told of it: one line, what to do about it, and whether it is the notebook's fault.
public protocol Failure: Error, CustomStringConvertible {
    /// What to do about it.
    var hint: String? { get }

    /// Whether the content is at fault or nothing was found, rather than that it could not be looked at.
    var isFinding: Bool { get }
}

extension Failure {
    /// Most errors keep one from looking.
    public var isFinding: Bool { false }
}
