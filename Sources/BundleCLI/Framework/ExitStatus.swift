/// The exit status of the tool.
package enum ExitStatus: Int32, Sendable, CaseIterable, Comparable {
    /// Success.
    case success = 0
    /// The content has a problem, or nothing was found.
    case finding = 1
    /// The operation failed.
    case failure = 2
    /// The command line is invalid.
    case usage = 64

    /// Compares by severity.
    package static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

    var meaning: String {
        switch self {
        case .success: "success"
        case .finding: "the notebook is damaged, or nothing was found"
        case .failure: "the operation failed"
        case .usage: "invalid command line"
        }
    }
}
