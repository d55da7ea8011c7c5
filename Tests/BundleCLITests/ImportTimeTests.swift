import Foundation
import TestSupport
import Testing

struct `Importing many notes` {
    /// The seconds that the processor is busy with so many notes, all with one of a few titles.
    private static func seconds(of count: Int) throws -> Double {
        let workplace = try Workplace()
        let notes = (0..<count).map { #"{"id": \#($0), "title": "Note \#($0 % 5)", "content": "text \#($0)"}"# }
        try Data("[\(notes.joined(separator: ","))]".utf8).write(to: URL(filePath: workplace.path("notes.json")))
        _ = try workplace.run("bundle create N")
        var output = ""
        let time = try ProcessorTime.seconds { output = try workplace.run("bundle import N notes.json").output }
        #expect(output.hasSuffix("\n\(count) added, 0 updated, 0 unchanged, 0 attachments\n"))
        return time
    }

    @Test func `takes time in proportion to how many there are`() throws {
        let (few, many) = (try Self.seconds(of: 250), try Self.seconds(of: 2000))
        #expect(many < 24 * few)
    }
}
