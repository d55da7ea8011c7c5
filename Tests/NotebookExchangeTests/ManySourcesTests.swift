import Archives
import Foundation
import NotebookBundle
import NotebookCheck
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText
import Synchronization
import TestSupport
import Testing

struct `Several sources` {
    private static func enex(_ notes: (title: String, created: String)...) -> String {
        let texts = notes.map { title, created in
            "<note><title>\(title)</title><created>\(created)</created><content><![CDATA[<en-note>\(title)</en-note>]]>"
                + "</content></note>"
        }
        return "<?xml version=\"1.0\"?>\n<en-export>\(texts.joined())</en-export>"
    }

    static func zip(_ files: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
        let sink = MemorySink()
        let archive = try ArchiveWriter(.zip, to: sink)
        for file in files { try archive.add(file.name, bytes: file.bytes) }
        try archive.finish()
        return sink.bytes
    }

    @Test func `keep folders whose names only the links of notes avoid`() throws {
        let notes = try Arrived.text("title,content,folder\na,x,C#\nb,y,C\nc,z,A: B\n", named: "c.csv")
        #expect(notes.paths.sorted() == ["notes/A- B/c.md", "notes/C#/a.md", "notes/C/b.md"])
    }

    @Test func `may be a table beside notes whose rows are not of one length`() throws {
        try TemporaryFolder.with { place in
            let folder = place.path + "/source"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let table = "title,content,tags\nA,x,\"[\"\"t\"\",\"\"u v\"\"]\"\nB,y\n"
            try Data(table.utf8).write(to: URL(filePath: folder + "/n.csv"))
            try Data("# P\n".utf8).write(to: URL(filePath: folder + "/p.md"))
            let made = try NotebookDirectory.create(
                "M.notebundle", in: place.path, from: [FileLocation(path: folder)],
                locations: FileLocations(environment: ["HOME": place.path]))
            let notes = try Arrived(made.notebook)
            #expect(notes.paths == ["notes/A.md", "notes/B.md", "notes/p.md"] && made.report.leftOut == [])
            #expect(try notes.item("A").metadata.tags.map(\.text) == ["t", "u v"])
        }
    }

    private static let archive = "it is an archive of neither a notebook nor an export that can be read from one"

