import Testing
import TestSupport

@testable import NotebookFormat
import NotebookText

struct `A path` {
    @Test(arguments: [
        "notes/Grey heron.md", "a", "notes/日本/Été 🪶.md", "notes/.a".replacing(".a", with: "a.b.c"), "notes/CONTENT.md",
        "notes/COM.md",
        "notes/COM10.md", "notes/nullable", "notes/LPT.md", "x/con fused.md", "notes/(a) & b’s = $5, 100%!.md",
        String(repeating: "a", count: 240), "notes/Icon", "notes/[draft] #1.md",
    ])
    func `that travels is read`(text: String) throws { #expect(try BundlePath(text).text == text) }

    @Test(arguments: [
        ("", PathProblem.empty), ("/a", .component("", .empty)), ("a//b", .component("", .empty)),
        ("a/", .component("", .empty)),
        ("..", .component("..", .leadingFullStop)), ("a/../b", .component("..", .leadingFullStop)),
        ("./a", .component(".", .leadingFullStop)), ("a/.git", .component(".git", .leadingFullStop)),
        ("a\\b", .component("a\\b", .character("\\"))), ("C:", .component("C:", .character(":"))),
        ("a?b", .component("a?b", .character("?"))), ("a\"b", .component("a\"b", .character("\""))),
        ("a<", .component("a<", .character("<"))), ("a>", .component("a>", .character(">"))),
        ("a|b", .component("a|b", .character("|"))), ("*", .component("*", .character("*"))),
        ("a\u{1}", .component("a\u{1}", .character("\u{1}"))), ("a\u{7f}", .component("a\u{7f}", .character("\u{7f}"))),
        ("a\u{85}", .component("a\u{85}", .character("\u{85}"))),
        ("a\u{202e}b", .component("a\u{202e}b", .character("\u{202e}"))),
        ("a\u{200f}b", .component("a\u{200f}b", .character("\u{200f}"))),
        ("a\u{2066}", .component("a\u{2066}", .character("\u{2066}"))),
        ("\u{e000}", .component("\u{e000}", .character("\u{e000}"))),
        ("\u{10fffd}", .component("\u{10fffd}", .character("\u{10fffd}"))),
        ("\u{feff}a", .component("\u{feff}a", .character("\u{feff}"))),
        ("a\u{2028}", .component("a\u{2028}", .character("\u{2028}"))),
        (" a", .component(" a", .edgeSpace)), ("a /b", .component("a ", .edgeSpace)),
        ("a./b", .component("a.", .trailingFullStop)),
        ("CON", .component("CON", .deviceName)), ("aux.md", .component("aux.md", .deviceName)),
        ("notes/Nul.tar.gz", .component("Nul.tar.gz", .deviceName)), ("com1", .component("com1", .deviceName)),
        ("LPT9.md", .component("LPT9.md", .deviceName)), ("COM¹", .component("COM¹", .deviceName)),
        ("conin$", .component("conin$", .deviceName)), ("con .md", .component("con .md", .deviceName)),
        ("thumbs.DB", .component("thumbs.DB", .systemJunk)), ("__MACOSX/a", .component("__MACOSX", .systemJunk)),
        ("e\u{301}", .component("e\u{301}", .notComposed)),
        ("ﬁ\u{301}a\u{30a}", .component("ﬁ\u{301}a\u{30a}", .notComposed)),
    ])
    func `that does not travel is refused`(text: String, problem: PathProblem) {
        #expect(throws: problem) { try BundlePath(text) }
    }

    @Test(arguments: [0xFDD0, 0xFFFE, 0x1FFFF, 0x10FFFE] as [UInt32])
    func `with a noncharacter is refused`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(throws: PathProblem.component("\(scalar)", .character(scalar))) { try BundlePath("\(scalar)") }
    }

