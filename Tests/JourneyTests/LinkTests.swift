import Foundation
import TestSupport
import Testing

/// The links of real notes by others, judged by a program that shares no code with the tool.
@Suite(.waitsForPrograms) struct `Links of real notes` {
    private static let isPossible =
        Corpora.has("foam-docs") && Corpora.has("kepano-vault") && LinkCount.isPossible
    private static let absent = "\(Corpora.absent); it also needs python3"

    private static func take(_ corpus: String = "foam-docs", into folder: URL) throws -> String {
        let source = try #require(Corpora.folder(corpus))
        let bundle = folder.appending(path: "Real.notebundle").path
        try Tool.succeed("create", bundle, "--from", source.path, "--extras")
        return bundle
    }

    private struct Answer: Decodable {
        struct Link: Decodable {
            let source: String
            let line: Int
            let form: String
            let goal: String
            let target: String?
        }

        struct Item: Decodable { let path: String }

        let items: [Item]?
        let links: [Link]?
    }

    private static func ask(_ words: String...) throws -> Answer {
        let result = try Command.run([Tool.path] + words + ["--json"])
        return try JSONDecoder().decode(Answer.self, from: result.bytes)
    }

    /// Of the vault's 209 wiki links, 134 stand in front matter.
    @Test(
        .enabled(if: isPossible, "\(absent)"),
        arguments: [("foam-docs", [197, 2, 0], [263, 14, 0]), ("kepano-vault", [147, 62, 0], [0, 0, 0])])
    func `lead where an independent count says`(corpus: String, wikiLinks: [Int], others: [Int]) throws {
        try TemporaryFolder.with { folder in
            let bundle = try Self.take(corpus, into: folder)
            let count = try LinkCount.of(bundle)
            var found: [String] = []
            var wiki = [0, 0, 0]
            for item in try Self.ask("ls", bundle).items ?? [] {
                for link in try Self.ask("links", bundle, item.path).links ?? [] where link.goal != "external" {
                    // Headings are not counted here, nor the trash.
                    let goal = link.goal == "missing heading" ? "file" : link.goal
                    let target = goal == "file" || goal == "folder" ? " \(link.target ?? "")" : ""
                    found.append("\(link.source):\(link.line) \(goal)\(target)")
                    guard link.form == "wiki" || link.form == "embed" else { continue }
                    wiki[goal == "file" ? 0 : goal == "ambiguous" ? 2 : 1] += 1
                }
            }
            let isSame = found.sorted() == count.links.sorted()
            #expect(isSame, "\(Set(found).symmetricDifference(count.links).sorted().prefix(10))")
            #expect(wiki == count.wiki)
            #expect(count.wiki == wikiLinks && count.destinations == others)
            let unresolved = try Self.ask("unresolved", bundle).links ?? []
            #expect(unresolved.count { $0.goal != "missing heading" } == wikiLinks[1] + others[1])
        }
    }

    @Test(.enabled(if: isPossible, "\(absent)"), arguments: Seeds.some(1))
    func `lead to the same notes after a hundred renames and moves`(seed: UInt64) throws {
        try TemporaryFolder.with { folder in
            let bundle = try Self.take(into: folder)
            let before = try LinkCount.of(bundle)
            var generator = SeededGenerator(seed: seed)
            let titles = [
                "Inbox", "Graph", "Daily note", "Foam: the tool", "C# / .NET", "Übersicht", "鷺", "wiki.links",
            ]
            let folders = ["/", "Archive", "Archive/Old notes", "user", "dev/proposals", "Über"]
            for step in 1...100 {
                let item = generator.pick(try Self.ask("ls", bundle).items ?? []).path
                if generator.chance(0.5) {
                    let title = generator.chance(0.5) ? generator.pick(titles) : "Note \(step)"
                    try Tool.succeed("rename", bundle, item, title)
                } else {
                    try Tool.succeed("move", bundle, item, "--to", generator.pick(folders))
                }
            }
            let after = try LinkCount.of(bundle)
            let lost = before.graph.filter { after.graph[$0.key] != $0.value }.map(\.key).sorted()
            #expect(lost == [], "seed \(seed)")
            #expect(before.links.count == after.links.count)
            #expect(before.graph.count == 460)
            #expect(try Tool.run("validate", bundle).status == 0)
        }
    }
}
