import Testing

@testable import NotebookFormat
@testable import NotebookText

struct `What is saved of an item` {
    private static func repaired(_ bytes: [UInt8]) throws -> (text: String, steps: [String]) {
        let repaired = try #require(RepairedItem(of: bytes))
        return (String(decoding: repaired.item.bytes, as: UTF8.self), repaired.steps)
    }

    @Test func `is read as UTF-8 but for the bytes that are none`() throws {
        let bytes =
            Array("Vögel 🪶 “Reiher”\n".utf8) + [0x63, 0x61, 0x66, 0xE9, 0x0A] + Array("Øre\n".utf8) + [0xE2, 0x82]
        let saved = try Self.repaired(bytes)
        #expect(saved.text == "Vögel 🪶 “Reiher”\ncafé\nØre\nâ‚")
        #expect(saved.steps == ["read 3 bytes as Windows-1252"])
    }

    @Test func `is read as Windows-1252 where nothing is UTF-8`() throws {
        let saved = try Self.repaired([0x80, 0x93, 0xFC, 0x94, 0x9F, 0x81, 0xFF])
        #expect(saved.text == "€“ü”Ÿ\u{81}ÿ")
    }

    @Test(arguments: [false, true])
    func `is read as UTF-16 where it begins as such a text`(isBig: Bool) throws {
        let text = "---\ntitle: Vögel 🪶\n---\n\nØre\n"
        let units = [0xFEFF] + Array(text.utf16)
        let bytes = units.flatMap { unit in
            isBig ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        let saved = try Self.repaired(bytes)
        #expect(saved.text == text && saved.steps == ["read as UTF-16"])
        // Half a character, and one byte too few.
        #expect(UTF16Text.decoded([0xFF, 0xFE, 0x3D, 0xD8]) == nil && UTF16Text.decoded([0xFF, 0xFE, 0x41]) == nil)
    }

    @Test func `has every value of its front matter that can be read`() throws {
        let text = """
            ---
            uuid: 00000000-0000-4000-8000-000000000002
            title: First
            title: Second
              continued
            # a comment
            created: 2026-01-01T00:00:00Z
            birds
            tags:
            - a
            - b
            org.example: 1
            ---

            text

            """
        let saved = try Self.repaired(Array(text.utf8))
        let expected = text.replacing("title: Second\n  continued\n", with: "# title: Second\n#   continued\n")
            .replacing("\nbirds\n", with: "\n# birds\n")
        #expect(saved.text == expected)
        #expect(saved.steps == ["commented out lines 4–5, 8"])
        let metadata = try ItemFile(Array(saved.text.utf8)).metadata
        #expect(metadata.title == "First" && metadata.tags.map(\.text) == ["a", "b"] && metadata.created != nil)
    }

    @Test func `is one side of a conflict in the front matter`() throws {
        let text = "---\r\n<<<<<<< HEAD\r\ntitle: A\r\n=======\r\ntitle: B\r\n>>>>>>> other\r\n---\r\ntext"
        let saved = try Self.repaired(Array(text.utf8))
        #expect(
            saved.text
                == "---\r\n# <<<<<<< HEAD\r\ntitle: A\r\n# =======\r\n# title: B\r\n# >>>>>>> other\r\n---\r\ntext")
        #expect(saved.steps == ["commented out lines 2, 4–6"])
    }

    @Test func `begins with text where that looks like front matter without any key`() throws {
        let saved = try Self.repaired(Array("---\nA line, and then\n---\ntext\n".utf8))
        #expect(saved.text == "---\n---\n\n---\nA line, and then\n---\ntext\n")
        #expect(saved.steps == ["kept front matter as text"])
    }

    @Test(
        arguments: [
            ([0x63, 0xE9, 0x93], "cé“", ["read 2 bytes as Windows-1252"]), ([0x61, 0, 0x62], "ab", ["removed U+0000"]),
            (
                Array("---\nx\n---\ny\n".utf8), "---\n---\n\n---\nx\n---\ny\n", ["kept front matter as text"]
            ), (Array("plain\n".utf8), "plain\n", []),
            ([0xFF, 0, 0x81], "ÿ\u{81}", ["read 2 bytes as Windows-1252", "removed U+0000"]),
        ] as [([UInt8], String, [String])])
    func `is its text`(bytes: [UInt8], text: String, steps: [String]) throws {
        let saved = try Self.repaired(bytes)
        #expect(saved.text == text)
        #expect(saved.steps == steps)
    }

    @Test func `is nothing of what is too long`() {
        #expect(RepairedItem(of: [UInt8](repeating: 0x61, count: ItemFile.maximumBytes + 1)) == nil)
    }
}
