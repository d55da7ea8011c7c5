import Archives
import NotebookBundle
import NotebookPacking
import Testing

struct `Beside a notebook in an archive` {
    /// The rules of severity error, and the notes, that apply to a notebook with files before and after it.
    private static func findings(
        before: [String], after: [String] = [], changingHeader change: ((inout [UInt8]) -> Void)? = nil
    ) throws -> [String] {
        let notebook = try MemoryNotebook(title: "N")
        let sink = MemorySink()
        let writer = try ArchiveWriter(.tar, to: sink)
        for name in before { try writer.add(name, bytes: [1]) }
        for (path, bytes) in try notebook.files().sorted(by: { $0.key < $1.key }) where !path.hasPrefix(".") {
            try writer.add("N.notebundle/\(path)", bytes: bytes)
        }
        for name in after { try writer.add(name, bytes: [1]) }
        try writer.finish()
        var bytes = sink.bytes
        if let change { Self.changeHeader(of: &bytes, change) }
        let inspection = try NotebookArchive(bytes: bytes).inspect(collectsLinks: true)
        return try RuleBook.findings(in: inspection).filter { $0.rule.description != "NB811" }.map {
            "\($0.rule) \($0.path)"
        }
    }

    @Test(arguments: [".git/x", "a/.git/x", ".stversions/notes/A.md"])
    func `files outside every document do no harm`(name: String) throws {
        #expect(try Self.findings(before: [name]).isEmpty)
        #expect(try Self.findings(before: [], after: [name]).isEmpty)
    }

    @Test(arguments: [".DS_Store", "Thumbs.db", "a/Thumbs.db", "__MACOSX/._N"])
    func `files of systems are notes`(name: String) throws {
        let path = name.hasPrefix("__MACOSX") ? "__MACOSX" : name
        #expect(try Self.findings(before: [name]) == ["NB705 \(path)"])
        #expect(try Self.findings(before: [], after: [name]) == ["NB705 \(path)"])
    }

    /// Changes the header of a tar’s first member, with the checksum at offset 148.
    private static func changeHeader(of bytes: inout [UInt8], _ change: (inout [UInt8]) -> Void) {
        change(&bytes)
        bytes.replaceSubrange(148..<156, with: Array(repeating: 0x20, count: 8))
        let sum = String(bytes[..<512].reduce(0) { $0 + Int($1) }, radix: 8)
        bytes.replaceSubrange(148..<156, with: Array((String(repeating: "0", count: 6 - sum.count) + sum + "\0 ").utf8))
    }

    @Test func `hidden files do no harm in a directory whose name is not UTF-8`() throws {
        #expect(try Self.findings(before: ["a/.x"]) { $0[0] = 0xFF } == [])
        #expect(try Self.findings(before: ["a/Thumbs.db"]) { $0[0] = 0xFF } == ["NB705 \u{FFFD}/Thumbs.db"])
        #expect(try Self.findings(before: ["a/b~"]) { $0[0] = 0xFF } == ["NB807 \u{FFFD}/b~"])
    }

    @Test(arguments: [("a//x", ["NB807 a//x", "NB813 a//x"]), ("a//.x", ["NB807 a//.x"]), (".x/y", [])])
    func `hidden files have no headers to judge, wherever they lead`(name: String, expected: [String]) throws {
        let found = try Self.findings(before: [name]) { $0.replaceSubrange(100..<107, with: "0000600".utf8) }
        #expect(found == expected)
    }

    @Test(arguments: [("notes/CON/Thumbs.db", "NB310 notes/CON"), ("notes/a?/.git/x", "NB301 notes/a?")])
    func `a bad directory in it is one, whatever it contains`(path: String, expected: String) throws {
        #expect(try Self.findings(before: [], after: ["N.notebundle/\(path)"]) == [expected])
    }

    @Test(arguments: ["notes/A //B.md", "notes/a?/../B.md", "notes/..\\..\\B.md", "notes/a?\\..\\B.md"])
    func `a path in it that leads elsewhere is so as a whole, whatever its parts are`(path: String) throws {
        #expect(try Self.findings(before: [], after: ["N.notebundle/\(path)"]) == ["NB315 \(path)"])
    }

    @Test(arguments: ["README", "a/README", "a/b/manifest", "Other/notes.md"])
    func `other files are errors, wherever they come`(name: String) throws {
        #expect(try Self.findings(before: [name]) == ["NB807 \(name)"])
        #expect(try Self.findings(before: [], after: [name]) == ["NB807 \(name)"])
    }
}
