import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookMerging

struct `Two versions of a text` {
    static let labels = MergedText.Labels(mine: "mine", theirs: "theirs")

    static func merge(_ base: String?, _ mine: String, _ theirs: String) -> (text: String, conflicts: Int) {
        let merged = MergedText(
            base: base.map { Array($0.utf8) }, mine: Array(mine.utf8), theirs: Array(theirs.utf8), labels: labels)
        return (String(decoding: merged.bytes, as: UTF8.self), merged.conflicts)
    }

    @Test(arguments: [
        ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"), ("a\nb\n", "a\nb\n", "a\n", "a\n"),
        ("a\nb\n", "x\na\nb\n", "a\nb\ny\n", "x\na\nb\ny\n"), ("a\n", "b\n", "b\n", "b\n"),
        (
            "The red fox runs.\n", "The quick red fox runs.\n", "The red fox runs home.\n",
            "The quick red fox runs home.\n"
        ),
        ("a b c\nd e f\n", "a B c\nd e f\n", "a b c\nd E f\n", "a B c\nd E f\n"), ("a", "a b", "a", "a b"),
        ("a\r\nb\r\n", "a\r\nB\r\n", "A\nb\n", "A\r\nB\r\n"), ("", "x\n", "", "x\n"),
    ])
    func `go together where they changed different things`(base: String, mine: String, theirs: String, merged: String) {
        #expect(Self.merge(base, mine, theirs) == (merged, 0))
    }

    @Test(arguments: [
        ("a\nb\nc\n", "a\nx\nc\n", "a\ny\nc\n", "a\n<<<<<<< mine\nx\n=======\ny\n>>>>>>> theirs\nc\n"),
        ("a\n", "a\nx\n", "a\ny\n", "a\n<<<<<<< mine\nx\n=======\ny\n>>>>>>> theirs\n"),
        ("a\nb\n", "a\n", "a\nB\n", "a\n<<<<<<< mine\n=======\nB\n>>>>>>> theirs\n"),
        ("a", "b", "c", "<<<<<<< mine\nb\n=======\nc\n>>>>>>> theirs\n"),
        ("    a b c\n", "    a B c\n", "    A b c\n", "<<<<<<< mine\n    a B c\n=======\n    A b c\n>>>>>>> theirs\n"),
    ])
    func `are both there where they changed the same`(base: String, mine: String, theirs: String, merged: String) {
        #expect(Self.merge(base, mine, theirs) == (merged, 1))
    }

    @Test(arguments: [
        ("a\nb\n", "a\nx\nb\n", "a\nx\nb\n"), ("a\nx\nb\n", "a\nb\ny\n", "a\nx\nb\ny\n"),
    ])
    func `of which nobody knows the origin lose no line`(mine: String, theirs: String, merged: String) {
        #expect(Self.merge(nil, mine, theirs) == (merged, 0))
    }

    /// Changes of single lines on both sides: what only one changed counts, and nothing that was written is lost.
    @Test(arguments: Seeds.some(200))
    func `hold everything that either side wrote`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let base = (0..<Int.random(in: 0...30, using: &generator)).map { "line \($0) of the text" }
        func edited(_ mark: String) -> (lines: [String], written: Set<String>, touched: Set<Int>) {
            var (lines, written, touched): ([String], Set<String>, Set<Int>) = ([], [], [])
            for (index, line) in base.enumerated() {
                let chance = Int.random(in: 0..<12, using: &generator)
                if chance == 0 { touched.insert(index) } else { lines.append(chance == 1 ? "\(mark) \(index)" : line) }
                if chance == 1 { touched.insert(index); written.insert("\(mark) \(index)") }
                if chance == 2 {
                    lines.append("\(mark) new \(index)"); written.insert("\(mark) new \(index)"); touched.insert(index)
                }
            }
            return (lines, written, touched)
        }
        let (mine, theirs) = (edited("mine"), edited("theirs"))
        func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
        let merged = Self.merge(text(base), text(mine.lines), text(theirs.lines))
        let lines = merged.text.split(separator: "\n").map(String.init)
        #expect(mine.written.union(theirs.written).isSubset(of: lines))
        #expect(merged.conflicts == lines.count { $0.hasPrefix("<<<<<<<") })
        // What neither touched nor stands beside what was touched is there once.
        for (index, line) in base.enumerated()
        where !mine.touched.contains(index) && !theirs.touched.contains(index) && merged.conflicts == 0 {
            #expect(lines.count { $0 == line } == 1)
        }
        let back = Self.merge(text(base), text(theirs.lines), text(mine.lines))
        #expect(merged.conflicts == 0 ? back.text == merged.text : back.conflicts == merged.conflicts)
    }
}

