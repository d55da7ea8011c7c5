package import NotebookFormat
import NotebookMarkdown
import NotebookText

/// The new fragments of links to headings of two items after merging their texts (Format, clause 9.4).
package struct JoinedAnchors: Sendable {
    /// The changed fragments of the headings of each item after merging, by the fragments before.
    private var fragments: [BundlePath: [String: String]] = [:]
    private let first: (path: BundlePath, anchors: MarkdownAnchors)
    private let second: (path: BundlePath, anchors: MarkdownAnchors)

    /// Compares the headings of two items, in the order of their texts, with those of the merged item.
    package init(
        _ first: (path: BundlePath, item: ItemFile), _ second: (path: BundlePath, item: ItemFile), joined: ItemFile
    ) {
        self.first = (first.path, MarkdownDocument(first.item.bytes, from: first.item.bodyStart).anchors())
        self.second = (second.path, MarkdownDocument(second.item.bytes, from: second.item.bodyStart).anchors())
        let after = Outline(joined).headings
        let (one, other) = (Outline(first.item).headings, Outline(second.item).headings)
        guard after.count == one.count + other.count else { return }
        // The fronts of cards come first, then the backs.
        let isCard = FileType(of: first.path) == .card
        func frontCount(_ item: ItemFile, _ headings: [Outline.Heading]) -> Int {
            guard isCard else { return headings.count }
            let end = CardBody(item.bytes, bodyStart: item.bodyStart).front.upperBound
            return MarkdownDocument(item.bytes, from: item.bodyStart).headings().count { $0.range.lowerBound < end }
        }
        let fronts = (frontCount(first.item, one), frontCount(second.item, other))
        for (index, heading) in one.enumerated() {
            record(heading, after[index < fronts.0 ? index : index + fronts.1], first.path)
        }
        for (index, heading) in other.enumerated() {
            record(heading, after[index < fronts.1 ? fronts.0 + index : one.count + index], second.path)
        }
    }

    private mutating func record(_ old: Outline.Heading, _ new: Outline.Heading, _ path: BundlePath) {
        if old.anchor != new.anchor { fragments[path, default: [:]][old.anchor] = new.anchor }
    }

    /// The new fragment of the same heading; `nil` if it does not change.
    func fragment(_ fragment: String, of path: BundlePath) -> String? {
        guard let known = fragments[path] else { return nil }
        return known[fragment] ?? known[fragment.lowercased().composed]
    }

    /// Whether a link to this heading of the second text would lead to one in the first text after merging.
    func isHidden(heading: String, of path: BundlePath) -> Bool {
        path == second.path && !heading.isEmpty && second.anchors.contains(heading: heading)
            && first.anchors.contains(heading: heading)
    }

    /// Does the same for a fragment that names no heading.
    func isHidden(fragment: String, of path: BundlePath) -> Bool {
        path == second.path && self.fragment(fragment, of: path) == nil && !fragment.isEmpty
            && fragment.lowercased() != "top" && second.anchors.contains(fragment: fragment)
            && first.anchors.contains(fragment: fragment)
    }
}
