import Foundation
import NotebookBundle
import NotebookExchange
import NotebookFiles
import NotebookStore
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

/// A notebook as one page, and as a folder of pages.
struct `A page of a notebook` {
    static let source = [
        "Birds/Heron.md":
            "---\ntitle: Heron\ntags: [birds/herons]\nsource: a <book>\n---\n# Heron\n\nA *bird* at the [[Weir]]. See [song](Owl.md#Its%20song)"
            + " and ![[heron.png]] ![[heron.png]] [[map.pdf]] [[Stork]] [[#Song]]\n\n## Song\n",
        "Birds/Owl.md": "An owl. ![](heron.png) <script>alert(1)</script> [x](javascript:alert(1))\n\n## Its song\n",
        "Weir & mill.md": "---\ntitle: Weir\npinned: true\n---\nWater. ![[large.png]] %%secret%%\n",
        "Birds/heron.png": String(repeating: "heron", count: 2000), "map.pdf": "a map",
        "large.png": String(repeating: "large", count: 20_000),
    ]

    /// Makes a notebook from files and exports it.
    static func export<Result>(
        _ files: [String: String] = source, as format: ExportFormat, _ items: ((Item) -> Bool)? = nil,
        _ body: (URL, [String]) throws -> Result
    ) throws -> Result {
        try TemporaryFolder.with { folder in
            try `An export for Obsidian`.write(files, below: folder.appending(path: "source"))
            let notebook = try NotebookDirectory.create(
                "A.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "source").path)],
                locations: FileLocations(environment: ["HOME": folder.path])
            ).notebook
            let chosen = try items.map { try notebook.read { $0.listing.items }.filter($0) }
            let left = try notebook.export(to: .place("out", in: folder.path), as: format) {
                chosen ?? $0.listing.items
            }.leftBehind
            try notebook.export(to: .place("again", in: folder.path), as: format) { chosen ?? $0.listing.items }
            let isSame = FileManager.default.contentsEqual(
                atPath: folder.appending(path: "out").path, andPath: folder.appending(path: "again").path)
            #expect(isSame, "the same notebook gives the same bytes")
            return try body(folder.appending(path: "out"), left)
        }
    }

    static func page(
        _ files: [String: String] = source, limit: Int = 50_000, _ items: ((Item) -> Bool)? = nil
    ) throws -> (html: String, left: [String]) {
        try export(files, as: .html(embeddingUpTo: limit), items) { file, left in
            (try String(contentsOf: file, encoding: .utf8), left)
        }
    }

    @Test func `has no attachment that only a comment names`() throws {
        let files = [
            "A.md":
                "Seen ![[seen.png]] and [text](seen.pdf).\n\n%% ![[secret.png]] %% and <!-- [x](secret.pdf) -->\n\n"
                + "%%\n![](block.png)\n%%\n\n<!--\n![[html.png]]\n-->\n",
            "Both.md": "Seen %% ![[both.png]] %%\n", "Shown.md": "![[both.png]]\n",
            "seen.png": "seen", "seen.pdf": "seen text", "secret.png": "secret1", "secret.pdf": "secret2",
            "block.png": "secret3", "html.png": "secret4", "both.png": "both",
        ]
        try Self.export(files, as: .site) { folder, left in
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/attachments")
            #expect(names.sorted() == ["both.png", "seen.pdf", "seen.png"])
            for case let file as String in try #require(FileManager.default.enumerator(atPath: folder.path)) {
                guard let data = FileManager.default.contents(atPath: folder.path + "/" + file) else { continue }
                #expect(!String(decoding: data, as: UTF8.self).contains("secret"), "\(file)")
            }
            #expect(left == ["4 in blobs/ that no exported text shows"])
        }
        let page = try Self.page(files).html
        for word in ["secret", Data("secret".utf8).base64EncodedString()] { #expect(!page.contains(word)) }
    }

