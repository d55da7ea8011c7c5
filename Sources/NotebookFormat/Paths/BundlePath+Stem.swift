extension BundlePath {
    /// The last component without `.md`.
    package var stem: String {
        let name = name
        guard name.utf8.count >= 3, name.utf8.suffix(3).elementsEqual(Self.ending) else { return String(name) }
        return String(name[..<name.utf8.index(name.endIndex, offsetBy: -3)])
    }

    private static let ending: [UInt8] = [0x2E, 0x6D, 0x64]
}