    @Test(arguments: [
        (
            ["n.exe": "x"],
            "\(archive) (it has n.exe)"
        ),
        (
            ["d/x.bin": "x", "d/y.bin": "y"],
            "\(archive) (it has d/x.bin and 1 more)"
        ),
        ([:], "the archive is empty"),
    ]) func `cannot be an archive of anything`(files: [String: String], reason: String) throws {
        try TemporaryFolder.with { place in
            let members = files.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }
            try Data(try Self.zip(members)).write(to: URL(filePath: place.path + "/a.zip"))
            let failure = try #require(throws: ImportFailure.self) { try Arrived([place.path + "/a.zip"]) }
            #expect(failure.reason == reason)
        }
    }

    @Test(arguments: ["zip", "tar.gz"], ["", "Notes/"])
    func `in an archive of files that are no export is read as in their folder`(format: String, root: String) throws {
        try TemporaryFolder.with { place in
            let files = [
                "a.md": "See [[b]] and ![](p.png).\n", "sub/b.txt": "b\n", "p.png": "p",
                "t.csv": "title,content\nT,x\n",
                "o.opml": "<opml><body><outline text='O' _note='x'/></body></opml>", "__MACOSX/._a.md": "junk",
            ]
            let sink = MemorySink()
            let archive = try ArchiveWriter(try #require(ArchiveFormat(fileName: "x.\(format)")), to: sink)
            for (name, text) in files.sorted(by: { $0.key < $1.key }) {
                try archive.add(name.hasPrefix("__") ? name : root + name, bytes: Array(text.utf8))
                let file = place.appending(path: "Notes/\(name)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                if !name.hasPrefix("__") { try Data(text.utf8).write(to: file) }
            }
            try archive.finish()
            let packed = FileLocation(path: place.path + "/x.\(format)")
            try Data(sink.bytes).write(to: URL(filePath: packed.path))
            let locations = FileLocations(environment: ["HOME": place.path, "TMPDIR": place.path + "/temporary"])
            let folder = FileLocation(path: place.path + "/Notes")
            let made = try [packed, folder].enumerated().map { number, source in
                try NotebookDirectory.create(
                    "N\(number).notebundle", in: place.path, from: [source], locations: locations)
            }
            let notes = try made.map { try Arrived($0.notebook) }
            #expect(notes[0].paths == notes[1].paths && notes[0].paths.contains("notes/sub/b.md"))
            #expect(notes[0].paths.count >= 4 && made[0].report.attachments == made[1].report.attachments)
            if root == "Notes/" {
                let outcome = try made[0].notebook.importItems(from: [folder], locations: locations)
                #expect(outcome.result.added.isEmpty)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: locations.temporary.path) == [])
        }
    }

    @Test func `in an archive of several kinds are read as in their folder`() throws {
        try TemporaryFolder.with { place in
            let note =
                "<note version=\"0.3\" xmlns=\"http://beatniksoftware.com/tomboy\"><title>T</title></note>"
            let inner = try Self.zip([("m/a.md", Array("a\n".utf8)), ("t/x.note", Array(note.utf8))])
            try Data(try Self.zip([("m.zip", inner)])).write(to: URL(filePath: place.path + "/outer.zip"))
            #expect(try Self.created([place.path + "/outer.zip"], in: place).paths == ["notes/T.md", "notes/m/a.md"])
            let sink = MemorySink()
            let archive = try ArchiveWriter(.tar, to: sink)
            try archive.add("a.md", bytes: Array("a\n".utf8))
            try archive.finish()
            let link = Array("l.md".utf8) + [UInt8](repeating: 0, count: 96)
            var header = link + Array("0000777\0".utf8) + Array("0000000\0".utf8) + Array("0000000\0".utf8)
            header +=
                Array("00000000000\0".utf8) + Array("00000000000\0".utf8) + Array("        ".utf8) + Array("2a.md".utf8)
            header += [UInt8](repeating: 0, count: 257 - header.count) + Array("ustar\0".utf8) + Array("00".utf8)
            header += [UInt8](repeating: 0, count: 512 - header.count)
            let sum = header.reduce(0) { $0 + Int($1) }
            let octal = String(sum, radix: 8)
            header.replaceSubrange(
                148..<156, with: Array((String(repeating: "0", count: 6 - octal.count) + octal + "\0 ").utf8))
            try Data(header + sink.bytes).write(to: URL(filePath: place.path + "/l.tar"))
            let notes = try Self.created([place.path + "/l.tar"], in: place)
            #expect(notes.paths == ["notes/a.md"])
        }
    }

    private static func created(_ paths: [String], in place: URL) throws -> Arrived {
        let made = try NotebookDirectory.create(
            "N\(UUID().uuidString).notebundle", in: place.path, from: paths.map { FileLocation(path: $0) },
            locations: FileLocations(environment: ["HOME": place.path]))
        if paths.contains(where: { $0.hasSuffix(".tar") }) {
            #expect(made.report.losses.map(\.place) == ["l.md"])
        }
        return try Arrived(made.notebook)
    }

    @Test func `of the web in an archive have the names that they have in their folder`() throws {
        try TemporaryFolder.with { place in
            let (page, name) = ("<p>x <a href='b.html'>b</a></p>", place.path + "/web.zip")
            try FileManager.default.createDirectory(atPath: place.path + "/web", withIntermediateDirectories: true)
            for file in ["a.html", "b.html"] { try Data(page.utf8).write(to: place.appending(path: "web/\(file)")) }
            let members = ["web/a.html", "web/b.html"].map { ($0, Array(page.utf8)) }
            try Data(try Self.zip(members)).write(to: URL(filePath: name))
            let locations = FileLocations(environment: ["HOME": place.path])
            let made = try NotebookDirectory.create(
                "W.notebundle", in: place.path, from: [FileLocation(path: place.path + "/web")], locations: locations)
            let again = try made.notebook.importItems(from: [FileLocation(path: name)], locations: locations).result
            #expect(again.added.isEmpty && again.updated.isEmpty)
            #expect(try Arrived(made.notebook).paths == ["notes/a.md", "notes/b.md"])
        }
    }

    @Test func `may be an archive with a name twice, beside one that is sound`() throws {
        try TemporaryFolder.with { place in
            let sink = MemorySink()
            let archive = try ArchiveWriter(.tar, to: sink)
            try archive.add("a/b.md", bytes: Array("b\n".utf8))
            try archive.finish()
            // A file of one block, and its end.
            let twice = sink.bytes[..<1024] + sink.bytes
            try Data(twice).write(to: place.appending(path: "twice.tar"))
            try Data("# Sound\n".utf8).write(to: place.appending(path: "Sound.md"))
            let locations = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let sources = ["twice.tar", "Sound.md"].map { FileLocation(path: place.appending(path: $0).path) }
            #expect(throws: ImportFailure.self) {
                try notebook.importItems(from: [sources[0]], locations: locations)
            }
            let result = try notebook.importItems(from: sources, locations: locations).result
            #expect(result.added.map(\.path.text) == ["notes/Sound.md"])
            #expect(result.report.losses.map(\.code) == [.noteDamaged])
        }
    }

    @Test func `of the web may have links without an address, which lead to themselves`() throws {
        let notes = try Arrived.files(["a.html": "<p><a href=''>x</a></p>", "b.html": "<p>b</p>"])
        #expect(try notes.body("a") == "[x](a.md)\n" && notes.report.losses.isEmpty)
    }

    @Test func `that are empty files are refused as such`() throws {
        try TemporaryFolder.with { place in
            try Data().write(to: place.appending(path: "e.enex"))
            let failure = try #require(throws: ImportFailure.self) { try Arrived([place.path + "/e.enex"]) }
            #expect(failure.reason == "the file is empty")
        }
    }

    @Test func `cannot be an archive that is cut off`() throws {
        try TemporaryFolder.with { place in
            let bytes = try Self.zip([("a.enex", Array(Self.enex(("A", "20240101T000000Z")).utf8))])
            try Data(bytes.prefix(bytes.count / 2)).write(to: URL(filePath: place.path + "/a.zip"))
            #expect(throws: ImportFailure.self) { try Arrived([place.path + "/a.zip"]) }
        }
    }

    @Test func `in one folder are imported like those that are named`() throws {
        let notes = try Arrived.files([
            "Birds.enex": Self.enex(("A", "20240101T000000Z")), "More/Trees.enex": Self.enex(("B", "20240102T000000Z")),
        ])
        #expect(notes.paths == ["notes/Birds/A.md", "notes/Trees/B.md"])
    }

    @Test func `that are folders are found in one folder`() throws {
        let page = "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\n\ntext\n"
        let notes = try Arrived.files([
            "a/notebook.zim": "", "a/Za.txt": page, "b/notebook.zim": "", "b/Zb.txt": page,
            "g/logseq/config.edn": "{}", "g/pages/La.md": "- l",
        ])
        #expect(notes.paths == ["notes/La.md", "notes/Za.md", "notes/Zb.md"])
        #expect(try notes.body("Za") == "text\n" && notes.report.losses.isEmpty)
    }

    @Test func `beside notes are imported with them`() throws {
        try TemporaryFolder.with { place in
            let folder = place.path + "/source"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("text\n".utf8).write(to: URL(filePath: folder + "/Note.md"))
            try Data(Self.enex(("A", "20240101T000000Z")).utf8).write(to: URL(filePath: folder + "/Birds.enex"))
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let result = try notebook.importItems(from: [FileLocation(path: folder)], locations: places).result
            #expect(result.added.map(\.path.text).sorted() == ["notes/Birds/A.md", "notes/Note.md"])
            #expect(result.report.leftOut == [])
            let new = try NotebookDirectory.create(
                "M.notebundle", in: place.path, from: [FileLocation(path: folder)], locations: places)
            #expect(try Arrived(new.notebook).paths == ["notes/Birds/A.md", "notes/Note.md"])
            #expect(new.report.leftOut == [])
        }
    }

    @Test(arguments: [false, true], [0, 2, 3])
    func `in a folder may be pages beside notes, unless a note links to them`(create: Bool, more: Int) throws {
        var files = [
            "n.md": "see [page](linked.html)\n", "linked.html": "l",
            "p.html": "a <b>b</b> <a href=sub/q.html>q</a><img src=x.png>",
            "sub/q.html": "q", "x.png": "x",
        ].mapValues { Array($0.utf8) }
        for number in 0..<more { files["m\(number).md"] = Array("m\n".utf8) }
        let found = try Self.imported(files, create: create)
        let notes = ["notes/n.md", "notes/p.md", "notes/sub/q.md"] + (0..<more).map { "notes/m\($0).md" }
        #expect(found.paths == notes.sorted() && found.left == [])
        #expect(found.notebook.attachments.keys.sorted() == ["linked.html", "x.png"])
        #expect(try found.notebook.body("p").contains("a **b** [q]("))
    }

    @Test(arguments: [0, 3])
    func `in a folder may be pages that a note shows or has as a property, and not those that it only names`(
        more: Int
    ) throws {
        let note = "---\nfile: kept.html\n---\n![](shown.html) ![[wiki.htm]] see prose.html and `code.html`, x.png\n"
        var files = ["n.md": note, "kept.html": "k", "shown.html": "s", "wiki.htm": "w", "prose.html": "p"]
        files["code.html"] = "<img src=x.png>"
        files["x.png"] = "x"
        for number in 0..<more { files["m\(number).md"] = "m\n" }
        let found = try Self.imported(files.mapValues { Array($0.utf8) })
        #expect(Set(found.paths).isSuperset(of: ["notes/code.md", "notes/n.md", "notes/prose.md"]))
        #expect(found.paths.count == 3 + more && found.left == [])
        #expect(found.notebook.attachments.keys.sorted() == ["kept.html", "shown.html", "wiki.htm", "x.png"])
    }

    @Test func `with more pages than notes attach a page that a note and a page link to`() throws {
        let files = ["n.md": "[it](a.html)\n", "a.html": "a", "b.html": "<a href=a.html>a</a>", "c.html": "c"]
        let found = try Self.imported(files.mapValues { Array($0.utf8) })
        #expect(found.paths == ["notes/b.md", "notes/c.md", "notes/n.md"] && found.left == [])
        #expect(found.notebook.attachments == ["a.html": 1])
        #expect(found.notebook.resolved["notes/b.md"]?.count == 1 && found.notebook.resolved["notes/n.md"]?.count == 1)
    }

    /// What an import of a folder with some files brings, and what it leaves out or reports.
    private static func imported(
        _ files: [String: [UInt8]], create: Bool = false
    ) throws -> (paths: [String], left: [String], notebook: Arrived) {
        try TemporaryFolder.with { place in
            let folder = place.appending(path: "source")
            for (path, bytes) in files {
                let file = folder.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: file)
            }
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook: NotebookDirectory
            let report: ImportReport
            if create {
                (notebook, report) = try NotebookDirectory.create(
                    "N.notebundle", in: place.path, from: [FileLocation(path: folder.path)], locations: places)
            } else {
                notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
                report = try notebook.importItems(from: [FileLocation(path: folder.path)], locations: places).result
                    .report
            }
            let rows = report.losses.filter { $0.code == .partSkipped }.map { "\($0.place): \($0.text)" }
            let left = report.leftOut.map { "\($0.path): \($0.text)" } + rows
            let arrived = try Arrived(notebook)
            return (arrived.paths, left.sorted(), arrived)
        }
    }

    /// Looks at a folder whenever a file is read, and may stop the work.
    private final class Onlooker: WorkProgress {
        private let folder: String
        private let last: Int
        private let seen = Mutex<[[String]]>([])

        init(_ folder: String, stoppingAt last: Int = .max) { (self.folder, self.last) = (folder, last) }

        var names: [[String]] { seen.withLock { $0 } }

        func advance(_ bytes: Int, _ path: @autoclosure () -> String) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let count = seen.withLock { seen in
                seen.append(names.sorted())
                return seen.count
            }
            guard count >= last else { return }
            // What a source loses while it is read is an error.
            try? FileManager.default.removeItem(atPath: folder + "/../b/Two.md")
        }
    }

    @Test func `make one notebook, which appears with all of them or not at all`() throws {
        try TemporaryFolder.with { folder in
            let place = folder.path + "/place"
            let sources = ["a/One.md", "b/Two.md", "b/Three.md"].map { folder.path + "/" + $0 }
            func stage() throws {
                for path in [place, folder.path + "/a", folder.path + "/b"] {
                    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                }
                for path in sources { try Data("[[One]] [[Two]]\n".utf8).write(to: URL(filePath: path)) }
            }
            func create(_ onlooker: Onlooker) throws -> NotebookDirectory {
                try NotebookDirectory.create(
                    "N.notebundle", in: place,
                    from: [FileLocation(path: folder.path + "/a"), FileLocation(path: folder.path + "/b")],
                    locations: FileLocations(environment: ["HOME": folder.path]), progress: onlooker
                ).notebook
            }
            try stage()
            #expect(throws: (any Error).self) { try create(Onlooker(place, stoppingAt: 1)) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
            try stage()
            // What a killed process left is removed.
            let remains = place + "/.N.notebundle.0123abcd.bundle-tmp/N.notebundle/notes"
            try FileManager.default.createDirectory(atPath: remains, withIntermediateDirectories: true)
            let onlooker = Onlooker(place)
            let notebook = try create(onlooker)
            #expect(onlooker.names.count >= 3 && onlooker.names.allSatisfy { $0.allSatisfy { $0.hasPrefix(".N.") } })
            #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["N.notebundle"])
            let arrived = try Arrived(notebook)
            #expect(arrived.paths == ["notes/One.md", "notes/Three.md", "notes/Two.md"])
            #expect(arrived.resolved.values.allSatisfy { $0.count == 2 })
            #expect(try RuleBook.findings(in: notebook.inspect(collectsLinks: true)).isEmpty)
            let inside = try FileManager.default.contentsOfDirectory(atPath: place + "/N.notebundle").filter {
                $0.hasPrefix(".")
            }
            #expect(inside == [".gitattributes"])
            #expect(throws: NotebookError.taken(place + "/N.notebundle")) { try create(Onlooker(place)) }
        }
    }

    private static func keep(_ title: String) -> [UInt8] {
        Array(
            #"{"title":"\#(title)","textContent":"\#(title)","isTrashed":false,"userEditedTimestampUsec":1}"#.utf8)
    }

    /// Exports of each kind that is one file.
    private static func exports() throws -> [String: [UInt8]] {
        let bundle: [(name: String, bytes: [UInt8])] = [
            ("T.textbundle/info.json", Array("{\"version\":2}".utf8)), ("T.textbundle/text.md", Array("# Text\n".utf8)),
        ]
        let page =
            "<html><body><article id=\"x\" class=\"page\"><h1 class=\"page-title\">Page</h1>"
            + "<div class=\"page-body\"><p>Text</p></div></article></body></html>"
        return [
            "takeout.zip": try zip([("Keep/A.json", keep("Keep"))]), "bundles.zip": try zip(bundle),
            "one.textpack": try zip([bundle[0], ("T.textbundle/text.md", Array("# Pack\n".utf8))]),
            "notion.zip": try zip([("Page 0123456789abcdef0123456789abcdef.html", Array(page.utf8))]),
            "simplenote.zip": try zip([
                ("source/notes.json", Array(#"{"activeNotes":[{"id":"1","content":"Simple"}]}"#.utf8)),
                ("Simple.txt", Array("Simple".utf8)),
            ]),
            "o.opml": Array("<opml><head><title>Outline</title></head><body><outline text='x'/></body></opml>".utf8),
            "t.csv": Array("title,content\nTable,text\n".utf8),
        ]
    }
    private static let titles = [
        "notes/Keep.md", "notes/Outline.md", "notes/Pack.md", "notes/Page.md", "notes/Simple.md", "notes/Table.md",
        "notes/Text.md",
    ]

    @Test(arguments: [false, true]) func `of any kind are found in a folder`(create: Bool) throws {
        var files = try Self.exports()
        files["pic.png"] = [1]
        let found = try Self.imported(files, create: create)
        #expect(found.paths == Self.titles)
        #expect(found.left.count == 1 && found.left.first?.hasPrefix("pic.png: ") == true)
        for (name, bytes) in try Self.exports() where name != "one.textpack" {
            #expect(try Self.imported([name: bytes], create: create).paths.count == 1, "\(name)")
        }
    }

    @Test func `of any kind are imported beside notes, unless a text names them`() throws {
        let notes = ["Own.md": Array("text\n".utf8), "More/Own.md": Array("text\n".utf8)]
        let things = [
            "products.csv": Array("name,description\na,b\n".utf8), "site.zip": try Self.zip([("a.html", [60])]),
        ]
        let files = try Self.exports().merging(notes) { $1 }.merging(things) { $1 }
        let found = try Self.imported(files)
        #expect(found.paths == (Self.titles + ["notes/More/Own.md", "notes/Own.md"]).sorted())
        #expect(found.left == ["products.csv: no note links to it", "site.zip: no note links to it"])
        let named = try Self.exports().keys.map { "[x](\($0))" }.joined(separator: " ")
        let attached = try Self.imported(files.merging(["Own.md": Array(named.utf8)]) { $1 })
        #expect(attached.paths == ["notes/More/Own.md", "notes/Own.md"] && attached.notebook.attachments.count == 7)
    }

    @Test func `of OneNote in a folder are refused by name, or named beside notes`() throws {
        let section: [UInt8] = [0xE4, 0x52, 0x5C, 0x7B, 0x8C, 0xD8, 0xA7, 0x4D] + [UInt8](repeating: 0, count: 600)
        for create in [false, true] {
            let failure = #expect(throws: ImportFailure.self) {
                try Self.imported(["a/Notes.one": section], create: create)
            }
            #expect(failure?.path.hasSuffix("a/Notes.one") == true && failure?.wayOut != nil)
            #expect(failure?.reason == "it is a OneNote section, which cannot be read")
        }
        let beside = try Self.imported(["a/Notes.one": section, "Own.md": Array("x\n".utf8)])
        #expect(beside.left == ["a/Notes.one: it is a OneNote section, which cannot be read"])
    }

    @Test func `with only a date of change have no later date of creation`() throws {
        let outline =
            "<opml><head><title>O</title><dateModified>Sat, 07 Sep 2024 14:18:41 GMT</dateModified></head>"
            + "<body><outline text='Colors' type='include' url='https://x.y/c.opml'/></body></opml>"
        let metadata = try Self.imported(["o.opml": Array(outline.utf8)]).notebook.item().metadata
        #expect(metadata.created?.description == "2024-09-07T14:18:41Z")
        #expect(metadata.created == metadata.modified ?? metadata.created)
    }

    @Test func `need no ending`() throws {
        let page =
            "<html><body><article id=\"x\" class=\"page\"><h1 class=\"page-title\">Page</h1>"
            + "<div class=\"page-body\"><p>Text</p></div></article></body></html>"
        for (text, title) in [(page, "Page"), (String(decoding: Self.keep("Keep"), as: UTF8.self), "Keep")] {
            #expect(try Arrived.text(text, named: "export").item().metadata.title == title)
        }
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let file = place.appending(path: "export")
            try Data(#"{"items":[{"title":"A","content":"a"}]}"#.utf8).write(to: file)
            let places = FileLocations(environment: ["HOME": place.path])
            #expect(
                try notebook.importItems(from: [FileLocation(path: file.path)], locations: places).result.added.count
                    == 1)
        }
    }

    @Test func `is reported in the order of the source, however many are converted at once`() throws {
        let pages = (100..<200).map { number in
            ("\(number).html", number % 3 == 0 ? "<a href='none'>x</a>" : "<svg></svg><img src='lost.png'>")
        }
        let notes = try Arrived.files(Dictionary(uniqueKeysWithValues: pages))
        let places = notes.report.losses.map(\.place)
        #expect(places.count > 100 && places == places.sorted())
    }

    @Test(arguments: ["logseq", "roam", "zim", "tomboy", "standardnotes", "html"])
    func `leave notes in their folder to be imported as notes`(format: String) throws {
        let note =
            "<note version=\"0.3\" xmlns=\"http://beatniksoftware.com/tomboy\"><title>Page</title><text>"
            + "<note-content>Page\ntext</note-content></text></note>"
        let item = #"{"uuid":"1","content_type":"Note","content":{"title":"Page","text":"text"}}"#
        let graphs: [String: [String: String]] = [
            "logseq": ["logseq/config.edn": "{}", "pages/Page.md": "- text\n"],
            "roam": ["graph.json": #"[{"title":"Page","children":[{"string":"text","uid":"a"}]}]"#],
            "zim": ["notebook.zim": "[Notebook]\n", "Page.txt": "Content-Type: text/x-zim-wiki\n\ntext [[./it.md]]\n"],
            "tomboy": ["page.note": note], "standardnotes": ["backup.txt": "{\"version\":\"004\",\"items\":[\(item)]}"],
            "html": [
                "a.html": "<title>Page</title>text", "b.html": "<title>B</title><a href='it.md'>x</a>", "c.html": "c",
            ],
        ]
        let isZim = format == "zim"
        var own = ["Mine/Own.md": "own ![](p.png)\n", "Mine/p.png": "p"]
        // Everything else below a notebook of Zim is attached.
        if !isZim { own["o.enex"] = Self.enex(("A", "20240101T000000Z")) }
        let graph = try #require(graphs[format])
        let found = try Self.imported(graph.merging(own) { $1 }.mapValues { Array($0.utf8) })
        #expect(Set(found.paths).isSuperset(of: ["notes/Mine/Own.md", "notes/Page.md"]))
        #expect(
            found.paths.contains("notes/o/A.md") != isZim && found.paths.count == (format == "html" ? 5 : own.count))
        #expect(found.left == [] && found.notebook.attachments["p.png"] == 1)
        #expect(found.notebook.resolved["notes/Mine/Own.md"]?.count == 1)
        guard isZim || format == "html" else { return }
        // What a page has as an attachment is none of these notes.
        let attached = try Self.imported(
            graph.merging([isZim ? "Page/it.md" : "it.md": "it"]) { $1 }.mapValues { Array($0.utf8) })
        #expect(attached.notebook.attachments["it.md"] == 2 && !attached.paths.contains { $0.hasSuffix("it.md") })
    }

    @Test func `may be pages beside an export that is a folder, unless it or a note names them`() throws {
        let pack = try Self.zip([
            ("T.textbundle/info.json", Array("{\"version\":2}".utf8)), ("T.textbundle/text.md", Array("# Text\n".utf8)),
        ])
        let pages = [
            "n.md": "[l](l.html)\n", "l.html": "l", "sub/p.html": "<title>Page</title><img src=x.png>",
            "sub/x.png": "x",
        ]
        let bear = try Self.imported(pages.mapValues { Array($0.utf8) }.merging(["T.textpack": pack]) { $1 })
        #expect(bear.paths == ["notes/Text.md", "notes/n.md", "notes/sub/Page.md"] && bear.left == [])
        #expect(bear.notebook.attachments.keys.sorted() == ["l.html", "x.png"])
        let graph = [
            "logseq/config.edn": "{}", "pages/A.md": "- [x](../own.html)\n", "own.html": "o",
            "other.html": "<title>O</title>",
        ]
        let logseq = try Self.imported(graph.mapValues { Array($0.utf8) })
        #expect(logseq.paths == ["notes/A.md", "notes/O.md"])
    }

    @Test func `are read although one of them is damaged`() throws {
        try TemporaryFolder.with { place in
            let paths = ["Good.enex", "Bad.enex", "Bad.json"].map { place.path + "/" + $0 }
            try Data(Self.enex(("A", "20240101T000000Z")).utf8).write(to: URL(filePath: paths[0]))
            try Data("<en-export><note><title>x".utf8).write(to: URL(filePath: paths[1]))
            try Data("{\"activeNotes\":[,\"trashedNotes\"".utf8).write(to: URL(filePath: paths[2]))
            let notes = try Arrived(paths)
            #expect(notes.items.count == 1)
            let damaged = notes.report.losses.filter { $0.code == .noteDamaged }
            #expect(Set(damaged.map { $0.source }) == Set(paths[1...]))
        }
    }

    @Test func `of any kind are imported although an archive among them is damaged`() throws {
        try TemporaryFolder.with { place in
            let paths = ["a.md", "cut.zip", "bad.json", "what.bin"].map { place.path + "/" + $0 }
            let cut = Array(try Self.zip([("b.md", Array("b".utf8))]).dropLast(30))
            let contents: [[UInt8]] = [Array("a\n".utf8), cut, Array("{".utf8), [1, 2]]
            for (path, bytes) in Swift.zip(paths, contents) {
                try Data(bytes).write(to: URL(filePath: path))
            }
            let notes = try Arrived([paths[1], paths[2], paths[0], paths[3]])
            #expect(notes.paths == ["notes/a.md"])
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let result = try notebook.importItems(from: paths.map { FileLocation(path: $0) }, locations: places).result
            #expect(result.added.map(\.path.text) == ["notes/a.md"])
            #expect(result.report.losses.map(\.code) == [.noteDamaged, .noteDamaged, .noteDamaged])
            #expect(Set(result.report.losses.map(\.source)) == Set(paths[1...]))
            for path in paths[1...] {
                #expect(throws: ImportFailure.self) {
                    try notebook.importItems(from: [FileLocation(path: path)], locations: places)
                }
            }
        }
    }

    @Test func `of Evernote with notes of one second and other titles keep them apart`() throws {
        func text(_ title: String, _ body: String) -> String {
            Self.enex((title, "20200101T000000Z")).replacing("<en-note>\(title)", with: "<en-note>\(body)")
        }
        try TemporaryFolder.with { place in
            let pie = "Take four apples and the flour. Bake for 40 minutes. My grandmother made it on Sundays."
            let talk = "We spoke about the budget. It is due for review on Monday. Jane sends the numbers."
            let paths = ["Recipes.enex", "Work.enex"].map { place.path + "/" + $0 }
            try Data(text("Apple pie", pie).utf8).write(to: URL(filePath: paths[0]))
            try Data(text("Meeting with Jane", talk).utf8).write(to: URL(filePath: paths[1]))
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            func added(_ paths: [String]) throws -> [String] {
                let sources = paths.map { FileLocation(path: $0) }
                let result = try notebook.importItems(from: sources, locations: places).result
                #expect(result.updated.isEmpty)
                return result.added.map(\.path.text)
            }
            #expect(try added([paths[0]]) == ["notes/Recipes/Apple pie.md"])
            #expect(try added([paths[1]]) == ["notes/Work/Meeting with Jane.md"])
            #expect(try added([paths[1]]) == [] && added(paths) == [] && added(paths.reversed()) == [])
            try Data(text("Talk", talk + " More.").utf8).write(to: URL(filePath: paths[1]))
            let renamed = try notebook.importItems(from: [FileLocation(path: paths[1])], locations: places).result
            #expect(renamed.added.isEmpty && !renamed.updated.contains { $0.folder.text == "Recipes" })
        }
    }

    @Test func `in an archive are read although one member is damaged`() throws {
        func note(_ title: String) -> [UInt8] {
            let text = String(repeating: title, count: 300)
            return Array(
                #"{"title":"\#(title)","textContent":"\#(text)","isTrashed":false,"userEditedTimestampUsec":1}"#.utf8)
        }
        var bytes = try Self.zip([("Keep/A.json", note("A")), ("Keep/B.json", note("B")), ("Keep/C.json", note("C"))])
        // Destroys the content of the second member, which its check sum tells.
        let name = Array("Keep/B.json".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + name.count
        for index in start + 12..<start + 24 { bytes[index] ^= 0x55 }
        try TemporaryFolder.with { place in
            try Data(bytes).write(to: URL(filePath: place.path + "/takeout.zip"))
            let notes = try Arrived([place.path + "/takeout.zip"])
            #expect(notes.items.values.compactMap(\.metadata.title).sorted() == ["A", "C"])
            #expect(notes.rows(.noteDamaged) == ["Keep/B.json"] && notes.count(.notes, .refused) == 1)
        }
    }

    @Test func `are known in archives within archives`() throws {
        let pack = try Self.zip([
            ("T.textbundle/info.json", Array("{\"version\":2}".utf8)), ("T.textbundle/text.md", Array("# T\n".utf8)),
        ])
        let note = #"{"title":"A","textContent":"a","isTrashed":false,"userEditedTimestampUsec":1}"#
        let keep = try Self.zip([("Keep/A.json", Array(note.utf8))])
        try TemporaryFolder.with { place in
            for (name, inner) in [("packs.zip", ("T.textpack", pack)), ("outer.zip", ("takeout.zip", keep))] {
                try Data(Self.zip([inner])).write(to: URL(filePath: "\(place.path)/\(name)"))
                #expect(try Arrived(["\(place.path)/\(name)"]).items.count == 1)
            }
        }
    }

    @Test func `of Evernote with two notes of one time make no copies later`() throws {
        try TemporaryFolder.with { place in
            let file = place.path + "/N.enex"
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            func imported(_ text: String) throws -> [String] {
                try Data(text.utf8).write(to: URL(filePath: file))
                let result = try notebook.importItems(from: [FileLocation(path: file)], locations: places).result
                return result.added.map { "+\($0.title)" } + result.updated.map { "=\($0.title)" }
            }
            let time = "20240101T000000Z"
            #expect(try imported(Self.enex(("X", time))) == ["+X"])
            #expect(try imported(Self.enex(("Y", time), ("X", time))) == ["+Y"])
            #expect(try imported(Self.enex(("X", time), ("Y", time))) == [])
            #expect(try imported(Self.enex(("Y", time))) == [])
        }
    }

    private static let collection = "anki/made-with-anki-26.09.3/"

    @Test(
        .enabled(if: Corpora.has("exchange/anki"), "\(Corpora.absent)"),
        arguments: [
            [collection + "rich-latest.apkg", collection + "notes-all.txt"],
            [collection + "notes-all.txt", collection + "rich-latest.apkg"],
            [collection + "rich-latest.apkg", collection + "rich-legacy.apkg"],
        ])
    func `of one collection bring each card once`(names: [String]) throws {
        let folder = try #require(Corpora.folder("exchange"))
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let sources = names.map { FileLocation(path: folder.appending(path: $0).path) }
            let first = try notebook.importItems(from: sources, locations: places).result
            #expect(first.added.count == 8 && first.report.balance.fates[.notes]?[.merged] == 8)
            #expect(first.report.balance.fates[.reviews]?[.recorded] == 2)
            let second = try notebook.importItems(from: sources, locations: places).result
            #expect(second.added.isEmpty && second.updated.isEmpty)
            #expect(second.report.balance.fates[.notes]?[.unchanged] == 8)
        }
    }

    @Test(
        .enabled(if: Corpora.has("exchange/anki"), "\(Corpora.absent)"),
        arguments: [["update1", "update2"], ["update2", "update1"]])
    func `bring the newer one of two versions`(names: [String]) throws {
        let arrived = try Arrived.corpus("anki", names[0] + ".apkg", names[1] + ".apkg")
        #expect(arrived.items.count == 1)
        #expect(String(decoding: try #require(arrived.items.values.first).body, as: UTF8.self).contains("goodbye"))
    }

    @Test func `of Evernote with two equal notes are told apart by their places later`() throws {
        let note = { (tag: String) in
            "<en-export><note><title>A</title><created>20200101T000000Z</created><tag>\(tag)</tag>"
                + "<content><![CDATA[<en-note>x</en-note>]]></content></note></en-export>"
        }
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try Data(note("b").utf8).write(to: place.appending(path: "B.enex"))
            try Data(note("c").utf8).write(to: place.appending(path: "C.enex"))
            let sources = ["B.enex", "C.enex"].map { FileLocation(path: place.path + "/" + $0) }
            #expect(try notebook.importItems(from: sources, locations: places).result.added.count == 2)
            let second = try notebook.importItems(from: sources, locations: places).result
            #expect(second.added.isEmpty && second.updated.isEmpty)
        }
    }

    @Test(arguments: [
        ["t/a.note": "<note version=\"0.3\" xmlns=\"http://beatniksoftware.com/tomboy\"><title>A</title></note>"],
        ["z/notebook.zim": "[Notebook]\n", "z/A.txt": "Content-Type: text/x-zim-wiki\n\nx"],
        ["l/logseq/config.edn": "{}", "l/pages/A.md": "- x"],
        ["r/g.json": #"[{"title":"A","children":[{"string":"x","uid":"u"}]}]"#],
    ])
    func `of other programs bring the notes beside them`(files: [String: String]) throws {
        let all = files.merging(["mine.md": "x", "letters/two.txt": "y"]) { first, _ in first }
        for create in [false, true] {
            let found = try Self.imported(all.mapValues { Array($0.utf8) }, create: create)
            #expect(found.paths.contains("notes/mine.md") && found.paths.contains("notes/letters/two.md"))
            #expect(found.paths.count == 3 && found.left == [])
        }
    }

    @Test func `that are the same are read once`() throws {
        try TemporaryFolder.with { place in
            let file = place.path + "/N.enex"
            try Data(Self.enex(("X", "20240101T000000Z")).utf8).write(to: URL(filePath: file))
            #expect(try Arrived([file, place.path + "/./N.enex"]).items.count == 1)
        }
    }

    @Test func `leave alone what another program wrote since`() throws {
        try TemporaryFolder.with { place in
            let file = place.path + "/N.enex"
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try Data(Self.enex(("X", "20240101T000000Z")).utf8).write(to: URL(filePath: file))
            let first = try notebook.importItems(from: [FileLocation(path: file)], locations: places).result
            let path = try #require(first.added.first).path
            let item = URL(filePath: "\(place.path)/N.notebundle/\(path.text)")
            let text = try String(contentsOf: item, encoding: .utf8) + "\nmine\n"
            try Data(text.utf8).write(to: item)
            let second = try notebook.importItems(from: [FileLocation(path: file)], locations: places).result
            #expect(second.updated.isEmpty && second.report.lost.isEmpty)
            #expect(try String(contentsOf: item, encoding: .utf8).hasSuffix("\nmine\n"))
        }
    }

    @Test func `of cards come back from the folder of our own export`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            var item = try NewItem(.card, text: Array("What?\n\n---\n\nThat.\n".utf8))
            (item.title, item.tags, item.folder) = ("T", ["x y"].compactMap { Tag($0) }, try FolderPath("Default"))
            try notebook.edit { draft in _ = try draft.add(item) }
            let format = try #require(ExportFormat.named("anki-text"))
            let exported = try notebook.export(to: .place("out", in: place.path), as: format)
            #expect(exported.losses.map(\.code) == [.tagChanged, .noteChanged, .valueDropped])
            #expect(exported.balance.lines == ["notes: 1 found = 1 written"])
            let notes = try Arrived([place.path + "/out"])
            #expect(notes.paths.count == 1 && notes.paths[0].hasPrefix("cards/"))
        }
    }
}

