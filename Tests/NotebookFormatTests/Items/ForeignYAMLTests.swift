@testable import NotebookFormat
import NotebookText
import TestSupport
import Testing

/// Front matter of other programs, in YAML that the format does not accept.
struct `Front matter of another program` {
    @Test(
        arguments: [
            ("title: >-\n  A long\n  title", "A long title"), ("title: |\n  Title\n", "Title"),
            ("title: \"Over\n  two lines\"", "Over two lines"), ("title: 'It''s\n\n  here'", "It's here"),
            ("title: !!str 12", "12"), ("title: &t Anchored\nalias: *t", "Anchored"),
            ("name: &t Other\ntitle: *t", "Other"), ("title: plain\n  and more # comment", "plain and more"),
            ("title: \"a\\\n  b\"", "ab"), ("title: \"one\ntwo\"\ntags: [x]", "one two"),
            ("title: |-\n  #x y\n# comment", "#x y"), ("title: '- d\n  #x'", "- d #x"),
        ] as [(String, String)])
    func `keeps the title that YAML reads`(yaml: String, title: String) throws {
        let read = try ItemFile.foreign(Array("---\n\(yaml)\nkeep: >-\n  as\n  is\n---\n\nText.\n".utf8))
        #expect(read.item.metadata.title == Title.accepted(title))
        #expect(read.item.unacceptable.isEmpty && read.changes.count >= 1)
        #expect(String(decoding: read.item.bytes, as: UTF8.self).hasSuffix("keep: >-\n  as\n  is\n---\n\nText.\n"))
    }

    @Test func `has the tags of a list with anchors, and of a scalar of several lines`() throws {
        let yamls = [
            "tags:\n- !!str a\n- &x b\n- \"c\n  d\"", "tags: >-\n  a, b,\n  c d", "tags: &t [a, 'b', !!str c d]",
            "tags: !!seq\n  - a\n  - b\n  - >-\n    c\n    d", "mine: &t [a, b, c d]\ntags: *t",
            "x: &x b\ntags: [a, # one\n  *x, \"c\n  d\",]", "tags: !!seq [a, b, c\n  d] # three",
        ]
        for yaml in yamls {
            let read = try ItemFile.foreign(Array("---\n\(yaml)\n---\n".utf8))
            #expect(read.item.metadata.tags.map(\.text) == ["a", "b", "c d"])
        }
    }

    @Test(
        arguments: [
            ("{title: A, tags: [b, 'c d']}", "title: A\ntags: [b, 'c d']"),
            ("{\n  \"title\":\"A, b\",\n  \"n\": {\"x\": 1} # end\n}", "\"title\": \"A, b\"\n\"n\": {\"x\": 1}"),
            ("  title: A\n  tags:\n    - b", "title: A\ntags:\n  - b"),
            ("{\"title\": \"a\\\n  \\ b\"}", "\"title\": \"a\\ b\""),
            ("? title\n: A\nother: B", "title: A\nother: B"),
            ("title: &a A # first\nother: *a\nthird: [*a]", "title: A\nother: A\nthird: [*a]"),
            ("tags: &t [a, b]\nother: *t", "tags: [a, b]\nother: [a, b]"),
        ])
    func `gets a line for each key and values without aliases`(yaml: String, lines: String) throws {
        let read = try ItemFile.foreign(Array("---\n\(yaml)\n---\nText\n".utf8))
        #expect(String(decoding: read.item.bytes, as: UTF8.self) == "---\n\(lines)\n---\nText\n")
        #expect(read.item.unacceptable.isEmpty && read.changes.count == 1)
    }

    @Test(
        arguments: [
            ("---\ntitle: A\n...\nText\n", "---\ntitle: A\n---\nText\n"),
            ("---\ntitle: A\n...\nText\n\n---\n\nMore\n", "---\ntitle: A\n---\nText\n\n---\n\nMore\n"),
            ("---\r\ntitle: A\r\n...\r\nText", "---\r\ntitle: A\r\n---\r\nText"),
            ("---\nJust a text.\n...\n", nil), ("---\ntitle: A\n---\n...\n", nil), ("Text\n...\n", nil),
            ("---\n...\n", nil),
        ] as [(String, String?)])
    func `may end in three dots`(text: String, ended: String?) throws {
        let read = try ItemFile.foreign(Array(text.utf8))
        #expect(String(decoding: read.item.bytes, as: UTF8.self) == ended ?? text)
        #expect(read.changes.isEmpty == (ended == nil))
    }

    @Test(arguments: ["title: [a\n", "title: {a: b}\n", "created: >-\n  never\n", "title: *none\n"])
    func `stays as it is if it says nothing`(yaml: String) throws {
        let bytes = Array("---\n\(yaml)---\n\nText.\n".utf8)
        #expect(try ItemFile.foreign(bytes).item.bytes == bytes)
    }
}
