import TestSupport
import Testing

@testable import NotebookMerging

/// Random edits of lines on both sides, compared with a model that knows which lines each side has touched.
struct `A merge of three versions` {
    private struct Sides {
        let base: [UInt8]
        var mine: [UInt8] = []
        var theirs: [UInt8] = []
        var both: [UInt8] = []

        /// Paragraphs apart, so that no two edits touch.
        init(_ random: inout SeededGenerator) {
            var text = ""
            var (mine, theirs, both) = ("", "", "")
            for number in 0..<Int.random(in: 1...30, using: &random) {
                let line = "paragraph \(number)\n\n"
                text += line
                let new = random.pick(["new \(number)\n\n", "", line + "more \(number)\n\n"])
                switch Int.random(in: 0..<5, using: &random) {
                // An unchanged paragraph stands between two changes.
                case 0 where number % 2 == 0: (mine, theirs, both) = (mine + new, theirs + line, both + new)
                case 1 where number % 2 == 0: (mine, theirs, both) = (mine + line, theirs + new, both + new)
                case 2 where number % 2 == 0: (mine, theirs, both) = (mine + new, theirs + new, both + new)
                default: (mine, theirs, both) = (mine + line, theirs + line, both + line)
                }
            }
            base = Array(text.utf8)
            (self.mine, self.theirs, self.both) = (Array(mine.utf8), Array(theirs.utf8), Array(both.utf8))
        }
    }

    private static let labels = MergedText.Labels(mine: "mine", theirs: "theirs")

    @Test(arguments: Seeds.some(60)) func `has the changes of both where they do not touch`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let sides = Sides(&random)
            for (one, other) in [(sides.mine, sides.theirs), (sides.theirs, sides.mine)] {
                let merged = MergedText(base: sides.base, mine: one, theirs: other, labels: Self.labels)
                let isRight = merged.conflicts == 0 && merged.bytes == sides.both
                #expect(isRight, "seed \(seed): \(String(decoding: merged.bytes, as: UTF8.self))")
                guard isRight else { return }
            }
        }
    }

    @Test(arguments: Seeds.some(30)) func `loses no line that either side wrote`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            let base = (0..<Int.random(in: 0...20, using: &random)).map { "line \($0)\n" }
            func edited(_ side: String) -> [String] {
                var lines = base
                for number in 0..<Int.random(in: 0...8, using: &random) {
                    let place = Int.random(in: 0...lines.count, using: &random)
                    if random.chance(0.4), place < lines.count {
                        lines.remove(at: place)
                    } else {
                        lines.insert("\(side) \(number)\n", at: place)
                    }
                }
                return lines
            }
            let (mine, theirs) = (edited("mine"), edited("theirs"))
            let merged = MergedText(
                base: Array(base.joined().utf8), mine: Array(mine.joined().utf8), theirs: Array(theirs.joined().utf8),
                labels: Self.labels)
            let text = String(decoding: merged.bytes, as: UTF8.self)
            for line in (mine + theirs) where !base.contains(line) { #expect(text.contains(line), "seed \(seed)") }
            // What both still have stays.
            for line in base where mine.contains(line) && theirs.contains(line) { #expect(text.contains(line)) }
        }
    }
}
