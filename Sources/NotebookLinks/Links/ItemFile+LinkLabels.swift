import NotebookFormat
import NotebookMarkdown
import NotebookText

extension ItemFile {
    /// Replaces destinations of links, and the labels of definitions that repeat such a wiki link.
    ///
    /// Foam writes `[Heron]: Heron.md` below a text with `[[Heron]]`, so that other programs see a link.
    func replacing(
        _ edits: [(range: Range<Int>, text: [UInt8])], of links: [MarkdownLink]
    ) throws(TextProblem) -> ItemFile {
        let plain = try replacing(edits)
        let labels = labelEdits(edits, links)
        guard !labels.isEmpty else { return plain }
        let all = (edits + labels).sorted { $0.range.lowerBound < $1.range.lowerBound }
        guard let labelled = try? replacing(all) else { return plain }
        func destinations(_ item: ItemFile) -> [String] { ItemText(item).links().map(\.destination.text) }
        return destinations(labelled) == destinations(plain) ? labelled : plain
    }

    private func labelEdits(
        _ edits: [(range: Range<Int>, text: [UInt8])], _ links: [MarkdownLink]
    ) -> [(range: Range<Int>, text: [UInt8])] {
        let used = Set(links.compactMap(\.kind.definition))
        let definitions = links.filter { link in
            if case .definition(let index) = link.kind { !used.contains(index) } else { false }
        }
        guard !definitions.isEmpty else { return [] }
        let changed = Dictionary(edits.map { ($0.range, $0.text) }) { first, _ in first }
        var labels: [[UInt8]: [UInt8]] = [:]
        for link in links {
            guard case .wikiLink(let wiki) = link.kind, let target = changed[link.destination.range] else { continue }
            let inner = link.range.lowerBound + (wiki.isEmbed ? 3 : 2)..<link.range.upperBound - 2
            let place = link.destination.range
            if let key = ReferenceLabel.key(bytes, place) { labels[key] = target }
            if let key = ReferenceLabel.key(bytes, inner) {
                labels[key] =
                    bytes[inner.lowerBound..<place.lowerBound] + target
                    + bytes[place.upperBound..<inner.upperBound]
            }
        }
        return definitions.compactMap { definition in
            guard let range = definition.labelRange, let key = ReferenceLabel.key(bytes, range) else { return nil }
            return labels[key].map { (range, $0) }
        }
    }
}
