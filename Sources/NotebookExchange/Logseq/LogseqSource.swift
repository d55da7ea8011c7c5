import Cores
import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookText

/// The pages and journals of a graph.
struct LogseqSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    private let root: String
    private let settings: LogseqSettings

    init(_ files: ForeignFiles, root: String, _ settings: LogseqSettings, shown: String) {
        (self.files, self.root, self.settings, self.shown) = (files, root, settings, shown)
    }

    /// The folders of a graph whose files are read, and that of its settings and copies.
    private static let folders = ["pages/", "journals/", "assets/", "logseq/"]

    func owns(_ path: String) -> Bool { Self.folders.contains { path.hasPrefix(root + $0) } }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        notes.loseRest(files.files.filter { !owns($0.path) })
        let pages = try pages(notes)
        let graph = LogseqGraph(pages, settings, attachments: try attachments(notes, &bundle))
        for page in pages { try notes.write(&bundle) { graph.note(page, $0) } }
    }

    /// A page, and what is wrong with its text.
    private struct ReadPage: Sendable {
        let decoded: DecodedText
        let page: LogseqPage
    }

    /// Reads all pages; other cores take them apart.
    private func pages(_ notes: ForeignImport) throws -> [LogseqPage] {
        let jobs = OrderedJobs<ReadPage>()
        for file in files.files where file.path.hasPrefix(root) {
            let path = String(file.path.dropFirst(root.count))
            let folder = path.parts(between: "/").first.map(String.init) ?? ""
            guard folder == "pages" || folder == "journals" else { continue }
            notes.balance.find(.notes)
            guard path.hasSuffix(".md") || path.hasSuffix(".markdown") else {
                let isOrg = path.hasSuffix(".org")
                notes.refuse(
                    note: file.name, place: path,
                    because: isOrg ? "it is written in Org mode, which is not read" : "it is no page in Markdown")
                continue
            }
            guard let bytes = try files.content(file.path) else {
                notes.refuse(note: file.name, place: path, because: files.obstacle(file.path))
                continue
            }
            let name = file.name
            let stem = String(name.without(ending: ".md") ?? name.without(ending: ".markdown") ?? name[...])
            let title = title(stem, in: folder)
            jobs.add(weight: bytes.count) {
                let decoded = TextDecoding.text(ofPlain: bytes)
                return ReadPage(decoded: decoded, page: LogseqPage(decoded.text, at: path, called: title))
            }
        }
        return try jobs.values().compactMap { read in
            let (name, path) = (ForeignFiles.name(of: read.page.path), read.page.path)
            return notes.text(read.decoded, note: name, place: path) == nil ? nil : read.page
        }
    }

    /// The title of a page by the name of its file.
    private func title(_ stem: String, in folder: String) -> String {
        let decoded = PercentEncoding.decode(stem) ?? stem
        if folder == "journals" { return decoded }
        return decoded.replacing(settings.isTripleLowbar ? "___" : ".", with: "/")
    }

    private func attachments(
        _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws -> [String: BundlePath] {
        var attachments: [String: BundlePath] = [:]
        for file in files.files where file.path.hasPrefix(root + "assets/") {
            notes.balance.find(.attachments)
            let name = String(file.path.dropFirst(root.count))
            attachments[name.composed] = try notes.attach(&bundle, place: file.path) {
                try files.copy(file.path, $0)
            } name: {
                file.name
            }
        }
        return attachments
    }
}
