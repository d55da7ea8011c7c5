import NotebookBundle

/// A temporary directory, for a short time.
enum Scratch {
    /// Calls `body` with a new directory, and removes it afterwards.
    static func with<Result>(_ session: Session, _ body: (Place) throws -> Result) throws -> Result {
        let scratch = session.places.temporary.subpath("notebundle-\(String(session.world.random(), radix: 16))")
        try scratch.create()
        defer { try? scratch.remove() }
        return try body(scratch)
    }
}
