import ForeignData
import NotebookFormat
import NotebookMarkdown
import NotebookText

/// The places of a note in the bundle, as links have to name them.
struct NotePlaces {
    private let anchors: MarkdownAnchors
    /// The fragments of the headings by their texts, in their order.
    private var fragments: [String: [String]] = [:]

    init(_ item: ItemFile) {
        let document = MarkdownDocument(item.bytes, from: item.bodyStart)
        anchors = document.anchors()
        var slugs = MarkdownAnchors()
        for heading in document.headings() {
            let fragment = slugs.addHeading(heading.text, level: heading.level)
            fragments[heading.text.singleSpaced, default: []].append(fragment)
        }
    }

    /// Whether a fragment, percent-decoded and without `#`, leads to a place.
    func has(_ fragment: String) -> Bool { anchors.place(fragment: fragment) != nil }

    /// The end of an address that leads to a heading; `nil` if there is none with this text.
    func fragment(of heading: ForeignHeading) -> String? {
        guard let all = fragments[heading.text.singleSpaced] else { return nil }
        let slug = all[min(heading.number, all.count) - 1]
        // The text says more, but may be that of another heading, or have signs of its own.
        let isEnough = anchors.place(fragment: heading.text) == .heading(slug)
        return MarkdownEscapes.destination("#\(PercentEncoding.encode(isEnough ? heading.text : slug))")
    }
}
