import Foundation
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText
import TestSupport
import Testing

/// What takes time with the square of a source's length would stop an import.
struct `Whatever a source repeats` {
    /// A source that grows with a number.
    struct Shape: Sendable, CustomStringConvertible {
        let name: String
        let files: @Sendable (Int) -> [String: String]

        var description: String { name.replacing("\n", with: "⏎").replacing("\t", with: "⇥") }
    }

    /// A note of a system around a text.
    struct System: Sendable, CustomStringConvertible {
        let name: String
        let parts: [String]
        let files: @Sendable (String) -> [String: String]

        var description: String { name }
    }

    private static func json(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }

    private static let markdown = [
        "[", "![", "[a](", "![a](", "[[", "![[", "`", "*", "**a", "_", "$", "==", "~~", "#a", "# ", "- ", "- a\n",
        "1. a\n",
        "> ", "| a ", "| a |\n", "<", "<!--", "<a ", "\\", "%%", "  ", "a\n\n", "http://", "---\n", "```\n",
    ]
    private static let html = [
        "&lt;", "<b>", "<div>", "<a href='x'>", "<ul>", "<li>", "<p>a</p>", "<br/>", "<span>", "<table><tr><td>",
        "<td>",
        " ", "a ",
        "<pre>", "<en-todo/>", "<div><en-todo/>a</div>", "<math><mrow>", "<math><mfrac><mi>a</mi>",
        "<input type='checkbox'/>", "<img src='a'/>", "*", "[", "`", "<font>", "<blockquote>", "a<b>c</b>",
    ]

    static let systems: [System] = [
        System(
            name: "zim",
            parts: [
                "[[", "[[a|", "{{", "{{{\n", "''", "'''\n", "**", "**a", "//a ", "__a", "~~a ", "_{", "^{a", "@a ",
                "* a\n", "[ ] a\n",
                "\t", "= ", "== a ", " ", "| ", "|a|\n|-|\n", "http://a ", "http://!", "----- ", "\ta\n", "a\n",
                "1. a\n",
            ]
        ) { ["notebook.zim": "[Notebook]\n", "Page.txt": "Content-Type: text/x-zim-wiki\n\n== \($0)x\n\n\($0)"] },
        System(name: "html", parts: html) { ["a.html": "<html><body>\($0)</body></html>"] },
        System(name: "enex", parts: html) {
            [
                "a.enex":
                    "<?xml version=\"1.0\"?><en-export><note><title>A</title><content><![CDATA[<en-note>\($0)</en-note>]]></content></note></en-export>"
            ]
        },
        System(name: "notion", parts: html) {
            [
                "A 0123456789abcdef0123456789abcdef.html":
                    "<html><head><title>A</title></head><body><article id=\"01234567-89ab-cdef-0123-456789abcdef\" class=\"page sans\"><header><h1 class=\"page-title\">A</h1></header><div class=\"page-body\">\($0)</div></article></body></html>"
            ]
        },
        System(name: "notion in Markdown", parts: markdown + ["a: b\n"]) {
            [
                "A 0123456789abcdef0123456789abcdef.md": "# A\n\n\($0)",
                "B 1123456789abcdef0123456789abcdef.csv": "a,b\nc,d\n",
            ]
        },
        System(name: "simplenote", parts: markdown) {
            [
                "source/notes.json":
                    "{\"activeNotes\":[{\"id\":\"a\",\"content\":\(json("A\n" + $0))}],\"trashedNotes\":[]}"
            ]
        },
        System(name: "dayone", parts: markdown + ["![](dayone-moment://a) "]) {
            [
                "Journal.json":
                    "{\"metadata\":{\"version\":\"1.0\"},\"entries\":[{\"uuid\":\"A\",\"creationDate\":\"2024-01-01T00:00:00Z\",\"text\":\(json("# a\($0)b\n" + $0)),\"photos\":[{\"identifier\":\"A\",\"md5\":\"a\"}]}]}"
            ]
        },
        System(name: "bear", parts: markdown + ["#a b# ", "#a/", "~a", "[a/b]"]) {
            [
                "A.textbundle/info.json": "{\"version\":2,\"net.shinyfrog.bear\":{}}",
                "A.textbundle/text.md": "# A\n" + $0,
            ]
        },
        System(name: "standardnotes", parts: markdown) {
            [
                "Standard Notes Backup and Import File.txt":
                    "{\"version\":\"004\",\"items\":[{\"uuid\":\"a\",\"content_type\":\"Note\",\"content\":{\"title\":\"A\",\"text\":\(json($0)),\"references\":[]}}]}"
            ]
        },
        System(name: "keep", parts: html + markdown) {
            [
                "Keep/a.json":
                    "{\"title\":\"A\",\"userEditedTimestampUsec\":1,\"createdTimestampUsec\":1,\"isTrashed\":false,\"isPinned\":false,\"isArchived\":false,\"color\":\"DEFAULT\",\"textContent\":\(json($0)),\"textContentHtml\":\(json($0))}"
            ]
        },
        System(name: "roam", parts: markdown + ["((", "{{", "{{[[TODO]]}} ", "^^", "a::", "#[["]) {
            ["a.json": "[{\"title\":\"A\",\"uid\":\"a\",\"children\":[{\"string\":\(json($0)),\"uid\":\"b\"}]}]"]
        },
        System(name: "logseq", parts: markdown + ["((", "{{", "a:: b\n", "- TODO a\n", "\t", ":LOGBOOK:\n", "#[["]) {
            ["logseq/config.edn": "{}", "pages/A.md": "- a\n" + $0]
        },
        System(name: "tomboy", parts: html + ["<list><list-item>", "<bold>"]) {
            [
                "a.note":
                    "<?xml version=\"1.0\"?><note version=\"0.3\" xmlns=\"http://beatniksoftware.com/tomboy\"><title>A</title><text><note-content>\($0)</note-content></text></note>"
            ]
        },
        System(name: "opml", parts: html + ["<outline text='a'>", "<outline text='a'/>"]) {
            let text = $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            return [
                "a.opml":
                    "<?xml version=\"1.0\"?><opml version=\"2.0\"><head/><body>\($0)<outline text=\"\(text)\" _note=\"\(text)\"/></body></opml>"
            ]
        },
        System(name: "csv", parts: markdown + [","]) {
            ["a.csv": "title,content,tags,attachments\nA,\"\($0)\",\"\($0)\",\"\($0)\"\n"]
        },
        System(name: "anki-text", parts: html + ["{{c1::", "\\(", "[sound:", "[latex]", "[$]", "\t", "a\tb\n"]) {
            ["a.txt": "#separator:tab\n#html:true\n\($0)\tb\n"]
        },
        System(
            name: "epub",
            parts: html + [
                "<h1>a</h1>", "<a href='#a'>b</a>", "<a id='a'/>",
                "<a href='#n'>b</a><aside epub:type='footnote' id='n'>",
            ]
        ) {
            [
                "META-INF/container.xml":
                    "<container><rootfiles><rootfile full-path=\"book.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>",
                "book.opf":
                    "<package><metadata/><manifest><item id=\"a\" href=\"page.xhtml\" media-type=\"application/xhtml+xml\"/></manifest><spine><itemref idref=\"a\"/></spine></package>",
                "page.xhtml": "<html><body>\($0)</body></html>",
            ]
        },
        System(
            name: "hashcards",
            parts: markdown + ["]", "[a] ", "\\(", "\\(a\\) ", "\\[", "Q: a\nA: b\n", "C: [a]\n", "::", "{{c1::"]
        ) {
            ["a.md": "Q: a\nA: b\($0)\n\nC: [gap] \($0)\n\nC: [\($0)]\n"]
        },
        System(name: "joplin", parts: markdown + ["a: b\n", "[](:/"]) {
            ["01234567890123456789012345678901.md": "A\n\n\($0)\n\nid: 01234567890123456789012345678901\ntype_: 1"]
        },
    ]

