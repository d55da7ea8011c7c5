import Foundation
import TestSupport
import Testing

@testable import BundleCLI

/// The help of the tool and of every verb; `BUNDLE_RECORD=1 swift test --filter 'The help'` records it.
struct `The help` {
    @Test func `of every verb is the one that was recorded`() throws {
        let file = Project.root.appending(path: "Tests/BundleCLITests/Help.txt")
        let calls = ["bundle --help"] + BundleTool.verbs.map { "bundle \($0.name) --help" }
        let printed = try Transcript(calls.map { "$ \($0)\n" }.joined()).replay(in: try Workplace())
        if Environment["BUNDLE_RECORD"] == "1" {
            try printed.write(to: file, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        let lines = [recorded, printed].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        let difference = zip(lines[0], lines[1]).first { $0 != $1 }
        #expect(recorded == printed, "\(difference?.0 ?? "") / now: \(difference?.1 ?? "")")
    }
}
