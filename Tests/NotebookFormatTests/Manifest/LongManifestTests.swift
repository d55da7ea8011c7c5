import Testing

@testable import NotebookFormat
@testable import NotebookText

/// Manifests of more than half a megabyte, which are read on two cores.
struct `A long manifest` {
    /// The lines of the entries, without commas.
    private static func lines(_ count: Int = 3_000) -> [String] {
        (0..<count).map { number in
            let digits = String(100_000 + number)
            let digest = String(repeating: "0", count: 58) + digits
            let title =
                #", "title": "A title of some length, with which an entry takes as much as most do, \#(digits)""#
            return
                #"{"path": "notes/A folder/Note \#(digits).md", "type": "note", "size": \#(number), "sha256": "\#(digest)"\#(title)}"#
        }
    }

    private static func text(_ lines: [String]) -> [UInt8] {
        let head = "{\n  \"format\": \"notebundle\",\n  \"version\": 1,\n  \"entries\": [\n"
        return Array((head + lines.map { "    " + $0 }.joined(separator: ",\n") + "\n  ]\n}\n").utf8)
    }

    private static func problem(_ lines: [String]) -> TextProblem? {
        do throws(TextProblem) {
            _ = try Manifest(text(lines))
            return nil
        } catch {
            return error
        }
    }

    @Test func `lists all entries in their order`() throws {
        let lines = Self.lines()
        let text = Self.text(lines)
        #expect(text.count > 1 << 19)
        let manifest = try Manifest(text)
        #expect(manifest.entries.map(\.size) == Array(0..<3_000))
        #expect(manifest.text == text)
    }

    @Test(arguments: [10, 1_400, 1_600, 2_990])
    func `is read wherever an entry has another layout`(number: Int) throws {
        var lines = Self.lines()
        let digits = String(100_000 + number)
        lines[number].replace("\"type\"", with: "\"new\": [\n    {\"path\": \"x\"}],\n    \"type\"")
        lines[number].replace("A title of some length", with: #"A \"title\""#)
        let manifest = try Manifest(Self.text(lines))
        #expect(manifest.entries.map(\.size) == Array(0..<3_000))
        let path = try BundlePath("notes/A folder/Note \(digits).md")
        #expect(manifest[path]?.item?.title?.hasPrefix("A \"title\", with") == true)
    }

    /// In the middle is something that begins like an entry.
    @Test func `is read where the middle lies in a value that nobody knows`() throws {
        var lines = Self.lines()
        let inner = Array(repeating: "    {\"path\": \"x\"}", count: 20_000).joined(separator: ",\n")
        lines[1_500].replace("\"type\"", with: "\"new\": [\n\(inner)],\n    \"type\"")
        #expect(try Manifest(Self.text(lines)).entries.map(\.size) == Array(0..<3_000))
    }

    @Test(arguments: [(10, 20), (1_499, 1_501), (2_000, 2_980), (5, 2_900)])
    func `in another order is put in order`(first: Int, second: Int) throws {
        var lines = Self.lines()
        lines.swapAt(first, second)
        #expect(try Manifest(Self.text(lines)).entries.map(\.size) == Array(0..<3_000))
    }

    @Test(arguments: [(10, 20), (1_400, 1_700), (2_000, 2_980)])
    func `with a path twice has a problem where it is listed again`(first: Int, second: Int) throws {
        var lines = Self.lines()
        lines[second] = lines[first]
        let problem = try #require(Self.problem(lines))
        #expect(problem.kind == .repeatedPath)
        #expect(
            problem.offset == Self.text(Array(lines[..<second])).count - "\n  ]\n}\n".utf8.count + ",\n    ".utf8.count)
    }

    @Test(arguments: [10, 1_400, 1_600, 2_990]) func `with a fault has a problem in that place`(number: Int) throws {
        var lines = Self.lines()
        lines[number].replace("\"size\": ", with: "\"size\": -")
        let problem = try #require(Self.problem(lines))
        let before = Self.text(Array(lines[..<number])).count - "\n  ]\n}\n".utf8.count + ",\n    ".utf8.count
        let inside = try #require(lines[number].range(of: "-")?.lowerBound).utf16Offset(in: lines[number])
        #expect(problem.offset == before + inside)
        #expect(problem.message == "expected an integer")
        lines[number] = "{}"
        #expect(try #require(Self.problem(lines)).message == "the entry has no “path”")
    }
}

extension String {
    fileprivate mutating func replace(_ old: String, with new: String) { self = replacing(old, with: new) }
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