    /// Sources with many columns, rows, files or entries.
    static let shapes: [Shape] = [
        Shape(name: "csv: columns") { count in
            let numbers = (0..<count / 8).map { "c\($0)" }
            return [
                "a.csv": (["title", "content"] + numbers).joined(separator: ",") + "\n"
                    + (["A", "x"] + numbers).joined(separator: ",") + "\n"
            ]
        },
        Shape(name: "csv: attachments") { count in
            let names = (0..<count / 50).map { "f/\($0).txt" }
            var files = Dictionary(names.map { ($0, $0) }) { $1 }
            files["a.csv"] =
                "title,content,attachments\nA,\"" + names.map { "![](\($0)) ![[\($0.dropFirst(2))]] " }.joined()
                + "\",\"" + names.joined(separator: "\n") + "\"\n"
            return files
        },
        Shape(name: "anki-text: media") { count in
            let names = (0..<count / 50).map { "\($0).png" }
            var files = Dictionary(names.map { ("collection.media/" + $0, $0) }) { $1 }
            files["a.txt"] = "#separator:tab\n#html:true\n" + names.map { "<img src=\"\($0)\">\tb\n" }.joined()
            return files
        },
        Shape(name: "dayone: missing files") { count in
            let ids = (0..<count / 50).map { "A\($0)" }
            let text = ids.map { "![](dayone-moment://\($0)) " }.joined()
            let media = ids.map { "{\"identifier\":\"\($0)\",\"md5\":\"m\($0)\",\"type\":\"png\"}" }
            return [
                "Journal.json":
                    "{\"metadata\":{\"version\":\"1.0\"},\"entries\":[{\"uuid\":\"A\",\"creationDate\":\"2024-01-01T00:00:00Z\",\"text\":\(json(text)),\"photos\":[\(media.joined(separator: ","))]}]}"
            ]
        },
        Shape(name: "notion: rows") { count in
            var files: [String: String] = [:]
            let base = "B 1123456789abcdef0123456789abcdef"
            var rows = "Name,Status,Number\n"
            for number in 0..<count / 50 {
                let id = String(repeating: "0", count: 32 - "\(number)".count) + "\(number)"
                files["\(base)/Row \(number) \(id).md"] = "# Row \(number)\n\nStatus: Done\nNumber: \(number)\n"
                rows += "Other \(number),Done,\(number)\n"
            }
            files[base + ".csv"] = rows
            return files
        },
        Shape(name: "epub: chapters") { count in
            let names = (0..<count / 50).map { "c\($0).xhtml" }
            let rows = names.map { "<item id=\"\($0)\" href=\"\($0)\" media-type=\"application/xhtml+xml\"/>" }
            let spine = names.map { "<itemref idref=\"\($0)\"/>" }
            var files = Dictionary(names.map { ($0, "<html><body><h1>\($0)</h1></body></html>") }) { $1 }
            files["META-INF/container.xml"] =
                "<container><rootfiles><rootfile full-path=\"book.opf\"/></rootfiles></container>"
            files["book.opf"] =
                "<package><metadata/><manifest>\(rows.joined())</manifest><spine>\(spine.joined())</spine></package>"
            return files
        },
        Shape(name: "epub: footnotes") { count in
            let numbers = 0..<count / 50
            let links = numbers.map { "<a id='r\($0)' href='#n\($0)'>\($0)</a>" }
            let notes = numbers.map {
                "<aside epub:type='footnote' id='n\($0)'>x <a href='#n\($0 + 1)'>next</a></aside>"
            }
            return [
                "META-INF/container.xml":
                    "<container><rootfiles><rootfile full-path=\"book.opf\"/></rootfiles></container>",
                "book.opf":
                    "<package><metadata/><manifest><item id='a' href='page.xhtml' media-type='text/html'/></manifest><spine><itemref idref='a'/></spine></package>",
                "page.xhtml": "<html><body><p>\(links.joined())</p>\(notes.joined())</body></html>",
            ]
        },
        Shape(name: "hashcards: cards") { count in
            ["a.md": (0..<count / 20).map { "Q: \($0)\nA: b\n\nC: [\($0)] c\n\n" }.joined()]
        },
        Shape(name: "notion: databases") { count in
            var files: [String: String] = [:]
            for number in 0..<count / 50 {
                let id = String(repeating: "0", count: 32 - "\(number)".count) + "\(number)"
                files["B\(number) \(id).csv"] = "Name,A\nx,y\n"
            }
            return files
        },
    ]

