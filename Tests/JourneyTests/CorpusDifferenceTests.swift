import Foundation
import TestSupport
import Testing

/// Two copies of real notes by others, one of which is edited at random.
@Suite(.waitsForPrograms) struct `Two copies of real notes` {
    static let corpora = ["foam-docs", "kepano-vault"]

    @Test(
        .enabled(if: corpora.allSatisfy(Corpora.has) && GitRepository.canMake, "\(Corpora.absent)"), arguments: corpora,
        Seeds.some(2))
    func `differ in what was edited, wherever they are, and git makes one of the other`(
        corpus: String, seed: UInt64
    ) throws {
        try TemporaryFolder.with { folder in
            var random = SeededGenerator(seed: seed)
            let source = try #require(Corpora.folder(corpus))
            try Tool.succeed("create", "A", "--from", source.path, "--extras", in: folder)
            try FileManager.default.copyItem(
                at: folder.appending(path: "A.notebundle"), to: folder.appending(path: "B.notebundle"))
            let notes = folder.appending(path: "B.notebundle/notes")
            var paths = (FileManager.default.enumerator(atPath: notes.path)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".md") }.sorted()
            paths.shuffle(using: &random)
            let (edited, renamed, gone) = (
                paths.prefix(20), paths.dropFirst(20).prefix(10), paths.dropFirst(30).prefix(5)
            )
            for path in edited {
                let file = notes.appending(path: path)
                let text = try String(contentsOf: file, encoding: .utf8)
                // Below the front matter, so that exactly the text differs.
                try Data((text + (text.hasSuffix("\n") ? "" : "\n") + "A line by somebody.\n").utf8).write(to: file)
            }
            try FileManager.default.createDirectory(
                at: notes.appending(path: "Elsewhere"), withIntermediateDirectories: true)
            for (number, path) in renamed.enumerated() {
                try FileManager.default.moveItem(
                    at: notes.appending(path: path), to: notes.appending(path: "Elsewhere/\(number).md"))
            }
            for path in gone { try FileManager.default.removeItem(at: notes.appending(path: path)) }
            let result = try Tool.run("diff", "A", "B", in: folder)
            #expect(result.status == 1, "\(result.errors)")
            func count(_ word: String) -> Int {
                result.output.split(separator: "\n").filter { $0.hasPrefix(word + " ") }.count
            }
            let counts: [Int] = ["changed", "moved", "removed", "added"].map(count)
            #expect(counts == [20, 10, 5, 0], "seed \(seed): \(result.output)")
            for ending in ["zip", "tar.zst"] {
                try Tool.succeed("archive", "A", "-o", "a.\(ending)", in: folder)
                #expect(try Tool.run("diff", "A", "a.\(ending)", in: folder).status == 0)
                #expect(try Tool.run("diff", "a.\(ending)", "B", in: folder).output == result.output)
            }
            let script = """
                "$BUNDLE" diff a.zip B --patch > patch; cp -R A.notebundle C.notebundle; cd C.notebundle
                git apply --check ../patch && git apply --whitespace=nowarn ../patch && diff -r . ../B.notebundle
                """
            let applied = try Tool.shell(script, in: folder, environment: ["GIT_CEILING_DIRECTORIES": folder.path])
            #expect(applied.status == 0, "\(applied.output.prefix(500))\(applied.errors)")
            #expect(try Tool.run("diff", "C", "B", in: folder).output == "no differences\n")
        }
    }
}
