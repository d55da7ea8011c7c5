import NotebookBundle

/// Addresses of files (RFC 8089).
enum DocumentAddress {
    /// The absolute path that an address means, without a slash at its end; `nil` if it means no file on this computer.
    static func path(_ address: String) -> String? {
        guard address.lowercased().hasPrefix("file://") else { return nil }
        let rest = address.dropFirst("file://".count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash].lowercased()
        guard host.isEmpty || host == "localhost" else { return nil }
        let path = rest[slash...].prefix { $0 != "?" && $0 != "#" }
        return PercentEncoding.decode(String(path)).map {
            $0 != "/" && $0.utf8.last == 0x2F ? String(Substring($0.utf8.dropLast())) : $0
        }
    }

    /// The address of an absolute path.
    static func address(_ path: String) -> String {
        var address = Array("file://".utf8)
        address.reserveCapacity(address.count + path.utf8.count)
        func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x37 + number }
        for byte in path.utf8 {
            if isPlain(byte) {
                address.append(byte)
            } else {
                address += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: address, as: UTF8.self)
    }

    /// Whether an address contains a byte as it is: letters, digits and `-./_~`.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D...0x2F, 0x5F, 0x7E: true
        default: false
        }
    }
}