    private static let length = Environment["NOTEBUNDLE_EXHAUSTIVE"] == nil ? 400 : 4_000

    @Test(arguments: systems)
    func `in a text, it is imported in time in proportion to its length`(_ system: System) throws {
        for part in system.parts {
            let shape = Shape(name: "\(system): (\(part))ⁿ") { count in
                system.files(String(repeating: part, count: max(1, count / part.utf8.count)))
            }
            #expect(try Self.isProportional(shape), "\(shape)")
        }
    }

    @Test(arguments: shapes)
    func `in a file, it is imported in time in proportion to its length`(_ shape: Shape) throws {
        #expect(try Self.isProportional(shape))
    }

    /// Whether a source of eight times the length takes no more than twenty times as long.
    private static func isProportional(_ shape: Shape) throws -> Bool {
        try TemporaryFolder.with { place in
            for (name, count) in [("small", length), ("large", 8 * length)] {
                for (file, text) in shape.files(count) {
                    let url = URL(filePath: "\(place.path)/\(name)/\(file)")
                    try FileManager.default.createDirectory(
                        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try Data(text.utf8).write(to: url)
                }
            }
            func seconds(_ name: String, _ number: Int) throws -> Double {
                let folder = "\(place.path)/\(name)"
                let file = shape.files(1).keys.first { $0.hasPrefix("a.") }
                let path = file.map { "\(folder)/\($0)" } ?? folder
                return try ProcessorTime.seconds { try Self.read(path, in: place.path, "\(name)\(number)") }
            }
            return try (0..<3).contains { number in
                let many = try seconds("large", number)
                guard many >= 0.03 else { return true }
                // Other threads may do a part, which is not counted: the longest run comes nearest to the whole.
                let runs = try (0..<4).map { try seconds("small", 4 * number + $0) }
                return many < 20 * (runs.max() ?? 0)
            }
        }
    }

    /// Imports a source; one that is refused is refused quickly.
    private static func read(_ file: String, in directory: String, _ name: String) throws {
        let environment = NotebookEnvironment.system
        var bundle = try NewBundle("\(name).notebundle", in: directory, environment: environment)
        var request = ImportRequest(environment: environment, progress: NoProgress())
        request.isPartial = true
        do {
            let contents = try NewContents([ImportLocation(file, shown: file)], request)
            var description = NotebookDescription(uuid: environment.newUUID(), title: "N", created: environment.now())
            _ = try contents.write(into: &bundle, &description)
        } catch let failure as ImportFailure {
            #expect(failure.reason.contains("damaged"))
        }
    }
}
