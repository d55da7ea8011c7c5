import NotebookBundle

/// Addresses of files (RFC 8089).
enum DocumentAddress {
    /// The absolute path that an address means; `nil` if it means no file on this computer.
    static func path(_ address: String) -> String? {
        guard address.lowercased().hasPrefix("file://") else { return nil }
        let rest = address.dropFirst("file://".count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash].lowercased()
        guard host.isEmpty || host == "localhost" else { return nil }
        let path = rest[slash...].prefix { $0 != "?" && $0 != "#" }
        return PercentEncoding.decode(String(path))
    }

    /// The address of an absolute path.
    static func address(_ path: String) -> String {
        var address = "file://"
        for byte in path.utf8 {
            if isPlain(byte) {
                address.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                address += "%" + String(byte >> 4, radix: 16, uppercase: true)
                address += String(byte & 15, radix: 16, uppercase: true)
            }
        }
        return address
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "/-._~".utf8.contains(byte)
        }
    }
}
