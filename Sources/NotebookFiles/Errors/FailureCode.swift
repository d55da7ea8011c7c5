/// What kind of error a ``Failure`` is, for programs that decide by it.
public enum FailureCode: String, CaseIterable, Sendable {
    /// Nothing has the path, name or number that was given.
    case notFound
    /// Several things have the name that was given.
    case ambiguous
    /// Something has the path or name already.
    case taken
    /// What was given is not valid.
    case invalid
    /// A notebook, a file or an archive is damaged, or of a later version.
    case damaged
    /// Others changed it meanwhile.
    case changedMeanwhile
    /// Others have locked it for too long.
    case locked
    /// It would be an edit inside an edit or a read of the same notebook.
    case nested
    /// The notebook cannot do this where it is stored.
    case unsupported
    /// The notebook would lose something, or would not be valid.
    case refused
    /// The operating system refused it.
    case system
}