struct `The balance` {
    @Test func `counts what is missing as missing`() throws {
        let enex = """
            <en-export><note><title>A</title><content><![CDATA[<en-note/>]]></content><resource><data></data>
            <mime>image/png</mime></resource></note></en-export>
            """
        let notes = try Arrived.text(enex, named: "N.enex")
        #expect(notes.count(.attachments, .missing) == 1 && notes.count(.attachments, .stored) == 0)
        #expect(notes.attachments.isEmpty)
        let bundle = try Arrived.files([
            "A.textbundle/info.json": "{\"version\":2}", "A.textbundle/text.md": "# A\n\n![x](assets/x.png)\n",
        ])
        #expect(bundle.count(.attachments, .missing) == 1 && bundle.report.balance.found[.attachments] == 1)
    }

    @Test func `counts a table once, and a dead link as dead`() throws {
        let roam = """
            [{"title":"A","children":[{"string":"{{[[table]]}}","uid":"t","children":[
            {"string":"a","uid":"u","children":[{"string":"b","uid":"v"}]},
            {"string":"c","uid":"w","children":[{"string":"d","uid":"x"}]}]}]}]
            """
        #expect(try Arrived.text(roam, named: "R.json").report.balance.found[.tables] == 1)
        let notes = try Arrived.text("title,content\nA,see [[B]] and [[Nobody]]\nB,text\n", named: "N.csv")
        #expect(notes.count(.links, .resolved) == 1 && notes.count(.links, .unresolved) == 1)
        #expect(notes.count(.links, .external) == 0 && notes.losses(.linkUnresolved) == 1)
    }

