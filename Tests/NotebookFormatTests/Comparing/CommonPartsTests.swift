import TestSupport
import Testing

@testable import NotebookText

struct `What two sequences have in common` {
    private static func areCommon(_ pairs: [(old: Int, new: Int)], _ one: [Int], _ other: [Int]) -> Bool {
        var last = (-1, -1)
        for pair in pairs {
            guard pair.old > last.0, pair.new > last.1, one[pair.old] == other[pair.new] else { return false }
            last = (pair.old, pair.new)
        }
        return true
    }

    @Test(arguments: Seeds.some(40)) func `is as long as it can be`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let kinds = Int.random(in: 1...6, using: &random)
            let lengths = (Int.random(in: 0...14, using: &random), Int.random(in: 0...14, using: &random))
            let one = (0..<lengths.0).map { _ in Int.random(in: 0..<kinds, using: &random) }
            let other = (0..<lengths.1).map { _ in Int.random(in: 0..<kinds, using: &random) }
            #expect(Self.areCommon(CommonParts(one, other).pairs, one, other), "\(one) \(other)")
            var search = CommonSearch(one.map(Int32.init), other.map(Int32.init), limit: .max)
            search.run()
            let pairs = search.runs.flatMap { run in (0..<run.count).map { (old: run.old + $0, new: run.new + $0) } }
            #expect(Self.areCommon(pairs, one, other), "\(one) \(other)")
            #expect(pairs.count == longestCommonSubsequence(one, other), "\(one) \(other)")
        }
    }

    @Test(arguments: Seeds.some(10)) func `is found in parts if the search may not take long`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let one = (0..<2000).map { _ in Int.random(in: 0..<50, using: &random) }
        var other = one
        for _ in 0..<400 {
            other[Int.random(in: 0..<other.count, using: &random)] = -1 - Int.random(in: 0..<9, using: &random)
        }
        other.reverse(0..<300)
        let (quick, whole) = (CommonParts(one, other, effort: 1 << 18).pairs, CommonParts(one, other).pairs)
        #expect(Self.areCommon(quick, one, other) && Self.areCommon(whole, one, other))
        #expect(whole.count == longestCommonSubsequence(one, other))
        // What is far from the reversed part is found as well.
        #expect(quick.count * 10 >= whole.count * 9)
        let foreign = (0..<2000).map { _ in Int.random(in: 0..<50, using: &random) }
        #expect(Self.areCommon(CommonParts(one, foreign, effort: 1).pairs, one, foreign))
    }

    @Test func `is found at once where nothing or all is common`() {
        let one = Array(0..<100_000)
        #expect(CommonParts(one, one).pairs.count == one.count)
        #expect(CommonParts(one, one.map { -1 - $0 }).pairs.isEmpty)
        #expect(CommonParts(one, [50_000]).pairs.map(\.old) == [50_000])
    }
}

extension [Int] {
    fileprivate mutating func reverse(_ range: Range<Int>) {
        replaceSubrange(range, with: self[range].reversed())
    }
}
