package import NotebookFormat
package import NotebookText

/// What an edit needs from outside: the time, random numbers, and directories.
package struct World: Sendable {
    /// Tells the time.
    package let now: Clock
    /// Gives 64 random bits.
    package let random: @Sendable () -> UInt64
    /// Opens and locks a bundle’s directory, waiting this long for others; finds files under their stored names.
    package let open: @Sendable (_ path: String, _ mode: LockMode, _ wait: Duration) throws -> any FileOperations

    /// Returns a path as messages show it.
    package let display: @Sendable (_ path: String) -> String

    /// How much of what changes replace the history keeps; `nil` for no history.
    package var history: HistoryLimits?
    /// Whether a person turned the history off, so that what edits replace goes to the trash.
    package var isHistoryOff = false
    /// Whether something else keeps what changes replace, such as git for a commit that is checked out elsewhere.
    package var isKeptElsewhere = false
    /// The name under which the history records changes: a verb.
    package var verb = "edit"

    /// What people call this device; `nil` if it is not known.
    package var deviceName: String?

    /// Returns a value that identifies a directory, whatever path leads to it.
    package let identity: @Sendable (_ path: String) -> String

    package init(
        now: @escaping Clock, random: @escaping @Sendable () -> UInt64,
        open: @escaping @Sendable (_ path: String, _ mode: LockMode, _ wait: Duration) throws -> any FileOperations,
        display: @escaping @Sendable (_ path: String) -> String = { PrintableText.escaped($0) },
        identity: @escaping @Sendable (_ path: String) -> String = { OutsidePath.real($0) },
        history: HistoryLimits? = nil
    ) {
        self.now = now
        self.random = random
        self.open = { path, mode, wait in StoredNames.on(try open(path, mode, wait)) }
        self.display = display
        self.identity = identity
        self.history = history
    }

    /// A new version 4 uuid.
    package func newUUID() -> UniqueIdentifier { UniqueIdentifier(randomBits: random(), random()) }

    /// Opens a directory for reading, locked if the medium can lock.
    package func openToRead(_ path: String) throws -> any FileOperations {
        do {
            return try open(path, .shared, .seconds(10))
        } catch LockError.unsupported {
            return try open(path, .none, .zero)
        }
    }

    /// The name of a deletion that happens now.
    package func newBatch() -> BatchName { BatchName(time: now(), number: UInt32(truncatingIfNeeded: random())) }
}

/// Tells the time.
package typealias Clock = @Sendable () -> Timestamp
