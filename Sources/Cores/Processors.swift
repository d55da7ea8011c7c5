import CSystem

/// The processors that this process may use.
package enum Processors {
    /// Their number, at least one.
    package static let count = max(1, Int(csystem_processors()))
}