    @Test func `has limits`() throws {
        let long = String(repeating: "a", count: 241)
        #expect(throws: PathProblem.component(long, .tooLong)) { try BundlePath(long) }
        let deep = Array(repeating: "a", count: 32).joined(separator: "/")
        #expect(throws: Never.self) { try BundlePath(deep) }
        #expect(throws: PathProblem.tooDeep) { try BundlePath(deep + "/a") }
        let name = String(repeating: "b", count: 200)
        let path = Array(repeating: name, count: 5).joined(separator: "/") + "/" + String(repeating: "c", count: 19)
        #expect(throws: Never.self) { try BundlePath(path) }
        #expect(throws: PathProblem.tooLong) { try BundlePath(path + "c") }
        // In the trash the old path counts.
        #expect(throws: Never.self) { try BundlePath("trash/20261120T101500Z-9f3c2a17/" + path) }
        #expect(throws: PathProblem.tooLong) { try BundlePath("trash/20261120T101500Z-9f3c2a17/" + path + "c") }
        #expect(throws: Never.self) { try BundlePath("trash/20261120T101500Z-9f3c2a17/" + deep) }
    }

    @Test(arguments: [
        ("notebook.json", FileType.notebook), ("notes/a.md", .note), ("notes/x/y/a.md", .note), ("cards/a.md", .card),
        ("blobs/a.2cf24dba5fb0a30e.jpg", .blob), ("blobs/a", .blob), ("extras/org.example.app/a", .extra),
        ("trash/20261120T101500Z-9f3c2a17/notes/a.md", .note), ("trash/20261120T101500Z-9f3c2a17/blobs/a", .blob),
        ("trash/20261120T101500Z-9f3c2a17/extras/a.b/c", .extra), ("notes/a.txt", nil), ("notes/a.MD", nil),
        ("a.md", nil),
        ("notes.md", nil), ("blobs/a/b", nil), ("extras/a", nil), ("extras/app/a", nil), ("trash/a", nil),
        ("trash/20261120T101500Z-9f3c2a17/notebook.json", nil), ("trash/20261120T101500Z-9F3C2A17/notes/a.md", nil),
        ("trash/20261320T101500Z-9f3c2a17/notes/a.md", nil), ("manifest.json", nil), ("notes/x.md/y", nil),
        ("trash/20261120T101500Z-9f3c2a17/trash/20261120T101500Z-9f3c2a17/notes/a.md", nil),
    ])
    func `says what a file is`(text: String, type: FileType?) throws {
        #expect(FileType(of: try BundlePath(text)) == type)
    }

    /// Unicode makes one character of U+0600 and what follows it, and of U+0301 and what is before it.
    @Test func `has the parts between its slashes and full stops, whatever is beside them`() throws {
        let path = try BundlePath("notes/a\u{600}/\u{301}b/c\u{600}.md")
        #expect(path.components == ["notes", "a\u{600}", "\u{301}b", "c\u{600}.md"])
        #expect(path.stem == "c\u{600}")
        let folder = try FolderPath("a\u{600}/\u{301}b")
        #expect(folder.name == "\u{301}b" && folder.parent?.text == "a\u{600}")
        #expect(BlobName("a\u{600}.2cf24dba5fb0a30e.jpg")?.readableName == "a\u{600}.jpg")
        #expect(BlobName("a\u{600}.jpg", digest: .of([])).text == "a\u{600}.e3b0c44298fc1c14.jpg")
    }

    @Test func `is ordered by bytes`() throws {
        let paths = try ["notes/a.md", "notes/a/b.md", "notes/B.md", "notes/é.md", "notes/🪶.md", "notes/\u{e0c}.md"].map
        { (text: String) in try BundlePath(text) }
        #expect(
            paths.sorted().map(\.text) == [
                "notes/B.md", "notes/a.md", "notes/a/b.md", "notes/é.md", "notes/\u{e0c}.md", "notes/🪶.md",
            ])
    }

    @Test(arguments: Seeds.some(100))
    func `from arbitrary text is refused or stays inside`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = ["a", "..", ".", "/", "\\", "é", "e\u{301}", " ", "con", "\u{202e}", "\0", "日", ":"]
        var count = 0
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in generator.pick(parts) }.joined()
            guard let path = try? BundlePath(text) else { continue }
            #expect(path.components.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." })
            #expect(!path.text.hasPrefix("/"))
            count += 1
        }
        #expect(count > 0)
    }
}

