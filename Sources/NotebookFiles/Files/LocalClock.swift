package import NotebookText

/// The user's local time.
package enum LocalClock {
    /// The offset from UTC in seconds, from the system's settings or `TZ` (POSIX.1-2017 §8.3).
    package static func secondsFromUTC(at time: Timestamp) -> Int {
        SystemCall.secondsFromUTC(at: time.secondsSince1970)
    }
}
