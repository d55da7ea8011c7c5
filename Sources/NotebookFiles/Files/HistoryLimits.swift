/// How much of what changes replace the history keeps.
public struct HistoryLimits: Hashable, Sendable {
    /// How many days the history reaches back.
    public var days: Int
    /// How many bytes it may have, for each notebook.
    public var bytes: Int

    /// The limits of a history: 90 days and 200 MB by default.
    public init(days: Int = 90, bytes: Int = 200_000_000) {
        self.days = days
        self.bytes = bytes
    }
}
