import Foundation
import TestSupport
import Testing

/// Real notes by others, all the way: in, validated, archived, and out again.
@Suite(.waitsForPrograms) struct `Real notes` {
    static let corpora = ["foam-docs", "kepano-vault"]
    static let endings = ["zip", "tar", "tar.gz", "tar.zst", "tar.xz"]

    private static func take(_ corpus: String, into folder: URL) throws -> String {
        let source = try #require(Corpora.folder(corpus))
        let bundle = folder.appending(path: "Real.notebundle").path
        try Tool.succeed("create", bundle, "--from", source.path, "--extras")
        return bundle
    }

    @Test(.enabled(if: corpora.allSatisfy(Corpora.has), "\(Corpora.absent)"), arguments: corpora)
    func `come in and are valid`(corpus: String) throws {
        try TemporaryFolder.with { folder in
            let bundle = try Self.take(corpus, into: folder)
            let result = try Tool.run("validate", bundle)
            #expect(result.status == 0)
            // Templates have placeholders in place of dates.
            #expect(!result.output.contains(": error:"))
            #expect(result.output.split(separator: "\n").last?.contains(": valid") == true)
        }
    }

    /// The findings are those that somebody has looked at, each of them; the file says why they are right.
    @Test(.enabled(if: corpora.allSatisfy(Corpora.has), "\(Corpora.absent)"), arguments: corpora)
    func `have the findings that were judged`(corpus: String) throws {
        try TemporaryFolder.with { folder in
            let bundle = try Self.take(corpus, into: folder)
            // A path is relative to the working directory, wherever the clone lies.
            let output = try Tool.run("validate", bundle, "--all", in: URL(filePath: "/proc")).output
            let pattern = /: (error|warning|note): .* \[NB[0-9]{3}\]$/
            let found = output.split(separator: "\n").filter { $0.contains(pattern) }
                .map { String($0.trimmingPrefix(bundle + "/")) }
            let file = Project.root.appending(path: "Tests/JourneyTests/Findings/\(corpus).txt")
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            #expect(found == lines.filter { !$0.hasPrefix("#") })
        }
    }

