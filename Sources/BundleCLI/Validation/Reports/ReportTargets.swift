import NotebookFormat

/// Where the reports of a validation go: one to standard output, others to files.
struct ReportTargets {
    /// A file and the form of the report in it.
    struct File {
        let path: String
        let form: ReportFormat

        /// The report as a whole.
        func text(of run: ValidationRun, _ session: Session) throws -> String {
            let report = form.report(session, .file)
            return try run.notebooks.map { try report.text(of: $0) }.joined() + report.end(of: run)
        }
    }

    /// What names standard output itself: opened anew, it would be written over where it is a file.
    private static let standardOutput: Set<String> = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

    /// The form of what standard output gets.
    let printed: ReportFormat
    /// The files.
    let files: [File]

    /// Whether the lines at which findings are will be shown, or where they end.
    var showLines: Bool { ([printed] + files.map(\.form)).contains { $0 == .text || $0 == .sarif } }

    /// - Parameters:
    ///   - format: The form for standard output, and for files whose names say none.
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
