import CTerminal

/// The files of a folder that programs open, as the system reports them (inotify(7)).
package struct OpenedFiles: ~Copyable {
    private let watch: Int32

    /// Watches a folder from now on; sees nothing where the system does not report it.
    package init(in folder: String) { watch = TerminalCall.watchOpening(in: folder) }

    deinit { if watch >= 0 { TerminalCall.close(watch) } }

    /// Whether any was opened since the last call.
    package func wereOpened() -> Bool { watch >= 0 && cterminal_was_opened(watch) != 0 }
}