struct `Two versions of an item` {
    static func merge(_ base: String?, _ mine: String, _ theirs: String) -> (text: String, conflicts: Int) {
        let merged = MergedVersions(
            base: base.map { Array($0.utf8) }, mine: Array(mine.utf8), theirs: Array(theirs.utf8),
            labels: `Two versions of a text`.labels)
        return (String(decoding: merged.bytes, as: UTF8.self), merged.conflicts)
    }

    private static let head = "created: 2026-11-20T10:00:00Z\n"

    @Test func `have the later date and the tags of both`() {
        let base = "---\n\(Self.head)modified: 2026-11-20T10:00:00Z\ntags: [a, b, c]\n---\n\nOne\n\nTwo\n"
        let mine = "---\n\(Self.head)modified: 2026-11-20T11:00:00Z\ntags: [a, c, m]\n---\n\nOne, mine\n\nTwo\n"
        let theirs =
            "---\n\(Self.head)modified: 2026-11-20T12:00:00Z\npinned: true\ntags: [t, a, b]\n---\n\nOne\n\nTwo, theirs\n"
        let merged = Self.merge(base, mine, theirs)
        #expect(
            merged == (
                "---\n\(Self.head)modified: 2026-11-20T12:00:00Z\npinned: true\ntags: [a, m, t]\n---\n\nOne, mine\n\nTwo, theirs\n",
                0
            ))
    }

    /// An indented comment would be a part of a text in lines of its own that gets before it.
    @Test(arguments: [
        ("a: |\n  t\nb: 1\n  # b\nz: 1", "a: |\n  t\nb: 1\n  # b\nz: 2", "a: |\n  t\nz: 1"),
        ("a: v\n  # note\nz: 1", "a: v\n  # note\nz: 2", "a: |\n  t\nz: 1"),
        ("a: |\n  t\n# one\n  # two\nz: 1", "a: |\n  t\n# one\n  # two\nz: 2", "a: |\n  t\n# 1\n  # two\nz: 1"),
    ])
    func `keep texts in lines of their own as they are, whatever comments were there`(
        base: String, mine: String, theirs: String
    ) throws {
        for (one, other) in [(mine, theirs), (theirs, mine)] {
            let merged = Self.merge("---\n\(base)\n---\nx\n", "---\n\(one)\n---\nx\n", "---\n\(other)\n---\nx\n")
            let file = try ItemFile(text: merged.text)
            #expect(merged.conflicts == 0 && file.property("a")?.value == .single(PropertyScalar(text: "t")))
            #expect(file.property("z")?.value == .single(PropertyScalar(typed: "2")), "\(merged.text)")
        }
    }

    @Test func `keep both titles where both changed it`() throws {
        let merged = Self.merge(
            "---\ntitle: A\n---\nx\n", "---\ntitle: B\nmodified: 2026-01-01\n---\nx\n",
            "---\ntitle: \"C: d\"\nmodified: 2026-01-02\n---\nx\n")
        #expect(
            merged == ("---\ntitle: \"C: d\"\n# conflict (mine): title: B\nmodified: 2026-01-02T00:00:00Z\n---\nx\n", 1)
        )
        let lines = Self.merge("---\ntitle: A\n---\n", "---\ntitle: 'B' # one\n---\n", "---\ntitle: C # two\n---\n")
        #expect(lines == ("---\ntitle: 'B' # one\n# conflict (theirs): title: C # two\n---\n", 1))
        #expect(try ItemFile(text: lines.text).resolved(.theirs).bytes == Array("---\ntitle: C # two\n---\n".utf8))
    }

    @Test func `bring foreign keys together`() {
        let base = "---\nrating: 1\n# about lists\nlist:\n  - a\n  - b\nold: 1\nsame: 1\n---\nx\n"
        let mine = "---\nrating: 2\n# about lists\nlist:\n  - a\n  - b\n  - m\nsame: 1\nmine: 1\n---\nx\n"
        let theirs = "---\nrating: 3\n# about lists\nlist:\n  - t\n  - a\n  - b\nold: 1\nsame: 2\ntheirs: 1\n---\nx\n"
        #expect(
            Self.merge(base, mine, theirs) == (
                "---\nrating: 2\n# conflict (theirs): rating: 3\n# about lists\nlist:\n  - t\n  - a\n  - b\n  - m\nsame: 2\nmine: 1\ntheirs: 1\n---\nx\n",
                1
            ))
    }

    @Test(arguments: [
        ("tags: [a, b]", "tags: &t [a, b, c]"), ("tags: [a, b]", "tags: >-\n  a b"), ("tags: [a, b]", "tags: [a, b"),
        ("tags:\n  - a\n  - b", "tags:\n  - a\n  - {c: d}\n  - b # why"), ("title: A", "title: |\n  B"),
        ("title: A", "title: B # why"), ("pinned: true", "pinned: maybe"), ("pinned: true", "pinned: no # any more"),
    ])
    func `keep lines that only one of them changed, whatever the value`(old: String, new: String) {
        func item(_ lines: String, _ body: String) -> String { "---\n\(lines)\nx: 1\n---\n\n\(body)\n" }
        let (base, mine, theirs) = (item(old, "text"), item(old, "another text"), item(new, "text"))
        #expect(Self.merge(base, mine, theirs) == (item(new, "another text"), 0))
        #expect(Self.merge(base, theirs, mine) == (item(new, "another text"), 0))
    }

    @Test func `keep both lines where both changed them, and the value of one cannot be read`() {
        let merged = Self.merge(
            "---\ntags: [a]\n---\nx\n", "---\ntags: [a, m]\n---\nx\n", "---\ntags: >-\n  a t\n---\nx\n")
        let text = "---\ntags: [a, m]\n# conflict (theirs): tags: >-\n# conflict (theirs):   a t\n---\nx\n"
        #expect(merged == (text, 1))
        let added = Self.merge("---\nx: 1\n---\nx\n", "---\nx: 1\n---\ny\n", "---\ntags: &t [a]\nx: 1\n---\nx\n")
        #expect(added == ("---\ntags: &t [a]\nx: 1\n---\ny\n", 0))
        let referring = Self.merge("---\nx: 1\n---\nx\n", "---\nx: 1\n---\ny\n", "---\na: &a 2\nx: *a\n---\nx\n")
        #expect(referring == ("---\na: &a 2\nx: *a\n---\ny\n", 0))
    }

    @Test func `have the line ends of the first in their front matter, too`() {
        let base = "---\ntitle: A\nx: 1\ny: 1\n---\n\none\n"
        let mine = base.replacing("y: 1", with: "y: 2").replacing("one", with: "two")
        let theirs = base.replacing("title: A", with: "title: B").replacing("x: 1", with: "x: 1\nz:\n  - a")
            .replacing("\n", with: "\r\n")
        let merged = "---\ntitle: B\nx: 1\ny: 2\nz:\n  - a\n---\n\ntwo\n"
        #expect(Self.merge(base, mine, theirs) == (merged, 0))
    }

    @Test func `count a comment as often as it is there`() {
        let base = "---\na: 1\n# old\nb: 1\n# old\nc: 1\n---\nx\n"
        let mine = base.replacing("x", with: "y").replacing("a: 1\n", with: "a: 1\n# new\nz: 1\n")
        let theirs = base.replacing("b: 1\n# old", with: "b: 1").replacing("c: 1\n", with: "c: 1\n# new\n# new\n")
        let merged = "---\na: 1\n# new\nz: 1\n# old\nb: 1\nc: 1\n# new\n# new\n---\ny\n"
        #expect(Self.merge(base, mine, theirs) == (merged, 0))
        #expect(Self.merge(base, mine, mine.replacing("y", with: "x")) == (mine, 0))
    }

    @Test func `do not merge the words of a property if one removed the quotation marks that the other needs`() {
        let (base, mine) = ("---\nx: \"a b c d\"\n---\n", "---\nx: a b c d\n---\n")
        let merged = Self.merge(base, mine, base.replacing("b", with: "b:"))
        #expect(merged == ("---\nx: a b c d\n# conflict (theirs): x: \"a b: c d\"\n---\n", 1))
        #expect(Self.merge(base, mine, base.replacing("b", with: "B")) == (mine.replacing("b", with: "B"), 0))
    }

    @Test func `get front matter for comments alone`() {
        #expect(Self.merge("one\n", "two\n", "---\n# why\n---\n\none\n") == ("---\n# why\n---\n\ntwo\n", 0))
    }

    @Test func `take comments behind tags along`() {
        let base = "---\ntags:\n  - a # one\n  - b\n---\nx\n"
        let mine = base.replacing("  - b", with: "  - \"b\"\n  - m # mine")
        let theirs = base.replacing("  - a # one\n", with: "").replacing("  - b", with: "  - b\n  - t  # theirs")
        let merged = "---\ntags:\n  - \"b\"\n  - m # mine\n  - t  # theirs\n---\nx\n"
        #expect(Self.merge(base, mine, theirs) == (merged, 0))
    }

    @Test(arguments: [
        ("", "title: B # why\n"), ("", "tags: &t [a]\n"), ("created: 2026-11-20\n", "created: last week\n"),
        ("created: 2026-11-20\n", "created: 2026-11-19T10:00:00.5+02:00 # there\n"),
        ("modified: 2026-11-20\n", "modified: 2026-11-21 10:00 # there\n"),
    ])
    func `keep lines that one of them added or changed, as they are`(old: String, new: String) {
        func item(_ lines: String, _ body: String) -> String { "---\nx: 1\n\(lines)---\n\n\(body)\n" }
        let (base, mine, theirs) = (item(old, "text"), item(old, "another text"), item(new, "text"))
        #expect(Self.merge(base, mine, theirs) == (item(new, "another text"), 0))
        #expect(Self.merge(base, theirs, mine) == (item(new, "another text"), 0))
    }

    @Test func `keep a creation date that cannot be read beside another one`() {
        let merged = Self.merge(nil, "---\ncreated: 2026-11-20\n---\nx\n", "---\ncreated: last week\n---\nx\n")
        #expect(merged == ("---\ncreated: 2026-11-20\n# conflict (theirs): created: last week\n---\nx\n", 1))
    }

    @Test func `take texts of several lines whole`() {
        let base = "---\na: |\n  one\n  # two\nb: 1\n---\n\nx\n"
        let mine = base.replacing("b: 1", with: "b: 2")
        let theirs = base.replacing("  one\n  # two\n", with: "  one\n\n  # three\n")
            .replacing("b: 1", with: "c: |+\n  # four\n\n\nb: 1")
        let merged = "---\na: |\n  one\n\n  # three\nb: 2\nc: |+\n  # four\n\n\n---\n\nx\n"
        #expect(Self.merge(base, mine, theirs) == (merged, 0))
    }

    @Test func `are taken as texts where a key occurs several times`() {
        let base = "---\ncite: a\nx: 1\ncite: b\n---\n\ntext\n"
        let mine = base.replacing("text", with: "another text")
        let theirs = base.replacing("cite: b", with: "cite: c")
        let merged = "---\ncite: a\nx: 1\ncite: c\n---\n\nanother text\n"
        #expect(Self.merge(base, mine, theirs) == (merged, 0))
        #expect(Self.merge(base, theirs, mine) == (merged, 0))
        // Without them, this is not necessary.
        let other = base.replacing("x: 1", with: "x: 2")
        #expect(Self.merge(base, mine, other) == (mine.replacing("x: 1", with: "x: 2"), 0))
        let without = base.replacing("cite: a\n", with: "").replacing("cite: b\n", with: "")
        #expect(Self.merge(without, mine.replacing("cite: ", with: "z: "), base).text.contains("cite: a\ncite: b\n"))
        #expect(Self.merge(base, mine, without) == (without.replacing("text", with: "another text"), 0))
        #expect(Self.merge(base, without, mine) == (without.replacing("text", with: "another text"), 0))
    }

    @Test func `are taken as texts where front matter does not parse`() {
        let merged = Self.merge("---\nno key\n---\nx\n", "---\nno key\n---\nx\ny\n", "---\nno keys\n---\nx\n")
        #expect(merged == ("---\nno keys\n---\nx\ny\n", 0))
    }

    @Test func `are one where one side did nothing`() {
        #expect(Self.merge("a", "a", "b") == ("b", 0))
        #expect(Self.merge("a", "b", "a") == ("b", 0))
        #expect(Self.merge(nil, "b", "b") == ("b", 0))
    }
}
