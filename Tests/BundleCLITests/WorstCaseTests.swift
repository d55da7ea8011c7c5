import NotebookBundle
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import TestSupport
import Testing

@testable import BundleCLI

/// What takes time with the square of a text's length would let one note stop everything that shows it.
struct `Whatever a text repeats` {
    /// A renderer or scanner of items.
    struct Reader: Sendable, CustomStringConvertible {
        let name: String
        let read: @Sendable ([UInt8]) -> Void

        var description: String { name }
    }

    private struct Targets: HTMLTargets {
        func link(_ name: FoundLink.Name) -> HTMLLink { .inside(name.written) }
        func embed(_ name: FoundLink.Name) -> HTMLEmbed { .picture(name.written) }
    }

    static let readers: [Reader] = [
        Reader(name: "show") { bytes in
            let options = MarkdownRenderer.Options(width: 60, hasHyperlinks: true, wrapsCode: true)
            _ = MarkdownRenderer.lines(bytes, in: bytes.indices, Style(isEnabled: true), options)
        },
        Reader(name: "page") { bytes in
            var anchors = MarkdownAnchors()
            _ = HTMLWriter.reading(bytes, in: bytes.indices, Targets(), .init(showsFormulas: true), &anchors)
        },
        Reader(name: "text") { bytes in _ = MarkdownPlainText.text(bytes, in: bytes.indices) },
        Reader(name: "first line") { bytes in _ = MarkdownPlainText.firstLine(bytes, in: bytes.indices) },
        Reader(name: "links") { bytes in if let item = try? ItemFile(bytes) { _ = ItemText(item).links() } },
        Reader(name: "listed links") { bytes in
            guard let item = try? ItemFile(bytes) else { return }
            let links = ItemLinks(item)
            for link in links.links { _ = (LinkWording.shown(link), link.found.name.place(in: links.anchors)) }
        },
        Reader(name: "properties") { bytes in if let item = try? ItemFile(bytes) { _ = item.properties } },
        Reader(name: "anchors") { bytes in _ = MarkdownDocument(bytes).anchors() },
        Reader(name: "tasks") { bytes in _ = MarkdownDocument(bytes).tasks() },
        Reader(name: "sections") { bytes in _ = MarkdownPassages(MarkdownDocument(bytes)) },
        Reader(name: "hidden gaps") { bytes in _ = HiddenGaps.text(String(decoding: bytes, as: UTF8.self)) },
        Reader(name: "tags") { bytes in _ = InlineTags.places(in: bytes, from: 0) },
        Reader(name: "conflicts") { bytes in if let item = try? ItemFile(bytes) { _ = item.marked.resolved(.both) } },
    ]

    private static let isExhaustive = Environment["NOTEBUNDLE_EXHAUSTIVE"] != nil

    @Test(arguments: readers)
    func `reading it takes time in proportion to its length`(reader: Reader) {
        let length = Self.isExhaustive ? 4_000 : 500
        for shape in WorstCases.commonMark + WorstCases.own + WorstCases.frontMatter {
            #expect(Self.isProportional(reader, shape, length), "\(reader) of \(shape)")
        }
    }

    /// Whether a text of eight times the length takes no more than twenty times as long, where the square would be 64 times.
    private static func isProportional(_ reader: Reader, _ shape: WorstCases.Shape, _ length: Int) -> Bool {
        let (small, large) = (shape.bytes(length), shape.bytes(8 * length))
        return (0..<3).contains { _ in
            let one = ProcessorTime.seconds { reader.read(small) }
            let many = ProcessorTime.seconds { reader.read(large) }
            return many < 0.01 || many < 20 * one
        }
    }
}