    @Test func `shows no word of a comment anywhere`() throws {
        let long = String(repeating: "long ", count: 100)
        let files = [
            "Long.md": "Begin %% private \(long) %% end\n", "Html.md": "Begin <!-- private \(long) --> end\n",
            "Block.md": "Begin\n\n%%\n#private/tag\n\nprivate\n%%\n\n#open/tag\n",
            "Unclosed.md": "Begin %% private\n\nprivate\n", "Unclosed too.md": "Begin\n\n<!-- private\n\nprivate\n",
            "Note.md": "Text[^1] %% private %%\n\n[^1]: Note %% private %%\n",
            "Yaml.md": "---\n# private\nsource: a # private\n---\nBegin\n",
            "Titled.md": "---\ntitle: Begin %% private %%<!-- private --> here\n---\nSee [[Titled]].\n",
        ]
        let cards = [
            "%% private %%\nQuestion", "Question <!-- private \(long) -->", "Question %% private \(long) %%",
            "%%\nprivate {{c1::private}}\n%%\nQuestion {{c1::gap}}", "<!--\nprivate\n-->\nQuestion",
        ]
        try TemporaryFolder.with { folder in
            try `An export for Obsidian`.write(files, below: folder.appending(path: "source"))
            let notebook = try NotebookDirectory.create(
                "A.notebundle", in: folder.path, from: [FileLocation(path: folder.appending(path: "source").path)],
                locations: FileLocations(environment: ["HOME": folder.path])
            ).notebook
            for front in cards {
                try notebook.edit { draft in
                    _ = try draft.add(NewItem(.card, text: front + "\n\n---\n\nAnswer %% private %%\n"))
                }
            }
            try notebook.export(to: .place("page", in: folder.path), as: .html(embeddingUpTo: 50_000))
            try notebook.export(to: .place("site", in: folder.path), as: .site)
            let site = folder.appending(path: "site")
            let pages = try FileManager.default.subpathsOfDirectory(atPath: site.path).map { site.appending(path: $0) }
            for page in pages + [folder.appending(path: "page")] where !page.hasDirectoryPath {
                guard let text = try? String(contentsOf: page, encoding: .utf8) else { continue }
                #expect(!text.contains("private"), "\(page.lastPathComponent)")
            }
            #expect(try String(contentsOf: folder.appending(path: "page"), encoding: .utf8).contains("open/tag"))
            let excerpts = try notebook.read { files in
                try files.listing.items.map { try files.file(of: $0).excerpt(limit: 60) }
            }
            #expect(excerpts.allSatisfy { !$0.contains("private") }, "\(excerpts)")
            let items = try notebook.read { $0.listing.items }.filter { $0.path.name != "Titled.md" }
            #expect(items.allSatisfy { !$0.title.contains("private") && !$0.path.text.contains("private") })
        }
    }

    /// The values of an attribute.
    static func values(_ attribute: String, in html: String) -> [String] {
        let text = html.replacing(/<script>[\s\S]*?<\/script>/, with: "")
        return text.split(separator: " \(attribute)=\"").dropFirst().map {
            String($0.prefix { $0 != "\"" }).replacing("&amp;", with: "&")
        }
    }

    /// The part of a page that shows an item.
    static func article(_ id: String, in html: String) throws -> String {
        let start = try #require(html.range(of: "<article id=\"\(id)\""))
        let end = try #require(html.range(of: "</article>", range: start.upperBound..<html.endIndex))
        return String(html[start.lowerBound..<end.lowerBound])
    }

