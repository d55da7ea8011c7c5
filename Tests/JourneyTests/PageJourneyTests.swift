import Foundation
import TestSupport
import Testing

/// The page of a notebook in a real browser.
@Suite(.waitsForPrograms) struct `A page in Chromium` {
    private static let modules = ["selenium", "axe_selenium_python"]
    private static let isThere =
        Python.has("selenium", "axe_selenium_python")
        && ["chromium", "chromedriver"].allSatisfy {
            (try? Command.run([$0, "--version"]).status) == 0
        }

    /// What was used against other programs that show Markdown; `ran` would be set if anything ran.
    private static let injections = """
        # Injections

        <script>window.ran = 1</script> a <script>window.ran = 1</script> <img src=x onerror="window.ran=1">

        <svg onload="window.ran=1"><script>window.ran = 1</script></svg>

        <iframe srcdoc="<script>parent.ran=1</script>"></iframe> <object data="data:text/html,<script>parent.ran=1</script>"></object>

        <details open ontoggle="window.ran=1"><summary>a</summary>b</details> <b style="color:red" onclick="window.ran=1">c</b>

        <style>body{display:none}</style> <link rel=stylesheet href="https://evil.example/a.css"> <base href="https://evil.example/">

        <meta http-equiv="refresh" content="0;url=https://evil.example"> <form action="https://evil.example"><input autofocus onfocus="window.ran=1"></form>

        ![a](x"onerror="window.ran=1) ![b](https://evil.example/pixel.png) <video><source onerror="window.ran=1"></video>

        [c](javascript:window.ran=1) <a href="java&#x0A;script:window.ran=1">d</a> [e](data:text/html,<script>1</script>)

        [[x"><img src=x onerror=window.ran=1>]] ```<script>window.ran=1</script>``` ==<img src=x onerror=window.ran=1>==

        | <img src=x onerror=window.ran=1> |
        |---|
        | <math><mi xlink:href="javascript:window.ran=1">a</mi></math> |

        > [!note"onclick="window.ran=1] <script>window.ran=1</script>

        [^"><script>window.ran=1</script>]: <script>window.ran=1</script>

        <!--><script>window.ran=1</script>-->

        <noscript><p title="</noscript><img src=x onerror=window.ran=1>">

        <textarea></textarea><script>window.ran=1</script>

        ![[hostile.pdf]] ![[fake.pdf]]
        """

    private static let everything = """
        ---
        tags: [birds, wetland]
        source: A book
        ---
        Ein *grösster* Vogel, with **strong**, ~~old~~ and ==new== text, `code`, a [[Heron|the card]], [[Nobody]], [outside](https://a.example)
        and a footnote[^1].

        ### A heading

        - [ ] to do
        - [x] done

        | Bird | Size |
        |:-----|-----:|
        | Heron | 98 |

        > [!warning] Cold water
        > Take boots.

        > [!tip]- Folded
        > Unfolded.

        > A quotation.

        ```swift
        let aVeryLongLineOfCodeThatIsCertainlyWiderThanAnyTelephone = "and so it has to be scrolled, also with the keyboard"
        ```

        ![A square](../blobs/square.png) ![[square.png]] [map.pdf](../blobs/map.pdf)

        <details><summary>More</summary>

        H<sub>2</sub>O

        </details>

        1. one
        2. two

        ### Formulas

        Inline $a^2+b^2=c^2$ and unknown $\\nothing$.

        $$\\sum_{n=1}^\\infty \\frac{1}{n^2} = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} + a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7$$

        ### Embedded

        ![[Stork]]

        ![[plan.pdf#page=2]]

        ![[\(String(repeating: "Fischreiher", count: 20))]]

        [^1]: A *note*.

        \(String(repeating: "水辺の鳥", count: 60))鷺\(String(repeating: "が立つ", count: 60)) ΟΔΟΣ 한국 Straße
        """

