/// How much of what changes replace is kept.
public struct HistoryLimits: Hashable, Sendable {
    /// For how many days.
    public var days: Int
    /// How many bytes at most, all notebooks counted separately.
    public var bytes: Int

    /// The limits of what is kept: 90 days and 200 MB unless told otherwise.
    public init(days: Int = 90, bytes: Int = 200_000_000) {
        self.days = days
        self.bytes = bytes
    }
}
