import NotebookBundle
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookTestSupport
import NotebookText
import TerminalIO
import TestSupport
import Testing

@testable import BundleCLI

/// The screen as a value: no terminal, no files.
struct `Browsing as a value` {
    private static let wording = BrowseDocument.Wording(date: { $0.minute }, keepsLineBreaks: false)

    private static func notebook() throws -> NotebookSnapshot {
        let memory = try MemoryNotebook(title: "Field Guide")
        try memory.edit { draft in
            for (title, folder, text) in [
                (
                    "Heron", "Birds/Water",
                    "Stands at the [weir](../../Places/Weir.md), as [[Bittern]] does. See [[Gone]]."
                ),
                (
                    "Bittern", "Birds/Water",
                    "Booms. #heard [[Weir#The Lock]] [a](../../Places/Weir.md#The%20Lock) [[Weir#Gone]]"
                ), ("Owl", "Birds", "At night."),
                (
                    "Weir", "Places",
                    "Back to the [[Heron]]. [b](#the-lock)\n\nThe Lock\n\n" + String(repeating: "Water.\n\n", count: 60)
                        + "## The *Lock*\n\n" + String(repeating: "Wood.\n\n", count: 60)
                ), ("鷺 e\u{301}toile with a title that is long", "", "鷺鷺鷺"),
            ] {
                var note = try NewItem(.note, file: Array(text.utf8))
                (note.title, note.folder) = (title, try FolderPath(folder))
                if title == "Owl" { (note.isPinned, note.tags) = (true, [Tag("night")].compactMap(\.self)) }
                _ = try draft.add(note)
            }
            if let tag = Tag("night") { try draft.color(tag, "#0000ff") }
        }
        return try memory.read { $0 }
    }

    /// A screen whose effects are collected, with the texts of the notebook.
    private struct Play {
        var state: BrowseState
        var effects: [BrowseEffect] = []
        let snapshot: NotebookSnapshot

        init(
            width: Int = 120, height: Int = 30, readOnly: String? = nil, of given: NotebookSnapshot? = nil
        ) throws {
            snapshot = try given ?? notebook()
            state = BrowseState(
                BrowseContent(snapshot.listing, .ofFrontMatter), size: .init(width: width, height: height),
                readOnly: readOnly, sort: .name)
            try settle()
        }

        mutating func press(_ keys: ScreenKey...) throws {
            for key in keys {
                effects += state.press(key)
                try settle()
            }
        }

        mutating func type(_ text: String) throws {
            for character in text { try press(.character(character)) }
        }

        mutating func settle() throws {
            if state.isListStale, state.place == .tasks {
                let items = state.content.notebook.items
                let tasks = try items.flatMap { item in
                    try snapshot.file(of: item).tasks.map { ListedTask(item: item, task: $0) }
                }
                state.show(tasks: tasks)
            } else if state.isListStale {
                let items = state.content.items(of: state.place) ?? []
                state.show(
                    ItemOrder(state.sort).sorted(items).filter {
                        state.search.isEmpty || $0.title.lowercased().contains(state.search)
                    })
            }
            if let item = state.neededDocument {
                let file = try snapshot.file(of: item)
                let width = state.layout.width(of: .item) - 2
                state.show(BrowseDocument(item, file, item.tags, width: width, wording))
            }
        }

        var texts: [String] { BrowsePainter.frame(state, wording).texts }
        var foot: String { texts.last ?? "" }
        var titles: [String] { state.items.map(\.title) }
    }

    @Test func `lists pinned items first, in the order that s chooses`() throws {
        var play = try Play()
        #expect(play.titles.first == "Owl" && play.titles.count == 5)
        try play.press(.character("s"))
        #expect(play.foot == "sorted by modified")
    }

    @Test func `opens and closes folders, and lists what is in them`() throws {
        var play = try Play()
        try play.press(.character("h"), .character("j"))
        #expect(play.state.place == .folder(try FolderPath("Birds")) && play.titles == ["Owl", "Bittern", "Heron"])
        #expect(play.state.rows.map(\.text).contains("Water") == false)
        try play.press(.character("l"))
        #expect(play.state.rows.map(\.text).contains("Water"))
        try play.press(.character("j"))
        #expect(play.titles == ["Bittern", "Heron"])
        // Back to the folder around it, which closes then.
        try play.press(.character("h"), .character("h"))
        #expect(play.state.rows.map(\.text).contains("Water") == false && play.state.open.isEmpty)
        try play.press(.character("G"))
        #expect(play.state.place == .trash && play.titles.isEmpty)
        try play.press(.character("g"))
        #expect(play.state.place == .all)
    }

