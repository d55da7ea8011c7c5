import EditorWire
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

struct `The text of a document` {
    private static let pieces = ["a", "é", "€", "😀", "\n", "\r\n", "\r", "[[B]]", "```\n", "# x\n", "", "---\n"]

    @Test func `equals a fresh one after many edits`() throws {
        let rounds = Environment["NOTEBUNDLE_EXHAUSTIVE"] == nil ? 400 : 100_000
        var chance = SeededGenerator(seed: 42)
        var lines = LineTable(Array("one\r\ntwo\n".utf8))
        for round in 0..<rounds {
            var offsets = (0..<2).map { _ in Int.random(in: 0...lines.bytes.count, using: &chance) }.sorted()
            for index in offsets.indices {
                while offsets[index] < lines.bytes.count, lines.bytes[offsets[index]] & 0xC0 == 0x80 {
                    offsets[index] += 1
                }
            }
            let end = lines.bytes.count > 400 ? offsets[1] : min(offsets[1], offsets[0] + 9)
            var upper = max(offsets[0], end)
            while upper < lines.bytes.count, lines.bytes[upper] & 0xC0 == 0x80 { upper += 1 }
            let text = (0..<3).map { _ in Self.pieces.randomElement(using: &chance) ?? "" }.joined()
            lines.replace(offsets[0]..<upper, with: Array(text.utf8))
            let fresh = LineTable(lines.bytes)
            #expect(lines.count == fresh.count, "round \(round)")
            let offset = Int.random(in: 0...lines.bytes.count, using: &chance)
            for encoding in PositionEncoding.allCases {
                let position = fresh.position(of: offset, encoding)
                #expect(lines.position(of: offset, encoding) == position)
            }
        }
    }

    @Test(arguments: PositionEncoding.allCases)
    func `gives back each offset from its position`(encoding: PositionEncoding) {
        let bytes = Array("a😀é\r\nb€\n\n".utf8)
        let lines = LineTable(bytes)
        for offset in 0...bytes.count where offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
            guard offset == bytes.count || bytes[offset] != 0x0A || offset == 0 || bytes[offset - 1] != 0x0D else {
                continue
            }
            let position = lines.position(of: offset, encoding)
            #expect(lines.offset(line: position.line, character: position.character, encoding) == offset)
        }
        #expect(lines.offset(line: 0, character: 99, encoding) == 7)
        #expect(lines.offset(line: 99, character: 0, encoding) == bytes.count)
    }

    @Test(arguments: PositionEncoding.allCases)
    func `has an offset for every position that a client can send`(encoding: PositionEncoding) {
        let lines = LineTable(Array("ab\ncd\nef".utf8))
        #expect(lines.offset(line: 1, character: .max, encoding) == 5)
        #expect(lines.offset(line: .max, character: .max, encoding) == 8)
        #expect(lines.offset(line: 1, character: .min, encoding) == 3)
        #expect(lines.offset(line: .min, character: .min, encoding) == 0)
    }

    @Test(arguments: PositionEncoding.allCases)
    func `counts characters far to the right of a line as near its beginning`(encoding: PositionEncoding) {
        var lines = LineTable(Array(String(repeating: "a😀é€", count: 1_000).utf8))
        lines.replace(0..<1, with: Array("é\r".utf8))
        let (bytes, start) = (lines.bytes, 3)
        var units = 0
        for offset in start..<bytes.count {
            if bytes[offset] & 0xC0 != 0x80 {
                #expect(lines.position(of: offset, encoding) == (1, units))
                #expect(lines.offset(line: 1, character: units, encoding) == offset)
            }
            units += encoding.units(ofFirstByte: bytes[offset])
        }
        #expect(lines.offset(line: 1, character: units + 1, encoding) == bytes.count)
    }

    @Test func `finds the places in a line of many links in time`() {
        let lines = LineTable(Array(String(repeating: "é [[B]] ", count: 30_000).utf8))
        let seconds = ProcessorTime.seconds {
            for offset in stride(from: 0, to: lines.bytes.count, by: 9) {
                let position = lines.position(of: offset, .utf16)
                #expect(lines.offset(line: 0, character: position.character, .utf16) == offset)
            }
        }
        #expect(seconds < 10)
    }

    @Test func `is edited by the smallest replacements`() {
        let old = Array("one [[A]]\ntwo\nthree [[A]]\n".utf8)
        let new = Array("one [[Bé]]\ntwo\nthree [[Bé]]\n".utf8)
        let edits = TextEdits.between(old, new)
        #expect(edits.map { String(decoding: $0.text, as: UTF8.self) } == ["Bé", "Bé"])
        #expect(old.replacing(edits) == new)
        let (line, renamed) = (Array("[[A]] 😀 [[A#x]] [t](A.md)\n".utf8), Array("[[Bö]] 😀 [[Bö#x]] [t](Bö.md)\n".utf8))
        let inLine = TextEdits.between(line, renamed)
        #expect(inLine.map { String(decoding: $0.text, as: UTF8.self) } == ["Bö", "Bö", "Bö"])
        #expect(line.replacing(inLine) == renamed)
    }

    @Test(arguments: ["", "a", "a\n", "a\nb", "a\na\n", "b\na", "\n", "a\r\nb\r\n", "xa\n", "a\nx\na\n", "é\nè\n"])
    func `becomes every other text by its edits`(old: String) {
        for new in ["", "a", "a\n", "a\nb", "a\na\n", "b\na", "\n\n", "a\nb\n", "xa\na", "a\na\nx\n", "è\né\n"] {
            let edits = TextEdits.between(Array(old.utf8), Array(new.utf8))
            #expect(Array(old.utf8).replacing(edits) == Array(new.utf8), "\(old) \(new)")
        }
    }
}
