/// The conditions that components of paths fulfil on every system (Format, clause 5.2).
struct PathRules {
    static let maximumPathBytes = 1024
    static let maximumComponents = 32
    static let maximumComponentBytes = 240

    static let standard = PathRules()

    private let forbidden: UInt8 = 1
    private let beyondASCII: UInt8 = 2

    /// For each byte whether it is forbidden, or part of a character that is not ASCII.
    private let classes: [UInt8]
    private let devices = DeviceNames()
    private let junk = JunkNames()

    private init() {
        let (forbidden, beyondASCII) = (forbidden, beyondASCII)
        classes = (0...255).map { byte in
            if byte >= 0x80 { return beyondASCII }
            let isForbidden = byte < 0x20 || byte == 0x7F || "\"*/:<>?\\|".utf8.contains(UInt8(byte))
            return isForbidden ? forbidden : 0
        }
    }

    /// Looks at one component, given as UTF-8.
    func check(_ name: Span<UInt8>) -> ComponentProblem? {
        guard name.count > 0 else { return .empty }
        guard name.count <= Self.maximumComponentBytes else { return .tooLong }
        var union: UInt8 = 0
        for index in 0..<name.count { union |= classes[Int(name[index])] }
        if union & forbidden != 0 { return .character(firstForbidden(in: name)) }
        let (first, last) = (name[0], name[name.count - 1])
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") { return .edgeSpace }
        if first == UInt8(ascii: ".") { return .leadingFullStop }
        if last == UInt8(ascii: ".") { return .trailingFullStop }
        if devices.contains(name) { return .deviceName }
        if junk.contains(name) { return .systemJunk }
        return union & beyondASCII == 0 ? nil : checkUnicode(of: name)
    }

    private func checkUnicode(of name: Span<UInt8>) -> ComponentProblem? {
        let text = String(copying: name)
        if let scalar = text.unicodeScalars.first(where: isForbidden) { return .character(scalar) }
        return text.composed.isIdentical(to: text) ? nil : .notComposed
    }

    private func firstForbidden(in name: Span<UInt8>) -> Unicode.Scalar {
        for index in 0..<name.count where classes[Int(name[index])] == forbidden { return Unicode.Scalar(name[index]) }
        return "\u{FFFD}"
    }

    private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        PrintableText.isUnsafe(scalar) || scalar.properties.generalCategory == .privateUse
    }
}
