import NotebookBundle

/// What a key requires that the state of the screen cannot do on its own.
enum BrowseEffect: Equatable {
    case quit
    case suspend
    /// Redraws everything.
    case redraw
    /// Asks whether to delete an item, unless the user has turned that off.
    case askToDelete(BundlePath)
    case change(BrowseChange)
    /// Turns off the question before deleting.
    case neverAsk
    case edit(BundlePath)
    case new(title: String)
    case study
    /// Opens an address with the desktop's program for it.
    case open(String)
}

/// A change of the notebook.
enum BrowseChange: Equatable {
    case rename(BundlePath, to: String)
    case move(BundlePath, to: String)
    case pin(BundlePath, Bool)
    case tags(BundlePath, added: [String], removed: [String])
    case delete(BundlePath)
    case restore(BundlePath)
    case undo
    case redo

    /// The verb that makes the same change, for the history.
    var verb: String {
        switch self {
        case .rename: "rename"
        case .move: "move"
        case .pin(_, let pins): pins ? "pin" : "unpin"
        case .tags: "tag"
        case .delete: "rm"
        case .restore: "restore"
        case .undo: "undo"
        case .redo: "redo"
        }
    }
}
