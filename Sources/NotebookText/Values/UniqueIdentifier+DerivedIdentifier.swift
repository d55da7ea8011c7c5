extension UniqueIdentifier {
    /// Derives a uuid from a text: always the same, on every machine.
    package init(derivedFrom text: String) {
        let digits = Digest.of(Array(text.utf8)).prefix(32)
        let high = UInt64(digits.prefix(16), radix: 16) ?? 0
        let low = UInt64(digits.suffix(16), radix: 16) ?? 0
        self.init(randomBits: high, low)
    }

    /// The uuid of the first, second or later additional item that was made together with this one.
    package func twin(_ number: Int) -> UniqueIdentifier {
        UniqueIdentifier(derivedFrom: "notebundle-twin\0\(self)\0\(number)")
    }
}
