import NotebookText

/// The conditions that components of paths have to meet for every system (Format, clause 5.2).
package enum PathRules {
    static let maximumPathBytes = 1024
    static let maximumComponents = 32
    /// The components that come before a path in the trash: `trash` and the batch.
    static let componentsOfTrash = 2
    static let maximumComponentBytes = 240

    /// The forbidden bytes below 64, and in the next 64: control characters and `"*/:<>?\|`.
    private static let forbiddenLow: UInt64 = 0xD400_8404_FFFF_FFFF
    private static let forbiddenHigh: UInt64 = 0x9000_0000_1000_0000

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 64 ? forbiddenLow : forbiddenHigh) &>> UInt64(byte & 63) & 1 == 1
    }

    /// Checks one component, given as UTF-8.
    package static func check(_ name: Span<UInt8>) -> ComponentProblem? {
        guard name.count > 0 else { return .empty }
        guard name.count <= Self.maximumComponentBytes else { return .tooLong }
        var union: UInt8 = 0
        var hasForbidden = false
        for index in 0..<name.count {
            hasForbidden = hasForbidden || isForbidden(name[index])
            union |= name[index]
        }
        let text = union < 0x80 && !hasForbidden ? nil : String(copying: name)
        if let scalar = text?.unicodeScalars.first(where: isForbidden) { return .character(scalar) }
        let (first, last) = (name[0], name[name.count - 1])
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") { return .edgeSpace }
        if first == UInt8(ascii: ".") { return .leadingFullStop }
        if last == UInt8(ascii: ".") { return .trailingFullStop }
        if DeviceNames.contains(name) { return .deviceName }
        if JunkNames.contains(name) { return .systemJunk }
        guard union >= 0x80, let text else { return nil }
        return text.composed.isIdentical(to: text) ? nil : .notComposed
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && isForbidden(UInt8(scalar.value)) || PrintableText.isUnsafe(scalar)
            || scalar.properties.generalCategory == .privateUse
    }
}
