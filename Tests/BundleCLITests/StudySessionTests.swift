import BundleCLI
import Foundation
import NotebookBundle
import NotebookTestSupport
import Synchronization
import TestSupport
import Testing

/// Somebody studies, with a clock of the test.
struct `A session of studying` {
    /// A notebook with cards Q1, Q2, …, made a second after each other.
    private static func with(cards count: Int, _ body: (String) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let created = NotebookDirectory("\(folder.path)/N.notebundle")
            _ = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            for number in 1...count {
                let now = Timestamp(clamping: 1_795_100_000 + Int64(number))
                let notebook = NotebookDirectory(created.path, environment: .fixed(at: now, seed: UInt64(number)))
                try notebook.edit { draft in _ = try draft.add(NewItem(.card, text: "Q\(number)\n\n---\n\nA\(number)"))
                }
            }
            try body(folder.path)
        }
    }

    private static func reviews(_ folder: String) throws -> [Review] {
        try NotebookDirectory("\(folder)/N.notebundle").studyDeck(StudySettings()).queue.history.reviews
    }

    @Test func `shows what was forgotten again, as soon as its step is over`() throws {
        try Self.with(cards: 3) { folder in
            // Five seconds pass before each key, and a step takes a minute.
            let typed = TypedKeys([" ", "1", " ", "4", " ", "4", " ", "4"])
            #expect(typed.run(["study", "N"], in: folder) == .success)
            #expect(typed.keysLeft == 0)
            #expect(typed.screens.filter { $0.contains("space answer") }.count == 4)
            #expect(typed.printed.contains("4 reviews in ") && typed.printed.contains(", 1 of 1 remembered"))
            let grades = try Self.reviews(folder).map(\.grade)
            #expect(grades == [.again, .easy, .easy, .easy])
        }
    }

    @Test func `ends with the keys of a closed terminal, and nothing is lost`() throws {
        try Self.with(cards: 2) { folder in
            let typed = TypedKeys([" ", "3"])
            #expect(typed.run(["study", "N"], in: folder) == .success)
            let count = try Self.reviews(folder).count
            #expect(count == 1)
        }
    }

    @Test func `buries and suspends cards, and takes that back`() throws {
        try Self.with(cards: 3) { folder in
            let typed = TypedKeys(["s", "u", "b", "s", " ", "4"])
            #expect(typed.run(["study", "N"], in: folder) == .success)
            #expect(typed.keysLeft == 0 && typed.screens.contains { $0.contains("suspended “Q1”; u undoes that") })
            let queue = try NotebookDirectory("\(folder)/N.notebundle").studyDeck(StudySettings()).queue
            #expect(queue.history.reviews.count == 1)
            let states = queue.sides.map { queue.hold(of: $0.key.card, at: Timestamp(clamping: 1_795_168_800)) }
            #expect(states == [.buried(queue.day(of: Timestamp(clamping: 1_795_168_800))), .suspended, nil])
        }
    }

    /// A notebook with a card whose sides have pictures.
    private static func withPictures(_ png: Data? = nil, _ body: (String) throws -> Void) throws {
        let dot = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
        let files = [
            "notebook.json": Data(
                (#"{"format": "notebundle", "version": 1, "uuid": "f71d8d65-9a67-4409-8557-50b7fcb3da59","#
                    + #" "title": "N", "created": "2024-03-02T07:15:00Z"}"#).utf8),
            "cards/Q1.md": Data("Q1 ![[dot.png]]\n\n---\n\nA1 ![](../blobs/a.jpg) %%![[dot.png]]%%\n".utf8),
            "blobs/dot.png": png ?? dot, "blobs/a.jpg": Data("photo".utf8),
        ]
        try TemporaryFolder.with { folder in
            for (name, data) in files {
                let file = folder.appending(path: "source/" + name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try data.write(to: file)
            }
            _ = try NotebookDirectory.create(
                "N.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "source").path)],
                locations: FileLocations(environment: ["HOME": folder.path]))
            try body(folder.path)
        }
    }

    @Test func `shows the pictures of a card at a terminal that says it can`() throws {
        let (yes, no) = ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c", "\u{1B}[?62;c")
        for (term, answers, isShown) in [
            ("xterm-kitty", [yes], true), ("xterm-ghostty", [String(yes.prefix(9)), String(yes.dropFirst(9))], true),
            ("xterm-kitty", [no], false), ("xterm-256color", [], false),
        ] {
            try Self.withPictures { folder in
                let typed = TypedKeys(answers + ["o", " ", "o", "4"])
                #expect(typed.run(["study", "N"], in: folder, environment: ["TERM": term]) == .success)
                let drawn = typed.screens.joined()
                #expect(typed.keysLeft == 0 && drawn.contains("o picture"))
                #expect(drawn.contains("[image: dot.png]") && drawn.contains("[image: a.jpg]"))
                #expect(drawn.contains("\u{1B}_Ga=T,U=1,f=100,t=d,i=1,c=1,r=1,q=2,m=0;iVBORw0KGgo") == isShown)
                #expect(drawn.contains("\u{1B}[38;5;1m\u{10EEEE}\u{305}\u{305}\u{1B}[39m") == isShown)
                #expect(drawn.hasSuffix("\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\") == isShown)
                #expect(drawn.contains("\u{1B}_Gi=31") == (term != "xterm-256color"))
                #expect(drawn.contains("no program here opens pictures"))
            }
        }
    }

    @Test func `sends a large picture in pieces, once, with a line of placeholders for each of its lines`() throws {
        // 200 by 80 pixels are 20 columns and 4 lines.
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 200, 0, 0, 0, 80] + (0..<9000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try Self.withPictures(Data(png)) { folder in
            let typed = TypedKeys(["\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c", " ", "4"])
            #expect(typed.run(["study", "N"], in: folder, environment: ["TERM": "xterm-kitty"]) == .success)
            let drawn = typed.screens.joined()
            let pieces = drawn.matches(of: #/\e_G([^;\e]*m=[01]);([^\e]*)\e\\/#).map { (String($0.1), String($0.2)) }
            #expect(pieces.map(\.0) == ["a=T,U=1,f=100,t=d,i=1,c=20,r=4,q=2,m=1", "m=1", "m=0"])
            #expect(pieces.map(\.1.count) == [4096, 4096, 3840])
            #expect(Data(base64Encoded: pieces.map(\.1).joined()) == Data(png))
            // Rows have the numbers 0 to 3 of the protocol's table of marks, and the number of the picture is their colour.
            for row in ["\u{305}", "\u{30D}", "\u{30E}", "\u{310}"] {
                let cells = String(repeating: "\u{10EEEE}", count: 19)
                #expect(drawn.contains("\u{1B}[38;5;1m\u{10EEEE}\(row)\u{305}\(cells)\u{1B}[39m"))
            }
            #expect(!drawn.contains("\u{10EEEE}\u{312}"), "there is no fifth line")
        }
    }

    @Test func `crams until everything is remembered, without a trace`() throws {
        try Self.with(cards: 2) { folder in
            let before = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/N.notebundle")
            let typed = TypedKeys([" ", "1", " ", "3", "s", " ", "3"])
            #expect(typed.run(["study", "N", "--cram"], in: folder) == .success)
            #expect(
                typed.keysLeft == 0 && typed.printed.contains("3 answers, 2 remembered, 0 left; nothing was recorded"))
            let count = try Self.reviews(folder).count
            #expect(count == 0)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: "\(folder)/N.notebundle").sorted()
                    == before.sorted())
        }
    }

    @Test func `crams no two sides of a card one after the other while others are left`() throws {
        try Self.with(cards: 1) { folder in
            let environment = NotebookEnvironment.fixed(at: Timestamp(clamping: 1_795_000_000), seed: 9)
            try NotebookDirectory("\(folder)/N.notebundle", environment: environment).edit { draft in
                _ = try draft.add(NewItem(.card, text: "{{c1::one}} {{c2::two}}"))
            }
            let typed = TypedKeys([" ", "3", " ", "3", " ", "3"])
            #expect(typed.run(["study", "N", "--cram"], in: folder) == .success)
            let asked = typed.screens.filter { $0.contains("space answer") }
            #expect(typed.keysLeft == 0 && asked.map { $0.contains("Q1") } == [false, true, false], "\(asked)")
            let heads = ["3 sides of 2 cards left", "2 cards left", "1 card left"]
            #expect(zip(asked, heads).allSatisfy { $0.contains($1) }, "\(asked)")
        }
    }

    @Test func `takes several answers back, one after the other`() throws {
        try Self.with(cards: 3) { folder in
            let typed = TypedKeys([" ", "4", " ", "4", "u", "u", "u", " ", "1", "q"])
            #expect(typed.run(["study", "N"], in: folder) == .success)
            #expect(typed.keysLeft == 0)
            #expect(typed.screens.contains { $0.contains("nothing to undo") })
            let grades = try Self.reviews(folder).map(\.grade)
            #expect(grades == [.again])
        }
    }

    @Test(arguments: [[], ["--cram"]])
    func `undoes the last answer also when nothing is left`(options: [String]) throws {
        try Self.with(cards: 1) { folder in
            let typed = TypedKeys([" ", "1", " ", "4", "\u{1A}", "u", " ", "4", "q"])
            #expect(typed.run(["study", "N"] + options, in: folder) == .success)
            #expect(typed.keysLeft == 0 && typed.suspensions == 1)
            #expect(typed.screens.filter { $0.contains("any other key quits") }.count == 3, "\(typed.screens)")
            let grades = try Self.reviews(folder).map(\.grade)
            #expect(grades == (options.isEmpty ? [.again, .easy] : []))
        }
        try Self.with(cards: 1) { folder in
            let typed = TypedKeys(["b", "u", "s", "x"])
            #expect(typed.run(["study", "N"], in: folder) == .success && typed.keysLeft == 0)
            #expect(typed.screens.contains { $0.contains("suspended “Q1”; u undoes that") }, "\(typed.screens)")
        }
    }

    @Test func `leaves what was undone at once out of what the history says`() throws {
        try Self.with(cards: 2) { folder in
            let typed = TypedKeys([" ", "4", "u", "b", "u", " ", "4", "q"])
            #expect(typed.run(["study", "N"], in: folder) == .success)
            let notebook = NotebookDirectory("\(folder)/N.notebundle")
            let change = try #require(try notebook.history().first)
            let events = try notebook.summaries(of: [change])[change.number]?.events ?? []
            #expect(change.verb == "study" && events == [.reviews(1)])
        }
    }

    @Test func `shows as many new cards as the settings allow, on each day`() throws {
        try Self.with(cards: 3) { folder in
            for day in 0..<3 as Range<Int64> {
                let typed = TypedKeys([" ", "4", "q"], from: 1_795_168_800 + day * 86_400)
                #expect(typed.run(["study", "N", "--new", "1"], in: folder) == .success)
                let count = try Self.reviews(folder).count
                #expect(count == Int(day) + 1)
                #expect(typed.keysLeft == 0 && typed.printed.contains("nothing is due"), "\(typed.printed)")
            }
        }
    }

    @Test func `records in the data folder if the notebook can only be read`() throws {
        try Self.with(cards: 2) { folder in
            let typed = TypedKeys([" ", "4", " ", "4"])
            let status = typed.run(["study", "N"], in: folder) { UnchangeableFiles($0) { 30 } }
            #expect(status == .success && typed.printed.contains("recorded in your data folder"), "\(typed.printed)")
            let inside = try Self.reviews(folder)
            #expect(inside.isEmpty)
            let uuid = try NotebookDirectory("\(folder)/N.notebundle").open().description.uuid
            let data = FileLocations(environment: ["HOME": folder]).data.study
            let outside = try StudyFolder(data).records(of: uuid)
            #expect(outside.count == 2)
            let again = TypedKeys([])
            #expect(again.run(["study", "N"], in: folder) == .success && again.printed.hasPrefix("nothing is due"))
        }
    }

    @Test func `shows a message once, and goes on without a card whose file is gone`() throws {
        try Self.with(cards: 3) { folder in
            let typed = TypedKeys(["u", " ", "4", " ", "4"])
            try FileManager.default.removeItem(atPath: "\(folder)/N.notebundle/cards/Q2.md")
            #expect(typed.run(["study", "N"], in: folder) == .success)
            #expect(typed.screens.filter { $0.contains("nothing to undo") }.count == 1)
            #expect(typed.printed.contains("note: cards/Q2.md is listed, but the file is gone\n"), "\(typed.printed)")
            #expect(typed.printed.contains("2 reviews in "), "\(typed.printed)")
        }
        try Self.with(cards: 3) { folder in
            // The file is removed while the first card is shown.
            let typed = TypedKeys([" ", "4", " ", "4"]) { key in
                if key == "4" { try? FileManager.default.removeItem(atPath: "\(folder)/N.notebundle/cards/Q2.md") }
            }
            #expect(typed.run(["study", "N"], in: folder) == .success)
            #expect(typed.screens.contains { $0.contains("Q3") && $0.contains("the file is gone") }, "\(typed.screens)")
            #expect(typed.keysLeft == 0)
        }
    }

    @Test(arguments: [[], ["--cram"]])
    func `goes on without a card that was moved to the trash meanwhile`(options: [String]) throws {
        try Self.with(cards: 3) { folder in
            let typed = TypedKeys([" ", "4", " ", "4"]) { key in
                guard key == "4" else { return }
                _ = try? NotebookDirectory("\(folder)/N.notebundle").edit { draft in
                    _ = try draft.moveToTrash([try draft.listing.item("cards/Q2.md")])
                }
            }
            #expect(typed.run(["study", "N"] + options, in: folder) == .success)
            #expect(typed.screens.contains { $0.contains("Q3") }, "\(typed.screens)")
            #expect(typed.keysLeft == 0 && !typed.screens.contains { $0.contains("Q2\r") }, "\(typed.screens)")
        }
    }

    @Test func `says beforehand why a card cannot be edited`() throws {
        try Self.with(cards: 1) { folder in
            #expect(TypedKeys([]).run(["archive", "N"], in: folder) == .success)
            let typed = TypedKeys(["e", " ", "4"])
            #expect(typed.run(["study", "N.notebundle.zip"], in: folder) == .success)
            let reason = "an archive cannot be changed; ‘bundle unarchive’ makes a notebook of it"
            #expect(typed.keysLeft == 0 && typed.screens.contains { $0.contains(reason) }, "\(typed.screens)")
        }
    }

    @Test func `edits a card that was renamed meanwhile`() throws {
        try Self.with(cards: 1) { folder in
            let typed = TypedKeys(["e", " ", "4"]) { key in
                guard key == "e" else { return }
                _ = try? NotebookDirectory("\(folder)/N.notebundle").edit { draft in
                    _ = try draft.rename(try draft.listing.item("cards/Q1.md"), to: "Other")
                }
            }
            #expect(typed.run(["study", "N"], in: folder, environment: ["EDITOR": "true"]) == .success)
            #expect(typed.keysLeft == 0 && !typed.screens.contains { $0.contains("no item") }, "\(typed.screens)")
        }
    }

    @Test func `stops with Ctrl-Z, and draws the card again`() throws {
        try Self.with(cards: 1) { folder in
            let typed = TypedKeys(["\u{1A}", " ", "\u{1A}", "4"])
            #expect(typed.run(["study", "N"], in: folder) == .success)
            #expect(typed.suspensions == 2 && typed.keysLeft == 0)
            // Also when a signal ends or stops it, nothing of the card is left on the screen.
            #expect(typed.ending == "\r\u{1B}[J")
            #expect(typed.screens.filter { $0.contains("space answer") }.count == 2)
        }
    }

    @Test func `brings reviews of a run that was killed into the notebook`() throws {
        try Self.with(cards: 1) { folder in
            let notebook = NotebookDirectory("\(folder)/N.notebundle")
            let study = StudyFolder(FileLocations(environment: ["HOME": folder]).data.study)
            let card = try #require(notebook.open().items.first?.uuid)
            let review = Review(
                id: try #require(UniqueIdentifier("11111111-0000-4000-8000-000000000001")),
                time: Timestamp(clamping: 1_795_168_000),
                day: try #require(StudyDay("2026-11-20")), key: StudyKey(card: card, side: .front), grade: .easy,
                milliseconds: 5)
            let uuid = try notebook.open().description.uuid
            try study.recordWaiting(.review(review), of: uuid, on: try study.device())
            let inside = try Self.reviews(folder)
            #expect(inside.isEmpty)
            // Nothing is due, and the review counts all the same.
            let typed = TypedKeys([])
            #expect(typed.run(["study", "N"], in: folder) == .success && typed.printed.hasPrefix("nothing is due"))
            let brought = try Self.reviews(folder).map(\.id)
            #expect(brought == [review.id])
            let left = try study.records(of: uuid)
            #expect(left.isEmpty)
        }
    }

    @Test func `does not ask what was answered elsewhere meanwhile`() throws {
        try Self.with(cards: 3) { folder in
            let notebook = try NotebookDirectory("\(folder)/N.notebundle").open()
            let study = StudyFolder(FileLocations(environment: ["HOME": folder]).data.study)
            let (uuid, device) = (notebook.description.uuid, try study.device())
            let card = try #require(notebook.items.first { $0.path.text == "cards/Q2.md" }?.uuid)
            let review = Review(
                id: try #require(UniqueIdentifier("11111111-0000-4000-8000-000000000001")),
                time: Timestamp(clamping: 1_795_168_801), day: try #require(StudyDay("2026-11-20")),
                key: StudyKey(card: card, side: .front), grade: .easy, milliseconds: 5)
            let typed = TypedKeys([" ", "4", " ", "4"]) { key in
                if key == "4" { try? study.recordWaiting(.review(review), of: uuid, on: device) }
            }
            #expect(typed.run(["study", "N"], in: folder) == .success)
            #expect(typed.keysLeft == 0 && !typed.screens.contains { $0.contains("Q2\r") }, "\(typed.screens)")
            let count = try Self.reviews(folder).count
            #expect(count == 3 && typed.printed.contains("2 reviews in "), "\(typed.printed)")
        }
    }

    @Test func `says what could not be recorded in the notebook, and keeps it in the data folder`() throws {
        try Self.with(cards: 1) { folder in
            let isFull = Mutex(true)
            let typed = TypedKeys([" ", "4"])
            let status = typed.run(["study", "N"], in: folder) { files in
                UnchangeableFiles(files) {
                    isFull.withLock { isFull in
                        defer { isFull = false }
                        return isFull ? 28 : nil
                    }
                }
            }
            #expect(status == .success && typed.keysLeft == 0)
            #expect(typed.printed.contains("safe in your data folder, and move to the notebook the next time"))
            let none = try Self.reviews(folder).count
            #expect(none == 0)
            let next = TypedKeys([])
            #expect(next.run(["study", "N"], in: folder) == .success)
            let count = try Self.reviews(folder).count
            #expect(count == 1)
        }
    }
}
