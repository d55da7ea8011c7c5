/// What a link leads to (Format, section 9).
public enum LinkTarget: Hashable, Sendable {
    /// Something outside the notebook, by its scheme or `//`.
    case external
    /// The item that holds the link.
    case itself
    /// A file of the notebook.
    case file(BundlePath)
    /// A directory of the notebook.
    case folder(String)
    /// Several files, none of which is nearer than the others.
    case ambiguous([BundlePath])
    /// Nothing: the path it names, if it names one inside the bundle.
    case nothing(String?)
}
