import NotebookFormat

/// Uuids that follow from where an item comes from, so that it is known again when it is imported again.
enum DerivedIdentifier {
    /// The uuid of something that a source calls by a name.
    static func of(_ name: String, in source: String) -> UniqueIdentifier {
        let digits = Digest.of(Array("notebundle-import\0\(source)\0\(name)".utf8)).prefix(32)
        let high = UInt64(digits.prefix(16), radix: 16) ?? 0
        let low = UInt64(digits.suffix(16), radix: 16) ?? 0
        return UniqueIdentifier(randomBits: high, low)
    }
}
