import Foundation
import TestSupport
import Testing

/// Every file in `Transcripts` is a session with the tool; `BUNDLE_RECORD=1 swift test --filter transcript` writes them
/// anew.
struct `The tool` {
    static let folder = Project.root.appending(path: "Tests/BundleCLITests/Transcripts")
    static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.filter { $0.hasSuffix(".txt") }.sorted()
        ?? []

    @Test func `is shown by transcripts`() {
        #expect(Self.names.count >= 10)
        let numbers = Self.names.map { String($0.prefix { $0.isNumber }) }
        #expect(Set(numbers).count == numbers.count, "two transcripts have one number")
    }

    @Test(arguments: names) func `says with each error what to do`(name: String) throws {
        let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated()
        where line.hasPrefix("! ") && line.contains(#/ bundle: (?!\d+ conflict)/#) {
            let rest = lines[index...].prefix { $0.hasPrefix("! ") }
            #expect(rest.contains { $0.hasPrefix("! hint: ") }, "\(line)")
        }
    }

    @Test func `has the transcripts that the documents name`() throws {
        var names: [String] = []
        for document in `A document of the tool`.names {
            let text = try String(contentsOf: Project.root.appending(path: document), encoding: .utf8)
            names += text.matches(of: /\b[0-9]{2}-[a-z-]+\.txt\b/).map { String($0.output) }
        }
        #expect(!names.isEmpty)
        #expect(names.filter { !Self.names.contains($0) } == [])
    }

    @Test(arguments: names)
    func `does what its transcript says`(name: String) throws {
        let file = Self.folder.appending(path: name)
        let recorded = try String(contentsOf: file, encoding: .utf8)
        // Without its number, so that another one changes nothing in it.
        let seed = name.drop { $0.isNumber }.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }
        let workplace = try Workplace(seed: seed)
        let replayed = try Transcript(recorded).replay(in: workplace)
        if Environment["BUNDLE_RECORD"] == "1" {
            try replayed.write(to: file, atomically: true, encoding: .utf8)
        } else if recorded != replayed {
            let difference = zip(
                recorded.split(separator: "\n", omittingEmptySubsequences: false),
                replayed.split(separator: "\n", omittingEmptySubsequences: false)
            ).first { $0 != $1 }
            Issue.record("expected: \(difference?.0 ?? "")\n     got: \(difference?.1 ?? "")\nwhole:\n\(replayed)")
        }
    }
}