    /// The vault has every file again; notes differ only in the front matter that the import has added.
    @Test(.enabled(if: corpora.allSatisfy(Corpora.has), "\(Corpora.absent)"), arguments: corpora)
    func `go back to Obsidian with every file at its place, and come in again as the same notebook`(
        corpus: String
    ) throws {
        try TemporaryFolder.with { folder in
            let bundle = try Self.take(corpus, into: folder)
            let source = try #require(Corpora.folder(corpus))
            try Tool.succeed("export", bundle, "--format", "obsidian", "-o", "Vault", in: folder)
            let vault = folder.appending(path: "Vault")
            let files = FileManager.default.enumerator(atPath: source.path)?.compactMap { $0 as? String } ?? []
            #expect(files.count > 50)
            for path in files where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
                guard let old = FileManager.default.contents(atPath: source.appending(path: path).path) else {
                    continue
                }
                let new = FileManager.default.contents(atPath: vault.appending(path: path).path)
                if path.hasSuffix(".md") {
                    let (old, new) = (
                        String(decoding: old, as: UTF8.self), String(decoding: new ?? Data(), as: UTF8.self)
                    )
                    // What an import adds stands in lines of its own.
                    let rest = Set(new.split(separator: "\n", omittingEmptySubsequences: false))
                    for line in old.split(separator: "\n", omittingEmptySubsequences: false) {
                        #expect(rest.contains(line), "\(path): \(line)")
                    }
                } else {
                    #expect(new == old, "\(path)")
                }
            }
            try Tool.succeed("create", "Again", "--from", "Vault", in: folder)
            let difference = try Command.run(["diff", "-r", bundle, "Again.notebundle"], in: folder)
            let lines = difference.output.split(separator: "\n").filter { $0.hasPrefix("<") || $0.hasPrefix(">") }
            #expect(
                lines.allSatisfy { $0.contains("\"uuid\"") || $0.contains("\"notebook.json\"") }, "\(difference.output)"
            )
            #expect(!difference.output.contains("Only in"), "\(difference.output)")
            #expect(difference.status <= 1 && difference.errors == "", "\(difference.errors)")
        }
    }

    /// In the vault, front matter holds most of the links.
    @Test(.enabled(if: corpora.allSatisfy(Corpora.has), "\(Corpora.absent)"))
    func `have the same bytes after others are renamed and get their names back`() throws {
        try TemporaryFolder.with { folder in
            let bundle = try Self.take("kepano-vault", into: folder)
            let copy = folder.appending(path: "copy").path
            _ = try Command.run(["/bin/cp", "-R", bundle, copy])
            let names = [
                ("Books", "It's \"Books\""), ("Movies", "Films: all"), ("People", "Leute, alle"),
                ("Places", "{Places}"),
                ("Projects", "鷺 – #1"),
            ]
            for (old, new) in names {
                let links = try Tool.succeed("backlinks", bundle, old).split(separator: "\n").count
                #expect(links > 1)
                let path = try Tool.succeed("rename", bundle, old, new).split(separator: "  ")[0]
                #expect(try Tool.succeed("backlinks", bundle, String(path)).split(separator: "\n").count == links)
                try Tool.succeed("rename", bundle, String(path), old)
            }
            // They themselves got a title and another modification date.
            let besides = (["manifest.json", ".history"] + names.map { "\($0.0).md" }).flatMap { ["-x", $0] }
            let difference = try Command.run(["/usr/bin/diff", "-r"] + besides + [bundle, copy])
            #expect(difference.output == "" && difference.status == 0)
        }
    }

    @Test(.enabled(if: corpora.allSatisfy(Corpora.has), "\(Corpora.absent)"), arguments: corpora, endings)
    func `go into an archive and come out equal to the byte`(corpus: String, ending: String) throws {
        try TemporaryFolder.with { folder in
            let bundle = try Self.take(corpus, into: folder)
            let archive = folder.appending(path: "a.notebundle.\(ending)").path
            try Tool.succeed("archive", bundle, "-o", archive)
            try Tool.succeed("archive", bundle, "-o", folder.appending(path: "b.\(ending)").path)
            let streamed = try Tool.run("archive", bundle, "-o", "-", "--format", ending)
            let bytes = try Data(contentsOf: URL(filePath: archive))
            // Not compared within the expectation, which would look for the differences of megabytes.
            let (isSame, isSameStreamed) = (
                try Data(contentsOf: folder.appending(path: "b.\(ending)")) == bytes, streamed.bytes == bytes
            )
            #expect(isSame)
            #expect(isSameStreamed, "\(streamed.errors)")
            #expect(try Tool.run("validate", archive).status == 0)

            let out = folder.appending(path: "out")
            try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
            try Tool.succeed("unarchive", archive, "-C", out.path)
            let copy = out.appending(path: "Real.notebundle").path
            let difference = try Command.run(["/usr/bin/diff", "-r", bundle, copy])
            #expect(difference.output == "" && difference.status == 0)
            #expect(try Tool.fingerprint(of: copy) == Tool.fingerprint(of: bundle))
            #expect(try Tool.fingerprint(of: archive) == Tool.fingerprint(of: bundle))
        }
    }

    @Test(.enabled(if: corpora.allSatisfy(Corpora.has), "\(Corpora.absent)"), arguments: corpora)
    func `come in twice as the same notebook but for the uuids`(corpus: String) throws {
        try TemporaryFolder.with { folder in
            let source = try #require(Corpora.folder(corpus)).path
            let texts = try ["one", "two"].map { name in
                let bundle = folder.appending(path: name).appending(path: "N.notebundle")
                try FileManager.default.createDirectory(
                    at: bundle.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Tool.succeed(
                    "create", bundle.path, "--from", source, environment: ["SOURCE_DATE_EPOCH": "1767225600"])
                let script = """
                    cd N.notebundle && find notes cards blobs notebook.json -type f | LC_ALL=C sort | while read -r file; do
                    echo "$file"; sed -E 's/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/UUID/' "$file"; done
                    """
                return try Tool.shell(script, in: bundle.deletingLastPathComponent()).bytes
            }
            #expect(texts[0].count > 10_000)
            let isSame = texts[0] == texts[1]
            #expect(isSame)
        }
    }
}
