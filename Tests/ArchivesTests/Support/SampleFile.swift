import Archives
import TestSupport
import Testing

/// A file to archive.
struct SampleFile: Sendable, Equatable {
    let path: String
    let content: [UInt8]
    var isAlreadyCompressed = false

    init(_ path: String, _ content: [UInt8], isAlreadyCompressed: Bool = false) {
        self.path = path
        self.content = content
        self.isAlreadyCompressed = isAlreadyCompressed
    }

    init(_ path: String, _ text: String) {
        self.init(path, Array(text.utf8))
    }
}

extension TemporaryFolder {
    func write(_ files: [SampleFile], below folder: String) throws {
        for file in files { try write(folder + "/" + file.path, file.content) }
    }
}

/// A set of files that shows something.
struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let files: [SampleFile]
    var testDescription: String { name }

    /// Text that deflates well.
    static func text(_ count: Int) -> [UInt8] {
        var text = Array("Stands still for minutes. ".utf8)
        while text.count < count { text += Array("\(text.count) grey herons, ".utf8) }
        return Array(text.prefix(count))
    }

    /// A path of 1,000 bytes that systems can make: components of 99 bytes.
    static let longPath = Array(repeating: String(repeating: "p", count: 99), count: 10).joined(separator: "/")

    static let nothing = Sample(name: "no members", files: [])
    static let oneEmptyFile = Sample(name: "one empty file", files: [SampleFile("empty", "")])

    static let names = Sample(
        name: "names",
        files: [
            SampleFile("manifest.json", "{}\n"),
            SampleFile("notes/é.md", "e acute"),
            SampleFile("notes/e\u{301}.md", "e and a combining acute"),
            SampleFile("notes/日本.md", "Japan"),
            SampleFile("notes/🦆🇯🇵.md", "a duck and a flag"),
            SampleFile("notes/with space & 'quotes'.md", "quotes"),
            SampleFile(String(repeating: "x", count: 100), "100 bytes"),
            SampleFile(String(repeating: "x", count: 101), "101 bytes"),
            SampleFile(String(repeating: "a", count: 155) + "/" + String(repeating: "b", count: 100), "just fits"),
            SampleFile(String(repeating: "a", count: 156) + "/" + String(repeating: "b", count: 100), "just not"),
            SampleFile(String(repeating: "é", count: 60) + "/" + String(repeating: "ü", count: 60), "long, not ASCII"),
            SampleFile(longPath, "1,000 bytes"),
        ])

    static let contents = Sample(
        name: "contents",
        files: [
            SampleFile("one byte", [0]),
            SampleFile("zeros", [UInt8](repeating: 0, count: 5_000)),
            SampleFile("one block", text(512)),
            SampleFile("a block and a byte", text(513)),
            SampleFile("text", text(70_000)),
            SampleFile("random", SeededGenerator.bytes(20_000, seed: 1)),
            SampleFile("already compressed", text(3_000), isAlreadyCompressed: true),
        ])

    static let large = Sample(
        name: "large members",
        files: [
            SampleFile("small before", "small"),
            SampleFile("large text", text((1 << 20) + 1)),
            SampleFile("large random", SeededGenerator.bytes(3 << 19, seed: 2)),
            SampleFile("large already compressed", text(5 << 18), isAlreadyCompressed: true),
            SampleFile("exactly the limit", text(1 << 20)),
            SampleFile("small behind", "small"),
        ])

    static let many = Sample(
        name: "many members", files: (0..<3_000).map { SampleFile("notes/\($0 % 7)/\($0).md", text($0 % 500)) })

    static let all = [nothing, oneEmptyFile, names, contents, large, many]
}
