import TestSupport
import Testing

@testable import NotebookFormat

@Suite struct `Lines and columns` {
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
