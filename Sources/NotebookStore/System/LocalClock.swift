package import NotebookFormat

/// The clocks of the user's place.
package enum LocalClock {
    /// How many seconds they are before those of UTC, by the system's settings or all that `TZ` can say (POSIX.1-2017 §8.3).
    package static func secondsFromUTC(at time: Timestamp) -> Int {
        SystemCall.secondsFromUTC(at: time.secondsSince1970)
    }
}
