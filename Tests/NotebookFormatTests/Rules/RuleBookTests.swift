import Foundation
import TestSupport
import Testing

@testable import NotebookCheck
@testable import NotebookFormat
@testable import NotebookStore

/// A rule is declared once, in the file of its family; all else follows.
@Suite struct `The rules` {
    @Test func `have identifiers and names of their own, in order`() {
        let ids = RuleBook.all.map(\.id)
        #expect(ids == Set(ids).sorted())
        #expect(Set(RuleBook.all.map(\.name)).count == ids.count)
    }

    @Test func `stand in the file of their family`() {
        let families: [(RuleFamily, [Rule])] = [
            (.manifest, RuleBook.manifest + RuleBook.description), (.files, RuleBook.files), (.paths, RuleBook.paths),
            (.items, RuleBook.items), (.blobs, RuleBook.blobs), (.links, RuleBook.links), (.storage, RuleBook.storage),
            (.archives, RuleBook.archives),
        ]
        #expect(families.map(\.0) == RuleFamily.allCases)
        for (family, rules) in families {
            #expect(!rules.isEmpty)
            for rule in rules { #expect(family.contains(rule.id), "\(rule.id)") }
        }
    }

    @Test func `use every fix`() {
        #expect(Set(RuleBook.all.compactMap(\.fix)) == Set(Fix.allCases))
    }

    @Test func `are named nowhere else by the code`() throws {
        let sources = Project.root.appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        #expect(paths.count > 300)
        for path in paths where !path.hasPrefix("NotebookFormat/Rules/") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            let named = code.filter { $0.contains(#/"NB[0-9]{3}"/#) }
            #expect(named == [], "\(path)")
        }
    }

    @Test func `of the lowest level stay opaque while a change is pending`() {
        var inspection = Inspection()
        #expect(RuleBook.rules(of: .container, among: RuleBook.all, for: inspection).count > 30)
        inspection.pendingChange = "an interrupted change"
        #expect(RuleBook.rules(of: .container, among: RuleBook.all, for: inspection).map(\.id) == ["NB702"])
        #expect(RuleBook.rules(of: .changing, among: RuleBook.all, for: inspection).count == RuleBook.all.count)
    }
}
