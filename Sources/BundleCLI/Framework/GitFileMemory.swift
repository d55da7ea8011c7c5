import Synchronization

/// Files of git by their names, which are digests of them: merging asks for the same ones again and again, and each time
/// starts three programs.
final class GitFileMemory: Sendable {
    private let state = Mutex((contents: [String: [UInt8]](), room: 16 << 20))

    /// The content of a file; `nil` if it was not read, or was too long to be kept.
    subscript(name: String) -> [UInt8]? { state.withLock { $0.contents[name] } }

    /// Keeps a content, if its name is a digest and nothing that may mean another file later, and if there is room.
    func keep(_ content: [UInt8], named name: String) {
        guard [40, 64].contains(name.utf8.count),
            name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return }
        state.withLock { state in
            guard content.count <= state.room, state.contents[name] == nil else { return }
            state.contents[name] = content
            state.room -= content.count
        }
    }
}
