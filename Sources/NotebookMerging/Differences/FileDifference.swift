/// An attachment or another file that differs in two notebooks.
public struct FileDifference: Hashable, Sendable {
    private let pair: FilePairs.Pair

    init(_ pair: FilePairs.Pair) { self.pair = pair }

    /// The file before; `nil` if it was added.
    public var old: ComparedFile? { pair.old }
    /// The file afterwards; `nil` if it was removed.
    public var new: ComparedFile? { pair.new }
    /// The file afterwards; if it was removed, the file before.
    public var shown: ComparedFile { pair.shown }

    /// What happened to the file.
    ///
    /// An attachment that was replaced under the same name counts as changed.
    public var change: FileChangeKind {
        if case .both(let old, let new) = pair, old.digest != new.digest, !new.isInTrash { return .changed }
        return FileChangeKind(pair)
    }
}
