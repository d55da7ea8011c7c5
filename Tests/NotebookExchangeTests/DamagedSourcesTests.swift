import ForeignData
import Foundation
@testable import NotebookExchange
import NotebookFormat
import NotebookText
import TestSupport
import Testing

struct `A damaged note` {
    private static let whole =
        #""isTrashed":false,"userEditedTimestampUsec":1700000000000000,"createdTimestampUsec":1700000000000000"#

    @Test func `of Google Keep is refused, and what is no note is named`() throws {
        let notes = try Arrived.files([
            "Keep/A.json": #"{"title":"A","textContent":"a","# + Self.whole + "}",
            "Keep/B.json": #"{"title":"B","textContent":"b","isTr"#, "Keep/C.json": #"{"title":"C","textContent":"c"}"#,
            "Keep/D.json": #"{"x":1}"#, "Keep/E.png": "picture", "Keep/A.html": "<p>a</p>",
        ])
        #expect(notes.report.balance.found[.notes] == 3 && notes.count(.notes, .refused) == 1)
        #expect(notes.items.count == 2)
        #expect(notes.rows(.noteDamaged) == ["Keep/B.json"])
        #expect(notes.rows(.partSkipped) == ["Keep/D.json", "Keep/E.png"])
    }

    @Test func `of Google Keep has no date that is none`() throws {
        let text = #"{"title":"A","textContent":"a","isTrashed":false,"userEditedTimestampUsec":"soon","#
        let notes = try Arrived.files(["Keep/A.json": text + #""createdTimestampUsec":"1700000000000000"}"#])
        #expect(notes.losses(.dateInvalid) == 1)
        #expect(try notes.item("A").metadata.created?.description == "2023-11-14T22:13:20Z")
    }

    private static func enex(_ notes: String...) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<en-export>\n\(notes.joined(separator: "\n"))\n</en-export>\n"
    }

    private static func note(_ title: String, _ content: String = "<content><![CDATA[<en-note>x</en-note>]]></content>")
        -> String
    {
        "<note><title>\(title)</title>\(content)</note>"
    }

    @Test(arguments: [
        "<content><![CDATA[<en-note>x</en-note>", "<content><b>x</content>", "<!-- <content/>", "<content", "<title>x",
        "<content><![CDATA[<en-note>x</en-note>]]></content><resource><data>eA==</data><mime>a/b</mime></resource></x>",
        "<content><![CDATA[<en-note>x</en-note>]]></content><resource><data>eA==</dat></resource>",
    ])
    func `of Evernote takes no other note with it`(_ damage: String) throws {
        let notes = try Arrived.text(
            Self.enex(Self.note("A"), Self.note("B", damage), Self.note("C"), Self.note("D")), named: "N.enex")
        #expect(notes.items.values.compactMap(\.metadata.title).sorted() == ["A", "C", "D"])
        #expect(notes.report.balance.found[.notes] == 4 && notes.count(.notes, .refused) == 1)
        #expect(notes.losses(.noteDamaged) == 1 && notes.attachments.isEmpty)
    }

    @Test func `of Evernote that is not ended is refused alone`() throws {
        let notes = try Arrived.text(
            Self.enex(Self.note("A"), "<note><title>B</title>", Self.note("C")), named: "N.enex")
        #expect(notes.items.values.compactMap(\.metadata.title).sorted() == ["A", "C"])
        #expect(notes.report.losses.map(\.note) == ["B"])
    }
}

struct `Text in another encoding` {
    private static let accents = "Crème brûlée – “à la carte”"

    private static func windows(_ text: String) throws -> Data {
        try #require(text.data(using: .windowsCP1252))
    }

    private func title(_ data: Data, named name: String) throws -> (title: String?, rows: [String]) {
        try TemporaryFolder.with { place in
            let file = place.path + "/" + name
            try data.write(to: URL(filePath: file))
            let notes = try Arrived([file])
            #expect(notes.items.count == 1)
            let item = try #require(notes.items.values.first)
            return (item.metadata.title ?? String(decoding: item.body, as: UTF8.self), notes.report.losses.map(\.text))
        }
    }

    private static func enex(_ encoding: String) -> String {
        """
        <?xml version="1.0" encoding="\(encoding)"?>
        <en-export><note><title>\(accents)</title><content><![CDATA[<en-note/>]]></content></note></en-export>
        """
    }

    private static let guess = "\(EncodingProblem.guessed(isDeclared: false))"

    @Test func `is read as ENEX declares it`() throws {
        for (data, rows) in [
            (try Self.windows(Self.enex("ISO-8859-1")), []), (try Self.windows(Self.enex("windows-1252")), []),
            (Data(Self.enex("UTF-8").utf8), []),
            (try Self.windows(Self.enex("UTF-8")), ["\(EncodingProblem.guessed(isDeclared: true))"]),
            (try #require(Self.enex("UTF-16").data(using: .utf16)), []),
            (try #require(Self.enex("UTF-16").data(using: .utf16BigEndian)), []),
        ] {
            let (title, found) = try title(data, named: "N.enex")
            #expect(title == Self.accents && found == rows)
        }
    }

    @Test func `is read in tables and lists of cards`() throws {
        let table = "title,content\n\(Self.accents),text\n"
        let cards = "#separator:tab\n#html:false\n\(Self.accents)\tback\n"
        for (text, name) in [(table, "N.csv"), (cards, "N.txt")] {
            let plain = try title(Data(text.utf8), named: name)
            let latin = try title(Self.windows(text), named: name)
            let wide = try title(#require(text.data(using: .utf16)), named: name)
            #expect(plain.rows == [] && wide.rows == [] && latin.rows == [Self.guess])
            #expect(latin.title == plain.title && wide.title == plain.title)
            #expect(plain.title?.contains(Self.accents) == true)
        }
    }

    @Test func `is read in notes of Tomboy`() throws {
        let text = """
            <?xml version="1.0" encoding="iso-8859-1"?>
            <note version="0.3" xmlns="http://beatniksoftware.com/tomboy"><title>Crème</title></note>
            """
        #expect(try title(Self.windows(text), named: "n.note").title == "Crème")
    }
}
