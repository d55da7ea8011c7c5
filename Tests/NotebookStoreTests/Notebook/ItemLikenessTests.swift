import Testing

@testable import NotebookCopies

struct `Two texts` {
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

    @Test(arguments: [
        ("A", "the end of it is there", "B", "it is the end", false), ("A", "the pie", "B", "the talk", true),
        ("A", "take the flour and bake it", "B", "it is due and the rest is not", true),
        ("A b", "x y", "b", "z", false),
        ("A", "same", "B", "same", false), ("A", "", "B", "", false),
        ("A", "one two three", "B", "one two four", false),
    ])
    func `under unrelated titles are unrelated if they share few pairs of words`(
        title: String, text: String, otherTitle: String, other: String, expected: Bool
    ) {
        let (first, second) = ((title, Array(text.utf8)[...]), (otherTitle, Array(other.utf8)[...]))
        #expect(ItemLikeness.areUnrelated(first, second) == expected)
        #expect(ItemLikeness.areUnrelated(second, first) == expected)
    }
}
