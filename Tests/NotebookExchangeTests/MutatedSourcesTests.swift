import Foundation
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText
import TestSupport
import Testing

/// Files of the corpora with bytes changed, cut out and repeated: whatever comes in, it is imported or refused.
@Suite(.enabled(if: Corpora.has("exchange"), "\(Corpora.absent)")) struct `A damaged source` {
    static let count = ProcessInfo.processInfo.environment["NOTEBUNDLE_EXHAUSTIVE"] == nil ? 8 : 2_000

    @Test(arguments: [
        "enex/test-checklist.enex", "enex/tasks.enex", "enex/linked_notes.enex", "enex/test-table.enex",
        "keep/Checklist note.json", "anki/mixed-legacy-2.apkg", "anki/empty-latest.apkg",
        "anki/made-with-anki-26.09.3/rich-latest.apkg", "anki/made-with-anki-26.09.3/notes-all.txt",
        "bear/tags.bear2bk", "csv/comprehensive-test.csv", "dayone/Dev Journal.json", "html/tables.html",
        "notion/database-row.html", "opml/states.opml", "roam/shapes.json", "simplenote/simplenote.zip",
        "tomboy/d76cb57b-d566-4c2d-bd5e-41a866b25b11.note", "textbundle/example.textpack",
    ])
    func `is imported or refused, and never a crash`(_ name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: try #require(Corpora.folder("exchange/\(name)"))))
        var random = SeededGenerator(seed: UInt64(bytes.count))
        try TemporaryFolder.with { place in
            for number in 0..<Self.count {
                let ending = name.split(separator: ".").last ?? ""
                let file = place.path + "/\(number).\(ending)"
                try Data(Self.mutated(bytes, &random)).write(to: URL(filePath: file))
                Self.read(file, in: place.path, number)
            }
        }
    }

    private static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) where bytes.count > 8 {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...64, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
            default: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        return bytes
    }

    private static func read(_ file: String, in directory: String, _ number: Int) {
        let environment = NotebookEnvironment.system
        do {
            var bundle = try NewBundle("\(number).notebundle", in: directory, environment: environment)
            let contents = try NewContents(
                [ImportLocation(file, shown: file)], ImportRequest(environment: environment, progress: NoProgress()))
            var description = NotebookDescription(uuid: environment.newUUID(), title: "N", created: environment.now())
            _ = try contents.write(into: &bundle, &description)
        } catch {
            #expect(!"\(error)".isEmpty)
        }
    }
}
