import Foundation
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookText

struct `What is saved of a description` {
    private static let substitute = NotebookDescription(
        uuid: UniqueIdentifier(randomBits: 1, 2), title: "Substitute", created: Timestamp(clamping: 0))

    private static func fieldGuide() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Project.samples.appending(path: "Field Guide.notebundle/notebook.json")))
    }

    private static func repaired(_ bytes: [UInt8]) -> RepairedDescription {
        RepairedDescription(of: bytes, substitute: substitute)
    }

    private static func repaired(_ text: String) -> RepairedDescription { repaired(Array(text.utf8)) }

    @Test(arguments: [
        ("\"order\": 1},\n", "\"order\": 1}\n"), ("{\"path\": \"Plants\", ", "{\"path\": \"Plants\" "),
        ("  ],\n  \"tags\"", "  \"tags\""), ("\"order\": 2},\n", "\"order\": 2\n"),
        ("    {\"path\": \"Log\",", "    \"path\": \"Log\","),
        ("\"folders\": [", "\"folders\" ["), ("\"folders\": [", "\"folders\": "), ("\"folders\": [", "\"folders: ["),
        ("\"folders\": [", "folders\": ["), ("\"name\": \"night\"", "\"name\" \"night\""), ("\n  }\n}\n", ""),
        ("\n  ],\n  \"smartFolders\": [", ",],\n\n  \"smartFolders\": [,"), ("{\n  \"format\": \"notebundle\",", ""),
        ("\"order\": 3},", "\"order\": 3}},"), ("\"version\": 1,", "\"version\": 1,\n// a remark\n"),
    ])
    func `is everything where a sign is missing or too much`(sign: String, instead: String) throws {
        let text = String(decoding: try Self.fieldGuide(), as: UTF8.self)
        #expect(text.contains(sign))
        let repaired = Self.repaired(text.replacing(sign, with: instead, maxReplacements: 1))
        #expect(repaired.description.text == Array(text.utf8), "\(repaired.lost)")
        #expect(repaired.lost == (instead.contains("remark") ? ["part of line 4"] : []))
        #expect(repaired.savedInPart == [] && repaired.madeAnew == [])
        #expect(repaired.saved.contains("org.example.telescope"))
    }

    @Test func `is found in time that does not grow with the square of what is there`() {
        let members = (0..<200_000).map { "\"key\($0)\" \($0 % 2 == 0 ? "1" : "x")" }.joined(separator: ",")
        var repaired = Self.repaired("")
        let time = ProcessorTime.seconds { repaired = Self.repaired("{\(members)") }
        // With a comparison of each with each it takes minutes.
        #expect(time < 45)
        #expect(repaired.saved.count == 100_000 && repaired.lost.count == 100_000)
    }

    @Test func `is each value of JSON that conforms to the format`() {
        let repaired = Self.repaired(
            """
            {"format": "notebundle", "version": 1, "uuid": "4bf21ab8-b33a-4e5a-b5b2-3d5f2d7d8d39", "title": "T",
             "created": "yesterday", "settings": {"sort": "size"}, "tags": [{"name": "a"}, {"name": "A"}, 3, {"name": "b"}],
             "org.example.x": {"y": 1.50}}
            """)
        #expect(repaired.description.title == "T")
        #expect(repaired.description.created == Timestamp(clamping: 0))
        #expect(repaired.description.tags.map(\.name.text) == ["a", "b"])
        #expect(repaired.saved == ["uuid", "title", "org.example.x"])
        #expect(repaired.savedInPart == ["tags"])
        #expect(
            repaired.lost == [
                "created", "sort of settings", "row 2 of tags, which repeats an earlier one", "row 3 of tags",
            ])
        #expect(repaired.madeAnew == ["created"])
        #expect(String(decoding: repaired.description.text, as: UTF8.self).contains("\"y\": 1.50\n"))
    }

    @Test func `is one side of a conflict`() {
        let repaired = Self.repaired(
            "<<<<<<< HEAD\n  \"title\": \"Mine\",\n=======\n  \"title\": \"Yours\",\n>>>>>>> x\n \"folders\": [{\"path\": \"F\"}], \"uuid\": 7"
        )
        #expect(repaired.description.title == "Mine")
        #expect(repaired.description.folders.map(\.path.text) == ["F"])
        #expect(
            repaired.lost == [
                "part of line 1", "part of line 3", "title for the second time", "part of line 5", "uuid",
            ])
        #expect(repaired.madeAnew == ["uuid", "created"])
    }

    @Test func `is told apart from what is lost`() {
        let repaired = Self.repaired(
            """
            {"format": "notebundle", "version": 1, "uuid": "4bf21ab8-b33a-4e5a-b5b2-3d5f2d7d8d39", "title": "Ti,
             "created": 2026, "org.example.a": [1, nul, {"b": tru}], "title": "Second", "org.example.a": 2,
             "settings": {"sort": "colour", "org.example.c": 1.50},
             "folders": [{"path": "A", "icon": ""}, {"path": "A"}, {"icon": "x"}, 7, {"path": "B", "org.example.d": {}}, nul],
             "tags": [{"name": 1}], "smartFolders": 3
            """)
        #expect(repaired.saved == ["uuid"])
        #expect(repaired.savedInPart == ["org.example.a", "settings", "folders"])
        #expect(
            repaired.lost == [
                "title", "row 2 of org.example.a", "b of row 3 of org.example.a", "title for the second time",
                "org.example.a for the second time", "row 6 of folders", "created", "sort of settings",
                "icon of row 1 of folders",
                "row 2 of folders, which repeats an earlier one", "row 3 of folders", "row 4 of folders",
                "row 1 of tags",
                "smartFolders",
            ])
        #expect(repaired.madeAnew == ["title", "created"])
        let text = String(decoding: repaired.description.text, as: UTF8.self)
        #expect(text.contains(#""org.example.a": ["#) && text.contains(#""org.example.c": 1.50"#))
        #expect(text.contains(#"{"path": "A"}"#) && text.contains(#"{"path": "B", "org.example.d": {}}"#))
    }

    @Test func `is most of it whatever byte is lost, and the rest is told`() throws {
        let bytes = try Self.fieldGuide()
        var count = 0
        for index in bytes.indices {
            var damaged = bytes
            damaged.remove(at: index)
            // Another text, but none that is damaged.
            guard (try? JSONValue.read(damaged)) == nil else { continue }
            count += 1
            let repaired = Self.repaired(damaged)
            let description = repaired.description
            let rows = description.folders.count + description.tags.count + description.smartFolders.count
            #expect(rows >= 20, "without byte \(index)")
            let isWhole = rows == 21 && description.unknown.count == 1 && repaired.madeAnew.isEmpty
            #expect(isWhole || !repaired.lost.isEmpty, "without byte \(index)")
        }
        #expect(count > bytes.count / 4)
    }

    @Test func `is all that fits into the limit`() {
        let head = "{\"title\": \"T\", \"org.example.big\": \""
        let value = [UInt8](repeating: 0x61, count: NotebookDescription.maximumBytes)
        let repaired = Self.repaired(Array(head.utf8) + value + Array("\", \"org.example.small\": 1}".utf8))
        #expect(repaired.saved == ["title", "org.example.small"])
        #expect(repaired.lost == ["org.example.big"])
        // Each of two may fit, but not both.
        let half = value.prefix(NotebookDescription.maximumBytes / 2)
        let two = Array("{\"org.example.one\": \"".utf8) + half + Array("\", \"org.example.two\": \"".utf8) + half
        let first = Self.repaired(two + Array("\", \"title\": \"T\"}".utf8))
        #expect(first.saved == ["org.example.one", "title"] && first.description.title == "T")
        #expect(first.lost == ["org.example.two, which is too large"])
    }

    @Test(arguments: [
        "", "[", "{", "nothing", "\"", "{\"a", "{\"a\":", "]}{[\"a\":}", "{\"folders\":[[[{]}",
        "\u{FEFF}{\"title\": \"T\"}",
    ])
    func `can be nothing`(text: String) {
        #expect(Self.repaired(text).madeAnew.contains("uuid"))
        #expect(Self.repaired(String(repeating: text, count: 1000)).madeAnew.contains("uuid"))
    }
}
