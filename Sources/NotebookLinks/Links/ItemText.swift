package import NotebookFormat
package import NotebookMarkdown
package import NotebookText

/// The parts of an item that can contain links: the values of unknown keys in its front matter, and its text (Format,
/// clauses 21.1 and 21.7).
package struct ItemText: Sendable {
    /// The text after the front matter.
    package let document: MarkdownDocument
    private let item: ItemFile

    /// Reads the text of an item.
    package init(_ item: ItemFile) {
        self.item = item
        document = MarkdownDocument(item.bytes, from: item.bodyStart)
    }

    /// All links, in the order in which they begin in the source.
    package func links() -> [MarkdownLink] {
        var links: [MarkdownLink] = []
        forEachValueLink { links.append($0) }
        return links + document.links()
    }

    /// Calls `body` with each link: first those of the front matter, then the definitions, then the others in the order
    /// of the source.
    func forEachLink(_ body: (MarkdownLink) -> Void) {
        forEachValueLink(body)
        document.forEachLink(body)
    }

    /// Finds the edits that give some links new destinations and change no others, like `MarkdownDocument.edits`.
    package func edits(of links: [MarkdownLink], to destinations: [Int: [String]]) -> MarkdownLinkEdits {
        var trial = LinkEditTrial(self, links)
        return trial.run(destinations)
    }

    private func forEachValueLink(_ body: (MarkdownLink) -> Void) {
        // Most front matter has no bracket that could begin a link.
        guard item.bytes[..<item.bodyStart].contains(UInt8(ascii: "[")) else { return }
        var inlines = InlineParser(document.options)
        item.forEachForeignText { text in
            inlines.parse(InlineContent(text, of: item.bytes))
            inlines.structure.forEachOwnLink { link in
                var link = link
                link.destination.scalar = text.style
                body(link)
            }
        }
    }
}

extension ItemText: LinkedText {
    package var bytes: [UInt8] { item.bytes }

    /// The offset of the text after the front matter.
    package var bodyStart: Int { item.bodyStart }

    package func with(_ bytes: [UInt8]) -> ItemText? { (try? ItemFile(bytes)).map(ItemText.init) }
}

extension InlineContent {
    /// Makes a text of front matter with its escapes decoded.
    init(_ text: ValueText, of source: [UInt8]) {
        let escape: UInt8
        switch text.style {
        case .plain, .flow:
            self.init([(Array(source[text.range]), text.range.lowerBound)], end: text.range.upperBound)
            return
        case .singleQuoted: escape = UInt8(ascii: "'")
        case .doubleQuoted: escape = UInt8(ascii: "\\")
        }
        var pieces: [(text: [UInt8], source: Int)] = []
        var index = text.range.lowerBound
        while index < text.range.upperBound {
            let end = source[index..<text.range.upperBound].firstIndex(of: escape) ?? text.range.upperBound
            if index < end { pieces.append((Array(source[index..<end]), index)) }
            guard end < text.range.upperBound else { break }
            var output: [UInt8] = []
            let length =
                text.style == .singleQuoted
                ? 2 : YAMLEscapes.decode(source, end..<text.range.upperBound, into: &output) ?? 1
            pieces.append((output.isEmpty ? [escape] : output, end))
            index = min(end + length, text.range.upperBound)
        }
        self.init(pieces, end: text.range.upperBound)
    }
}

extension ItemFile {
    /// Changes the destinations of links; every other byte stays unchanged.
    ///
    /// - Parameter change: Returns the new destination of a link or definition; `nil` leaves it alone. Destinations
    ///   that cannot be written at their place are left alone, too.
    package func rewritingDestinations(_ change: (MarkdownLink) -> String?) throws(TextProblem) -> ItemFile {
        try rewritingDestinations(of: ItemText(self).links(), change)
    }

    /// The same, where the links of the item are known.
    package func rewritingDestinations(
        of links: [MarkdownLink], _ change: (MarkdownLink) -> String?
    ) throws(TextProblem) -> ItemFile {
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        for link in links where link.holdsDestination {
            guard let destination = change(link), let text = link.destination.spelling(of: destination) else {
                continue
            }
            edits.append((link.destination.range, text))
        }
        return edits.isEmpty ? self : try replacing(edits, of: links)
    }
}

extension LinkDestination {
    /// The destination that leads from a file to a path and keeps the query and fragment of this one.
    ///
    /// If this one has no `.md`, the new one has none.
    package func leading(to path: BundlePath, from source: BundlePath) -> String {
        var relative = RelativePath.from(source, to: path)
        if let written = self.path, !written.ends(in: ".md"), let bare = relative.without(ending: ".md") {
            relative = String(bare)
        }
        return PercentEncoding.encode(relative) + suffix
    }
}
