#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What people call this device.
package enum DeviceName {
    /// The first part of its host name; `nil` if it has none.
    package static var current: String? {
        var bytes = [CChar](repeating: 0, count: 256)
        let status = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return Int32(-1) }
            return unsafe gethostname(start, buffer.count - 1)
        }
        guard status == 0 else { return nil }
        let text = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = text.prefix { $0 != "." }.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        return name.isEmpty || name == "localhost" ? nil : name
    }
}
