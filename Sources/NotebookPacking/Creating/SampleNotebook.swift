package import NotebookFiles
package import NotebookFormat
import NotebookLinks
import NotebookText

/// A small notebook for trying things out.
package enum SampleNotebook {
    /// Writes the files of the sample and returns its description.
    ///
    /// - Parameter suggestions: What to try, in Markdown; a program names its own commands.
    package static func write(
        into bundle: inout NewBundle, title: String, suggestions: [String] = suggestions,
        environment: NotebookEnvironment
    ) throws -> NotebookDescription {
        let now = environment.now()
        let picture = Array(heron.utf8)
        let blob = try BundlePath("blobs/\(BlobName("heron.svg", digest: Digest.of(picture)))")
        try bundle.write(picture, at: blob)
        for (index, page) in pages.enumerated() {
            let path = try BundlePath(page.path)
            let time = Timestamp(clamping: now.secondsSince1970 - Int64(index) * 3600)
            let metadata = ItemMetadata(
                uuid: environment.newUUID(), title: page.title, created: time, modified: time, pinned: page.isPinned,
                tags: page.tags.compactMap { Tag($0) })
            let link = PercentEncoding.encode(RelativePath.from(path, to: blob))
            let list = suggestions.map { "- " + $0 }.joined(separator: "\n")
            let body = page.body.replacing("HERON.SVG", with: link).replacing("SUGGESTIONS", with: list)
            try bundle.write(try ItemFile(metadata: metadata, body: Array((body + "\n").utf8)).bytes, at: path)
        }
        var description = NotebookDescription(uuid: environment.newUUID(), title: title, created: now)
        description.folders = [
            .init(path: try FolderPath("Birds"), icon: "🐦"), .init(path: try FolderPath("Ideas"), icon: "💡"),
        ]
        return description
    }

    /// What to try in any program.
    package static let suggestions = [
        "Follow a link: [[Grey heron]].",
        "Study the cards in the folder Birds.",
        "Change a file with another editor, and see how the notebook reports it.",
    ]

    private struct Page {
        let path: String
        var title: String?
        var tags: [String] = []
        var isPinned = false
        let body: String
    }

    private static let pages = [
        Page(
            path: "notes/Welcome.md", title: "Welcome", tags: ["start"], isPinned: true,
            body: """
                You can try everything in this notebook. It is a directory of plain files: a note is a Markdown file, a picture
                is a picture. Open it with any editor.

                SUGGESTIONS
                """),
        Page(
            path: "notes/Birds/Grey heron.md", title: "Grey heron", tags: ["birds", "wetland"],
            body: """
                ![A heron](HERON.SVG)

                Stands still for minutes, then strikes. Its Latin name is on a card: [[Ardea cinerea]].

                > The heron waits. The fish does not.
                """),
        Page(
            path: "notes/Birds/Été au marais.md", title: "Été au marais", tags: ["wetland"],
            body: "Un héron, deux foulques, et la libellule 蜻蛉 🪰. See also [[Grey heron|the heron]]."),
        Page(
            path: "cards/Birds/Ardea cinerea.md", tags: ["birds/latin"],
            body: """
                What is the Latin name of the *grey heron*?

                ---

                **Ardea cinerea**
                """),
        Page(
            path: "cards/Birds/Wingspan.md", tags: ["birds"],
            body: """
                How wide can a grey heron spread its wings?

                ---

                Up to 195 cm.
                """),
    ]

    private static let heron = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 160" role="img" aria-label="A heron">
          <rect width="120" height="160" fill="#dfeaf0"/>
          <rect y="124" width="120" height="36" fill="#9bbccb"/>
          <g fill="none" stroke="#4a5560" stroke-width="3" stroke-linecap="round">
            <path d="M58 96v38M68 94v40"/>
            <path d="M74 66c10-14-8-22-2-36" stroke-width="6" stroke="#8795a1"/>
          </g>
          <path d="M30 92c2-22 24-34 46-28 6 8 4 22-8 28-12 6-28 6-38 0z" fill="#8795a1"/>
          <path d="M72 30c2-6 10-8 14-3l20 6-20 2c-4 3-12 2-14-5z" fill="#e6a23c"/>
          <circle cx="77" cy="29" r="6" fill="#fbfcfd"/>
          <circle cx="79" cy="28" r="1.5" fill="#20262c"/>
          <path d="M74 24c-8-2-14 2-20 6" stroke="#20262c" stroke-width="2" fill="none"/>
        </svg>

        """
}
