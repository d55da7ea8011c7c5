import Testing

@testable import NotebookFormat
@testable import NotebookText

struct `Tasks of an item` {
    private static func file(_ text: String) throws -> ItemFile { try ItemFile(Array(text.utf8)) }
    private static func tasks(_ text: String) throws -> [ItemTask] { try file(text).tasks }

    @Test func `are check boxes in lists of any kind, however deep, with their lines and headings`() throws {
        let found = try Self.tasks(
            """
            ---
            title: To do
            list:
              - [ ] none
            ---

            - [ ] one
              + [x] two
            # House
            1. [ ] three
            \t* [-] four
            > - [ ] five

            > [!note] Callout
            > * [ ] six

            ## **Garden** _today_
            1) [/] seven
            - [ ]
            """)
        #expect(found.map(\.text) == ["one", "two", "three", "four", "five", "six", "seven", ""])
        #expect(found.map(\.line) == [7, 8, 10, 11, 12, 15, 18, 19])
        #expect(found.map(\.state) == [.open, .done, .open, .cancelled, .open, .open, .open, .open])
        #expect(found.map(\.heading) == [nil, nil, "House", "House", "House", "House", "Garden today", "Garden today"])
    }

    @Test(arguments: [
        "```\n- [ ] code\n```\n", "    - [ ] code\n", "`- [ ] code`\n", "%%\n- [ ] comment\n%%\n",
        "<!--\n- [ ] comment\n-->\n", "<pre>\n- [ ] html\n</pre>\n", "[ ] no list\n", "- \\[ ] escaped\n",
        "- [ ]text\n",
        "- [x](address)\n", "- [ ]\n  text\n", "- […] a gap\n", "- [x] link\n\n[x]: address\n", "- [x]: address\n",
        "---\na: |\n  - [ ] front matter\n---\n", "- x [ ] later\n",
    ])
    func `are not in code, comments, HTML and front matter, nor what only resembles a check box`(text: String) throws {
        #expect(try Self.tasks(text).isEmpty)
    }

    @Test(arguments: [
        "- [ ] Call 📅 2026-11-30", "- [ ] 📅️2026-11-30 Call", "- [ ] Call due:: 2026-11-30",
        "- [ ] Call [due:: 2026-11-30]", "- [ ] Call (due::2026-11-30)", "- [ ] Call @due(2026-11-30)",
        "- [ ] Call\n  📅 2026-11-30", "- [ ] Call 🗓️ 2026-11-30", "- [ ] Call @due(2026-11-30 10:00)",
        "- [ ] Call [Due:: 2026-11-30T10:00]", "- [ ] **Call** 📅 2026-11-30",
    ])
    func `have a due date in any spelling`(text: String) throws {
        let task = try #require(try Self.tasks(text).first)
        #expect(task.due?.description == "2026-11-30" && task.text == "Call")
    }

    @Test(arguments: [
        "Call 📅 2026-02-30", "Call 📅 soon", "Call `📅 2026-11-30`", "Call mail@due(2026-11-30)", "Call due: 2026-11-30",
        "Call [due 2026-11-30](x)", "Call 📅 2026-11-301", "Call subdue::2026",
    ])
    func `have no due date where a text only resembles one`(text: String) throws {
        #expect(try Self.tasks("- [ ] \(text)\n").first?.due == nil)
    }