struct `Paths that some systems cannot distinguish` {
    /// Some paths, those of them that are listed, and what collides, with what.
    static let cases: [([String], Set<String>, [String])] = [
        (["notes/A.md", "notes/a.md"], [], ["notes/a.md file notes/A.md"]),
        (["notes/A.md", "notes/a.md"], ["notes/a.md"], ["notes/A.md file notes/a.md"]),
        (
            ["notes/SS.md", "notes/Ss.md", "notes/ß.md"], ["notes/Ss.md", "notes/ß.md"],
            ["notes/SS.md file notes/Ss.md", "notes/ß.md file notes/Ss.md"]
        ),
        // The first path spells the directories, whatever is right among files.
        (
            ["notes/B/A.md", "notes/b/A.md"], ["notes/b/A.md"],
            ["notes/B/A.md file notes/b/A.md", "notes/b/A.md directory notes/B"]
        ),
        (
            ["notes/B/A.md", "notes/b/A.md", "notes/b/C.md"], [],
            ["notes/b/A.md file notes/B/A.md", "notes/b/C.md directory notes/B"]
        ),
        (["notes/A.md", "notes/a.md/B.md"], [], ["notes/A.md fileAndDirectory notes/a.md/"]),
    ]

    @Test(arguments: cases) func `are reported, except for the right one`(
        paths: [String], listed: Set<String>, expected: [String]
    ) throws {
        let paths = try paths.map { (text: String) in try BundlePath(text) }
        let found = PathCollisions.find(in: paths.reversed()) { listed.contains($0.text) }
        #expect(found.map { "\($0.path) \($0.kind) \($0.other)" } == expected)
        let entries = paths.map { Entry(path: $0, type: .blob, size: 0, digest: .of([]), item: nil) }
        #expect(Manifest(entries).entries.mayCollide != expected.isEmpty)
    }
}

struct `A name made from a title` {
    @Test(arguments: [
        ("Grey heron", "Grey heron"), ("What? Why: x", "What Why- x"), ("a/b\\c|d", "a-b-c-d"),
        ("  .hidden. ", "hidden"),
        ("CON", "CON_"), ("con.txt", "con_.txt"), ("???", nil), ("", nil), ("...", nil),
        ("[[draft]] #1 ^x", "draft 1 x"),
        ("e\u{301}té", "été"), ("a\u{202e}b\u{7}", "ab"), ("tab\tand\nline", "tab and line"), ("日本 🪶", "日本 🪶"),
        ("Thumbs.db", "Thumbs_.db"), ("a\u{a0}b", "a b"), ("\u{e000}", nil), ("~$a", "$a"), ("~$.a", "$.a"),
        ("~$", "$"),
    ])
    func `travels`(title: String, name: String?) throws {
        #expect(PortableName.made(from: title) == name)
        if let name { #expect(throws: Never.self) { try BundlePath("notes/\(name).md") } }
    }

    @Test func `is cut between characters`() throws {
        let name = try #require(PortableName.made(from: String(repeating: "👩‍🔬", count: 40)))
        // Of at most 200 bytes: 18 characters of 11.
        #expect(name.count == 18 && name.utf8.count == 198)
        #expect(name.allSatisfy { $0 == "👩‍🔬" })
    }

    @Test func `gets a number when it is taken`() {
        let taken: Set<String> = ["a.md", "a 2.md"]
        #expect(PortableName.unique("a", ending: ".md", isTaken: taken.contains) == "a 3.md")
    }
}
