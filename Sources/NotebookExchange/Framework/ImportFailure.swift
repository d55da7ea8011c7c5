import NotebookBundle

/// A source from which nothing can be taken in.
package struct ImportFailure: Failure {
    /// The source, safe to print.
    package let path: String
    package let reason: String

    package var description: String { "\(path) cannot be imported: \(reason)" }
    package var hint: String? {
        "sources are notes (.md, .markdown, .txt), folders of them, JSON, and notebooks; docs/CLI.md describes them"
    }
    package var isFinding: Bool { true }
}