    @Test func `counts a link within a note as resolved`() throws {
        let body = "# Sec One\n\n[[#Sec One]] [[#^blk|there]]\n\ntext ^blk\n"
        let notes = try Arrived.text("title,content\nA,\"\(body)\"\n", named: "N.csv")
        #expect(notes.count(.links, .resolved) == 2 && notes.losses(.linkUnresolved) == 0)
        #expect(try notes.body() == body)
    }

    @Test func `refuses rows and items that cannot be read, and no others`() throws {
        let table = try Arrived.text("title,content\nA,a\nB,\"b\nC,c\nD,\"d\nd\"\n", named: "N.csv")
        #expect(table.items.values.compactMap(\.metadata.title).sorted() == ["A", "C", "D"])
        #expect(table.rows(.noteDamaged) == ["line 3"] && table.count(.notes, .refused) == 1)
        let backup = """
            {"items":[{"uuid":"a","content_type":"Note","content":{"title":"A","text":"a"}},
            {"uuid":"b","content_type":"Note","content":"004:x:y"}]}
            """
        let notes = try Arrived.text(backup, named: "backup.txt")
        #expect(notes.items.count == 1 && notes.rows(.noteDamaged) == ["b"])
    }

    @Test func `knows tables and lists of cards by their content`() throws {
        #expect(try Arrived.text("title,content\nA,a\n", named: "table").items.count == 1)
        let cards = try Arrived.text("#separator:tab\n#html:false\nfront\tback\n", named: "cards.data")
        #expect(cards.paths.count == 1 && cards.paths[0].hasPrefix("cards/"))
    }

