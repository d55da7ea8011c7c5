import BundleCLI
import Foundation
import NotebookCheck
import NotebookFormat
import NotebookTestSupport
import TestSupport
import Testing

/// `docs/Rules.md` is generated from the rules: `BUNDLE_RECORD=1 swift test --filter RulesPage` rewrites it.
@Suite struct RulesPageTests {
    static let file = Project.root.appending(path: "docs/Rules.md")

    static var text: String {
        let families = RuleFamily.allCases.map { "| \($0.name) | \($0.rawValue) | \($0.subject) |\n" }
        let rules = RuleBook.all.map { "| \($0.id) | \($0.name) | \($0.severity) | \($0.level) | \($0.clause) |\n" }
        return """
            # The rules of `bundle validate`

            This list is generated from the code. `bundle explain NB201` says why a rule exists, with an example and what to do;
            [Format.md](Format.md) has its clause.

            A notebook is *valid* if no rule of severity *error* finds anything. A *warning* reports something that some reader may
            lose or misunderstand, a *note* something worth knowing.

            Rules belong to families. In settings and options, a family stands for all its rules, and `bundle explain links` lists
            them.

            | family | identifiers | what its rules check |
            |---|---|---|
            \(families.joined())
            `bundle validate --level names` checks the rules of that level of the format and of those before it: container, names,
            items, links, archives, changing.

            | rule | requirement | severity | level | clause |
            |---|---|---|---|---|
            \(rules.joined())
            """
    }

    @Test func `the page says what the rules say`() throws {
        if Environment["BUNDLE_RECORD"] == "1" {
            try Self.text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == Self.text)
    }

    @Test(arguments: RuleBook.all.map(\.id.description))
    func `every rule names a clause of the format, and the clause names the rule`(id: String) throws {
        let rule = try #require(RuleBook.rule(id))
        let format = try String(contentsOf: Project.root.appending(path: "docs/Format.md"), encoding: .utf8)
        let clause = try #require(format.split(separator: "\n\n**").first { $0.hasPrefix("\(rule.clause)**") })
        #expect(clause.contains(id))
    }

    @Test(arguments: RuleBook.all.map(\.id.description))
    func `every rule stands in the part of its level, or in one before it`(id: String) throws {
        let rule = try #require(RuleBook.rule(id))
        let format = try String(contentsOf: Project.root.appending(path: "docs/Format.md"), encoding: .utf8)
        let before = try #require(format.firstRange(of: "\n\n**\(rule.clause)**")).lowerBound
        let part = try #require(format[..<before].matches(of: #/\n# Part [IV]+\. ([A-Z][a-z]+)\n/#).last?.output.1)
        #expect(try #require(FormatLevel(rawValue: part.lowercased())) <= rule.level)
    }

    @Test func `the part that everybody needs is short`() throws {
        let format = try String(contentsOf: Project.root.appending(path: "docs/Format.md"), encoding: .utf8)
        let start = try #require(format.firstRange(of: "\n# Part I. Container\n")).upperBound
        let end = try #require(format.firstRange(of: "\n# Part II. Names\n")).lowerBound
        #expect(format[start..<end].split(whereSeparator: \.isWhitespace).count <= 2_500)
    }

    @Test func `every clause has a number of its own`() throws {
        let texts = try ["Format", "ArchiveWriting", "NameMaking", "ContentTypes"].map { name in
            try String(contentsOf: Project.root.appending(path: "docs/\(name).md"), encoding: .utf8)
        }
        let numbers = texts.flatMap { text in
            text.matches(of: #/\n\*\*([0-9A-C]+\.[0-9]+)\*\*/#).map { String($0.output.1) }
        }
        #expect(numbers.count > 120)
        #expect(Dictionary(grouping: numbers) { $0 }.filter { $0.value.count > 1 }.isEmpty)
    }

    @Test func `every rule that the format names is there`() throws {
        let format = try String(contentsOf: Project.root.appending(path: "docs/Format.md"), encoding: .utf8)
        let named = Set(format.matches(of: /NB[0-9]{3}/).map { String($0.output) })
        #expect(named.symmetricDifference(RuleBook.all.map(\.id.description)) == [])
    }
}
