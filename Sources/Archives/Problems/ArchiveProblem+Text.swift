extension ArchiveProblem: CustomStringConvertible {
    /// One line with the problem, the member and the place, safe to print on a terminal.
    public var description: String {
        switch self {
        case .refused(let irregularity, let place, let detail):
            place.prefix + irregularity.rawValue + (detail.isEmpty ? "" : " (\(detail))") + place.suffix
        case .exceeded(let limit, let place):
            place.prefix + limit.description + place.suffix
        case .failed(let operation, let code):
            // libarchive's own numbers are not positive; in that case, its message is part of the operation.
            "cannot \(operation)" + (code > 0 ? ": \(systemMessage(code))" : "")
        case .unwritable(let fault, let path, let detail):
            (path.isEmpty ? "" : "“\(PrintableName(path.utf8))”: ")
                + fault.rawValue + (detail.isEmpty ? "" : " (\(detail))")
        }
    }
}

extension ArchiveLocation {
    fileprivate var prefix: String { member.map { "“\(PrintableName($0))”: " } ?? "" }
    fileprivate var suffix: String { offset.map { ", at byte \($0)" } ?? "" }
}
