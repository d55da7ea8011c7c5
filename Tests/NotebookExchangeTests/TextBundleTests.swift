import Foundation
@testable import NotebookExchange
import NotebookFormat
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange/bear"), "\(Corpora.absent)")) struct `A backup of Bear` {
    @Test func `keeps notes with their dates, ids and flags`() throws {
        let notes = try Arrived.corpus("bear", "backup.bear2bk")
        #expect(notes.report.balance.found[.notes] == 6 && notes.items.count == 5)
        #expect(notes.count(.notes, .inTrash) == 1 && notes.losses(.noteTrashed) == 1)
        let item = try notes.item("File with asset, content, and a tag")
        #expect(item.metadata.created?.description == "2023-10-11T05:43:33Z")
        #expect(item.metadata.modified?.description == "2023-10-11T08:09:57Z")
        #expect(item.metadata.uuid?.description == "c4ffafcb-f102-4fde-84af-4a1b21c60672")
        #expect(item.metadata.tags.map(\.text) == ["Test-Tag"])
        #expect(notes.attachments == ["acorn.jpeg": 62_171])
        #expect(notes.resolved.values.joined().contains { $0.hasPrefix("blobs/acorn") })
    }

    @Test func `keeps encrypted notes as they are, and says so`() throws {
        let notes = try Arrived.corpus("bear", "backup.bear2bk")
        #expect(notes.losses(.encrypted) == 1)
        #expect(try notes.item("Encrypted File").foreignValue(of: "encryptedData")?.isEmpty == false)
    }

    @Test func `shows a note without a title under its first words`() throws {
        let notes = try Arrived.corpus("bear", "backup.bear2bk")
        #expect(notes.paths.contains("notes/Has no file heading, only content in the body of the file.md"))
    }

    @Test func `has tags in any script, and with spaces`() throws {
        let notes = try Arrived.corpus("bear", "tags.bear2bk")
        #expect(
            try notes.item("Tags in other scripts").metadata.tags.map(\.text) == [
                "中文", "标签/子标签", "仕事", "일정", "Ελλάδα", "русский",
            ])
        #expect(
            try notes.item("Tag forms Bear writes").metadata.tags.map(\.text) == ["two words", "项目 计划", "中文"])
        #expect(notes.report.losses.contains { $0.code == .tagChanged && $0.target == "#bad!tag" })
    }

    @Test func `leads to headings of notes, and keeps highlights and underlines`() throws {
        let notes = try Arrived.corpus("bear", "markdown-samples.bear2bk")
        #expect(notes.items.count == 5)
        #expect(
            notes.attachments.values.sorted() == [30_824, 132_973, 138_953, 158_581, 188_960, 193_057])
        let welcome = try notes.body("Welcome to Bear 👋")
        #expect(
            welcome.contains("[[Get started with Bear#How to create a new note|How to create a new note]]")
                && welcome.contains("[[Get started with Bear#📝 Write with styles|Write with styles]]"))
        #expect(notes.losses(.linkUnresolved) == 0)
        let sample = try notes.body("Markdown sample")
        #expect(sample.contains("<u>underline</u>") && sample.contains("==🟢green=="))
        #expect(
            try notes.item("Organize, search, and customize in Bear").metadata.tags.allSatisfy { $0.text != "errands" })
        #expect(try notes.item("Welcome to Bear 👋").metadata.pinned)
    }
}

@Suite(.enabled(if: Corpora.has("exchange/textbundle"), "\(Corpora.absent)")) struct `A TextBundle` {
    @Test(arguments: ["example-bundle-v1.zip", "example.textpack", "Textbundle Example v2.textbundle"])
    func `is a note with its picture`(_ name: String) throws {
        let notes = try Arrived.corpus("textbundle", name)
        let item = try notes.item("Textbundle Example")
        #expect(notes.items.count == 1 && notes.attachments == ["textbundle.png": 3_319])
        let body = String(decoding: item.body, as: UTF8.self)
        #expect(body.contains("`![](assets/textbundle.png)`") && body.contains("![](../blobs/textbundle."))
        #expect(item.foreignValue(of: "creatorIdentifier") == "com.example.editor")
        #expect(!notes.report.losses.contains { $0.place.contains("__MACOSX") })
    }

    @Test func `is one of many that Ulysses exports`() throws {
        let notes = try Arrived.corpus("textbundle", "Ulysses Export.zip")
        #expect(
            Set(notes.items.values.compactMap(\.metadata.title)) == [
                "A Super-Quick Markup Primer", "Search – and Find",
            ])
    }

    @Test(arguments: ["textbundle", "textpack"])
    func `that we write comes back as the same note`(_ name: String) throws {
        let format = try #require(ExportFormat.named(name))
        let small = try RoundTrip(`An export for another system`.items(), as: format)
        #expect(small.differences == [])
        let folder = try #require(Corpora.folder("exchange"))
        let files = ["bear/backup.bear2bk", "bear/markdown-samples.bear2bk", "enex/image-size.enex"]
        let trip = try RoundTrip(files.map { folder.appending(path: $0).path }, as: format)
        #expect(trip.differences == [])
    }
}

struct `Bundles of Markdown` {
    /// Notes of Bear, each a title and what is below it; the id of each is its title.
    private static func bear(_ notes: (title: String, text: String)...) throws -> Arrived {
        var files: [String: String] = [:]
        for (index, note) in notes.enumerated() {
            files["\(index).textbundle/text.md"] = "# \(note.title)\n\n\(note.text)\n"
            files["\(index).textbundle/info.json"] =
                #"{"version":2,"net.shinyfrog.bear":{"uniqueIdentifier":"\#(note.title)-\#(index)"}}"#
        }
        return try Arrived.files(files)
    }

