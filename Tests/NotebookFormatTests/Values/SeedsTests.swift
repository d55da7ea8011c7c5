import TestSupport
import Testing

/// What `NOTEBUNDLE_SEEDS` may say.
struct `Seeds of tests` {
    @Test(arguments: [("1-100", 1...100), ("7-7", 7...7), ("7", 7...7)] as [(String, ClosedRange<UInt64>)])
    func `are a range, or one number`(text: String, range: ClosedRange<UInt64>) { #expect(Seeds.range(text) == range) }

    @Test(arguments: ["", "abc", "9-3", "1-", "-1", "-", "1-2-3", "1..3", "1 - 3", "0x1", "18446744073709551616"])
    func `are not anything else`(text: String) { #expect(Seeds.range(text) == nil) }

    @Test func `are so many as a test asks for, unless the environment gives others`() {
        #expect(Environment["NOTEBUNDLE_SEEDS"] != nil || Seeds.some(3) == [1, 2, 3])
    }
}
