extension UniqueIdentifier {
    /// A uuid derived from a text: the same on every machine and at any time.
    package init(derivedFrom text: String) {
        let digits = Digest.of(Array(text.utf8)).prefix(32)
        let high = UInt64(digits.prefix(16), radix: 16) ?? 0
        let low = UInt64(digits.suffix(16), radix: 16) ?? 0
        self.init(randomBits: high, low)
    }

    /// The uuid of another item that came with this one: the first, the second and so on.
    package func twin(_ number: Int) -> UniqueIdentifier {
        UniqueIdentifier(derivedFrom: "notebundle-twin\0\(self)\0\(number)")
    }
}
