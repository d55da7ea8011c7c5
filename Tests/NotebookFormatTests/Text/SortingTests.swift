import TestSupport
import Testing

@testable import NotebookText

struct `Sorting` {
    private struct Page: Equatable {
        let chapter: Int
        let number: Int
    }

    private struct Failure: Error {}

    @Test(arguments: [0, 1, 2, 3, 20, 70, 1_000])
    func `puts elements in order, and leaves equal ones in theirs`(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let pages = (0..<count).map { Page(chapter: Int.random(in: 0...count / 4, using: &random), number: $0) }
        let sorted = pages.sorted { $0.chapter < $1.chapter }
        let chapters = (0...count).map { chapter in pages.filter { $0.chapter == chapter } }
        #expect(sorted == chapters.flatMap(\.self))
        var others = pages
        others.sort { $0.chapter > $1.chapter }
        #expect(others == chapters.reversed().flatMap(\.self))
    }

    @Test func `takes any sequence of what can be compared`() {
        #expect(Set(["c", "a", "b"]).sorted() == ["a", "b", "c"])
        #expect(["b": 1, "a": 2].sorted { $0.key < $1.key }.map(\.value) == [2, 1])
        #expect([3, 1, 2][1...].sorted() == [1, 2])
        #expect(["b", "é", "a"].sorted() == ["a", "b", "é"])
        var hashes: [UInt64] = [.max, 1, 0, 1]
        #expect(hashes.sorted() == [0, 1, 1, .max])
        hashes.sort()
        #expect(hashes == [0, 1, 1, .max])
        var numbers = [3, 1, 2]
        numbers.sort()
        #expect(numbers == [1, 2, 3])
    }

    @Test func `throws what the comparison throws, and then changes nothing`() {
        var numbers = [3, 1, 2]
        #expect(throws: Failure.self) { try numbers.sort { _, _ in throw Failure() } }
        #expect(numbers == [3, 1, 2])
    }
}
