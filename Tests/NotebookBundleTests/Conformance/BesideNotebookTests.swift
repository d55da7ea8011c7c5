import Archives
import NotebookBundle
import NotebookPacking
import Testing

@Suite struct `Beside a notebook in an archive` {
    /// The rules of severity error, and the notes, that apply to a notebook with files before and after it.
    private static func findings(before: [String], after: [String] = []) throws -> [String] {
        let notebook = try MemoryNotebook(title: "N")
        let sink = MemorySink()
        let writer = try ArchiveWriter(.tar, to: sink)
        for name in before { try writer.add(name, bytes: [1]) }
        for (path, bytes) in try notebook.files().sorted(by: { $0.key < $1.key }) where !path.hasPrefix(".") {
            try writer.add("N.notebundle/\(path)", bytes: bytes)
        }
        for name in after { try writer.add(name, bytes: [1]) }
        try writer.finish()
        let inspection = try NotebookArchive(bytes: sink.bytes).inspect(collectsLinks: true)
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

    @Test(arguments: ["README", "a/README", "a/b/manifest", "Other/notes.md"])
    func `other files are errors, wherever they come`(name: String) throws {
        #expect(try Self.findings(before: [name]) == ["NB807 \(name)"])
        #expect(try Self.findings(before: [], after: [name]) == ["NB807 \(name)"])
    }
}
