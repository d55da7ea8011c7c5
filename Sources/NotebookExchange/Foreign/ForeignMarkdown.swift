import ForeignData
import NotebookFormat
import NotebookMarkdown
import NotebookText

/// Texts that are Markdown in the source, too.
enum ForeignMarkdown {
    /// A text with its addresses replaced; everything else stays.
    ///
    /// - Parameters:
    ///   - keepsAddress: Whether a link to nothing keeps its address; otherwise only its text stays.
    ///   - hasWikiLinks: Whether the source knows wiki links; otherwise `[[` is text.
    ///   - wiki: What a wiki link leads to; by default and for `nil`, to the note with the title.
    static func text(
        _ body: String, _ text: ForeignText, _ note: inout ForeignNote, keepsAddress: Bool = true,
        hasWikiLinks: Bool = true,
        wiki: ((MarkdownWikiLink) -> LinkedHTML.Target?)? = nil, _ target: (String) -> LinkedHTML.Target
    ) -> String {
        let notes = text.notes
        let bytes = Array(body.utf8)
        let document = MarkdownDocument(bytes)
        let counts = MarkdownCounts(document)
        notes.balance.find(.tasks, counts.tasks)
        notes.balance.find(.tables, counts.tables)
        note.tasks += counts.tasks
        note.tables += counts.tables
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        for link in document.links() where link.holdsDestination {
            if case .wikiLink(let written) = link.kind {
                guard hasWikiLinks else {
                    let bracket = link.range.lowerBound + (written.isEmbed ? 1 : 0)
                    edits.append((bracket..<bracket, [UInt8(ascii: "\\")]))
                    continue
                }
                let target = wiki?(written) ?? Self.title(written)
                edits.append((link.range, Array(Self.wikiLink(written, target, bytes[link.range], text).utf8)))
                continue
            }
            if link.isLink { notes.balance.find(.links) }
            let address = link.destination.text
            switch target(address) {
            case .outside:
                let isRemote = address.hasPrefix("http://") || address.hasPrefix("https://")
                if !link.isLink, isRemote { text.keepRemote(address) }
                guard link.isLink, text.external(address) == nil else { break }
                edits.append((link.range, Array(link.labelRange.map { bytes[$0] } ?? [])))
            case .unreadable: if link.isLink { notes.balance.settle(.links, .unresolved) }
            case .missing:
                if link.isLink {
                    notes.balance.settle(.links, .unresolved)
                    text.lose(.linkUnresolved, "it is not in the source", target: address)
                } else {
                    text.lack(address)
                }
                if !keepsAddress, let label = link.labelRange { edits.append((link.range, Array(bytes[label]))) }
            case .attachment(let path, _):
                if link.isLink { notes.balance.settle(.links, .resolved) }
                edits.append((link.destination.range, Array(notes.mark(path).utf8)))
            case .note(let found):
                if !link.isLink { notes.balance.find(.links) }
                edits.append((link.destination.range, Array(notes.mark(found).utf8)))
            }
        }
        var output: [UInt8] = []
        var offset = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where edit.range.lowerBound >= offset {
            output += bytes[offset..<edit.range.lowerBound]
            output += edit.text
            offset = edit.range.upperBound
        }
        return String(decoding: output + bytes[offset...], as: UTF8.self)
    }

    private static func title(_ link: MarkdownWikiLink) -> LinkedHTML.Target {
        .note(ForeignLink(title: link.target, fragment: link.heading ?? "", address: link.target))
    }

    /// A wiki link with a mark in its place.
    private static func wikiLink(
        _ link: MarkdownWikiLink, _ target: LinkedHTML.Target, _ bytes: ArraySlice<UInt8>, _ text: ForeignText
    ) -> String {
        let written = String(decoding: bytes, as: UTF8.self)
        switch target {
        case .note(var found):
            text.notes.balance.find(.links)
            found.wiki = ForeignWikiLink(
                label: link.label, isEmbed: link.isEmbed, keepsSpelling: true, written: written)
            return text.notes.mark(found)
        case .attachment(let path, let name):
            let isPlain = !link.isEmbed
            if isPlain { text.notes.balance.find(.links) }
            if isPlain { text.notes.balance.settle(.links, .resolved) }
            return text.shown(path, name: name, isEmbedded: link.isEmbed, size: link.isEmbed ? link.label ?? "" : "")
        case .missing:
            text.lack(link.target)
            return written
        case .outside, .unreadable: return written
        }
    }
}

extension MarkdownLink {
    /// Whether it is a link rather than a picture.
    fileprivate var isLink: Bool {
        switch kind {
        case .image, .referenceImage: false
        case .attribute(let name): name == "href"
        default: true
        }
    }
}
