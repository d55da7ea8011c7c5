import Foundation
import NotebookBundle
import TestSupport
import Testing

@testable import BundleCLI

struct `What agents must know` {
    @Test func `has less than 4 kB`() {
        #expect(HelpTopic.agents.text.utf8.count < 4096)
    }

    @Test(arguments: HelpTopic.allCases) func `comes as JSON, as all pages do`(topic: HelpTopic) throws {
        let result = try Workplace().run("bundle explain \(topic.rawValue) NB201 --json")
        #expect(result.status == 0, "\(result.errors)")
        let answer = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let pages = answer?["topics"] as? [[String: String]]
        #expect(pages == [["name": topic.rawValue, "text": topic.text]])
        #expect((answer?["rules"] as? [Any])?.count == 1)
    }

    @Test func `has only commands that work, each after the other`() throws {
        let workplace = try Workplace()
        let setUp = [
            "bundle create Demo",
            "bundle add Demo note --title Heron --body 'Stands at dusk.' --tag birds",
            "bundle edit Demo Heron --append '## Seen'",
        ]
        for line in setUp { #expect(try workplace.run(line).status == 0, "\(line)") }
        let lines = HelpTopic.agents.text.split(separator: "\n").filter { $0.hasPrefix("  bundle ") }
        #expect(lines.count > 20)
        for line in lines {
            let digest = try workplace.run("bundle ls -n Demo --where \"title == 'Heron'\" --format {{sha256}}").output
            let command = line.replacing("DIGEST", with: digest.filter { !$0.isWhitespace }).drop { $0 == " " }
            let result = try workplace.run(String(command))
            #expect(result.status == 0, "\(line): \(result.errors)")
        }
    }
}

struct `What explains rules of one's own` {
    /// The first example in the text.
    private static let example = HelpTopic.rules.text.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { !$0.hasPrefix("  {") }.prefix { !$0.isEmpty }.joined(separator: "\n")

    @Test func `has an example that ‘validate’ follows`() throws {
        let workplace = try Workplace()
        try Self.example.write(
            toFile: workplace.path(".bundle-validate.json"), atomically: true, encoding: .utf8)
        for line in [
            "bundle create Demo", "bundle add Demo note --title Emma --folder Books",
            "bundle add Demo note --title Review --tag review", "bundle set Demo Emma status opne",
            "bundle set Demo Emma genres novel", "bundle set Demo Emma isbn none",
        ] {
            #expect(try workplace.run(line).status == 0, "\(line)")
        }
        let found = try workplace.run("bundle validate Demo").errors + workplace.run("bundle validate Demo").output
        for words in ["author", "opne", "genres", "isbn", "rating"] {
            #expect(found.contains("“\(words)”"), "\(words): \(found)")
        }
    }

    @Test func `names every word of the settings`() throws {
        let known = try #require(throws: TextProblem.self) {
            try ValidationSettings(Array("{\"version\": 1, \"x\": 1}".utf8))
        }
        let words = known.message.drop { $0 != ":" }.split { !$0.isLetter }
        #expect(words.count == 7)
        let named = Set(HelpTopic.rules.text.split { !$0.isLetter })
        for word in words + ["path", "where", "keys", "required", "type", "list", "values", "pattern", "link"] {
            #expect(named.contains(word), "\(word)")
        }
    }
}
