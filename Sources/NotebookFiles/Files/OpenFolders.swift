import Synchronization

/// A directory that is open, until nobody uses it any more.
package final class OpenFolder: Sendable {
    private let descriptor: OwnedDescriptor

    package var number: Int32 { descriptor.number }

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
}

/// The directories that were opened last, while a pass over many files goes on.
///
/// Opening the directory of each file anew takes two of three system calls. Beyond a pass, none stays open: other
/// programs may have moved it.
final class OpenFolders: Sendable {
    private struct State {
        var passes = 0
        var folders: [(path: DiskPath, folder: OpenFolder)] = []
    }

    private let state = Mutex(State())

    /// A pass uses files of `.bundle/` and of the history, and those of one directory of the notebook after the other.
    private static let most = 4

    func begin() { state.withLock { $0.passes += 1 } }

    func end() {
        state.withLock { state in
            state.passes -= 1
            if state.passes == 0 { state.folders = [] }
        }
    }

    /// The directory at a path, if it is open.
    func folder(_ path: DiskPath) -> OpenFolder? {
        state.withLock { state in state.folders.first { $0.path == path }?.folder }
    }

    /// Keeps a directory open that has just been opened, instead of the one that was opened first.
    func keep(_ folder: OpenFolder, at path: DiskPath) {
        state.withLock { state in
            guard state.passes > 0 else { return }
            if state.folders.count == Self.most { state.folders.removeFirst() }
            state.folders.append((path, folder))
        }
    }

    /// Forgets what is at and below a path, which gets another name or goes.
    func forget(_ path: DiskPath) {
        state.withLock { state in
            state.folders.removeAll { $0.path == path || $0.path.bytes.starts(with: path.bytes + [0x2F]) }
        }
    }
}
