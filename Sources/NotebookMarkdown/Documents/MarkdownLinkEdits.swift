import NotebookText

/// The replacements in a file that give links new destinations.
package struct MarkdownLinkEdits: Sendable {
    /// The bytes to replace, in the order of the source, for `ItemFile.replacing`.
    package let edits: [(range: Range<Int>, text: [UInt8])]
    /// The indices of links that stay unchanged, because the destination cannot be written or other links would change.
    package let refused: [Int]
}

/// A text whose links can be changed.
package protocol LinkedText {
    var bytes: [UInt8] { get }
    func links() -> [MarkdownLink]
    /// Returns the text with new bytes; `nil` if they are invalid.
    func with(_ bytes: [UInt8]) -> Self?
}

extension MarkdownDocument: LinkedText {
    package func with(_ bytes: [UInt8]) -> MarkdownDocument? {
        let end = range.upperBound + bytes.count - self.bytes.count
        return MarkdownDocument(bytes, in: range.lowerBound..<max(range.lowerBound, end), options: options)
    }

    /// Finds the edits that give some links new destinations and change no others.
    ///
    /// The links are those of `links()`. The new destinations are by the indices of their links, the best first: if one
    /// cannot be written, it tries the next. A link that refers to a definition changes with the definition, and is
    /// refused itself. The result is tested: the document with these edits has exactly the intended links.
    package func edits(of links: [MarkdownLink], to destinations: [Int: [String]]) -> MarkdownLinkEdits {
        var trial = LinkEditTrial(self, links)
        return trial.run(destinations)
    }
}

/// Tests edits of links, and leaves out those that change something else.
package struct LinkEditTrial<Text: LinkedText> {
    /// After this many failures it refuses the rest, so that the time stays proportional to the text.
    private static var maximumFailures: Int { 64 }

    /// A spelling of a destination, and the alternatives after it.
    private struct Edit {
        let index: Int
        let destination: String
        let text: [UInt8]
        let others: ArraySlice<String>
    }

    private let text: Text
    private let links: [MarkdownLink]
    private var accepted: [Edit] = []
    private var refused: [Int] = []
    private var failures = 0

    package init(_ text: Text, _ links: [MarkdownLink]) {
        self.text = text
        self.links = links
    }

    package mutating func run(_ destinations: [Int: [String]]) -> MarkdownLinkEdits {
        var edits: [Edit] = []
        for (index, candidates) in destinations.sorted(by: { $0.key < $1.key }) {
            guard links.indices.contains(index), links[index].holdsDestination,
                let edit = edit(index, candidates[...])
            else {
                refused.append(index)
                continue
            }
            guard !edit.destination.utf8.elementsEqual(links[index].destination.text.utf8) else { continue }
            edits.append(edit)
        }
        accept(edits[...])
        return MarkdownLinkEdits(edits: replacements(accepted), refused: refused.sorted())
    }

    /// The edit for the first of several destinations that can be written.
    private func edit(_ index: Int, _ candidates: ArraySlice<String>) -> Edit? {
        for (place, candidate) in zip(candidates.indices, candidates) {
            guard let text = links[index].destination.spelling(of: candidate, isTried: true) else { continue }
            return Edit(index: index, destination: candidate, text: text, others: candidates[(place + 1)...])
        }
        return nil
    }

    /// Accepts all edits if they change nothing else; otherwise tries each half, or the alternatives of a single edit.
    private mutating func accept(_ edits: ArraySlice<Edit>) {
        guard let first = edits.first else { return }
        if failures < Self.maximumFailures, areSound(accepted + edits) {
            accepted += edits
            return
        }
        failures += 1
        if failures > Self.maximumFailures {
            refused += edits.map(\.index)
        } else if edits.count > 1 {
            let middle = edits.startIndex + edits.count / 2
            accept(edits[..<middle])
            accept(edits[middle...])
        } else if let next = edit(first.index, first.others) {
            accept([next])
        } else {
            refused.append(first.index)
        }
    }

    /// Whether the document with these edits has the intended links.
    private func areSound(_ edits: [Edit]) -> Bool {
        var wanted: [Range<Int>: String] = [:]
        for edit in edits { wanted[links[edit.index].destination.range] = edit.destination }
        guard let found = text.with(edited(edits))?.links(), found.count == links.count else { return false }
        return zip(links, found).allSatisfy { old, new in
            let expected = wanted[old.destination.range] ?? old.destination.text
            return new.destination.text.utf8.elementsEqual(expected.utf8) && new.kind.isSame(as: old.kind)
        }
    }

    private func edited(_ edits: [Edit]) -> [UInt8] {
        var output: [UInt8] = []
        var offset = 0
        for edit in replacements(edits) where edit.range.lowerBound >= offset {
            output += text.bytes[offset..<edit.range.lowerBound]
            output += edit.text
            offset = edit.range.upperBound
        }
        return output + text.bytes[offset...]
    }

    private func replacements(_ edits: [Edit]) -> [(range: Range<Int>, text: [UInt8])] {
        edits.map { (links[$0.index].destination.range, $0.text) }.sorted { $0.0.lowerBound < $1.0.lowerBound }
    }
}

extension MarkdownLink.Kind {
    /// Whether two links are of the same kind, ignoring the targets of wiki links.
    fileprivate func isSame(as other: MarkdownLink.Kind) -> Bool {
        switch (self, other) {
        case (.wikiLink(let one), .wikiLink(let other)):
            (one.isEmbed, one.heading, one.label) == (other.isEmbed, other.heading, other.label)
        default: self == other
        }
    }
}
