#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file descriptor, closed when its owner releases it.
package struct OwnedDescriptor: ~Copyable, Sendable {
    package let number: Int32

    package init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { _ = close(number) }

    /// The descriptor, which the caller has to close.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
