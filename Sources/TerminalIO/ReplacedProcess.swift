#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Another program in the place of this process: same streams, same number, its own exit status.
package enum ReplacedProcess {
    /// Becomes another program; returns only if that fails.
    ///
    /// - Parameter variables: Environment variables to set.
    package static func become(_ path: String, _ words: [String], setting variables: [String: String]) {
        for (name, value) in variables { unsafe setenv(name, value, 1) }
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe []
        for word in [path] + words { unsafe arguments.append(unsafe strdup(word)) }
        unsafe arguments.append(nil)
        unsafe execv(path, arguments)
    }
}