    @Test(arguments: ["javascript:alert(1)", "JavaScript:x", "java\tscript:x", "vbscript:x", "data:text/html,x"])
    func `has no links that run scripts`(_ address: String) throws {
        let page = try Arrived.text("<html><body><a href=\"\(address)\">text</a></body></html>", named: "p.html")
        #expect(try page.body() == "text\n")
        #expect(page.losses(.linkDropped) == 1 && page.count(.links, .dropped) == 1)
    }

    @Test func `of a bag is complete, whatever the names`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            var first = try NewItem(.note, text: Array("text\n".utf8))
            first.title = "100%25"
            var second = try NewItem(.note, text: Array("[x](100%2525.md)\n".utf8))
            second.title = "Other"
            try notebook.edit { draft in for item in [first, second] { _ = try draft.add(item) } }
            let format = try #require(ExportFormat.named("bagit"))
            let exported = try notebook.export(to: .place("bag", in: place.path), as: format)
            #expect(exported.losses.map(\.target) == ["data/notes/100_25.md"])
            let other = try String(contentsOfFile: place.path + "/bag/data/notes/Other.md", encoding: .utf8)
            #expect(other.hasSuffix("[x](100_25.md)\n"))
            let rows = try String(contentsOfFile: place.path + "/bag/manifest-sha256.txt", encoding: .utf8)
            #expect(!rows.contains("%"))
        }
    }
}