    @Test func `lists the tasks of all notes, which x marks as done where they are`() throws {
        let memory = try MemoryNotebook(title: "T")
        for (title, text) in [
            ("A", "- [ ] one 📅 2026-11-30\n- [x] two\n"), ("B", "# H\n\n- [ ] three ⏫ ⏳ 2026-11-28\n"),
        ] {
            try memory.edit { draft in
                var note = try NewItem(.note, text: text)
                note.title = title
                _ = try draft.add(note)
            }
        }
        var play = try Play(of: try memory.read { $0 })
        try play.press(.character("T"))
        #expect(play.state.place == .tasks && play.state.tasks.map(\.task.text) == ["one", "two", "three"])
        #expect(play.texts[0].hasSuffix(" · Tasks · 3 tasks") && play.texts.contains { $0.contains("›☐ one") })
        // In the words of ‘tasks’.
        #expect(play.texts.contains { $0.contains("☐ one") && $0.contains(" 2026-11-30") })
        #expect(play.texts.contains { $0.contains("priority high · scheduled 2026") })
        #expect(play.texts.contains { $0.contains("☑ two") } && play.foot.contains("x done"))
        try play.press(.down, .down, .character("x"))
        let three = try #require(play.state.selectedTask)
        #expect(play.state.document?.item.title == "B" && three.task.text == "three")
        #expect(play.effects == [.change(.task(three.item.path, three.task, isDone: true))])
        // Tasks that come later are behind those that are known.
        try memory.edit { draft in
            _ = try draft.add(task: "later", to: try draft.listing.item("A"), in: nil)
        }
        let now = try memory.read { $0 }
        play.state.show(BrowseContent(now.listing, .ofFrontMatter))
        let tasks = try now.listing.items.flatMap { item in
            try now.file(of: item).tasks.map { ListedTask(item: item, task: $0) }
        }
        play.state.show(tasks: tasks)
        #expect(play.state.tasks.map(\.task.text) == ["one", "two", "three", "later"])
        #expect(play.state.selectedTask?.task.text == "three")
        try play.press(.character("d"))
        #expect(play.foot.contains("x marks the task as done") && play.state.dialog == nil)
    }

    @Test func `follows a link to a heading`() throws {
        var play = try Play()
        let bittern = try #require(play.state.items.firstIndex { $0.title == "Bittern" })
        for _ in 0..<bittern { try play.press(.down) }
        try play.press(.enter, .tab, .enter)
        let top = try #require(play.state.reading?.top)
        #expect(play.state.document?.item.title == "Weir" && play.state.document?.lines[top].text == "The Lock")
        // Somebody who scrolls on stays there.
        try play.press(.down)
        play.state.forgetDocument()
        try play.settle()
        #expect(play.state.reading?.top == top + 1)
    }

    @Test func `follows a link to a heading that is written in other ways, or is in the same item`() throws {
        var play = try Play(width: 40, height: 12)
        let bittern = try #require(play.state.items.firstIndex { $0.title == "Bittern" })
        for _ in 0..<bittern { try play.press(.down) }
        try play.press(.enter, .character("2"), .enter)
        #expect(play.texts[1].hasPrefix(" The Lock") && play.state.document?.item.title == "Weir")
        try play.press(.character("g"), .character("2"), .enter)
        #expect(play.texts[1].hasPrefix(" The Lock") && play.state.back.count == 2)
        try play.press(.back, .back)
        #expect(play.state.document?.item.title == "Bittern" && play.state.back.isEmpty)
        try play.press(.character("3"), .enter)
        #expect(play.foot == "the item has no heading “#Gone”" && play.state.reading?.top == 0)
    }

