import CSystem

/// The processors that this process may use.
package enum Processors {
    /// How many there are, at least one.
    package static let count = max(1, Int(csystem_processors()))
}
