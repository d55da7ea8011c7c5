/// The conditions for titles (Format, clause 3.4).
package enum Title {
    /// The title in its final form: without surrounding spaces.
    ///
    /// `nil` if it contains a control character or line separator or has more than 1,024 bytes.
    package static func accepted(_ written: String) -> String? {
        var bytes = written.utf8[...]
        while bytes.first == 0x20 { bytes.removeFirst() }
        while bytes.last == 0x20 { bytes.removeLast() }
        let title = String(Substring(bytes))
        return isAccepted(title) ? title : nil
    }

    /// Whether a title has its final form.
    static func isAccepted(_ title: String) -> Bool { isAccepted(title.utf8.span, isPlain: false) }

    /// Whether UTF-8 is a title in its final form.
    ///
    /// For known printable ASCII, checks only the ends.
    package static func isAccepted(_ bytes: Span<UInt8>, isPlain: Bool) -> Bool {
        guard bytes.count <= 1024 else { return false }
        guard bytes.count > 0 else { return true }
        if bytes[0] == 0x20 || bytes[bytes.count - 1] == 0x20 { return false }
        return isPlain || !String(copying: bytes).unicodeScalars.contains(where: isForbidden)
    }

    package static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }
}
