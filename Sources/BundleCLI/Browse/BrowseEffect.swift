import NotebookFormat

/// What a key asks for that the state of the screen cannot do by itself.
enum BrowseEffect: Equatable {
    case quit
    case suspend
    /// Draws everything anew.
    case redraw
    /// Asks whether to delete an item, if the user wants to be asked.
    case askToDelete(BundlePath)
    case change(BrowseChange)
    /// From now on nobody is asked before something is deleted.
    case neverAsk
    case edit(BundlePath)
    case new(title: String)
    case study
    /// Opens an address with the program of the desktop.
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

    /// The verb that does the same, as the history names it.
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
