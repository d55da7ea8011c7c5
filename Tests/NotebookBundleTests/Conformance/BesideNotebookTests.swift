import Archives
import NotebookBundle
import NotebookPacking
import Testing

@Suite struct `Beside a notebook in an archive` {
    /// The rules of severity error, and the notes, that apply to a notebook with files before and after it.
    private static func findings(before: [String], after: [String] = [], mode: String? = nil) throws -> [String] {
        let notebook = try MemoryNotebook(title: "N")
        let sink = MemorySink()
        let writer = try ArchiveWriter(.tar, to: sink)
        for name in before { try writer.add(name, bytes: [1]) }
        for (path, bytes) in try notebook.files().sorted(by: { $0.key < $1.key }) where !path.hasPrefix(".") {
            try writer.add("N.notebundle/\(path)", bytes: bytes)
        }
        for name in after { try writer.add(name, bytes: [1]) }
        try writer.finish()
        let bytes = mode.map { Self.withFirstMode($0, sink.bytes) } ?? sink.bytes
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

    /// A tar whose first member has another mode, at offset 100 of its header, with the checksum at offset 148.
    private static func withFirstMode(_ mode: String, _ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(100..<107, with: mode.utf8)
        bytes.replaceSubrange(148..<156, with: Array(repeating: 0x20, count: 8))
        let sum = String(bytes[..<512].reduce(0) { $0 + Int($1) }, radix: 8)
        bytes.replaceSubrange(148..<156, with: Array((String(repeating: "0", count: 6 - sum.count) + sum + "\0 ").utf8))
        return bytes
    }

    @Test(arguments: [("a//x", ["NB807 a//x", "NB813 a//x"]), ("a//.x", ["NB807 a//.x"]), (".x/y", [])])
    func `hidden files have no headers to judge, wherever they lead`(name: String, expected: [String]) throws {
        #expect(try Self.findings(before: [name], mode: "0000600") == expected)
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
