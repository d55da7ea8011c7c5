/// How a file looked at one time, by which a later look knows whether to read it again.
///
/// By it alone live notebooks, lists and sequences of changes notice what other programs write.
package struct FileMark: Hashable, Sendable {
    /// The identity; `nil` while another change could leave it as it is.
    private let identity: FileIdentity?

    /// The mark of a file that nobody has looked at.
    package static let none = FileMark(nil, lookedAt: 0)

    /// Marks a file.
    ///
    /// - Parameter time: The time before the look, as `SystemCall.clock` tells it.
    package init(_ identity: FileIdentity?, lookedAt time: Int64) {
        self.identity = identity.flatMap { $0.isSettled(at: time) ? $0 : nil }
    }

    /// Whether any change of the file shows.
    package var isCertain: Bool { identity != nil }

    /// Whether the file with this identity is certainly as it was.
    package func holds(for other: FileIdentity?) -> Bool { identity != nil && identity == other }
}