    @Test func `have priorities, other dates, repetitions and tags`() throws {
        let task = try #require(
            try Self.tasks("- [x] Water #garden/roses @home 🔁 every week ⏫ 🛫 2026-11-01 ⏳ 2026-11-02 ✅ 2026-11-03\n")
                .first)
        #expect(task.text == "Water #garden/roses @home 🔁 every week")
        #expect(task.priority == .high && task.repetition == "every week")
        #expect(
            [task.start, task.scheduled, task.done].map { $0?.description } == [
                "2026-11-01", "2026-11-02", "2026-11-03",
            ])
        #expect(task.tags.map(\.text) == ["garden/roses", "home"])
        let fields = try #require(
            try Self.tasks(
                "- [ ] A [priority:: lowest] [repeat:: every day] [start:: 2026-11-01] (completion:: 2026-11-02)"
            ).first)
        #expect(fields.priority == .lowest && fields.repetition == "every day" && fields.done?.day == 2)
        #expect(try Self.tasks("- [ ] A @priority(1) @done(2026-11-02)").first?.priority == .high)
    }

    @Test(arguments: [
        ("- [ ] one\n", "- [x] one ✅ 2026-11-26\n"), ("\t* [ ] two  \r\n", "\t* [x] two ✅ 2026-11-26  \r\n"),
        ("1. [ ] three ^name\n", "1. [x] three ✅ 2026-11-26 ^name\n"),
        ("> [!todo] x\n> - [ ] four\n>   more\n", "> [!todo] x\n> - [x] four ✅ 2026-11-26\n>   more\n"),
        ("- [ ] five\\\n  more\n", "- [x] five ✅ 2026-11-26\\\n  more\n"), ("- [ ]\n", "- [x] ✅ 2026-11-26\n"),
        ("+ [ ] six", "+ [x] six ✅ 2026-11-26"), ("- [ ] `a\n  b` c\n", "- [x] `a\n  b` c ✅ 2026-11-26\n"),
    ])
    func `are marked as done and opened again, and every other byte stays`(before: String, after: String) throws {
        let text = before.hasPrefix("\t") ? "- a\r\n" + before : before
        let wanted = before.hasPrefix("\t") ? "- a\r\n" + after : after
        let file = try Self.file(text)
        let done = try file.completing(try #require(file.tasks.last), on: CalendarDate(text: "2026-11-26"), .emoji)
        #expect(done.text == wanted)
        #expect(try done.reopening(try #require(done.tasks.last)).text == text)
    }

    @Test(arguments: zip(TaskSpelling.allCases, ["✅ 2026-11-26", "[completion:: 2026-11-26]", "@done(2026-11-26)"]))
    func `get the date in the spelling of the notebook`(spelling: TaskSpelling, date: String) throws {
        let file = try Self.file("- [ ] Call `✅ 2026-11-01`\n")
        let done = try file.completing(try #require(file.tasks.first), on: CalendarDate(text: "2026-11-26"), spelling)
        #expect(done.text == "- [x] Call `✅ 2026-11-01` \(date)\n")
        #expect(try done.reopening(try #require(done.tasks.first)).text == file.text)
        // A date that an open task still has is an old one, in whatever spelling.
        let known = try Self.file("- [ ] Call @done(2026-11-01)\n")
        let same = try known.completing(try #require(known.tasks.first), on: CalendarDate(text: "2026-11-26"), spelling)
        #expect(same.text == "- [x] Call @done(2026-11-26)\n")
    }

    @Test(arguments: [
        ("⏫ #home", "✅ 2026-11-26"), ("🔁 every week", "✅ 2026-11-26"),
        ("[due:: 2026-11-30] 🔁 every day", "[completion:: 2026-11-26]"),
        ("(priority:: high)", "[completion:: 2026-11-26]"), ("due:: 2026-11-30", "[completion:: 2026-11-26]"),
        ("[repeat:: every week]", "[completion:: 2026-11-26]"), ("@due(2026-11-30)", "@done(2026-11-26)"),
        ("@home @priority(1)", "@done(2026-11-26)"),
    ])
    func `get the date in the spelling of their own values`(values: String, date: String) throws {
        let file = try Self.file("- [ ] Call `📅 2026-11-01` \(values)\n")
        for spelling in TaskSpelling.allCases {
            let task = try #require(file.tasks.first)
            let done = try file.completing(task, on: CalendarDate(text: "2026-11-26"), spelling)
            #expect(done.text == "- [x] Call `📅 2026-11-01` \(values) \(date)\n")
            #expect(done.tasks.first?.done?.description == "2026-11-26")
            #expect(try done.reopening(try #require(done.tasks.first)).text == file.text)
        }
    }

    @Test(arguments: [
        ("", "- [ ] new\n"), ("Text.\n", "Text.\n\n- [ ] new\n"), ("Text.", "Text.\n\n- [ ] new\n"),
        ("* [ ] a\n* [x] b\n\nText.\n", "* [ ] a\n* [x] b\n* [ ] new\n\nText.\n"),
        ("9. [ ] a\r\n", "9. [ ] a\r\n10. [ ] new\r\n"), ("- a\n\nb\n", "- a\n\nb\n\n- [ ] new\n"),
        ("- [ ] a\n  - [ ] b\n", "- [ ] a\n  - [ ] b\n- [ ] new\n"), ("> - [ ] a\n", "> - [ ] a\n\n- [ ] new\n"),
        ("---\ntitle: x\n---\n", "---\ntitle: x\n---\n\n- [ ] new\n"),
    ])
    func `are added behind the last list of tasks`(before: String, after: String) throws {
        #expect(try #require(try Self.file(before).adding(task: "new")).0.text == after)
    }

    @Test func `are added to a section, and not to code that is never closed`() throws {
        let file = try Self.file("# A\n\n- [ ] a\n\n## B\n\nText.\n\n# C\n- [ ] c\n")
        func added(_ heading: String) throws -> String {
            let section = try #require(file.sections(named: heading).first)
            return try #require(try file.adding(task: "new", in: section.range)).0.text
        }
        #expect(try added("a").contains("- [ ] a\n- [ ] new\n\n## B"))
        #expect(try added("## B").contains("Text.\n\n- [ ] new\n\n# C"))
        #expect(try Self.file("```\ncode\n").adding(task: "new") == nil)
    }
}

extension ItemFile {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