    @Test func `goes back in an item that has fewer lines in a wider window`() throws {
        let memory = try MemoryNotebook(title: "Long")
        try memory.edit { draft in
            let words = String(repeating: "word ", count: 2000)
            var note = try NewItem(.note, text: "## Top\n\n\(words)\n\n[upwards](#top)")
            note.title = "Long"
            _ = try draft.add(note)
        }
        var play = try Play(width: 40, height: 12, of: memory.read { $0 })
        try play.press(.enter, .character("1"), .enter)
        #expect(play.state.back.count == 1 && play.texts[1] == " Top")
        play.state.resize(to: .init(width: 200, height: 12))
        try play.settle()
        try play.press(.back)
        #expect(play.state.back.isEmpty && play.texts.contains { $0.contains("upwards") })
    }

    @Test func `opens links that lead out of the notebook, of kinds that only open something`() throws {
        var play = try Play()
        let memory = try MemoryNotebook(title: "Links")
        try memory.edit { draft in
            var note = try NewItem(
                .note, text: "[a](https://a.example/ö) [b](#b) [c](javascript:x) <mailto:d@e.example> [[Links]]")
            note.title = "Links"
            _ = try draft.add(note)
        }
        play = try Play(of: memory.read { $0 })
        try play.press(.character("o"))
        #expect(play.foot == "open an item first; o opens its links")
        try play.press(.enter, .character("o"))
        #expect(play.foot == "Tab selects the link that o opens")
        try play.press(.tab)
        #expect(play.foot == "link 1 of 5: o opens https://a.example/ö")
        try play.press(.character("o"), .tab, .character("o"))
        #expect(play.foot == "this link leads to a place in the notebook; Enter follows it")
        try play.press(.tab, .character("o"))
        #expect(play.foot == "this kind of address is not opened: javascript:x")
        try play.press(.tab, .character("o"))
        #expect(play.effects == [.open("https://a.example/%C3%B6"), .open("mailto:d@e.example")])
    }

    @Test func `follows links, says where they lead, and goes back and forward`() throws {
        var play = try Play()
        try play.type("jjl")
        #expect(play.state.reading?.path.text == "notes/Birds/Water/Heron.md")
        try play.press(.tab)
        #expect(play.foot == "link 1 of 3: ../../Places/Weir.md")
        try play.press(.enter)
        #expect(play.state.reading?.path.text == "notes/Places/Weir.md" && play.state.focus == .item)
        try play.press(.character("1"), .enter)
        #expect(play.state.reading?.path.text == "notes/Birds/Water/Heron.md" && play.state.back.count == 2)
        try play.press(.backspace)
        #expect(play.state.reading?.path.text == "notes/Places/Weir.md")
        try play.press(.back)
        #expect(play.state.reading?.path.text == "notes/Birds/Water/Heron.md" && play.state.back.isEmpty)
        try play.press(.forward, .back, .character("3"), .enter)
        #expect(play.foot == "“Gone” leads nowhere")
        try play.press(.backspace)
        #expect(play.state.focus == .list)
    }

    @Test func `opens and closes tags, and goes to the tag above`() throws {
        let memory = try MemoryNotebook(title: "Tags")
        try memory.edit { draft in
            for (title, tag) in [("Heron", "birds/water/tall"), ("Owl", "birds/night"), ("Weir", "places")] {
                var note = try NewItem(.note, text: "x")
                (note.title, note.tags) = (title, [Tag(tag)].compactMap(\.self))
                _ = try draft.add(note)
            }
        }
        var play = try Play(of: try memory.read { $0 })
        func tags(_ play: Play) -> [String] {
            play.state.rows.compactMap { if case .tag(let name)? = $0.place { name } else { nil } }
        }
        #expect(tags(play) == ["birds", "places"])
        try play.press(.character("h"), .down, .down, .down, .down, .character("l"))
        #expect(tags(play) == ["birds", "birds/night", "birds/water", "places"])
        #expect(play.state.place == .tag("birds") && play.titles == ["Heron", "Owl"])
        try play.press(.character("j"), .character("j"), .right, .down)
        #expect(play.state.place == .tag("birds/water/tall") && play.titles == ["Heron"])
        try play.press(.left, .left)
        #expect(play.state.place == .tag("birds/water"))
        #expect(tags(play) == ["birds", "birds/night", "birds/water", "places"])
        #expect(play.state.open == [.tag("birds")])
    }

    @Test func `gives the item the whole width, and takes it back`() throws {
        var play = try Play()
        try play.press(.character("z"))
        #expect(play.state.focus == .item && play.state.layout.panes == [.item: 0..<120])
        try play.press(.character("h"))
        #expect(play.state.focus == .list && play.state.layout.panes.count == 3)
        try play.press(.enter)
        #expect(play.state.layout.panes.count == 1)
        try play.press(.character("z"))
        #expect(play.state.focus == .item && play.state.layout.panes.count == 3)
    }

