package import NotebookFormat
import NotebookMarkdown
import NotebookText

/// The new fragments of links to headings of two items after merging their texts (Format, clause 21.4).
package struct JoinedAnchors: Sendable {
    /// The changed fragments of the headings of each item after merging, by the fragments before.
    private var fragments: [BundlePath: [String: String]] = [:]
    private let second: (path: BundlePath, anchors: MarkdownAnchors)
    private let first: MarkdownAnchors
    private let joined: MarkdownAnchors

    /// Compares the headings of two items, in the order of their texts, with those of the merged item.
    package init(
        _ first: (path: BundlePath, item: ItemFile), _ second: (path: BundlePath, item: ItemFile), joined: ItemFile
    ) {
        self.first = first.item.anchors
        self.second = (second.path, second.item.anchors)
        self.joined = joined.anchors
        let after = joined.outline
        let (one, other) = (first.item.outline, second.item.outline)
        guard after.count == one.count + other.count else { return }
        // The fronts of cards come first, then the backs.
        let isCard = FileType(of: first.path) == .card
        func frontCount(_ item: ItemFile, _ headings: [OutlineHeading]) -> Int {
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

    private mutating func record(_ old: OutlineHeading, _ new: OutlineHeading, _ path: BundlePath) {
        if old.anchor != new.anchor { fragments[path, default: [:]][old.anchor] = new.anchor }
    }

    /// The new fragment of the same heading; `nil` if it does not change.
    func fragment(_ fragment: String, of path: BundlePath) -> String? {
        guard let known = fragments[path] else { return nil }
        return known[fragment] ?? known[fragment.lowercased().composed]
    }

    /// Whether a link that names this place of the second text would lead to another one after merging.
    func isHidden(_ link: FoundLink.Name, of path: BundlePath) -> Bool {
        guard path == second.path, let place = link.place(in: second.anchors), place != .beginning else { return false }
        switch (place, link) {
        case (.heading(let fragment), .wiki):
            return link.place(in: joined) != .heading(self.fragment(fragment, of: path) ?? fragment)
        // A link with the fragment of a heading gets the new one.
        case (.heading(let old), .destination(let destination)):
            guard let fragment = destination.fragment, self.fragment(fragment, of: path) == nil else { return false }
            return link.place(in: joined) != .heading(self.fragment(old, of: path) ?? old)
        case (.named, _): return link.place(in: first) == .named
        case (.beginning, _): return false
        }
    }
}
