import BundleCLI
import Foundation
import NotebookCheck
import NotebookFormat
import NotebookTestSupport
import TestSupport
import Testing

/// `docs/Rules.md` is generated from the rules: `BUNDLE_RECORD=1 swift test --filter 'page of the rules'` rewrites it.
struct `In the page of the rules and the format` {
    static let file = Project.root.appending(path: "docs/Rules.md")

    static var text: String {
        let families = RuleFamily.allCases.map { "| \($0.name) | \($0.rawValue) | \($0.subject) |\n" }
        let rules = RuleBook.withProperties.map { rule in
            let clause = rule.clause.isEmpty ? "[CI.md](CI.md#properties)" : rule.clause
            return "| \(rule.id) | \(rule.name) | \(rule.severity) | \(rule.level) | \(clause) |\n"
        }
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

    @Test func `stands what the rules say`() throws {
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
        let texts = try ["Format", "ArchiveWriting"].map { name in
            try String(contentsOf: Project.root.appending(path: "docs/\(name).md"), encoding: .utf8)
        }
        let numbers = texts.flatMap { text in
            text.matches(of: #/\n\*\*([0-9A-E]+\.[0-9]+)\*\*/#).map { String($0.output.1) }
        }
        #expect(numbers.count > 120)
        #expect(Dictionary(grouping: numbers) { $0 }.filter { $0.value.count > 1 }.isEmpty)
    }

    @Test func `every clause that documents and code name is there`() throws {
        let known = try Self.clauses
        #expect(known.count > 120)
        var unknown: Set<String> = []
        for folder in ["Sources", "Tests", "docs", "Samples/conformance"] {
            let files = try #require(FileManager.default.enumerator(atPath: Project.root.appending(path: folder).path))
            for case let path as String in files
            where [".swift", ".md", ".py", ".json"].contains(where: path.hasSuffix) {
                let file = Project.root.appending(path: folder + "/" + path)
                // Samples may be anything.
                guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
                for part in text.components(separatedBy: "lause").dropFirst() {
                    // “clauses 5.1 and 5.2”, “clause: "5.1"”, and the same over two lines of a comment.
                    let words = part.prefix(80).split { " \n/:\"()`,;".contains($0) }
                    let named = words.drop { $0 == "s" }.prefix { Self.isClause($0) || $0 == "and" || $0 == "to" }
                    unknown.formUnion(
                        named.filter { Self.isClause($0) && !known.contains(Self.number($0)) }.map { "\(path): \($0)" })
                }
            }
        }
        let format = try Self.document("Format") + Self.document("ArchiveWriting")
        for match in format.matches(of: #/\(([0-9]{1,2}\.[0-9]{1,2}|[A-E]\.[0-9])(?= \(|[,;)])/#)
        where !known.contains(String(match.output.1)) {
            unknown.insert("Format.md: \(match.output.1)")
        }
        #expect(unknown == [])
    }

    private static func number(_ word: Substring) -> String {
        word.hasSuffix(".") ? String(word.dropLast()) : String(word)
    }

    private static func isClause(_ word: Substring) -> Bool {
        let parts = number(word).split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.count <= 2 } && Int(parts[1]) != nil
            && (Int(parts[0]) != nil || ["A", "B", "C", "D", "E"].contains(parts[0]))
    }

    private static func document(_ name: String) throws -> String {
        try String(contentsOf: Project.root.appending(path: "docs/\(name).md"), encoding: .utf8)
    }

    private static var clauses: Set<String> {
        get throws {
            let text = try ["Format", "ArchiveWriting"].map(Self.document).joined()
            return Set(text.matches(of: #/\n\*\*([0-9A-E]+\.[0-9]+)\*\*/#).map { String($0.output.1) })
        }
    }

    @Test func `sections and clauses are in the order of their numbers`() throws {
        var last = (0, 0)
        for match in try Self.document("Format").matches(of: #/\n(?:## ([0-9]+) |\*\*([0-9]+)\.([0-9]+)\*\*)/#) {
            let section = Int(match.output.1 ?? match.output.2 ?? "") ?? 0
            let next = (section, match.output.3.flatMap { Int($0) } ?? 0)
            #expect(next == (last.0 + 1, 0) || next == (last.0, last.1 + 1), "after \(last): \(next)")
            last = next
        }
        #expect(last.0 > 20)
    }

    @Test func `every rule that the format names is there`() throws {
        let format = try String(contentsOf: Project.root.appending(path: "docs/Format.md"), encoding: .utf8)
        let named = Set(format.matches(of: /NB[0-9]{3}/).map { String($0.output) })
        #expect(named.symmetricDifference(RuleBook.all.map(\.id.description)) == [])
    }
}
