package import NotebookFormat
import NotebookLinks
import NotebookMarkdown
public import NotebookStore
import NotebookText

/// A replacement of some bytes of a text.
package struct PlacedEdit: Hashable, Sendable {
    /// The bytes to replace.
    package let range: Range<Int>
    /// Their replacement.
    package let text: [UInt8]

    /// Makes a replacement.
    package init(_ range: Range<Int>, _ text: [UInt8]) { (self.range, self.text) = (range, text) }
}

extension LiveNotebook {
    /// Makes a change in a draft of the notebook with its unsaved texts, and says which files it would change: nothing
    /// is written.
    ///
    /// Blocks until it has read what the change needs.
    ///
    /// - Throws: what `body` throws, or an error if files cannot be read.
    public func preview<Result>(_ body: (inout Draft) throws -> Result) throws -> EditPreview<Result> {
        let live = self
        return try directory.preview(notebook, with: unsaved.mapValues(\.bytes), naming: { live.namers(of: $0) }, body)
    }

    /// The edits that give a heading or block of an item another name, in the item and in all links that name it.
    ///
    /// Links that cannot be written with the new name stay. Blocks until the texts are read.
    ///
    /// - Throws: an error if files cannot be read.
    package func renaming(
        _ anchor: PlacedAnchor, of path: BundlePath, to name: String
    ) throws -> [BundlePath: [PlacedEdit]] {
        let texts = try texts(of: namers(of: FileNames(of: [path], in: notebook.manifest)).union([path]))
        guard let own = texts[path].flatMap(PlacedText.init) else { return [:] }
        let title = Array(name.utf8)
        let place =
            anchor.kind == .block ? (anchor.range.lowerBound + 1)..<anchor.range.upperBound : own.words(of: anchor)
        let renamed = PlacedText(own.bytes.replacing([PlacedEdit(place, title)]))
        let fragment = renamed?.anchors.first { $0.range.lowerBound == anchor.range.lowerBound }?.fragment ?? name
        var edits = [path: [PlacedEdit(place, title)]]
        let (check, places) = (check, own.places)
        for (source, bytes) in texts {
            guard let text = PlacedText(bytes) else { continue }
            for link in text.links where link.form != .autolink {
                guard let range = link.part(naming: anchor, in: places, of: bytes) else { continue }
                switch link.name.target(check.live, from: source) {
                case .file(let target) where target == path: break
                case .itself where source == path: break
                default: continue
                }
                let isWiki = if case .wiki = link.form { true } else { false }
                let spelled =
                    anchor.kind == .block
                    ? "^" + name : isWiki ? Self.inWikiLink(name) : PercentEncoding.encode(fragment)
                let edit = PlacedEdit(range, Array(spelled.utf8))
                if edits[source]?.contains(edit) != true { edits[source, default: []].append(edit) }
            }
        }
        return edits.mapValues { $0.sorted { $0.range.lowerBound < $1.range.lowerBound } }
    }

    /// A heading as a wiki link names it: without the signs that end the link.
    static func inWikiLink(_ heading: String) -> String {
        heading.split { "#|[]^".contains($0) || $0.isWhitespace }.joined(separator: " ")
    }
}

extension PlacedLink {
    /// The bytes that name a place in the target: of several headings, one after the other, the one that means it.
    fileprivate func part(naming anchor: PlacedAnchor, in places: MarkdownAnchors, of bytes: [UInt8]) -> Range<Int>? {
        guard let fragment else { return nil }
        guard case .wiki(let target, _?) = name else {
            return anchor.isNamed(by: name, in: places) ? fragment : nil
        }
        var start = fragment.lowerBound
        for part in bytes[fragment].split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false) {
            let range = start..<(start + part.count)
            start = range.upperBound + 1
            let heading = String(decoding: bytes[fragment.lowerBound..<range.upperBound], as: UTF8.self)
            if !part.isEmpty, anchor.isNamed(by: .wiki(target: target, heading: heading), in: places) { return range }
        }
        return nil
    }
}

extension PlacedText {
    /// The bytes of a heading’s text, without its marks.
    package func words(of heading: PlacedAnchor) -> Range<Int> {
        var range = heading.range
        if bytes[range].first == UInt8(ascii: "#") {
            let line = Line(at: range.lowerBound, in: bytes).content
            range = range.lowerBound..<min(range.upperBound, line.upperBound)
            let start = bytes[range].firstIndex { $0 != UInt8(ascii: "#") } ?? range.upperBound
            var rest = (start..<range.upperBound).trimmed(in: bytes)
            // A closing sequence of number signs needs a space before it.
            let closing = bytes[rest].reversed().prefix { $0 == UInt8(ascii: "#") }.count
            if closing > 0, closing < rest.count, Line.isBlank(bytes[rest.upperBound - closing - 1]) {
                rest = (rest.lowerBound..<(rest.upperBound - closing)).trimmed(in: bytes)
            }
            return rest
        }
        // The text above an underline.
        let last = bytes[range].lastIndex(of: 0x0A) ?? range.upperBound
        return (range.lowerBound..<last).trimmed(in: bytes)
    }
}

extension [UInt8] {
    /// The text after some replacements, which are sorted and do not overlap.
    package func replacing(_ edits: [PlacedEdit]) -> [UInt8] {
        var result: [UInt8] = []
        var offset = 0
        for edit in edits {
            result += self[offset..<edit.range.lowerBound]
            result += edit.text
            offset = edit.range.upperBound
        }
        return result + self[offset...]
    }
}
