/// With what the tool ends.
package enum ExitStatus: Int32, Sendable, CaseIterable, Comparable {
    /// It went well.
    case success = 0
    /// Something was found to be wrong, or nothing was found.
    case finding = 1
    /// It could not be looked at, or not be done.
    case failure = 2
    /// The command line means nothing.
    case usage = 64

    /// Compares by severity.
    package static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

    var meaning: String {
        switch self {
        case .success: "success"
        case .finding: "the content has a problem, or nothing was found"
        case .failure: "the operation failed"
        case .usage: "invalid command line"
        }
    }
}
