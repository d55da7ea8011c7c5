import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText
import TestSupport
import Testing

/// A notebook into which sources are imported one after the other.
private struct Receiver {
    let notebook: NotebookDirectory
    let folder: URL
    private let locations: FileLocations

    init(in folder: URL) throws {
        self.folder = folder
        locations = FileLocations(environment: ["HOME": folder.path])
        notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
    }

    func write(_ text: String, at path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func importing(_ paths: String...) throws -> ImportOutcome {
        try notebook.importItems(
            from: paths.map { FileLocation(path: folder.appending(path: $0).path) }, locations: locations
        ).result
    }

    func body(_ title: String) throws -> String { try Arrived(notebook).body(title) }
}

struct `A part of what was imported before` {
    private static func enex(_ title: String, _ body: String, updated: String) -> String {
        "<?xml version=\"1.0\"?>\n<en-export><note><title>\(title)</title><created>20240101T00000\(title.utf8.count)Z</created>"
            + "<updated>\(updated)</updated><content><![CDATA[<en-note>\(body)</en-note>]]></content></note></en-export>"
    }

    @Test func `leads to notes that only the notebook has`() throws {
        try TemporaryFolder.with { folder in
            let receiver = try Receiver(in: folder)
            let link = "<div><a href=\"evernote:///view/1/s9/9/9/\">In A</a></div>"
            try receiver.write(Self.enex("In A", "<div>a</div>", updated: "20240102T000000Z"), at: "a.enex")
            try receiver.write(Self.enex("With link", link, updated: "20240102T000000Z"), at: "b.enex")
            #expect(try receiver.importing("a.enex", "b.enex").added.count == 2)
            let again = try receiver.importing("b.enex")
            #expect(again.updated.isEmpty && again.report.losses.isEmpty)
            #expect(again.report.balance.fates[.links]?[.resolved] == 1)
            try receiver.write(
                Self.enex("With link", link + "<div>new</div>", updated: "20240302T000000Z"), at: "b.enex")
            #expect(try receiver.importing("b.enex").updated.count == 1)
            let body = try receiver.body("With link")
            #expect(body.hasPrefix("[In A](../a/In%20A.md)") && body.hasSuffix("new\n"))
        }
    }

    @Test func `of Notion keeps the pictures and links of the whole`() throws {
        try TemporaryFolder.with { folder in
            let receiver = try Receiver(in: folder)
            let (top, two) = (String(repeating: "1", count: 32), String(repeating: "2", count: 32))
            try receiver.write(
                "# Top\n\n[Two](Top%20\(top)/Two%20\(two).md) ![](Top%20\(top)/x.png)\n", at: "p/Top \(top).md")
            try receiver.write("# Two\n\ntext\n", at: "q/Top \(top)/Two \(two).md")
            try receiver.write("picture", at: "q/Top \(top)/x.png")
            #expect(try receiver.importing("p", "q").added.count == 2)
            let body = try receiver.body("Top")
            #expect(body.hasPrefix("[Two](Top/Two.md) ![](../blobs/x."))
            let again = try receiver.importing("p")
            #expect(again.updated.isEmpty && again.report.losses.map(\.code) == [.attachmentMissing])
            #expect(try receiver.body("Top") == body)
        }
    }

    @Test func `leads to its own notes, whatever else has their names`() throws {
        try TemporaryFolder.with { folder in
            let receiver = try Receiver(in: folder)
            try receiver.write("mine\n", at: "Q1.md")
            _ = try receiver.importing("Q1.md")
            let id = String(repeating: "3", count: 32)
            try receiver.write(
                "# Row\n\nRel: Q1 (DB/Q1%20\(id).md)\n", at: "n/DB/Row \(String(repeating: "4", count: 32)).md")
            try receiver.write("# Q1\n\ntheirs\n", at: "n/DB/Q1 \(id).md")
            try receiver.write("Name\nRow\n", at: "n/DB \(String(repeating: "5", count: 32)).csv")
            #expect(try receiver.importing("n").report.losses.isEmpty)
            let notes = try Arrived(receiver.notebook)
            #expect(try notes.item("Row").property("Rel")?.value.scalars.map(\.text) == ["[[DB/Q1]]"])
            #expect(try receiver.importing("n").updated.isEmpty)
        }
    }

    @Test func `is known again, of two systems in any order`() throws {
        try TemporaryFolder.with { folder in
            let receiver = try Receiver(in: folder)
            try receiver.write("{}", at: "l/logseq/config.edn")
            try receiver.write("- one\n", at: "l/pages/Shared.md")
            try receiver.write("- see [[Shared]]\n", at: "l/pages/P.md")
            try receiver.write(
                "[{\"title\":\"Shared\",\"children\":[{\"string\":\"two\"}]},"
                    + "{\"title\":\"Q\",\"children\":[{\"string\":\"see [[Shared]]\"}]}]", at: "r.json")
            _ = try receiver.importing("l", "r.json")
            _ = try receiver.importing("r.json", "l")
            let notes = try Arrived(receiver.notebook)
            #expect(notes.resolved["notes/P.md"] == ["notes/Shared.md"])
            #expect(notes.resolved["notes/Q.md"] == ["notes/Shared 2.md"])
        }
    }
}
