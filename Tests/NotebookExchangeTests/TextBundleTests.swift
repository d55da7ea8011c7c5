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
