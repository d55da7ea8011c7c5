import Foundation
import Testing

struct `The results of a search` {
    /// A notebook of so many notes, of which every fifth has a tag in its text.
    private static func notebook(of count: Int) throws -> Workplace {
        let workplace = try Workplace()
        let notes = (0..<count).map { number in
            #"{"id": \#(number), "title": "Note \#(number)", "content": "heron\#(number % 5 == 0 ? " #weir" : "")"}"#
        }
        try Data("[\(notes.joined(separator: ","))]".utf8).write(to: URL(filePath: workplace.path("notes.json")))
        _ = try workplace.run("bundle create N")
        _ = try workplace.run("bundle import N notes.json")
        return workplace
    }

    // Those of few items are read from their texts, and those of many with a look at all files.
    @Test(arguments: [10, 1050])
    func `show the tags in their texts, few or many`(count: Int) throws {
        let workplace = try Self.notebook(of: count)
        let lines = try workplace.run("bundle search N heron").output.split(separator: "\n")
        #expect(lines.count { $0.contains("notes/Note") } == count)
        #expect(lines.count { $0.hasSuffix("  #weir") } == count / 5)
    }
}
