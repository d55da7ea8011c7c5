import NotebookFormat
import Testing

@Suite struct `Links to what was renamed` {
    private static func rewritten(
        _ body: String, _ renames: [(String, String)], at path: String = "notes/F/A.md"
    ) throws -> String {
        let links = RenamedLinks(try renames.map { Rename(old: $0.0, new: try BundlePath($0.1)) })
        let item = try ItemFile(Array(body.utf8))
        return String(decoding: try links.rewriting(item, at: try BundlePath(path)).bytes, as: UTF8.self)
    }

    static let what = [("notes/What?.md", "notes/What.md")]

    @Test(
        arguments: [
            (
                "[a](../What%3F.md#x) [b](/notes/What%3F.md) [c](../What%3F)",
                "[a](../What.md#x) [b](../What.md) [c](../What)"
            ),
            ("[[What?]] [[what?#H|l]] ![[notes/What?.md]]", "[[What]] [[What#H|l]] ![[notes/What.md]]"),
            ("`[[What?]]` [x](What%3F.md) [[Whatever]]", "`[[What?]]` [x](What%3F.md) [[Whatever]]"),
        ])
    func `lead to its new name`(body: String, wanted: String) throws {
        #expect(try Self.rewritten(body, Self.what) == wanted)
    }

    @Test func `lead on from a directory that was renamed, and into it`() throws {
        let renames = [("notes/Odd.", "notes/Odd")]
        #expect(
            try Self.rewritten("[a](b.md) [c](../D.md)", renames, at: "notes/Odd/A.md") == "[a](b.md) [c](../D.md)")
        #expect(try Self.rewritten("[a](Odd./b.md)", renames, at: "notes/A.md") == "[a](Odd/b.md)")
    }

    @Test func `follow two renames, to the last name`() throws {
        let renames = [
            ("notes/F/p.jpg", "blobs/p.jpg"), ("blobs/p.jpg", "blobs/p.0123456789abcdef.jpg"),
        ]
        #expect(
            try Self.rewritten("![](p.jpg) ![[p.jpg]]", renames)
                == "![](../../blobs/p.0123456789abcdef.jpg) ![[p.0123456789abcdef.jpg]]")
    }
}

@Suite struct `What can be saved of a damaged text` {
    static let substitute = NotebookDescription(
        uuid: UniqueIdentifier(randomBits: 1, 2), title: "Substitute", created: Timestamp(clamping: 0))

    @Test func `is each value of notebook.json that can be read`() {
        let text = """
            {"format": "notebundle", "version": 1, "uuid": "4bf21ab8-b33a-4e5a-b5b2-3d5f2d7d8d39", "title": "T",
             "created": "yesterday", "settings": {"sort": "size"}, "tags": [{"name": "a"}, {"name": "A"}, 3, {"name": "b"}],
             "org.example.x": {"y": 1.50}}
            """
        let rescue = DescriptionRescue(of: Array(text.utf8), substitute: Self.substitute)
        #expect(rescue.description.title == "T")
        #expect(rescue.description.created == Timestamp(clamping: 0))
        #expect(rescue.description.tags.map(\.name.text) == ["a", "b"])
        #expect(rescue.saved == ["uuid", "title", "org.example.x"])
        #expect(rescue.savedInPart == ["tags"])
        #expect(rescue.lost == ["created", "settings"])
        #expect(String(decoding: rescue.description.text, as: UTF8.self).contains("\"y\": 1.50\n"))
    }

    @Test func `is found where it stands if the rest is no JSON`() {
        let text =
            "<<<<<<< HEAD\n  \"title\": \"Mine\",\n=======\n  \"title\": \"Yours\",\n>>>>>>> x\n \"folders\": [{\"path\": \"F\"}], \"uuid\": 7"
        let rescue = DescriptionRescue(of: Array(text.utf8), substitute: Self.substitute)
        #expect(rescue.description.title == "Mine")
        #expect(rescue.description.folders.map(\.path.text) == ["F"])
        #expect(rescue.lost == ["uuid", "created"])
    }

    @Test(arguments: [[], Array("{".utf8), [0xFF, 0x00], Array("[]".utf8), Array("\"title\":".utf8)])
    func `may be nothing`(bytes: [UInt8]) {
        #expect(DescriptionRescue(of: bytes, substitute: Self.substitute).description.title == "Substitute")
    }

    @Test(
        arguments: [
            ([0x63, 0xE9, 0x93], "cé“", ["read as Windows-1252"]), ([0x61, 0, 0x62], "ab", ["without U+0000"]),
            (
                Array("---\nx\n---\ny\n".utf8), "---\n---\n\n---\nx\n---\ny\n", ["front matter kept as text"]
            ), (Array("plain\n".utf8), "plain\n", []),
            ([0xFF, 0, 0x81], "ÿ\u{81}", ["read as Windows-1252", "without U+0000"]),
        ] as [([UInt8], String, [String])])
    func `of a note is its text`(bytes: [UInt8], text: String, steps: [String]) throws {
        let rescue = try #require(ItemRescue(of: bytes))
        #expect(String(decoding: rescue.item.bytes, as: UTF8.self) == text)
        #expect(rescue.steps == steps)
    }

    @Test func `of what is too long is nothing`() {
        #expect(ItemRescue(of: [UInt8](repeating: 0x61, count: ItemFile.maximumBytes + 1)) == nil)
    }
}
