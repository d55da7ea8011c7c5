import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import BundleCLI

/// What holds for every verb.
struct `The verbs` {
    @Test(arguments: BundleTool.verbs.map(\.name))
    func `have verbs whose help and completion tell the same subverbs`(name: String) throws {
        let verb = try #require(BundleTool.verbs.first { $0.name == name })
        let positionals = verb.parameters.filter { !$0.form.key.hasPrefix("--") }
        for (place, parameter) in positionals.enumerated() {
            let declared: [String]
            switch parameter.kind {
            case .words(let words), .wordThenItems(let words, _): declared = words
            default: continue
            }
            let told = parameter.help.matches(of: /‘([a-z]+)[^’]*’/).map { String($0.output.1) }
            #expect(told == declared)
            let before = Array(repeating: "N", count: place).map { " \($0)" }.joined()
            let offered = try Workplace().run("bundle __complete \(name)\(before) ''").output
            #expect(offered.split(separator: "\n").map(String.init) == declared)
        }
    }

    @Test func `have names that no other program’s name hides, and help for beginners that names verbs only`() {
        let names = Set(BundleTool.verbs.map(\.name))
        let others = BundleTool.verbs.flatMap { $0.otherNames.map(\.word) }
        #expect(others.count > 15 && names.isDisjoint(with: others))
        #expect(HelpText.first.count == 10 && names.isSuperset(of: HelpText.first))
    }

    @Test(arguments: ["search", "study", "tasks"])
    func `have a query that only filters what they choose otherwise`(name: String) throws {
        let verb = try #require(BundleTool.verbs.first { $0.name == name })
        let query = try #require(verb.parameters.first { $0.form.key == Common.query.form.key })
        #expect(query.help.contains("nly "), "\(query.help)")
    }
}
