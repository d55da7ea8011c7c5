import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import NotebookCheck
@testable import NotebookFormat
@testable import NotebookStore

/// A rule is declared once, in the file of its family; all else follows.
struct `The rules` {
    @Test func `have identifiers and names of their own, in order`() {
        let ids = RuleBook.withProperties.map(\.id)
        #expect(ids == Set(ids).sorted())
        #expect(Set(RuleBook.withProperties.map(\.name)).count == ids.count)
    }

    @Test func `stand in the file of their family`() {
        let families: [(RuleFamily, [Rule])] = [
            (.manifest, RuleBook.manifest + RuleBook.description), (.files, RuleBook.files), (.paths, RuleBook.paths),
            (.items, RuleBook.items), (.blobs, RuleBook.blobs), (.links, RuleBook.links), (.storage, RuleBook.storage),
            (.archives, RuleBook.archives), (.properties, RuleBook.properties),
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

    @Test func `of the lowest level stay opaque while a change is pending`() {
        var inspection = Inspection()
        #expect(RuleBook.rules(of: .container, among: RuleBook.all, for: inspection).count > 30)
        inspection.pendingChange = "an interrupted change"
        #expect(RuleBook.rules(of: .container, among: RuleBook.all, for: inspection).map(\.id) == ["NB702"])
        #expect(RuleBook.rules(of: .changing, among: RuleBook.all, for: inspection).count == RuleBook.all.count)
    }
}
