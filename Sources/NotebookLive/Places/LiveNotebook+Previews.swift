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
    /// Blocks until the texts are read.
    ///
    /// - Returns: `nil` if no link could name it.
    /// - Throws: an error if files cannot be read.
    package func renaming(
        _ anchor: PlacedAnchor, of path: BundlePath, to name: String
    ) throws -> [BundlePath: [PlacedEdit]]? {
        let texts = try texts(of: namers(of: FileNames(of: [path], in: notebook.manifest)).union([path]))
        guard let own = texts[path].flatMap(PlacedText.init) else { return [:] }
        let place =
            anchor.kind == .block ? (anchor.range.lowerBound + 1)..<anchor.range.upperBound : own.words(of: anchor)
        let renamed = PlacedText(own.bytes.replacing([PlacedEdit(place, Array(name.utf8))]))
        let title = Array(name.utf8)
        guard let renamed, let new = renamed.anchors.first(where: { $0.range.lowerBound == anchor.range.lowerBound }),
            new.kind == anchor.kind, let wikiName = new.wikiName(name, in: renamed)
        else { return nil }
        var edits = [path: [PlacedEdit(place, title)]]
        let (check, places, after) = (check, own.places, renamed.places)
        // Another heading with the same words is counted anew.
        let others = zip(own.anchors, renamed.anchors).filter { $0.0.fragment != $0.1.fragment && $0.0 != anchor }
        for (source, bytes) in texts {
            guard let text = PlacedText(bytes) else { continue }
            for link in text.links where link.form != .autolink {
                let range = link.part(naming: anchor, in: places, of: bytes)
                guard range != nil || !others.isEmpty, let fragment = link.fragment else { continue }
                switch link.name.target(check.live, from: source) {
                case .file(let target) where target == path: break
                case .itself where source == path: break
                default: continue
                }
                let isWiki = if case .wiki = link.form { true } else { false }
                guard let range else {
                    let other = others.first { $0.0.isNamed(by: link.name, in: places) }
                    guard let other = other?.1, !other.isNamed(by: link.name, in: after) else { continue }
                    // A wiki link would lead to the first heading with the words.
                    if isWiki { return nil }
                    guard let spelled = link.spelling(of: PercentEncoding.encode(other.fragment)) else { return nil }
                    let edit = PlacedEdit(fragment, spelled)
                    if edits[source]?.contains(edit) != true { edits[source, default: []].append(edit) }
                    continue
                }
                let written =
                    anchor.kind == .block
                    ? "^" + name : isWiki ? wikiName : PercentEncoding.encode(new.fragment)
                // The fragment of a heading without letters is empty, and would lead to the beginning.
                guard !written.isEmpty, let spelled = link.spelling(of: written) else { return nil }
                let edit = PlacedEdit(range, spelled)
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

extension PlacedAnchor {
    /// How a wiki link names this place: by what is written, by what a reader sees, or by its fragment.
    fileprivate func wikiName(_ written: String, in text: PlacedText) -> String? {
        if kind == .block { return "^" + written }
        let names = [written, name, fragment].map(LiveNotebook.inWikiLink)
        let bytes = text.bytes
        return names.first { name in
            guard let link = PlacedText(Array("[[#\(name)]]".utf8))?.links.first, !name.contains("\\") else {
                return false
            }
            return isNamed(by: link.name, in: PlacedText(bytes)?.places ?? MarkdownAnchors())
        }
    }
}

extension PlacedLink {
    /// The bytes that name a place in the target: of several headings, one after the other, the one that means it.
    fileprivate func part(naming anchor: PlacedAnchor, in places: MarkdownAnchors, of bytes: [UInt8]) -> Range<Int>? {
        guard let fragment else { return nil }
        guard case .wiki(let target, let heading?) = name else {
            return anchor.isNamed(by: name, in: places) ? fragment : nil
        }
        var start = fragment.lowerBound
        // In front matter, the bytes are not yet what they mean.
        let names = heading.parts(between: "#", omittingEmpty: false)
        let parts = bytes[fragment].split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            let range = start..<(start + part.count)
            start = range.upperBound + 1
            let heading = names.prefix(number + 1).joined(separator: "#")
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
        var last = bytes[range].lastIndex { $0 == 0x0A || $0 == 0x0D } ?? range.upperBound
        if last > range.lowerBound, bytes[last - 1] == 0x0D { last -= 1 }
        return (range.lowerBound..<last).trimmed(in: bytes)
    }

    /// The end of the line above an offset, or else of the first line: that of lines to be inserted there, since CR and LF
    /// would be one line end.
    package func lineEnd(above offset: Int) -> [UInt8] {
        guard let last = bytes[..<offset].lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
            let first = Line(at: 0, in: bytes)
            return first.end > first.content.upperBound ? Array(bytes[first.content.upperBound..<first.end]) : [0x0A]
        }
        let isPair = bytes[last] == 0x0A && last > 0 && bytes[last - 1] == 0x0D
        return isPair ? [0x0D, 0x0A] : [bytes[last]]
    }
}

extension [UInt8] {
    /// The text after some replacements, which are sorted and do not overlap.
    package func replacing(_ edits: [PlacedEdit]) -> [UInt8] { replacing(edits, in: indices) }

    /// A part of the text after some replacements, which are sorted and do not overlap.
    func replacing(_ edits: [PlacedEdit], in range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        var offset = range.lowerBound
        for edit in edits where edit.range.clamped(to: range) == edit.range && edit.range.lowerBound >= offset {
            result += self[offset..<edit.range.lowerBound]
            result += edit.text
            offset = edit.range.upperBound
        }
        return result + self[offset..<range.upperBound]
    }
}
