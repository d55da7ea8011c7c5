import Foundation
import NotebookBundle
import NotebookCopies
import NotebookFiles
import NotebookPacking
import NotebookStore
import NotebookTestSupport
import TestSupport
import Testing

/// What `git apply` makes of a patch between two notebooks: the second, to the byte.
@Suite(.enabled(if: Command.path(of: "git") != nil, "git is not installed")) struct `A patch between notebooks` {
    /// By the bytes of their paths: two normal forms of a name are two files.
    private typealias Files = [[UInt8]: [UInt8]]

    /// Names that are hard on patches: spaces, quotation marks, other scripts, letter case, and both normal forms.
    private static let names = [
        "notes/a.md", "notes/A.md", "notes/b c.md", "notes/It's.md", "notes/Stra\u{DF}e.md", "notes/e\u{301}.md",
        "notes/\u{E9}.md", "notes/\u{7F8E}/deep/x.md", "cards/q.md", "cards/\u{1F426}.md",
        "blobs/x.0123456789abcdef.bin",
        "blobs/y z.fedcba9876543210.jpg", "extras/org.example/state.db", "extras/org.example/e\u{301}.bin",
        "notes/a/x.md",
        "extras/org.example/#1 (a).txt", "trash/20260101T000000Z-0123abcd/notes/old.md",
    ]

    private static func content(_ random: inout SeededGenerator) -> [UInt8] {
        func lines(_ count: Int) -> [UInt8] {
            let words = [
                "a", "b", "--- x", "+++ y", "@@ -1 +1 @@", "", "\\ No", "\u{E9}\u{8A9E}", "tab\there", "diff --git a b",
            ]
            return (0..<count).flatMap { _ in Array((random.pick(words) + random.pick(["\n", "\n", "\r\n"])).utf8) }
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return []
        case 1: return random.bytes(Int.random(in: 1...300, using: &random))
        case 2: return [UInt8](repeating: 0, count: Int.random(in: 1...4000, using: &random))
        case 3: return lines(30) + Array("no end".utf8)
        case 4:
            let uuid = "0000000\(Int.random(in: 0..<6, using: &random))-0000-4000-8000-000000000000"
            return Array("---\nuuid: \(uuid)\n---\n\n".utf8) + lines(Int.random(in: 0..<40, using: &random))
        default: return lines(Int.random(in: 0..<40, using: &random))
        }
    }

    private static func changed(_ files: Files, _ random: inout SeededGenerator) -> Files {
        var files = files
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let name = Array(random.pick(names).utf8)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: files[name] = nil
            case 1:
                // Two exchange their names, or one is renamed.
                let other = Array(random.pick(names).utf8)
                (files[name], files[other]) = (files[other], files[name])
            case 2 where !(files[name] ?? []).isEmpty:
                let place = Int.random(in: 0..<(files[name]?.count ?? 1), using: &random)
                files[name]?.insert(contentsOf: Array("new\n".utf8), at: place)
            default: files[name] = content(&random)
            }
        }
        return files
    }

    private static func write(_ files: Files, to folder: TemporaryFolder, _ name: String) throws {
        for (path, bytes) in files {
            try folder.write("\(name)/\(String(decoding: path, as: UTF8.self))", bytes)
        }
    }

    private static func git(_ words: [String], _ folder: TemporaryFolder, _ name: String) throws -> Command.Result {
        try Command.run(
            ["/usr/bin/env", "GIT_CEILING_DIRECTORIES=\(folder.path)", "git"] + words,
            in: folder.url.appending(path: name))
    }

    @Test(arguments: Seeds.some(25)) func `makes of the first the second, and back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        var old = try Self.empty()
        for name in Self.names where random.chance(0.6) { old[Array(name.utf8)] = Self.content(&random) }
        let new = Self.changed(old, &random)
        try Self.write(old, to: folder, "A.notebundle")
        try Self.write(new, to: folder, "B.notebundle")
        let (one, other) = (folder.file("A.notebundle"), folder.file("B.notebundle"))
        var patch: [UInt8] = []
        try NotebookDirectory(one).writePatch(to: NotebookDirectory(other)) { patch += $0 }
        let (before, after) = (try folder.files(below: "A.notebundle"), try folder.files(below: "B.notebundle"))
        #expect(patch.isEmpty == (before == after))
        guard !patch.isEmpty else { return }
        let file = try folder.write("patch", patch)
        for words in [["apply", "--check", file], ["apply", "--whitespace=nowarn", file]] {
            let result = try Self.git(words, folder, "A.notebundle")
            #expect(result.status == 0, "seed \(seed): \(result.errors)")
        }
        let made = try folder.files(below: "A.notebundle")
        let others = Set(made.keys).union(after.keys).filter { made[$0] != after[$0] }
        #expect(others.isEmpty, "seed \(seed): \(others.map { String(decoding: $0, as: UTF8.self) })")
        let back = try Self.git(["apply", "-R", "--whitespace=nowarn", file], folder, "A.notebundle")
        #expect(back.status == 0, "seed \(seed): \(back.errors)")
        #expect(try folder.files(below: "A.notebundle") == before, "seed \(seed)")
    }

    private static func empty() throws -> Files {
        Dictionary(uniqueKeysWithValues: try MemoryNotebook(title: "N").files().map { (Array($0.key.utf8), $0.value) })
    }

    @Test func `holds files that are too large for lines, in pieces`() throws {
        let folder = try TemporaryFolder()
        var files = try Self.empty()
        let (path, gone) = (Array("extras/org.example/large.bin".utf8), Array("extras/org.example/gone.bin".utf8))
        let noise = SeededGenerator.bytes(3 << 20, seed: 1)
        files[path] = noise + [UInt8](repeating: 7, count: 15 << 20)
        files[gone] = [UInt8](repeating: 1, count: 17 << 20)
        try Self.write(files, to: folder, "A.notebundle")
        files[path]?.append(contentsOf: noise.reversed())
        files[gone] = nil
        try Self.write(files, to: folder, "B.notebundle")
        var patch: [UInt8] = []
        try NotebookDirectory(folder.file("A.notebundle")).writePatch(
            to: NotebookDirectory(folder.file("B.notebundle"))
        ) { patch += $0 }
        // Compressed: of what repeats nearly nothing is left.
        #expect(patch.count < 16 << 20)
        let result = try Self.git(["apply", try folder.write("patch", patch)], folder, "A.notebundle")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try folder.files(below: "A.notebundle") == folder.files(below: "B.notebundle"))
    }

    @Test func `is not made of files that changed since they were compared`() throws {
        let folder = try TemporaryFolder()
        var files = try Self.empty()
        let (small, large) = ("notes/a.md", "extras/org.example/large.bin")
        for (path, bytes) in [(small, Array("a\n".utf8)), (large, [UInt8](repeating: 1, count: 17 << 20))] {
            try Self.write(files, to: folder, "A.notebundle")
            files[Array(path.utf8)] = bytes
            try Self.write(files, to: folder, "B.notebundle")
            let one = try ComparedNotebook(NotebookDirectory(folder.file("A.notebundle")))
            let other = try ComparedNotebook(NotebookDirectory(folder.file("B.notebundle")))
            try folder.write("B.notebundle/\(path)", bytes.dropLast() + [7])
            #expect(throws: StoreError.self) { try NotebookPatch(one, other).write { _ in } }
            files[Array(path.utf8)] = nil
        }
    }
}