    @Test func `completes tags that are typed`() throws {
        var play = try Play()
        try play.press(.character("j"), .character("t"))
        try play.type("x, ni")
        #expect(play.texts.dropLast().last == "Tab: night")
        try play.press(.tab)
        #expect(play.foot == "Tags, with commas: x, night")
        try play.press(.enter)
        let item = try #require(play.state.selected)
        #expect(play.effects == [.change(.tags(item.path, added: ["x", "night"], removed: []))])
    }

    @Test func `completes a tag by its parts, one after the other, but none that the line has`() throws {
        let tags = ["birds", "places/birds", "birds/river", "rivers"]
        func line(_ text: String) throws -> BrowseQuestion {
            BrowseQuestion(purpose: .tags(try BundlePath("notes/a.md"), old: []), input: ScreenInput(text))
        }
        #expect(try line("riv").completions(among: tags) == ["rivers", "birds/river"])
        #expect(try line("#BIRDS, #b").completions(among: tags) == ["birds/river", "places/birds"])
        #expect(try line("birds, ").completions(among: tags) == [])
        var question = try line("x, #riv")
        question.complete(among: tags, forwards: true)
        #expect(question.input.text == "x, #rivers")
        question.complete(among: tags, forwards: true)
        #expect(question.input.text == "x, #birds/river")
        question.complete(among: tags, forwards: false)
        question.complete(among: tags, forwards: false)
        #expect(question.input.text == "x, #birds/river")
    }

