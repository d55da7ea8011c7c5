import Testing

@testable import NotebookCopies

@Suite struct `Two texts` {
    @Test(arguments: [
        ("one two three four", "one", false), ("one two three four", "one five six seven eight", false),
        ("one two three four five", "one six seven eight nine", true), ("One, two", "ONE", false), ("", "one", true),
        ("", "", false), ("the same", "the same", false), ("a b", "c d", true),
    ])
    func `are unrelated if less than a quarter of the words of the shorter one are common`(
        one: String, other: String, expected: Bool
    ) {
        #expect(ItemLikeness.areUnrelated(Array(one.utf8)[...], Array(other.utf8)[...]) == expected)
        #expect(ItemLikeness.areUnrelated(Array(other.utf8)[...], Array(one.utf8)[...]) == expected)
    }
}