    @Test(arguments: [
        (#"| [[S\|t]] | `[[S\|t]]` |"#, #"| [[S\|t]] | `[[S\|t]]` |"#),
        (#"| [[S/H\|u]] | [[S]] |"#, #"| [[S#H\|u]] | [[S]] |"#),
    ]) func `keep the bars of links in tables`(row: String, shown: String) throws {
        let head = "| a | b |\n|---|---|\n"
        let notes = try Self.bear(("S", "## H"), ("T", head + row + "\n\n[[S|t]]"))
        #expect(try notes.body("T") == "# T\n\n\(head)\(shown)\n\n[[S|t]]\n")
    }

    @Test func `have the links that Bear copies, and those to their own headings`() throws {
        let start = "bear://x-callback-url/open-note?"
        let links = "[a](\(start)id=S-0) [b](\(start)title=S&header=An%20H) [c](\(start)id=other) [[/Here]]\n\n## Here"
        let notes = try Self.bear(("S", "## An H"), ("T", links))
        #expect(
            try notes.body("T")
                == "# T\n\n[a](S.md) [b](S.md#An%20H) [c](\(start)id=other) [[T#Here]]\n\n## Here\n")
        #expect(notes.losses(.linkUnresolved) == 1)
    }

    @Test func `have no tags in the destinations of links`() throws {
        let notes = try Self.bear(("T", "See [top](#intro) and [x](#2nd-part) (#real)."))
        #expect(try notes.item("T").metadata.tags.map(\.text) == ["real"])
    }

    @Test func `are named by links in any letter case, unless several have the title`() throws {
        let notes = try Self.bear(("Alpha", ""), ("Dup", "one"), ("Dup", "two"), ("T", "[[alpha]] [[Dup]]"))
        #expect(try notes.body("T") == "# T\n\n[[alpha]] [[Dup]]\n")
        #expect(notes.losses(.linkUnresolved) == 0 && notes.losses(.linkAmbiguous) == 1)
    }

    @Test func `show their assets by any spelling of the path`() throws {
        let notes = try Arrived.files([
            "a.textbundle/text.md": "![k](./assets/c.png) ![](assets/../assets/c.png)\n",
            "a.textbundle/info.json": #"{"version":2}"#, "a.textbundle/assets/c.png": "picture",
        ])
        #expect(try notes.body().components(separatedBy: "(../blobs/c.").count == 3)
        #expect(notes.report.losses == [])
    }

    private static func files(_ files: [String: [UInt8]]) throws -> Arrived {
        try TemporaryFolder.with { place in
            for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(place.path)/\(name)")) }
            return try Arrived(files.count == 1 ? files.keys.map { "\(place.path)/\($0)" } : [place.path])
        }
    }

    private static let info = Array(#"{"version":2,"type":"net.daringfireball.markdown"}"#.utf8)

    @Test func `are called like their files, alone and beside others`() throws {
        let one = try `Several sources`.zip([("info.json", Self.info), ("text.md", Array("no heading\n".utf8))])
        let two = try `Several sources`.zip([("info.json", Self.info), ("text.md", Array("[[one]]\n".utf8))])
        let both = try Self.files(["one.textpack": one, "two.textpack": two])
        #expect(both.paths == ["notes/one.md", "notes/two.md"] && both.losses(.linkUnresolved) == 0)
        let alone = try Self.files(["one.textpack": one])
        #expect(try alone.item().metadata.uuid == both.item("one").metadata.uuid && alone.paths == ["notes/one.md"])
    }

    @Test func `that cannot be read are reported with the reason, and the others are imported`() throws {
        let whole = try `Several sources`.zip([("info.json", Self.info), ("text.md", Array("a\n".utf8))])
        let html = try `Several sources`.zip([
            ("info.json", Array(#"{"type":"public.html"}"#.utf8)), ("text.html", Array("<p>a".utf8)),
        ])
        let bare = try `Several sources`.zip([("text.md", Array("a\n".utf8))])
        let notes = try Self.files([
            "ok.textpack": whole, "cut.textpack": Array(whole.prefix(whole.count / 2)), "html.textpack": html,
            "bare.textpack": bare,
        ])
        #expect(notes.paths == ["notes/ok.md"] && notes.report.losses.allSatisfy { $0.code == .noteDamaged })
        #expect(
            notes.report.losses.map(\.text).sorted() == [
                "the archive is damaged", "the bundle has no info.json",
                "the text of the bundle is not Markdown (text.html, public.html)",
            ])
        let failure = try #require(throws: ImportFailure.self) { try Self.files(["html.textpack": html]) }
        #expect(failure.reason == "the text of the bundle is not Markdown (text.html, public.html)")
    }

    @Test func `have one row for an asset that is damaged, with the note`() throws {
        let name = Array("assets/d.pdf".utf8)
        var pack = try `Several sources`.zip([
            ("info.json", Self.info), ("text.md", Array("# T\n\n[d](assets/d%2Epdf)\n".utf8)),
            ("assets/d.pdf", Array("a file\n".utf8)),
        ])
        // The CRC-32 in the header of the member, and in the directory.
        let places = pack.indices.filter { pack[$0...].starts(with: name) }
        for (place, distance) in zip(places, [16, 30]) { pack[place - distance] ^= 1 }
        let notes = try Self.files(["a.textpack": pack])
        #expect(notes.report.losses.map(\.code) == [.noteDamaged] && notes.report.losses.map(\.note) == ["T"])
    }
}
