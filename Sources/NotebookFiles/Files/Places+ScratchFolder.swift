extension Places {
    /// Calls `body` with a new temporary folder that only the user can read, and removes it afterwards, also before a
    /// signal ends the process.
    package func withScratch<Result>(_ environment: NotebookEnvironment, _ body: (Place) throws -> Result) throws
        -> Result
    {
        let scratch = temporary.subpath("notebundle-\(String(environment.random(), radix: 16))")
        Interruptions.begin()
        defer { Interruptions.end() }
        try scratch.createPrivately()
        defer { try? scratch.remove() }
        return try body(scratch)
    }
}
