import TestSupport
import Testing

@testable import NotebookText

struct `Lines and columns` {
    @Test(arguments: Seeds.some(20))
    func `are those that one counts`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = ["a", "é", "日", "🦆", String(repeating: "x", count: 700)] + (generator.chance(0.5) ? ["\n"] : [])
        let text = (0..<200).map { _ in generator.pick(pieces) }.joined()
        let bytes = Array(text.utf8)
        let index = LineIndex(bytes)
        for _ in 0..<20 {
            let offset = Int.random(in: 0...bytes.count, using: &generator)
            let before = bytes[..<offset]
            let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let column = bytes[start..<offset].count { $0 & 0xC0 != 0x80 } + 1
            #expect(
                index.position(of: offset) == TextPosition(line: before.count { $0 == 0x0A } + 1, column: column))
        }
    }

    /// Forwards, as links stand in a text, and back again, as those inside of others do.
    @Test(arguments: Seeds.some(20))
    func `are the same when one walks`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = ["a", "é", "日", "🦆", String(repeating: "x", count: 700), "\n", "\r\n", "\r"]
        let bytes = Array((0..<300).map { _ in generator.pick(pieces) }.joined().utf8)
        let index = LineIndex(bytes)
        var walker = PositionWalker(bytes)
        var place = 0
        for _ in 0..<400 {
            place =
                generator.chance(0.8)
                ? place + generator.pick([0, 1, 7, 300]) : place - generator.pick([1, 40, 9_000])
            place = min(max(0, place), bytes.count)
            let splitsLineEnd = place > 0 && place < bytes.count && bytes[place - 1] == 0x0D && bytes[place] == 0x0A
            guard !splitsLineEnd else { continue }
            #expect(walker.position(of: place) == index.position(of: place))
        }
    }

    @Test func `are found as quickly in a line of megabytes`() {
        let index = LineIndex(Array(repeating: UInt8(ascii: "x"), count: 4 << 20))
        var sum = 0
        let time = ProcessorTime.seconds {
            for step in 0..<5_000 { sum += index.position(of: (4 << 20) - step).column }
        }
        #expect(sum == 5_000 * ((4 << 20) + 1) - 5_000 * 4_999 / 2)
        #expect(time < 20)
    }
}
