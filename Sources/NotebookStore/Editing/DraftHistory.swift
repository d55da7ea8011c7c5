import NotebookFormat

/// What a draft tells the history besides its files.
struct DraftHistory {
    /// The number of the change that it undoes; `nil` if it is none that undoes another.
    var undoes: Int?
    /// The contents that it destroys, unless another file has them.
    var destroyed: Set<Digest> = []
}
