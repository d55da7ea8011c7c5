#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The operating system's message for an `errno`, in English since no locale is ever set.
func systemMessage(_ code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    let message = unsafe text.withUnsafeMutableBufferPointer { buffer -> String? in
        guard let start = buffer.baseAddress, unsafe strerror_r(code, start, buffer.count) == 0 else { return nil }
        return unsafe String(cString: start)
    }
    return message ?? "error \(code)"
}
