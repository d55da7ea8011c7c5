import Foundation
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookText

struct `The JSON reader` {
    /// Texts that the standard allows, but not clause 4.1 of the format: duplicate keys.
    static let stricter: Set<String> = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]

    @Test func `finds the version of a text, also of one that is cut off behind it`() {
        let texts = [#"{"version": 2}"#, #"{"format": {"version": 1}, "version": 2.5, "#, #"{"other": 2}"#, "[2]", ""]
        #expect(texts.map { JSONText.version(in: Array($0.utf8))?.spelling } == ["2", "2.5", nil, nil, nil])
    }

    @Test(.enabled(if: Corpora.has("json-test-suite"), Comment(rawValue: Corpora.absent)))
    func `agrees with the JSON test suite`() throws {
        let folder = try #require(Corpora.folder("json-test-suite")).appending(path: "test_parsing")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count == 318)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            let accepted = (try? JSONValue.read(bytes)) != nil
            if name.hasPrefix("y_") { #expect(accepted == !Self.stricter.contains(name), "\(name)") }
            if name.hasPrefix("n_") { #expect(!accepted, "\(name)") }
        }
    }

    @Test(arguments: [
        ("", 1, 1, "expected a value, but the text ends"),
        ("{\"a\": 1, \"a\": 2}", 1, 10, "the key “a” occurs twice"),
        ("{\n  \"a\": tru\n}", 2, 8, "expected true or false"),
        ("{\n  \"é\": [1,\n 2,]\n}", 3, 4, "expected a value"),
        ("{\"a\": \"\\ud800\"}", 1, 8, "a lone surrogate"),
        ("{\"a\": \"x", 1, 7, "the string that begins here does not end"),
        ("\u{FEFF}{}", 1, 1, "the text begins with a byte order mark"),
        ("{} x", 1, 4, "there is text after the end of the object"),
        ("{\"a\": 01}", 1, 8, "expected “,” or “}”"),
        ("{\n<<<<<<< HEAD\n\"a\": 1\n=======\n", 2, 1, "a conflict marker of a version control system"),
    ])
    func `says what is wrong and where`(text: String, line: Int, column: Int, message: String) {
        let problem = #expect(throws: TextProblem.self) { try JSONValue.read(Array(text.utf8)) }
        #expect(problem?.message == message)
        #expect(problem?.position(in: Array(text.utf8)) == TextPosition(line: line, column: column))
    }

    @Test func `refuses more than 64 levels`() {
        let deep = { (count: Int) in
            Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
        }
        #expect(throws: Never.self) { try JSONValue.read(deep(64)) }
        #expect(throws: TextProblem.self) { try JSONValue.read(deep(65)) }
    }

    @Test func `reads as many levels as are wanted, without as many calls`() throws {
        let text = String(repeating: #"[{"a": "#, count: 256) + "1" + String(repeating: "}]", count: 256)
        var reader = JSONReader(Array(text.utf8), maximumDepth: 512)
        #expect(throws: Never.self) { try reader.wholeValue() }
        reader = JSONReader(Array("[\(text)]".utf8), maximumDepth: 512)
        let problem = try #require(throws: TextProblem.self) { try reader.wholeValue() }
        #expect(problem.message == "more than 512 levels of nesting" && reader.isTooDeep)
        // The stack of no thread is large enough for calls within calls of this depth.
        reader = JSONReader([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000), maximumDepth: .max)
        #expect(throws: TextProblem.self) { try reader.wholeValue() }
        #expect(!reader.isTooDeep)
    }

    @Test(arguments: Seeds.some(200))
    func `survives arbitrary bytes`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("{}[]\",:\\u0a1e-+.truefalsn \n\u{e9}".utf8)
        for _ in 0..<50 {
            let noise = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                generator.chance(0.9) ? generator.pick(alphabet) : UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? JSONValue.read(noise)
            _ = try? Manifest(noise)
            _ = try? NotebookDescription(noise)
            _ = try? Journal(noise)
        }
    }

    @Test(arguments: Seeds.some(100))
    func `reads what the canonical writer writes, and it is written the same again`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let members = (0..<4).map { JSONValue.Member(key: "key\($0)", value: generator.value(depth: 3)) }
        let text = CanonicalJSON.text(of: members)
        let value = try JSONValue.read(text)
        #expect(value == JSONValue(.object(members)))
        guard case .object(let again) = value.content else {
            Issue.record("it is no object")
            return
        }
        #expect(CanonicalJSON.text(of: again) == text)
    }

    @Test func `escapes what must be escaped and nothing else`() {
        var output: [UInt8] = []
        CanonicalJSON.append("\"\\\u{8}\u{C}\n\r\t\u{1}\u{1f}\u{7f}é日🪶/\u{2028}", to: &output)
        #expect(
            String(decoding: output, as: UTF8.self) == "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f\u{7f}é日🪶/\u{2028}\"")
    }
}

extension SeededGenerator {
    fileprivate mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &self) {
        case 0: return .text(text())
        case 1: return JSONValue(.number(pick(["0", "-1", "1.50", "1e400", "12345678901234567890"])))
        case 2: return JSONValue(.boolean(chance(0.5)))
        case 3: return JSONValue(.null)
        case 4: return JSONValue(.array((0..<Int.random(in: 0...3, using: &self)).map { _ in value(depth: depth - 1) }))
        default:
            let count = Int.random(in: 0...3, using: &self)
            return JSONValue(.object((0..<count).map { .init(key: "\($0)\(text())", value: value(depth: depth - 1)) }))
        }
    }

    fileprivate mutating func text() -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "\n", "\u{1}", "é", "e\u{301}".unicodeScalars.last ?? "x", "日", "🪶", "\u{7f}",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0...6, using: &self) { text.unicodeScalars.append(pick(scalars)) }
        return text
    }
}
