import NotebookBundle

/// The targets of a validation's reports: one is standard output, the others are files.
struct ReportTargets {
    /// A file, and the format of the report in it.
    struct File {
        let path: String
        let form: ReportFormat

        /// The complete report.
        func text(of run: ValidationRun, _ session: Session) throws -> String {
            let report = form.report(session, .file)
            return try run.notebooks.map { try report.text(of: $0) }.joined() + report.end(of: run)
        }
    }

    /// Names of standard output itself: opening one of them would overwrite the output if it is a file.
    static let standardOutput: Set<String> = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

    /// The format on standard output.
    let printed: ReportFormat
    /// The files.
    let files: [File]

    /// Whether a report shows the source lines of findings, or where they end.
    var showLines: Bool { ([printed] + files.map(\.form)).contains { $0 == .text || $0 == .sarif } }

    /// - Parameters:
    ///   - format: The format for standard output, and for files whose names name none.
    ///   - files: The files.
    init(format: ReportFormat?, files: [String]) throws(UsageError) {
        printed = format ?? .text
        var targets: [File] = []
        for path in files where !Self.standardOutput.contains(path) {
            guard let form = ReportFormat(fileName: path) ?? format else {
                throw .conflict("the name \(PrintableText.quoted(path)) has no known ending; use --format")
            }
            targets.append(File(path: path, form: form))
        }
        self.files = targets
    }
}
