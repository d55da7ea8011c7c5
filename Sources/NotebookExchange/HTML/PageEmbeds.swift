import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookStore
import NotebookText
import Synchronization

/// The notes that others of a page can embed, and how much more of them the page has room for.
struct PageEmbeds: Sendable {
    /// A text to embed, and what is written above it.
    struct Text {
        let bytes: [UInt8]
        let range: Range<Int>
        let title: String
        let name: String
    }

    /// How deep embedded texts are in one another.
    static let maximumDepth = 4
    /// How many texts an item embeds.
    static let maximumCount = 100
    /// How many bytes an item embeds, and all items of a page.
    private static let maximum = (item: 1 << 18, page: 1 << 24)

    private let sources: [BundlePath: PageSource]
    private let titles: [BundlePath: String]
    private let parts = Parts()
    private var left = maximum.page

    init(_ items: [PageItem], _ sources: [BundlePath: PageSource]) {
        self.sources = sources
        // Without embeds, nobody needs them.
        let isUsed = items.contains { $0.targets.hasEmbeds }
        titles = isUsed ? Dictionary(items.map { ($0.item.path, $0.title) }) { first, _ in first } : [:]
    }

    /// How many bytes the next item can embed.
    var room: Int { min(left, Self.maximum.item) }

    /// Takes the bytes that an item embeds.
    mutating func use(_ bytes: Int) { left -= bytes }

    /// What is known of the notes that were embedded in part.
    private final class Parts: Sendable {
        struct Note {
            let passages: MarkdownPassages
            let footnotes: [(label: String, bytes: [UInt8])]
        }

        let known = Mutex<[BundlePath: Note]>([:])
    }

    /// The text that a link names: a note, a section or a block; `nil` if there is none.
    func text(_ path: BundlePath, _ name: FoundLink.Name) -> Text? {
        guard let bytes = sources[path]?.bytes, let file = try? Draft.item(bytes, path), let title = titles[path]
        else { return nil }
        let whole = Text(bytes: bytes, range: file.bodyStart..<bytes.count, title: title, name: title)
        guard let place = name.writtenPlace, !place.isEmpty else { return whole }
        let note = parts.known.withLock { known in
            if let note = known[path] { return note }
            let note = Parts.Note(
                passages: MarkdownPassages(MarkdownDocument(bytes, from: file.bodyStart)),
                footnotes: ReadingSource(bytes, whole.range).footnotes)
            known[path] = note
            return note
        }
        switch name.place(in: note.passages.anchors) {
        case .beginning: return whole
        case .heading(let fragment):
            guard let range = note.passages.section(fragment) else { return nil }
            var shown = title
            if case .wiki(_, let heading?) = name { shown += " › " + heading.replacing("#", with: " › ") }
            return Self.part(of: bytes, range, shown, note)
        case .named:
            guard place.hasPrefix("^"), let range = note.passages.block(place.dropFirst()) else { return nil }
            return Self.part(of: bytes, range, title, note)
        case nil: return nil
        }
    }

    /// A part of a note, with the footnotes that it refers to.
    ///
    /// It keeps its heading, also one that repeats the title.
    private static func part(of bytes: [UInt8], _ range: Range<Int>, _ name: String, _ note: Parts.Note) -> Text {
        let text = String(decoding: bytes[range], as: UTF8.self)
        let references = note.footnotes.isEmpty ? [] : FootnoteReference.all(in: text)
        guard !references.isEmpty else {
            return Text(bytes: bytes, range: range, title: "", name: name)
        }
        let inside = Set(ReadingSource(bytes, range).footnotes.map(\.label))
        var labels = Set(references.map { String($0.label) }).subtracting(inside)
        var output = Array(bytes[range])
        for footnote in note.footnotes where labels.contains(footnote.label) {
            // Those that it refers to come after it.
            let inner = FootnoteReference.all(in: String(decoding: footnote.bytes, as: UTF8.self))
            labels.formUnion(inner.map { String($0.label) })
            let lines = footnote.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            output += "\n\n[^\(footnote.label)]: ".utf8 + Array(lines.joined(separator: Array("\n    ".utf8))) + [0x0A]
        }
        return Text(bytes: output, range: output.indices, title: "", name: name)
    }
}
