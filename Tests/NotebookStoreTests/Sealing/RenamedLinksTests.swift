import NotebookLinks
import Testing

@testable import NotebookCheck
@testable import NotebookFormat
@testable import NotebookText

struct `Links to what was renamed` {
    private static func rewritten(
        _ body: String, _ renames: [(String, String)], at path: String = "notes/F/A.md", areDirectories: Bool = false
    ) throws -> String {
        let links = RenamedLinks(
            try renames.map { Rename(old: $0.0, new: try BundlePath($0.1), isDirectory: areDirectories) })
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
            try Self.rewritten("[a](b.md) [c](../D.md)", renames, at: "notes/Odd/A.md", areDirectories: true)
                == "[a](b.md) [c](../D.md)")
        #expect(
            try Self.rewritten("[a](Odd./b.md)", renames, at: "notes/A.md", areDirectories: true) == "[a](Odd/b.md)")
        #expect(
            try Self.rewritten(
                "[[Odd./b]] [[notes/Odd./b#x|l]] ![[/notes/Odd./b.md]] [[Odd.]] [[Od/b]]", renames, areDirectories: true
            )
                == "[[Odd/b]] [[notes/Odd/b#x|l]] ![[/notes/Odd/b.md]] [[Odd.]] [[Od/b]]")
    }

    @Test func `stay where a file had the name of the directory that they lead through`() throws {
        let renames = [("blobs", "extras/org.notebundle.unplaced/blobs")]
        #expect(
            try Self.rewritten("![](../blobs/a.txt) [f](../blobs)", renames, at: "notes/A.md")
                == "![](../blobs/a.txt) [f](../extras/org.notebundle.unplaced/blobs)")
    }

    @Test func `follow two renames, to the last name`() throws {
        let renames = [
            ("notes/F/p.jpg", "blobs/p.jpg"), ("blobs/p.jpg", "blobs/p.0123456789abcdef.jpg"),
        ]
        #expect(
            try Self.rewritten("![](p.jpg) ![[p.jpg]]", renames)
                == "![](../../blobs/p.0123456789abcdef.jpg) ![[p.0123456789abcdef.jpg]]")
    }

    @Test func `follow one rename each if all are made together`() throws {
        let renames = [("notes/A.md", "notes/F/A.md"), ("notes/F/A.md", "notes/F/A 2.md")]
        let links = RenamedLinks(
            try renames.map { Rename(old: $0.0, new: try BundlePath($0.1)) }, areTogether: true)
        let item = try ItemFile(Array("[a](A.md) [b](F/A.md#x) ![c](/notes/A)".utf8))
        let text = try links.rewriting(item, at: try BundlePath("notes/B.md")).bytes
        #expect(String(decoding: text, as: UTF8.self) == "[a](F/A.md) [b](F/A%202.md#x) ![c](F/A)")
    }

    @Test func `stay where a note has the name of an attachment that sealing adopts`() throws {
        let stage = try HistoryStage()
        try stage.write("Words", at: "notes/pic.txt.md")
        try stage.write("[[pic.txt]] [[blobs/pic.txt]] ![](../blobs/pic.txt)\n", at: "notes/Source.md")
        try stage.write("picture", at: "blobs/pic.txt")
        _ = try stage.directory.seal()
        let name = BlobName("pic.txt", digest: Digest.of(Array("picture".utf8))).text
        let text = String(decoding: try #require(stage.document["notes/Source.md"]), as: UTF8.self)
        #expect(text.hasSuffix("\n[[pic.txt]] [[blobs/\(name)]] ![](../blobs/\(name))\n"))
    }

    @Test func `stay where a title looks like a path through a folder that is renamed`() throws {
        let stage = try HistoryStage()
        try stage.write("x", at: "notes/Odd./b.md")
        try stage.write("---\ntitle: Odd./q\n---\nx\n", at: "notes/Titled.md")
        try stage.write("[[Odd./q]] [[Odd./b]]\n", at: "notes/Source.md")
        _ = try stage.directory.fix(.everything)
        let text = String(decoding: try #require(stage.document["notes/Source.md"]), as: UTF8.self)
        #expect(text.hasSuffix("\n[[Odd./q]] [[Odd/b]]\n"), "\(text)")
    }

    @Test func `lead to what their destinations mean where no file is, and names stay`() throws {
        let pic = try BundlePath("blobs/pic.0123456789abcdef.txt")
        let links = RenamedLinks([], elsewhere: ["blobs/pic.txt": pic])
        let item = try ItemFile(Array("[a](../blobs/pic.txt#x) [[pic.txt]] [b](pic.txt) `../blobs/pic.txt`".utf8))
        let text = try links.rewriting(item, at: try BundlePath("notes/A.md")).bytes
        #expect(
            String(decoding: text, as: UTF8.self)
                == "[a](../blobs/pic.0123456789abcdef.txt#x) [[pic.txt]] [b](pic.txt) `../blobs/pic.txt`")
    }
}