    @Test func `lists the open tasks, the soonest due first`() throws {
        let files = [
            "A.md": "- [ ] late & 1 < 2\n- [x] done\n- [-] dropped\n",
            "B.md": "# Next\n\n- [ ] soon 📅 2026-11-30 ⏫ ⏳ 2026-11-28\n",
        ]
        try Self.export(files, as: .html(embeddingUpTo: 1)) { place, _ in
            let html = try String(contentsOf: place, encoding: .utf8)
            #expect(html.contains("<span class=\"name\">Tasks</span><span class=\"count\">2</span>"))
            #expect(
                html.contains("<li class=\"task\"><span role=\"img\" aria-label=\"Cancelled\">☒</span> dropped</li>"))
            #expect(
                html.contains(
                    """
                    <li><time datetime="2026-11-30">2026-11-30</time> soon <small>priority high · scheduled 2026-11-28 · \
                    <a href="#notes/B">B</a> › Next</small></li>
                    """))
            #expect(html.contains("<li>late &amp; 1 &lt; 2 <small><a href=\"#notes/A\">A</a></small></li>"))
        }
    }

    @Test func `has items with links that lead to what is in it`() throws {
        let html = try Self.page().html
        let ids = Self.values("id", in: html)
        #expect(Set(ids).count == ids.count)
        for address in Self.values("href", in: html) where !address.hasPrefix("data:") {
            let id = address.hasPrefix("#") ? address.dropFirst().removingPercentEncoding : nil
            #expect(id.map(ids.contains) == true, "\(address)")
        }
        let heron = try Self.article("notes/Birds/Heron", in: html)
        #expect(heron.contains("<a href=\"#notes/Weir-%26-mill\">Weir</a>"))
        #expect(heron.contains("<a href=\"#notes/Birds/Owl:its-song\">song</a>"))
        #expect(heron.contains("<a href=\"#notes/Birds/Heron:song\">Song</a>"))
        #expect(heron.contains("<a href=\"#attachments/map.pdf\">map.pdf</a>"))
        #expect(heron.contains("<span class=\"broken\" title=\"not found\">Stork</span>"))
        #expect(heron.contains("<dt>source</dt><dd>a &lt;book&gt;</dd>"))
        #expect(!heron.contains("<h3 id=\"notes/Birds/Heron:heron\""), "the title is not repeated")
        let weir = try Self.article("notes/Weir-&amp;-mill", in: html)
        #expect(weir.contains("<h3>Linked from</h3><ul><li><a href=\"#notes/Birds/Heron\">Heron</a></li>"))
        #expect(!html.contains("secret"))
    }

    @Test(arguments: [(false, "blob:", "#"), (true, "'self'", "../")])
    func `embeds PDFs, for which only their pages may have frames`(isSite: Bool, frames: String, up: String) throws {
        let files = [
            "A.md": "![[map.pdf#page=3]] ![Plan](plan.pdf) [![a](plan.pdf)](B.md)\n", "B.md": "[[map.pdf]]\n",
            "map.pdf": "%PDF-", "plan.pdf": "\n%PDF-",
        ]
        func isAllowed(_ html: String) -> Bool { html.contains(" frame-src \(frames); ") }
        try Self.export(files, as: isSite ? .site : .html(embeddingUpTo: 5)) { place, left in
            let page = isSite ? place.appending(path: "notes/A.html") : place
            let html = try String(contentsOf: page, encoding: .utf8)
            #expect(isAllowed(html) && !html.contains("<iframe"), "the script makes the frames")
            let start = "<span class=\"embed document\""
            #expect(html.contains("\(start) data-page=\"3\"><a href=\"\(up)attachments/map.pdf\">map.pdf, page 3</a>"))
            if isSite {
                #expect(html.contains("\(start)><a href=\"../attachments/plan.pdf\">Plan</a></span>"))
                #expect(html.contains("<a href=\"../notes/B.html\"><span class=\"embed\">a</span></a>"))
                for other in ["index.html", "notes/B.html"] {
                    let html = try String(contentsOf: place.appending(path: other), encoding: .utf8)
                    #expect(!html.contains("frame-src"), "\(other)")
                }
            } else {
                #expect(html.contains("<span class=\"absent\">Plan (6 bytes, not in this page)</span>"))
                #expect(left == ["plan.pdf (too large to embed)"])
            }
        }
        // A link, and a file that is no PDF.
        for (text, content) in [("[[map.pdf]]", "%PDF-"), ("![[map.pdf]]", "<html>x</html>"), ("![[map.pdf]]", "")] {
            let files = ["B.md": text, "map.pdf": content]
            try Self.export(files, as: isSite ? .site : .html(embeddingUpTo: 100)) { place, _ in
                let page = isSite ? place.appending(path: "notes/B.html") : place
                let html = try String(contentsOf: page, encoding: .utf8)
                #expect(!html.contains("frame-src") && !html.contains("embed document"))
                #expect(html.contains("<a href=\"\(up)attachments/map.pdf\">map.pdf</a>"))
            }
        }
    }

    @Test(arguments: [true, false])
    func `has links to the headings that the format says they mean`(isSite: Bool) throws {
        let links = [
            "[[T#E]]", "[[T#S2#E]]", "[[T#D D WOTC]]", "[[T#ÜBER STRASSE]]", "[[T#none]]", "[[T#Hidden]]",
            "[x](T.md#e-1)",
            "[x](T.md#S2%23E)",
        ]
        let files = [
            "A.md": links.joined(separator: "\n\n"),
            "T.md": "# S1\n## E\n%%\n# Hidden\n%%\n# S2\n## E\n# D&D WOTC\n# Über Straße\n",
        ]
        let wanted = ["e", "e-1", "dd-wotc", "über-straße", "", "", "e-1", "e-1"]
        let format: ExportFormat = isSite ? .site : .html(embeddingUpTo: 1)
        try Self.export(files, as: format) { place, _ in
            let html = try String(contentsOf: isSite ? place.appending(path: "notes/A.html") : place, encoding: .utf8)
            let start = isSite ? "../notes/T.html" : "#notes/T"
            let article = isSite ? html : try Self.article("notes/A", in: html)
            let found = Self.values("href", in: article).filter { $0.hasPrefix(start) }.prefix(wanted.count)
            let fragments = found.map {
                $0.dropFirst(start.count).drop { "#:".contains($0) }.removingPercentEncoding ?? ""
            }
            #expect(fragments == wanted)
        }
    }

    static let embedding = [
        "Deep/A.md":
            "Before ![[B]] after.\n\n![[B#Song]]\n\n- ![[B#^loud]]\n\n> [!note]\n> ![[B#^table]]\n\n![x](../B.md)\n\n![[A]] ![[C]] ![[B#None]]\n",
        "B.md":
            "# B\n\nWhole. [[Deep/A]] [[#Song]] ![[map.png]] %%secret%%\n\n## Song\n\nSung.[^1]\n\n### Below\n\nLow.\n\n## Next\n\nLoud. ^loud\n\n"
            + "| t |\n|---|\n| u |\n\n^table\n\n%%\n## Hidden\nsecret\n%%\n\n[^1]: Noted.\n",
        "C.md": "Third ![[D]]\n", "D.md": "Fourth ![[C]]\n", "map.png": "map",
    ]

    @Test func `embeds notes, sections and blocks in their place`() throws {
        let html = try Self.page(Self.embedding).html
        let article = try Self.article("notes/Deep/A", in: html)
        let parts = article.split(separator: "<div class=\"embedded\" role=\"group\" aria-label=\"From ").dropFirst()
        let names = parts.map { $0.prefix { $0 != "\"" } }
        #expect(names == ["B", "B › Song", "B", "B", "B", "C", "D"])
        #expect(article.contains("<p>Before </p>\n<div class=\"embedded\""))
        #expect(parts[1].contains("<p class=\"from\"><a href=\"#notes/B\">B</a></p>\n") && parts[1].contains("Low."))
        #expect(parts[2].contains("Sung.") && parts[2].contains("Low.") && !parts[2].contains("Loud."))
        #expect(parts[3].contains("<p>Loud.</p>") && !parts[3].contains("Low."))
        #expect(parts[4].contains("<table>") && !parts[4].contains("Loud."))
        #expect(parts[5].contains("Noted."))
        #expect(parts[7].contains("<span class=\"embed\"><a href=\"#notes/C\">C</a></span>"), "a cycle is a link")
        #expect(article.contains("<span class=\"embed\"><a href=\"#notes/B\">B › None</a></span>"))
        #expect(!html.contains("secret"))
        let ids = Self.values("id", in: html)
        #expect(Set(ids).count == ids.count)
        for address in Self.values("href", in: html) where address.hasPrefix("#") {
            #expect(address.dropFirst().removingPercentEncoding.map(ids.contains) == true, "\(address)")
        }
        // What is embedded is a link, and what that links to is none of this note.
        #expect(
            article.contains(
                "<h3>Links to</h3><ul><li><a href=\"#notes/B\">B</a></li><li><a href=\"#notes/C\">C</a></li></ul>"))
    }

    @Test func `embeds texts in a site with addresses that are right there`() throws {
        try Self.export(Self.embedding, as: .site) { folder, _ in
            let page = try String(contentsOf: folder.appending(path: "notes/Deep/A.html"), encoding: .utf8)
            #expect(
                page.contains(
                    "<a href=\"../../notes/B.html\">B</a></p>\n<a id=\"embed:1:b\"></a>\n<p>Whole. <a href=\"#\">"))
            #expect(page.contains("Sung.<sup class=\"footnote\"><a id=\"embed:2:fnref:1\""))
            #expect(
                page.contains("<a href=\"../../notes/B.html#song\">Song</a> <img src=\"../../attachments/map.png\""))
        }
    }

    @Test func `embeds nothing that was not selected, and only up to limits`() throws {
        let part = try Self.page(Self.embedding) { $0.title == "A" }.html
        #expect(
            !part.contains("Whole.") && part.contains("<span class=\"broken\" title=\"not in this export\">B</span>"))
        var files = ["N8.md": String(repeating: "end ", count: 2000)]
        for number in 0..<8 { files["N\(number).md"] = String(repeating: "![[N\(number + 1)]]\n\n", count: 10) }
        let html = try Self.page(files).html
        #expect(html.contains("class=\"embedded\"") && html.utf8.count < 20_000_000)
        let counts = html.split(separator: "<article ").map { $0.split(separator: "class=\"embedded\"").count - 1 }
        #expect(counts.allSatisfy { $0 <= 100 })
    }

    @Test func `asks its cards with a script that only pages with cards have`() throws {
        let cards = [
            "cards/A.md": "Q\n\n---\n\nA\n", "cards/B.md": "---\nreversed: true\n---\nQ\n\n---\n\nA\n",
            "cards/C.md": "Q\n", "cards/D.md": "A {{c1::bittern}} and {{c2::stork}}.\n",
        ]
        let files = cards.merging(["notebook.json": Self.description]) { first, _ in first }
        let html = try Self.page(files).html
        #expect(Self.values("data-sides", in: html) == ["front", "front back", "c1 c2"])
        #expect(Set(Self.values("data-card", in: html)).count == 3)
        #expect(html.contains("<template data-gap=\"c1\">\n<p>A […] and stork.</p>\n</template>"))
        #expect(html.contains("<template data-gap=\"c2\">\n<p>A bittern and […].</p>\n</template>"))
        #expect(Self.values("data-notebook", in: html).map(\.count) == [36])
        let policy = try #require(Self.values("content", in: html).first { $0.hasPrefix("default-src") })
        for script in html.matches(of: /<script>([\s\S]*?)<\/script>/) {
            let digest = Data(Digest.of(Array(script.output.1.utf8)).bytes).base64EncodedString()
            #expect(policy.contains("'sha256-\(digest)'"))
        }
        #expect(html.contains("<span class=\"name\">Study</span><span class=\"count\">3</span>"))
        let none = try Self.page().html
        #expect(!none.contains("localStorage") && !none.contains("id=\"study\""))
        try Self.export(files, as: .site) { folder, _ in
            let page = try String(contentsOf: folder.appending(path: "study.html"), encoding: .utf8)
            #expect(Self.values("data-base", in: page) == ["cards/A.html", "cards/B.html", "cards/D.html"])
            #expect(page.contains("<script src=\"study.js\"></script>"))
            #expect(FileManager.default.fileExists(atPath: folder.path + "/study.js"))
        }
        try Self.export(as: .site) { folder, _ in
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/study.html"))
        }
    }

    @Test func `asks new cards in the order in which they were made`() throws {
        func card(_ day: Int, _ more: String = "") -> String {
            "---\ncreated: 2024-03-0\(day)T07:15:00Z\n\(more)---\nQ\n\n---\n\nA\n"
        }
        let files = [
            "cards/zz.md": card(1), "cards/mm.md": card(2), "cards/aa.md": card(3, "reversed: true\n"),
            "cards/B10.md": card(4), "cards/b9.md": card(4), "notebook.json": Self.description,
        ]
        let wanted = ["zz": "0", "mm": "1", "aa": "2", "b9": "3", "B10": "4"]
        let html = try Self.page(files).html
        for (name, place) in wanted {
            let article = try Self.article("cards/\(name)", in: html)
            #expect(Self.values("data-order", in: article) == [place], "\(name)")
        }
        try Self.export(files, as: .site) { folder, _ in
            let page = try String(contentsOf: folder.appending(path: "study.html"), encoding: .utf8)
            let places = Dictionary(
                uniqueKeysWithValues: zip(Self.values("data-base", in: page), Self.values("data-order", in: page)))
            let addresses = Dictionary(uniqueKeysWithValues: wanted.map { ("cards/\($0).html", $1) })
            #expect(places == addresses)
        }
    }

    private static let description =
        #"{"format": "notebundle", "version": 1, "uuid": "f71d8d65-9a67-4409-8557-50b7fcb3da59","#
        + #" "title": "Cards & more", "created": "2024-03-02T07:15:00Z", "settings": {"colorScheme": "dark"}}"#

    @Test func `embeds attachments up to a limit, each picture once, and says what it lacks`() throws {
        let (html, left) = try Self.page()
        #expect(html.split(separator: "<img id=\"pictures/heron.png\" src=\"data:image/png;base64,").count == 2)
        #expect(html.split(separator: "<img data-of=\"pictures/heron.png\"").count == 3)
        #expect(html.contains("<span class=\"absent\">large.png (100 kB, not in this page)</span>"))
        #expect(
            html.contains("<a download=\"map.pdf\" href=\"data:application/octet-stream;base64,YSBtYXA=\">map.pdf</a>"))
        #expect(left.contains("large.png (too large to embed)"))
        let all = try Self.page(limit: 1 << 20)
        #expect(!all.html.contains("class=\"absent\"") && !all.left.contains { $0.contains("large.png") })
    }

    @Test func `has smart folders that depend on the time, as of the last change`() throws {
        let (html, left) = try Self.page()
        #expect(html.contains("Today <small>as of <time datetime="))
        #expect(!left.contains { $0.contains("smart folder") })
        // Two notebooks can be made in different seconds, but not again and again.
        var isSame = false
        for _ in 1...5 where !isSame { isSame = try Self.page().html == Self.page().html }
        #expect(isSame)
    }

    @Test func `allows its own script and style and nothing else`() throws {
        let html = try Self.page().html
        let policy = try #require(Self.values("content", in: html).first { $0.hasPrefix("default-src") })
        #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
        #expect(!policy.contains("unsafe") && !policy.contains("http"))
        #expect(html.split(separator: "<script").count == 2 && html.split(separator: "<style").count == 2)
        for name in ["script", "style"] {
            let content = try #require(
                html.firstMatch(of: try Regex("<\(name)>([\\s\\S]*?)</\(name)>"))?.output[1].substring)
            let digest = Data(Digest.of(Array(content.utf8)).bytes).base64EncodedString()
            #expect(policy.contains("\(name)-src 'sha256-\(digest)'"))
        }
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!html.contains("href=\"javascript:"))
        #expect(Self.values("style", in: html) == [])
    }

    @Test func `lists items with what they are sorted and filtered by`() throws {
        let html = try Self.page().html
        let rows = html.split(separator: "<li data-number=").dropFirst()
        #expect(rows.count == 3)
        let weir = try #require(rows.first { $0.contains(">Weir<") })
        #expect(rows.first == weir, "pinned items are first")
        #expect(weir.contains(" data-pinned>") && weir.contains(" data-smart=\"0 1 2\""))
        let heron = try #require(rows.first { $0.contains(">Heron<") })
        #expect(heron.contains(" data-folder=\"Birds\" data-tags=\"0 1\""))
        #expect(heron.contains("<span class=\"excerpt\">A bird at the Weir. See song"))
        #expect(html.contains("<span class=\"name\">birds/herons</span><span class=\"count\">1</span>"))
    }

    @Test func `has only what was selected`() throws {
        let (html, left) = try Self.page(Self.source) { $0.title == "Heron" }
        #expect(!html.contains("An owl.") && !html.contains("notes/Weir"))
        #expect(html.contains("<span class=\"broken\" title=\"not in this export\">Weir</span>"))
        #expect(left == [])
    }

    @Test func `has cards that turn over without showing the answer before`() throws {
        let files = [
            "notebook.json": #"{"format": "notebundle", "version": 1, "uuid": "f71d8d65-9a67-4409-8557-50b7fcb3da59","#
                + #" "title": "Cards & more", "created": "2024-03-02T07:15:00Z", "settings": {"colorScheme": "dark"}}"#,
            "cards/Heron.md": "What is grey?\n\n---\n\nA heron.\n", "cards/Gap.md": "The {{c1::owl}} sleeps.\n",
        ]
        let html = try Self.page(files).html
        let heron = try Self.article("cards/Heron", in: html)
        #expect(heron.contains("<div class=\"side front\">\n<p>What is grey?</p>\n</div>"))
        #expect(heron.contains("<details class=\"turn\">") && heron.contains("<p>A heron.</p>"))
        let gap = try Self.article("cards/Gap", in: html)
        #expect(gap.contains("<p>The […] sleeps.</p>") && gap.contains("<p>The <strong>owl</strong> sleeps.</p>"))
        #expect(!html.contains("class=\"excerpt\">A heron"))
        #expect(
            html.contains("<html lang=\"en\" data-scheme=\"dark\">") && html.contains("<title>Cards &amp; more</title>")
        )
    }

    @Test func `can be a folder of pages whose links lead to its files`() throws {
        var files = Self.source
        files["evil.html"] = "<script>alert(1)</script>"
        files["Birds/a & b.svg"] = "<svg xmlns='http://www.w3.org/2000/svg'/>"
        files["Page.md"] = "[e](evil.html) ![](<Birds/a & b.svg>)\n"
        try Self.export(files, as: .site) { folder, _ in
            let written = Set(`An export for Obsidian`.files(below: folder).keys)
            #expect(
                written.isSuperset(of: [
                    "index.html", "style.css", "script.js", "search.js", "notes/Birds/Heron.html",
                    "attachments/map.pdf",
                    "attachments/evil.html.txt", "attachments/large.png",
                ]))
            #expect(!written.contains { $0.hasSuffix(".svg") || $0.hasSuffix("evil.html") })
            for path in written where path.hasSuffix(".html") {
                let html = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                let addresses = Self.values("href", in: html) + Self.values("src", in: html)
                for address in addresses where !address.hasPrefix("data:") && !address.hasPrefix("#") {
                    let parts = address.split(separator: "#")
                    let target = try #require(parts.first?.removingPercentEncoding)
                    let base = path.split(separator: "/").dropLast().map(String.init)
                    let up = target.split(separator: "/").prefix { $0 == ".." }.count
                    let resolved = (base.dropLast(up) + target.split(separator: "/").dropFirst(up).map(String.init))
                        .joined(separator: "/")
                    #expect(written.contains(resolved), "\(path): \(address)")
                }
            }
            let search = try String(contentsOf: folder.appending(path: "search.js"), encoding: .utf8)
            #expect(search.hasPrefix("window.bundleTexts = [") && !search.contains("secret"))
        }
    }
}
