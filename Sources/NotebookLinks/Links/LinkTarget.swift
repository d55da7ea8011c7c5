package import NotebookFormat

/// The target of a link (Format, section 9).
package enum LinkTarget: Hashable, Sendable {
    /// Something outside the notebook, with a scheme or `//`.
    case external
    /// The item that contains the link.
    case itself
    /// A file of the notebook.
    case file(BundlePath)
    /// A directory of the notebook.
    case folder(String)
    /// Several files at the same distance.
    case ambiguous([BundlePath])
    /// Nothing; the path that the link names, if it is inside the bundle.
    case nothing(String?)
}