    @Test func `shows a month of daily notes, and opens or makes the note of a day`() throws {
        let memory = try MemoryNotebook(title: "Days")
        try memory.edit { draft in
            try draft.describe { $0.settings.places.dailyFolder = try FolderPath("Daily") }
            var note = try NewItem(.note, text: "x")
            (note.title, note.folder) = ("2026-11-19", try FolderPath("Daily"))
            _ = try draft.add(note)
        }
        var play = try Play(of: try memory.read { $0 })
        try play.press(.character("C"))
        #expect(play.effects == [.askForDay])
        let today = try #require(CalendarDate(text: "2026-11-20"))
        play.state.dialog = .calendar(BrowseCalendar(today: today))
        #expect(
            play.texts[1...9].map { $0.reversed().drop { $0 == " " }.reversed() }.map { String($0) } == [
                " November 2026", " Mo   Tu   We   Th   Fr   Sa   Su",
                " 26   27   28   29   30   31    1", "  2    3    4    5    6    7    8",
                "  9   10   11   12   13   14   15", " 16   17   18   19• ›20   21   22",
                " 23   24   25   26   27   28   29", " 30    1    2    3    4    5    6", "",
            ])
        #expect(play.texts[10] == " notes/Daily/2026-11-20.md (Enter makes it)")
        try play.press(.enter)
        #expect(play.state.dialog == nil && play.effects.last == .change(.daily(today)))
        play.state.dialog = .calendar(BrowseCalendar(today: today, firstWeekday: .sunday))
        #expect(play.texts[2].hasPrefix(" Su   Mo") && play.texts[3].hasPrefix("  1    2"))
        try play.press(.left, .enter)
        #expect(play.state.reading?.path.text == "notes/Daily/2026-11-19.md" && play.state.focus == .item)
    }

    @Test(
        arguments: [
            ([.right], "2026-02-01"), ([.down], "2026-02-07"), ([.pageDown], "2026-02-28"),
            ([.pageDown, .pageDown], "2026-03-28"), ([.pageUp], "2025-12-31"),
            ([.character("h"), .character("k")], "2026-01-23"), ([.pageUp, .character("t")], "2026-01-31"),
        ] as [([ScreenKey], String)])
    func `moves through days and months`(_ keys: [ScreenKey], _ day: String) throws {
        var calendar = BrowseCalendar(today: try #require(CalendarDate(text: "2026-01-31")))
        #expect(keys.allSatisfy { calendar.press($0) })
        #expect(calendar.selected.description == day)
    }

    @Test func `lists folders by how they begin with what is typed`() throws {
        let folders = try [
            "10 - Maps/2005", "05 - Concepts", "10 - Maps", "A/05 - Deep", "05 - Concepts/Sub", "Second/Cone",
        ]
        .map { try FolderPath($0) }
        func shown(_ text: String) throws -> [String] {
            BrowseChoice(item: try BundlePath("notes/a.md"), folders: folders, input: ScreenInput(text)).shown
                .filter { !$0.isNew }.map(\.folder)
        }
        #expect(
            try shown("05") == ["05 - Concepts", "A/05 - Deep", "05 - Concepts/Sub", "10 - Maps/2005"])
        #expect(try shown("con") == ["Second/Cone", "05 - Concepts", "05 - Concepts/Sub"])
        #expect(try shown("second") == ["Second/Cone"])
        let (spaced, plain) = (try shown(" con "), try shown("con"))
        #expect(spaced == plain)
        let (top, all) = (try shown("/"), try shown(""))
        #expect(top == all && top.first == "")
    }

    @Test func `shows the tasks in their order again when a search ends`() throws {
        let memory = try MemoryNotebook(title: "Tasks")
        try memory.edit { draft in
            var note = try NewItem(.note, text: "- [ ] one\n- [ ] two\n- [ ] three\n- [ ] two more\n")
            note.title = "List"
            _ = try draft.add(note)
        }
        var play = try Play(of: try memory.read { $0 })
        try play.press(.character("T"))
        let all = try #require(play.state.items.first).path
        let tasks = play.state.tasks
        #expect(tasks.map(\.task.text) == ["one", "two", "three", "two more"])
        // What the screen does with “/two”: it shows what fits, the best first.
        try play.press(.character("/"))
        play.state.search = "two"
        play.state.show(tasks: [tasks[3], tasks[1]])
        #expect(play.state.tasks.map(\.task.text) == ["two more", "two"])
        try play.press(.escape)
        #expect(play.state.tasks.map(\.task.text) == ["one", "two", "three", "two more"] && play.state.search.isEmpty)
        #expect(play.state.selected?.path == all)
    }

    @Test func `searches as one types, and shows all again`() throws {
        var play = try Play()
        try play.type("/her")
        #expect(play.titles == ["Heron"] && play.foot == "/her")
        #expect(BrowsePainter.frame(play.state, Self.wording).cursor?.column == 4)
        try play.press(.enter)
        #expect(play.state.dialog == nil && play.texts[0].contains("“her”"))
        try play.press(.character("l"))
        #expect(play.texts.contains { $0.contains("Heron") })
        try play.press(.escape)
        #expect(play.state.search.isEmpty && play.titles.count == 5)
        try play.type("/x")
        try play.press(.escape)
        #expect(play.titles.count == 5 && play.state.dialog == nil)
    }

    @Test func `marks what the search found, and goes from one match to the next`() throws {
        var play = try Play()
        func marked(_ play: Play) -> [String] {
            BrowsePainter.frame(play.state, Self.wording).rows.joined().filter { cell in
                cell.look.color == 3 && cell.look.faces.contains(.reversed)
            }.map(\.text)
        }
        let weir = try #require(play.state.items.firstIndex { $0.title == "Weir" })
        for _ in 0..<weir { try play.press(.down) }
        let document = try #require(play.state.document)
        try play.type("/weir")
        // Only the screen is marked, so that each letter of a search costs no more in a long text.
        #expect(play.state.document?.lines == document.lines && marked(play) == ["W", "e", "i", "r"])
        try play.press(.enter, .enter, .character("n"), .character("n"))
        #expect(play.foot == "no more matches" && play.state.match == 0)
        try play.press(.character("/"), .control("u"))
        try play.type("wood")
        try play.press(.enter)
        play.state.read(document.item.path)
        try play.settle()
        try play.press(.character("n"), .character("n"), .character("N"))
        let first = try #require(document.lines.firstIndex { $0.text.hasPrefix("Wood") })
        #expect(play.state.match == first && marked(play).prefix(4) == ["W", "o", "o", "d"])
        try play.press(.escape)
        #expect(marked(play).isEmpty && play.state.match == nil)
    }

    @Test func `has keys apply to what a search found, also one begun while reading`() throws {
        var play = try Play()
        try play.press(.character("l"))
        try play.type("/heron")
        try play.press(.enter)
        let heron = try #require(play.state.selected)
        #expect(play.titles == ["Heron"] && play.state.focus == .list)
        #expect(play.state.reading?.path == heron.path && play.state.current == heron)
        try play.press(.character("d"))
        #expect(play.effects == [.askToDelete(heron.path)])
        // Nothing is found, so nothing is shown or deleted.
        try play.press(.escape, .character("l"))
        try play.type("/nowhere")
        try play.press(.enter, .character("d"))
        #expect(play.state.current == nil && play.state.reading == nil && play.foot == "no item is selected")
        #expect(play.effects.count == 1)
        // A search that was not begun leaves the item open.
        try play.press(.escape, .character("l"), .character("/"), .escape)
        #expect(play.state.focus == .item && play.state.reading?.path == play.state.selected?.path)
    }

    @Test func `asks before changes, and gives them as effects`() throws {
        var play = try Play()
        let owl = try BundlePath("notes/Birds/Owl.md")
        try play.press(.character("r"), .control("u"))
        try play.type("Uhu")
        try play.press(.enter, .character("p"), .character("t"))
        try play.type(", #wood/deep")
        try play.press(.enter, .character("m"))
        try play.type("pla")
        #expect(play.texts.contains("› Places") && play.texts.contains("  new folder pla"))
        try play.press(.enter, .character("d"), .character("u"), .control("r"), .character("e"), .character("a"))
        try play.type("New")
        try play.press(.enter, .character("c"), .character("q"))
        #expect(
            play.effects == [
                .change(.rename(owl, to: "Uhu")), .change(.pin(owl, false)),
                .change(.tags(owl, added: ["wood/deep"], removed: [])), .change(.move(owl, to: "Places")),
                .askToDelete(owl), .change(.undo), .change(.redo), .edit(owl), .new(title: "New"), .study, .quit,
            ])
    }

    @Test func `studies the cards of a place, but neither tasks nor the trash`() throws {
        var play = try Play()
        try play.press(.character("T"), .character("c"))
        #expect(play.foot == "c studies the cards of a folder; here are only tasks" && play.effects.isEmpty)
        try play.press(.character("h"), .character("G"), .character("c"))
        #expect(play.state.place == .trash && play.foot == "cards in the trash cannot be studied")
        try play.press(.character("g"), .character("c"))
        #expect(play.effects == [.study])
    }

    @Test func `deletes when the answer is yes`() throws {
        let owl = try BundlePath("notes/Birds/Owl.md")
        for (key, effects) in [
            ("y", [BrowseEffect.change(.delete(owl))]), ("a", [.neverAsk, .change(.delete(owl))]), ("n", []), ("x", []),
        ] as [(Character, [BrowseEffect])] {
            var play = try Play(width: 60)
            play.state.dialog = .delete(owl, question: "Move “Owl” to the trash?")
            #expect(play.foot == "Move “Owl” to the trash? y yes · n no · a always")
            try play.press(.character(key))
            #expect(play.effects == effects && play.state.dialog == nil)
            #expect(effects.isEmpty == (play.foot == "nothing was deleted"))
        }
    }

    @Test func `goes to what was made, and leaves what was deleted, while an item is read`() throws {
        var play = try Play()
        let owl = try BundlePath("notes/Birds/Owl.md")
        try play.press(.enter)
        #expect(play.state.focus == .item)
        let other = try #require(play.state.items.last { $0.path != owl }?.path)
        play.state.go(to: other)
        #expect(play.state.reading?.path == other && play.state.selected?.path == other)
        play.state.leaveDeleted()
        #expect(play.state.focus == .list && play.state.reading?.path == play.state.selected?.path)
    }

    @Test func `shows a long message whole, until the next key`() throws {
        var play = try Play(width: 40)
        let words = (1...20).map { "word\($0)" }
        play.state.message = words.joined(separator: " ")
        let shown = play.texts.joined(separator: " ")
        #expect(words.allSatisfy { shown.contains($0) })
        try play.press(.down)
        #expect(!play.texts.joined().contains("word1"))
    }

    @Test func `shows the whole help in a window that became larger`() throws {
        var play = try Play(width: 20, height: 5)
        try play.press(.character("?"), .character("G"))
        #expect(!play.texts.contains { $0.hasPrefix("j k ↓") })
        play.state.resize(to: .init(width: 120, height: 60))
        #expect(play.texts[1].hasPrefix("j k ↓ ↑ ") && play.texts.contains { $0.hasPrefix("q Ctrl-C") })
    }

    @Test(arguments: [ScreenKey.character("/"), .character("r"), .character("m"), .character("?")])
    func `is suspended while something is asked`(key: ScreenKey) throws {
        var play = try Play()
        try play.press(key, .control("z"))
        #expect(play.effects == [.suspend] && play.state.dialog != nil)
    }

    @Test func `changes nothing that cannot be changed`() throws {
        var play = try Play(readOnly: "an archive cannot be changed")
        for letter in "aermptdRu" {
            try play.press(.character(letter))
            #expect(play.foot == "an archive cannot be changed" && play.state.dialog == nil)
        }
        try play.press(.control("r"))
        #expect(play.effects.isEmpty && play.texts[0].hasSuffix("read only"))
    }

    @Test(arguments: [(40, 12), (60, 14), (80, 24), (200, 60), (20, 5), (3, 2), (1, 1)])
    func `fits every size, in every pane and dialog`(width: Int, height: Int) throws {
        var play = try Play(width: width, height: height)
        let frames: [[ScreenKey]] = [
            [], [.character("h")], [.character("l"), .character("l"), .tab], [.character("?")], [.pageDown], [.escape],
            [.character("h"), .character("h")], [.character("/"), .character("鷺")], [.escape], [.character("m")],
            [.escape],
            [.character("a"), .character("鷺")], [.escape],
        ]
        for keys in frames {
            for key in keys { try play.press(key) }
            let frame = BrowsePainter.frame(play.state, Self.wording)
            #expect(frame.rows.count == height && frame.rows.allSatisfy { $0.count == width })
            #expect(frame.rows.allSatisfy { $0.map(\.text).joined().columns == width }, "\(frame.texts)")
            #expect(frame.cursor.map { $0.column < width && $0.row < height } ?? true)
        }
    }

    @Test func `shows one, two or three panes, with a way back`() throws {
        var play = try Play(width: 40, height: 12)
        #expect(play.state.layout.panes.count == 1 && play.texts[1].hasPrefix("›* Owl"))
        try play.press(.enter, .character("/"), .character("w"), .character("e"))
        #expect(play.titles == ["Weir"] && play.state.focus == .list, "what is found is shown")
        try play.press(.escape, .character("g"), .enter)
        #expect(play.texts[1].hasPrefix(" Owl") && play.state.layout.panes[.item] == 0..<40)
        try play.press(.backspace, .backspace)
        #expect(play.texts[1].hasPrefix("›All items"))
        play.state.resize(to: .init(width: 60, height: 14))
        #expect(play.state.layout.panes.keys.sorted() == [.sidebar, .list])
        play.state.resize(to: .init(width: 80, height: 24))
        #expect(play.state.layout.panes.count == 3 && play.state.layout.rowsPerItem == 2)
    }

    @Test func `sends few bytes for a move of the selection, whatever the size`() throws {
        var play = try Play(width: 200, height: 60)
        try play.press(.character("h"))
        let before = BrowsePainter.frame(play.state, Self.wording)
        // To another row of the list, whose item is as short.
        try play.press(.character("l"), .character("j"))
        let old = BrowsePainter.frame(play.state, Self.wording)
        try play.press(.character("j"))
        let bytes = ScreenDifference.bytes(
            from: old, to: BrowsePainter.frame(play.state, Self.wording), hasColors: true)
        let whole = ScreenDifference.bytes(from: nil, to: before, hasColors: true)
        #expect(bytes.count < 700 && whole.count > 1500, "\(bytes.count) of \(whole.count)")
    }

    @Test func `keeps selection and reading on the same item when others change the notebook`() throws {
        var play = try Play()
        try play.type("jjl")
        let heron = try #require(play.state.selected)
        let memory = try MemoryNotebook(title: "Field Guide")
        try memory.edit { draft in
            for title in ["A new one", "Heron"] {
                var note = try NewItem(.note, text: "Text.")
                (note.title, note.folder) = (title, title == "Heron" ? try FolderPath("Birds/Water") : .root)
                _ = try draft.add(note)
            }
        }
        play.state.show(BrowseContent(try memory.open(), .ofFrontMatter))
        play.state.show(play.state.content.items(of: .all) ?? [])
        #expect(play.state.selected?.path == heron.path && play.state.reading?.path == heron.path)
    }
}