    private static let files = [
        "notebook.json": """
        {"format": "notebundle", "version": 1, "uuid": "f71d8d65-9a67-4409-8557-50b7fcb3da59",
        "title": "Judged", "created": "2024-03-02T07:15:00Z", "tags": [{"name": "birds", "color": "#8a5a3c"}],
        "folders": [{"path": "Birds/Owls", "icon": "🦉"}, {"path": "Drafts"}],
        "smartFolders": [{"name": "Cards", "predicate": "kind == 'card'"}]}
        """,
        "notes/Everything.md": everything, "notes/Injections.md": injections,
        "notes/Birds/Owls/Tawny owl.md": "Seen at night. [[Everything#A heading]]\n",
        "notes/Birds/Stork.md": "---\npinned: true\n---\nWhite.\n",
        "cards/Heron.md": "---\ncreated: 2024-03-02T07:15:00Z\n---\n"
            + "What is grey?\n\n---\n\nA heron. [[Everything#Nowhere]]\n",
        "cards/Gap.md": "---\ncreated: 2024-03-03T07:15:00Z\n---\nA {{c1::bittern}} booms.\n",
        "blobs/map.pdf": "a map",
        "blobs/plan.pdf": "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
            + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>"
            + "endobj\ntrailer<</Size 4/Root 1 0 R>>\n%%EOF\n",
        "blobs/hostile.pdf": "%PDF-1.4\n<script>window.ran=1;parent.ran=1</script>",
        "blobs/fake.pdf": "<script>window.ran=1;parent.ran=1</script>",
    ]

    @Test(.enabled(if: isThere, "\(Python.absent("selenium", "axe_selenium_python")), and chromium, chromium-driver"))
    func `can be used by everybody, and runs nothing of the notebook`() throws {
        try TemporaryFolder.with { folder in
            let source = folder.appending(path: "source")
            for (path, text) in Self.files {
                let file = source.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            let square = try #require(
                Data(
                    base64Encoded:
                        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
                ))
            try square.write(to: source.appending(path: "blobs/square.png"))
            let bundle = folder.appending(path: "Judged.notebundle")
            try Tool.succeed("create", bundle.path, "--from", source.path)
            let page = folder.appending(path: "Judged.html")
            try Tool.succeed("export", bundle.path, "--format", "html", "-o", page.path)
            let site = folder.appending(path: "site")
            try Tool.succeed("export", bundle.path, "--format", "site", "-o", site.path)
            let sample = folder.appending(path: "Sample.html")
            let fieldGuide = Project.root.appending(path: "Samples/Field Guide.notebundle")
            try Tool.succeed("export", fieldGuide.path, "--format", "html", "-o", sample.path)
            // A job keeps the pictures if it names a folder for them.
            let kept = ProcessInfo.processInfo.environment["NOTEBUNDLE_SCREENSHOTS"].map { URL(filePath: $0) }
            let pictures = kept ?? folder.appending(path: "screenshots")
            try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
            let judge = Project.root.appending(path: "Tests/JourneyTests/Judges/page.py")
            let verdict = try Python.run(
                .file(judge), [page.path, site.path, sample.path, pictures.path], modules: Self.modules)
            #expect(verdict.status == 0, "\(verdict.errors)")
            #expect(verdict.output == "", "\(verdict.output)")
        }
    }

    @Test(.enabled(if: isThere, "\(Python.absent("selenium", "axe_selenium_python")), and chromium, chromium-driver"))
    func `goes on as it was when a later page replaces it`() throws {
        try TemporaryFolder.with { folder in
            let birds = folder.appending(path: "source/Birds")
            try FileManager.default.createDirectory(at: birds, withIntermediateDirectories: true)
            let long = String(repeating: "A note of a bird at the weir.\n\n", count: 100)
            try Data(long.utf8).write(to: folder.appending(path: "source/Long.md"))
            for number in 1...100 {
                try Data("A bird.\n".utf8).write(to: birds.appending(path: "Note \(number).md"))
            }
            try Tool.succeed("create", "N", "--from", "source", in: folder)
            let judge = Project.root.appending(path: "Tests/JourneyTests/Judges/view.py")
            let verdict = try Python.run(
                .file(judge), [Tool.path, "N"], modules: Self.modules, in: folder)
            #expect(verdict.status == 0, "\(verdict.errors)")
            #expect(verdict.output == "", "\(verdict.output)")
        }
    }
}
