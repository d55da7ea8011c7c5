import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookStore
import NotebookText

/// Writes the links of texts for systems that have Markdown, too, but other addresses.
struct ExportedLinks {
    private let resolver: LinkResolver
    private let losses: ExportLosses

    init(_ notebook: ExportedNotebook) {
        (resolver, losses) = (LinkResolver(notebook.manifest), notebook.losses)
    }

    /// The body of an item with the addresses of another system; wiki links become links of Markdown.
    ///
    /// - Parameters:
    ///   - keepsWikiLinks: Whether wiki links to items stay.
    ///   - address: The address of a file of the notebook, without a heading; `nil` if there is none, which is
    ///   reported.
    func body(
        of item: Item, _ file: ItemFile, keepsWikiLinks: Bool = false, _ address: (BundlePath) -> String?
    ) -> [UInt8] {
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        for link in ItemText(file).links() where link.holdsDestination && link.range.lowerBound >= file.bodyStart {
            guard let (target, place) = target(of: link, from: item.path) else { continue }
            if keepsWikiLinks, case .wikiLink = link.kind, FileType(of: target) != .blob { continue }
            guard let new = address(target) else {
                losses.lose(
                    .linkDropped, "the link leads nowhere in this format", of: item, target: link.destination.text)
                continue
            }
            let isBlob = FileType(of: target) == .blob
            let whole = new + (isBlob ? "" : place)
            guard case .wikiLink(let wiki) = link.kind else {
                guard whole != link.destination.text, let text = link.destination.spelling(of: whole) else { continue }
                edits.append((link.destination.range, text))
                continue
            }
            if wiki.isEmbed, !isBlob {
                losses.lose(.noteChanged, "an embed became a link", of: item, target: link.destination.text)
            }
            let label = wiki.label ?? (isBlob ? AttachmentName.readable(target) : Self.shown(wiki))
            let shown = MarkdownEscapedLabel.text(label)
            edits.append((link.range, Array("\(wiki.isEmbed && isBlob ? "!" : "")[\(shown)](\(whole))".utf8)))
        }
        var output: [UInt8] = []
        var offset = file.bodyStart
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where edit.range.lowerBound >= offset {
            output += file.bytes[offset..<edit.range.lowerBound]
            output += edit.text
            offset = edit.range.upperBound
        }
        return output + file.bytes[offset...]
    }

    /// What a wiki link without a label shows.
    private static func shown(_ wiki: MarkdownWikiLink) -> String {
        wiki.target + (wiki.heading.map { wiki.target.isEmpty ? $0 : " › " + $0 } ?? "")
    }

    /// The file of the notebook that a link leads to, and the heading with its `#`; `nil` for other links.
    private func target(of link: MarkdownLink, from path: BundlePath) -> (BundlePath, place: String)? {
        if case .wikiLink(let wiki) = link.kind {
            guard case .file(let target) = resolver.resolve(wiki: wiki.target, from: path) else { return nil }
            return (target, wiki.heading.map { "#\(PercentEncoding.encode($0))" } ?? "")
        }
        let destination = LinkDestination(link.destination.text)
        guard case .file(let target) = resolver.resolve(destination, from: path) else { return nil }
        return (target, destination.suffix)
    }
}

/// The label of a wiki link as that of a link of Markdown.
private enum MarkdownEscapedLabel {
    static func text(_ label: String) -> String {
        label.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
    }
}
