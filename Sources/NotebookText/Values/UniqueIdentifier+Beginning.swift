extension UniqueIdentifier {
    /// The first characters of a uuid, at least 4, to compare with many uuids without making texts.
    package struct Beginning: Sendable {
        private var high: UInt64 = 0
        private var low: UInt64 = 0
        /// Masks for the bits to compare.
        private var highMask: UInt64 = 0
        private var lowMask: UInt64 = 0

        /// Parses the beginning of the 8-4-4-4-12 form in either letter case; `nil` if no uuid begins like this.
        package init?(_ text: String) {
            guard (4...36).contains(text.utf8.count) else { return nil }
            var digits = 0
            for (index, byte) in text.utf8.enumerated() {
                if [8, 13, 18, 23].contains(index) {
                    guard byte == UInt8(ascii: "-") else { return nil }
                    continue
                }
                guard let value = ASCII.hexadecimalValue(byte) else { return nil }
                let shift = UInt64(60 - 4 * (digits % 16))
                if digits < 16 {
                    high |= UInt64(value) << shift
                    highMask |= 0xF << shift
                } else {
                    low |= UInt64(value) << shift
                    lowMask |= 0xF << shift
                }
                digits += 1
            }
        }

        /// Whether a uuid begins with this.
        package func begins(_ uuid: UniqueIdentifier) -> Bool {
            (uuid.high ^ high) & highMask == 0 && (uuid.low ^ low) & lowMask == 0
        }
    }
}
