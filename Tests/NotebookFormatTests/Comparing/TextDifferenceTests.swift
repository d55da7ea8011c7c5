import TestSupport
import Testing

@testable import NotebookText

struct `The difference of two texts` {
    private static func words(_ old: String, _ new: String) -> String {
        WordDifference(Array(old.utf8), Array(new.utf8)).parts.map { part in
            let text = String(decoding: part.bytes, as: UTF8.self)
            return switch part.origin {
            case .both: text
            case .old: "[-\(text)-]"
            case .new: "{+\(text)+}"
            }
        }.joined()
    }

    @Test(arguments: [
        ("a b c", "a b c", "a b c"), ("a b c", "a x c", "a [-b-]{+x+} c"), ("a c", "a b c", "a {+b +}c"),
        ("an hour", "two hours", "[-an hour-]{+two hours+}"), ("", "new", "{+new+}"), ("old", "", "[-old-]"),
        ("one, two", "one; two", "one[-,-]{+;+} two"), ("Käse", "Käsebrot", "[-Käse-]{+Käsebrot+}"),
        ("我喜欢苹果。", "我喜欢梨。", "我喜欢[-苹果-]{+梨+}。"), ("a\nb\n", "a\nc\n", "a\n[-b-]{+c+}\n"),
        ("x a b", "y c d", "[-x a b-]{+y c d+}"),
    ])
    func `names the words`(old: String, new: String, shown: String) { #expect(Self.words(old, new) == shown) }

    @Test(arguments: Seeds.some(20)) func `has both texts in it, whatever they are`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces: [[UInt8]] =
            ["a", "b", " ", "  ", "\n", "é", "語", ",", "\r\n"].map { Array($0.utf8) } + [[0xE8], [0xFF]]
        for _ in 0..<200 {
            func text() -> [UInt8] { (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in random.pick(pieces) } }
            let (old, new) = (text(), text())
            let words = WordDifference(old, new).parts
            #expect(words.filter { $0.origin != .new }.flatMap(\.bytes) == old)
            #expect(words.filter { $0.origin != .old }.flatMap(\.bytes) == new)
            let lines = LineDifference(old, new).lines
            #expect(lines.filter { $0.origin != .new }.flatMap(\.bytes) == old)
            #expect(lines.filter { $0.origin != .old }.flatMap(\.bytes) == new)
        }
    }

    @Test func `counts and numbers lines`() {
        let old = Array((1...20).map { "\($0)\n" }.joined().utf8)
        let new = Array(((1...20).map { $0 == 3 ? "three\n" : $0 == 18 ? "" : "\($0)\n" }.joined() + "end").utf8)
        let difference = LineDifference(old, new)
        #expect(difference.counts == LineCounts(added: 2, removed: 2))
        let hunks = difference.hunks(context: 1)
        #expect(difference.heads(of: hunks) == ["@@ -2,3 +2,3 @@", "@@ -17,4 +17,4 @@"])
        #expect(difference.heads(of: hunks, behind: (5, 4)).first == "@@ -7,3 +6,3 @@")
    }

    @Test(arguments: [
        ("", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"), ("hello\n", "ce013625030ba8dba906f756967f9e9ca394464a"),
        (String(repeating: "a", count: 56), "1f973e890f52da1f22fa7e5620a628bc4ee74cb3"),
        (String(repeating: "a", count: 120), "253af86ee859905852357aee8bd83b08601364ae"),
    ])
    func `names contents as git hash-object does`(text: String, name: String) {
        var whole = GitObjectName(size: text.utf8.count)
        whole.update(Array(text.utf8))
        #expect(whole.finish() == name)
        var pieces = GitObjectName(size: text.utf8.count)
        for byte in text.utf8 { pieces.update([byte]) }
        #expect(pieces.finish() == name)
    }
}
