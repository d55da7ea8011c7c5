import NotebookFormat
import NotebookText
import Testing

struct `A template` {
    /// 2026-11-20T10:05:00Z.
    static let now = LocalMoment(Timestamp(clamping: 1_795_169_100), secondsFromUTC: 0)

    private static func filled(_ text: String, _ title: String = "Heron", _ added: String = "") throws -> (String, Int?)
    {
        let filled = try Template(ItemFile(Array(text.utf8))).filled(title, at: now, text: Array(added.utf8))
        return (String(decoding: filled.file.bytes, as: UTF8.self), filled.cursor)
    }

    @Test(arguments: [
        ("{{date}} {{time}} {{title}}", "2026-11-20 10:05 Heron"),
        ("{{date:dddd, D MMMM}} at {{time:H.mm}}", "Friday, 20 November at 10.05"),
        ("{{ Date }}, {{TITLE}}, {{ time : HH}}", "2026-11-20, Heron,  10"),
        ("{{date:HH:mm}} {{date:}}", "10:05 2026-11-20"),
        (
            "{{weather}} {{}} {{title:x}} {{cursor:x}} {title} {{date",
            "{{weather}} {{}} {{title:x}} {{cursor:x}} {title} {{date"
        ),
        ("{{ {{title}} }} {{{title}}}", "{{ Heron }} {Heron}"),
        ("no placeholder", "no placeholder"), ("", ""),
    ]) func `replaces placeholders and nothing else`(text: String, expected: String) throws {
        #expect(try Self.filled(text).0 == expected)
    }

    @Test func `says where the user goes on, and takes out every mark`() throws {
        #expect(try Self.filled("é {{date}}\n- {{cursor}}\nx{{cursor}}\n") == ("é 2026-11-20\n- \nx\n", 16))
        #expect(try Self.filled("---\nkey: [{{cursor}}]\n---\n\nText\n") == ("---\nkey: []\n---\n\nText\n", nil))
    }

    @Test func `puts a text where the cursor is, or at the end`() throws {
        #expect(try Self.filled("a\n- {{cursor}}\nb\n", "", "one {{date}}") == ("a\n- one {{date}}\nb\n", 16))
        #expect(try Self.filled("a\n", "", "two") == ("a\ntwo", 5))
        #expect(try Self.filled("a", "", "two") == ("a\ntwo", 5))
    }

    @Test func `keeps its front matter but what is its own`() throws {
        let text = """
            ---
            uuid: 0b6b1a0e-3a54-4b9c-8d4e-0d2b1a3c4d5e
            title: Meeting
            aliases:
              - "{{title}} notes"
            created: {{date}}
            modified: 2026-11-20T10:00:00Z
            pinned: true
            tags: [meeting]
            # {{date:YYYY}}
            when: {{date}}
            ---

            # {{title}}

            """
        #expect(
            try Self.filled(text).0 == """
                ---
                aliases:
                  - "Heron notes"
                pinned: true
                tags: [meeting]
                # 2026
                when: 2026-11-20
                ---

                # Heron

                """)
    }

    @Test func `without more front matter has none left`() throws {
        #expect(try Self.filled("---\ntitle: x\n---\n\nText {{cursor}}\n") == ("Text \n", 5))
    }

    @Test func `gives its title only if that has placeholders`() throws {
        func title(_ text: String) throws -> String? {
            try Template(ItemFile(Array("---\ntitle: \(text)\n---\n".utf8))).title("Bob", at: Self.now)
        }
        #expect(try title("Meeting") == nil)
        #expect(try title("\"{{date}} {{title}}\"") == "2026-11-20 Bob")
        #expect(try title("On {{date:D MMM}}") == "On 20 Nov")
    }

    @Test func `that makes no item says why`() throws {
        let template = Template(try ItemFile(Array("---\nx{{title}}: y\n---\n".utf8)))
        #expect(throws: TextProblem.self) { try template.filled(" # not a key", at: Self.now) }
    }
}
