import NotebookBundle

/// A pattern for what to skip below a folder: matches paths from there or, without a slash, names at any depth.
struct ExclusionPattern {
    private let pattern: GlobPattern
    private let isForNames: Bool

    init(_ text: String) throws(GlobPattern.Problem) {
        pattern = try GlobPattern(text)
        isForNames = !text.contains("/")
    }

    /// Whether a path below the folder is skipped.
    func matches(_ path: String) -> Bool {
        pattern.matches(isForNames ? String(path.split(separator: "/").last ?? "") : path)
    }
}

extension Option<ExclusionPattern> {
    /// An option whose value is such a pattern.
    static func exclusion(_ name: String, _ help: String) -> Option {
        Option(
            name, "PATTERN", help, hint: "“?” is any character, “*” any but “/”, “**” anything",
            reason: { text in
                do throws(GlobPattern.Problem) {
                    _ = try GlobPattern(text)
                    return nil
                } catch {
                    return "invalid pattern \(PrintableText.quoted(text)): \(error)"
                }
            }, parse: { try? ExclusionPattern($0) })
    }
}
