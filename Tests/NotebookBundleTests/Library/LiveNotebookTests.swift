import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

/// A notebook whose files and unsaved texts change at random.
private struct ChangingNotebook {
    let folder: TemporaryFolder
    var live: LiveNotebook
    var chance: SeededGenerator
    private static let names = ["A", "B", "C", "sub/B", "sub/D", "ä", "a", "Sub/B"]
    private static let pieces = [
        "[[A]]", "[[B#One]]", "[b](B.md)", "[d](<sub/D.md#two>)", "![[C]]", "#tag", "\n\n", "# One\n\n", "## Two\n\n",
        "words ", "😀 ", "[[A|x]]", "[[nothing]]", "```\n", "^block\n", "[x]: A.md\n\n", "<<<<<<< ours\n", "\r\n",
        "[[tags/C]]",
        "[o](../../out.md)", "<!-- bundle-ignore NB603 -->", "[[Title 1]]",
    ]
    private static let heads = [
        "", "---\ntitle: Title 1\n---\n\n", "---\ntitle: B\ntags: [x, x]\n---\n", "---\ntags: [X, b]\n---\n",
        "---\ntitle: [\n---\n",
        "---\nuuid: 0190c5a0-0000-7000-8000-000000000001\n---\n", "---\npinned: perhaps\ncreated: 2090-01-01\n---\n",
        "\u{FEFF}",
    ]

    init(seed: UInt64) throws {
        folder = try TemporaryFolder()
        chance = SeededGenerator(seed: seed)
        let uuid = UniqueIdentifier(randomBits: seed, 2)
        let description = NotebookDescription(uuid: uuid, title: "N", created: Timestamp(clamping: 1_700_000_000))
        try folder.write("N.notebundle/notebook.json", description.text)
        live = try LiveNotebook(NotebookDirectory(folder.file("N.notebundle")))
        for name in Self.names { try write(name) }
        try live.refresh()
    }

    private mutating func text() -> [UInt8] {
        let pieces = (0..<Int.random(in: 0..<8, using: &chance)).map { _ in chance.pick(Self.pieces) }
        return Array((chance.pick(Self.heads) + pieces.joined()).utf8)
    }

    private mutating func write(_ name: String) throws {
        try folder.write("N.notebundle/notes/\(name).md", text())
    }

    /// Makes one change, of a file or of an unsaved text.
    mutating func step() throws {
        let name = chance.pick(Self.names)
        let path = try BundlePath("notes/\(name).md")
        switch Int.random(in: 0..<10, using: &chance) {
        case 0:
            try write(name)
            try live.refresh()
        case 1:
            try? FileManager.default.removeItem(atPath: folder.file("N.notebundle/notes/\(name).md"))
            try live.refresh()
        case 2: live.lift(path)
        default: live.lay(text(), over: path)
        }
    }

    /// The same state, read anew.
    func fresh() throws -> LiveNotebook {
        var fresh = try LiveNotebook(live.directory)
        for path in live.laidPaths { fresh.lay(try live.text(of: path) ?? [], over: path) }
        return fresh
    }
}

extension LiveNotebook {
    /// Everything that can be asked about the notes.
    fileprivate func answers() throws -> [String] {
        let paths = Set(notebook.items.map(\.path))
        let links = paths.sorted().map { path in
            let (count, first) = references(to: path, nil, inFirst: 2)
            let all = references(to: path, fromItself: true)
            return "\(path): \(count) \(first.count) \(all.map { "\($0.source) \($0.position)" })"
        }
        let findings = try self.findings(in: paths).map {
            "\($0.rule) \($0.path) \($0.position.map { "\($0)" } ?? "") \($0.message)"
        }
        return links + findings + tags.map { "\($0.tag.text) \($0.count)" } + [
            String(decoding: notebook.manifest.text, as: UTF8.self)
        ]
    }
}

struct `A live notebook` {
    private static let isExhaustive = Environment["NOTEBUNDLE_EXHAUSTIVE"] != nil

    @Test(arguments: Seeds.some(isExhaustive ? 100 : 2))
    func `equals one that is read anew after any changes`(seed: UInt64) throws {
        var notebook = try ChangingNotebook(seed: seed)
        for step in 1...(Self.isExhaustive ? 1_000 : 100) {
            try notebook.step()
            guard step % 10 == 0 || step < 10 else { continue }
            let (live, fresh) = (try notebook.live.answers(), try notebook.fresh().answers())
            let differences = Set(live).symmetricDifference(fresh).sorted()
            #expect(live == fresh, "seed \(seed), step \(step): \(differences)")
        }
    }

    @Test(arguments: Seeds.some(isExhaustive ? 1_000 : 15))
    func `reports what validation reports of names, items and links`(seed: UInt64) throws {
        var notebook = try ChangingNotebook(seed: seed)
        for _ in 0..<8 { try notebook.step() }
        let live = notebook.live
        // The unsaved texts are what validation sees in a copy.
        for path in live.laidPaths {
            try notebook.folder.write("N.notebundle/\(path)", try live.text(of: path) ?? [])
        }
        let directory = NotebookDirectory(notebook.folder.file("N.notebundle"))
        let judged = try Judgement(of: directory.inspect(collectsLinks: true), named: "N")
        let rules = Set(LiveNotebook.rules.map(\.id))
        let paths = Set(live.notebook.manifest.entries.map(\.path).filter { FileType(of: $0)?.isItem == true })
        let expected = judged.reported.map(\.finding).filter { finding in
            rules.contains(finding.rule) && paths.contains { $0.text == finding.path }
        }
        #expect(try live.findings(in: paths) == expected, "seed \(seed)")
    }

    @Test func `previews a rename with unsaved texts, and writes nothing`() throws {
        let folder = try TemporaryFolder()
        let notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
        _ = try notebook.edit { draft in
            var new = try NewItem(.note, text: "Text")
            new.title = "B"
            try draft.add(new)
        }
        var live = try LiveNotebook(NotebookDirectory(notebook.path))
        live.lay(Array("See [[B]].\n".utf8), over: try BundlePath("notes/A.md"))
        let before = try folder.files(below: "N.notebundle")
        let preview = try live.preview { draft in
            try draft.rename(try draft.shown(try BundlePath("notes/B.md")), to: "C")
        }
        #expect(preview.texts.map { String(decoding: $0.new.suffix(11), as: UTF8.self) }.first == "See [[C]].\n")
        #expect(preview.moves.map(\.new.text) == ["notes/C.md"])
        #expect(try folder.files(below: "N.notebundle") == before)
    }
}
