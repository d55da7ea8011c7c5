import NotebookText

/// How similar two texts are, to distinguish a new version of an item from another item with the same name.
enum ItemLikeness {
    /// Below this share of common words, counted in the shorter text, two texts are unrelated.
    private static let least = 0.25

    /// Whether both the titles and the bodies of two items are unrelated.
    static func areUnrelated(
        _ one: (title: String, body: ArraySlice<UInt8>), _ two: (title: String, body: ArraySlice<UInt8>)
    ) -> Bool {
        isLow(one.title, two.title) && areUnrelated(one.body, two.body)
    }

    /// Whether two bodies are unrelated.
    static func areUnrelated(_ one: ArraySlice<UInt8>, _ two: ArraySlice<UInt8>) -> Bool {
        one != two && isLow(String(decoding: one, as: UTF8.self), String(decoding: two, as: UTF8.self))
    }

    private static func isLow(_ one: String, _ two: String) -> Bool {
        let (first, second) = (words(one), words(two))
        let shorter = min(first.count, second.count)
        guard shorter > 0 else { return first.count != second.count }
        return Double(first.intersection(second).count) / Double(shorter) < least
    }

    private static func words(_ text: String) -> Set<Substring> {
        Set(ComparisonKey(text).text.split { !$0.isLetter && !$0.isNumber })
    }
}
