@testable import NotebookExchange
import NotebookText
import TestSupport
import Testing

/// What readers have no place for; nothing goes without a row.
struct `What a notebook has no place for` {
    /// The rows of a source that one of some codes has: code and target.
    private static func rows(_ files: [String: String], _ codes: ImportLoss.Code...) throws -> [String] {
        let losses = try Arrived.files(files).report.losses.filter { codes.contains($0.code) }
        return losses.map { "\($0.code.rawValue) \($0.target)" }.sorted()
    }

    @Test func `is reported of Evernote`() throws {
        let text = """
            <en-export><note><title>A</title><content><![CDATA[<en-note><audio src="https://x.y/a.mp3"></audio>
            <video><source src="https://x.y/v.mp4"/></video></en-note>]]></content>
            <mood>glad</mood><task><title>t</title><recurrence>FREQ=DAILY</recurrence>
            <created>20240101T000000Z</created><dueDateUIOption>date_time</dueDateUIOption><description>d</description></task>
            <resource><data encoding="base64">YQ==</data><mime>text/plain</mime><resource-attributes>
            <camera-make>Leica</camera-make><attachment>true</attachment></resource-attributes></resource>
            </note></en-export>
            """
        let rows = try Self.rows(["a.enex": text], .valueDropped, .remoteKept)
        #expect(
            rows == [
                "remote-kept https://x.y/a.mp3", "remote-kept https://x.y/v.mp4", "value-dropped camera-make",
                "value-dropped note: mood", "value-dropped task: description", "value-dropped task: recurrence",
                "value-dropped task: time of dueDate",
            ])
        #expect(try Arrived.files(["a.enex": text]).body("A").contains("<https://x.y/a.mp3>"))
    }

    @Test func `is reported of pages`() throws {
        let page = "<title>A</title><video src='https://x.y/v.mp4'></video><a href='#nowhere'>x</a><a href='#'>top</a>"
        let rows = try Self.rows(["a.html": page], .remoteKept, .linkUnresolved)
        #expect(rows == ["link-unresolved #nowhere", "remote-kept https://x.y/v.mp4"])
    }

    @Test func `is reported of Notion, of whose bookmarks title, address and description are kept`() throws {
        let page = """
            <article id="x" class="page"><h1 class="page-title">A</h1><div class="page-body">
            <nav class="table_of_contents"><a href="#gone">Gone</a></nav>
            <figure><a href="https://x.y/" class="bookmark source"><div class="bookmark-title">T</div>
            <div class="bookmark-description">D</div><img src="https://x.y/i.png"/></a></figure>
            <figure><video src="https://x.y/v.mp4"></video></figure></div></article>
            """
        let arrived = try Arrived.files(["a.html": page])
        #expect(try arrived.body("A").contains("[T](https://x.y/)\n\nD\n"))
        let rows = try Self.rows(["a.html": page], .remoteKept, .linkUnresolved, .valueDropped)
        #expect(
            rows == ["link-unresolved #gone", "remote-kept https://x.y/v.mp4", "value-dropped bookmark"])
    }

    @Test func `is reported of Roam, Tomboy and Zim`() throws {
        let roam =
            #"[{"title":"P","children":[{"string":"By:: ((missing-1))"},{"string":"a","uid":"b","text-align":"right"}]}]"#
        #expect(
            try Self.rows(["r.json": roam], .valueDropped, .queryKept) == [
                "query-kept ((missing-1))", "value-dropped text-align",
            ])
        let query = #"[{"title":"P","children":[{"string":"a","uid":"abc-1"},{"string":"{{[[query]]: ((abc-1))}}"}]}]"#
        #expect(try Self.rows(["r.json": query], .queryKept) == ["query-kept {{[[query]]: ((abc-1))}}"])
        let note = """
            <note version="0.3" xmlns="http://beatniksoftware.com/tomboy"><title>P</title><text><note-content>P
            <size:small>tiny</size:small> <size:huge>huge</size:huge> <bold>b</bold></note-content></text></note>
            """
        #expect(try Self.rows(["p.note": note], .styleDropped) == ["style-dropped size:small"])
        let page = "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\nMood: glad\n\ntext\n"
        #expect(try Self.rows(["notebook.zim": "", "P.txt": page], .valueDropped) == ["value-dropped mood"])
    }

    @Test func `is reported of values in JSON and outlines`() throws {
        let keep = #"""
            {"title":"A","textContent":"a","isTrashed":false,"userEditedTimestampUsec":1,"mood":"glad","none":[],
            "annotations":[{"url":"https://x.y","title":"t","description":"d","source":"WEBLINK"}]}
            """#
        #expect(
            try Self.rows(["a.json": keep], .valueDropped)
                == ["value-dropped annotations.description", "value-dropped mood"])
        let day = #"""
            {"metadata":{"version":"1.0"},"entries":[{"uuid":"1","text":"a","mood":"glad","weather":{"moonPhase":1},
            "location":{"latitude":53.349,"longitude":-6.25,"altitude":3}}]}
            """#
        #expect(
            try Self.rows(["J.json": day, "photos/orphan.jpg": "x"], .valueDropped, .partSkipped) == [
                "part-skipped ", "value-dropped location.altitude", "value-dropped mood",
                "value-dropped weather.moonPhase",
            ])
        let tag = #"{"uuid":"2","content_type":"Tag","content":{"title":"empty","references":[]}}"#
        let note = #"{"uuid":"1","content_type":"Note","content":{"title":"A","text":"a"}}"#
        #expect(
            try Self.rows(["b.txt": "{\"items\":[\(note),\(tag)]}"], .valueDropped) == ["value-dropped empty"])
        let outline = """
            <opml><head><title>O</title><docs>x</docs></head><body><outline text="a" category="b"/></body></opml>
            """
        #expect(try Self.rows(["o.opml": outline], .valueDropped) == ["value-dropped category", "value-dropped docs"])
        let info = #"{"version":2,"type":"net.daringfireball.markdown","com.other.app":{"mood":"glad"}}"#
        #expect(
            try Self.rows(["A.textbundle/info.json": info, "A.textbundle/text.md": "a\n"], .valueDropped)
                == ["value-dropped com.other.app"])
    }
}
