import Cores
package import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

/// A part of an item that becomes a note, and what changes with it.
package struct ExtractedPart: Sendable {
    /// The text of the new note.
    package let text: [UInt8]
    /// The edits in other items, and in the item that contained the part.
    package let edits: [BundlePath: [PlacedEdit]]
}

extension LiveNotebook {
    /// The title, or else the title with a number, to which no link leads yet: an item with it changes no link.
    package func freeTitle(_ title: String, near path: BundlePath) -> String {
        let known = Lazy { [items = notebook.items] in Set(items.map { ComparisonKey(seen: $0.title) }) }
        func isTaken(_ title: String) -> Bool {
            guard let link = PlacedText(Array("[[\(title)]]".utf8))?.links.first, link.written == title else {
                return known.value.contains(ComparisonKey(seen: title))
            }
            return if case .broken(.missingTarget) = goal(of: link, in: path) { false } else { true }
        }
        var (free, number) = (title, 1)
        while isTaken(free), number <= notebook.items.count + 1 {
            number += 1
            free = "\(title) \(number)"
        }
        return free
    }

    /// Whether a broken link leads to a note once there is one with a path and a title.
    package func wouldLead(
        _ link: PlacedLink, from source: BundlePath, to path: BundlePath, titled title: String
    ) -> Bool {
        // Nothing else has the name, or the link would not be broken.
        let note = Entry(path: path, type: .note, size: 0, digest: Digest.of([]), item: ItemMetadata(title: title))
        return link.name.target(LinkResolver(Manifest([note])), from: source) == .file(path)
    }

    /// Moves a part of an item into a new note: links to headings and blocks in it follow, and it gets the definitions
    /// of links and footnotes that it needs.
    ///
    /// Blocks until the texts that may name the item are read.
    ///
    /// - Parameters:
    ///   - new: The path of the note, which does not exist yet.
    ///   - name: How wiki links name it.
    ///   - replacement: What stands in place of the part.
    /// - Throws: an error if files cannot be read.
    package func extracting(
        _ part: Range<Int>, of text: PlacedText, at path: BundlePath, to new: BundlePath, named name: String,
        replacement: [UInt8]
    ) throws -> ExtractedPart {
        let bytes = text.bytes
        let moved = text.anchors.filter { part.contains($0.range.lowerBound) }
        let after = PlacedText(Array(bytes[part]))?.anchors ?? []
        var texts = [path: bytes]
        if !moved.isEmpty {
            texts = try self.texts(of: namers(of: FileNames(of: [path], in: notebook.manifest)))
            texts[path] = bytes
        }
        var (edits, inner): ([BundlePath: [PlacedEdit]], [PlacedEdit]) = ([:], [])
        for (source, bytes) in texts {
            guard let linking = source == path ? text : PlacedText(bytes) else { continue }
            for link in linking.links where link.form != .autolink {
                let isInside = source == path && part.contains(link.target.lowerBound)
                guard let target = goal(of: link, in: source).file else { continue }
                guard target == path, let anchor = anchor(of: link, in: text) else {
                    // The new note may be in another directory.
                    if isInside, goal(of: link, in: new).file != target {
                        inner += link.edits(to: target, spelled: wikiTarget(of: target, from: new), from: new, bytes)
                    }
                    continue
                }
                let number = moved.firstIndex(of: anchor)
                let renamed = number.flatMap { after.indices.contains($0) ? after[$0] : nil }
                switch (isInside, number == nil) {
                case (true, true):
                    inner += link.edits(to: path, spelled: wikiTarget(of: path, from: new), from: new, bytes)
                case (true, false): inner += link.edits(to: nil, spelled: "", from: new, bytes, at: renamed)
                case (false, false):
                    edits[source, default: []] += link.edits(to: new, spelled: name, from: source, bytes, at: renamed)
                case (false, true): break
                }
            }
        }
        let definitions = text.definitions
        let needed = definitions.filter { definition in
            !part.overlaps(definition.range) && definition.uses.contains(where: part.contains)
        }
        let left = definitions.filter { definition in
            part.overlaps(definition.range) && definition.uses.contains { !part.contains($0) }
        }
        for definition in needed where definition.uses.allSatisfy(part.contains) {
            edits[path, default: []].append(PlacedEdit(definition.range, []))
        }
        let lineEnd = text.lineEnd(above: part.lowerBound)
        func lines(_ definitions: [PlacedDefinition]) -> [UInt8] {
            definitions.isEmpty
                ? []
                : lineEnd
                    + definitions.flatMap { definition in
                        let own = bytes[definition.range]
                        return own + (own.last == 0x0A || own.last == 0x0D ? [] : lineEnd)
                    }
        }
        edits[path, default: []].append(PlacedEdit(part, replacement + lines(left)))
        let shifted = Self.ordered(inner).map {
            PlacedEdit(($0.range.lowerBound - part.lowerBound)..<($0.range.upperBound - part.lowerBound), $0.text)
        }
        var body = Array(bytes[part]).replacing(shifted)
        if !needed.isEmpty {
            while body.last == 0x0A || body.last == 0x0D { body.removeLast() }
            body += lineEnd
        }
        return ExtractedPart(text: body + lines(needed), edits: edits.mapValues(Self.ordered))
    }

    /// Edits in the order of the text, each once, without those inside another one.
    private static func ordered(_ edits: [PlacedEdit]) -> [PlacedEdit] {
        var result: [PlacedEdit] = []
        for edit in Set(edits).sorted(by: {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        })
        where result.last.map({ $0.range.upperBound <= edit.range.lowerBound }) ?? true {
            result.append(edit)
        }
        return result
    }

    /// The text of an item as it can stand in another one: its links lead to the same from there.
    package func carried(_ text: PlacedText, from path: BundlePath, to new: BundlePath) -> [UInt8] {
        let edits = text.links.filter { $0.form != .autolink }.flatMap { link -> [PlacedEdit] in
            guard let target = goal(of: link, in: path).file, link.target.lowerBound >= text.bodyStart else {
                return []
            }
            if target == path {
                let isWhole = link.heading == nil
                return link.edits(
                    to: isWhole ? new : nil, spelled: isWhole ? wikiTarget(of: new, from: new) : "", from: new,
                    text.bytes)
            }
            guard goal(of: link, in: new).file != target else { return [] }
            return link.edits(to: target, spelled: wikiTarget(of: target, from: new), from: new, text.bytes)
        }
        return Array(text.bytes.replacing(Self.ordered(edits))[text.bodyStart...])
    }
}

extension PlacedLink {
    /// The edits that let it lead to a file, and to a place in it.
    ///
    /// - Parameters:
    ///   - file: The file; `nil` for the item that contains the link.
    ///   - name: How wiki links name the file; `nil` if none can.
    ///   - anchor: The place; `nil` keeps what the link says.
    fileprivate func edits(
        to file: BundlePath?, spelled name: String?, from source: BundlePath, _ bytes: [UInt8],
        at anchor: PlacedAnchor? = nil
    ) -> [PlacedEdit] {
        if case .wiki = form {
            guard let name else { return [] }
            var parts = [(range: target, text: name)]
            if let anchor, let fragment {
                let place = anchor.kind == .block ? "^" + anchor.name : LiveNotebook.inWikiLink(anchor.name)
                parts.append((fragment, place))
            }
            let edits = parts.compactMap { part in spelling(of: part.text).map { PlacedEdit(part.range, $0) } }
            // A part of them would lead elsewhere.
            guard edits.count == parts.count else { return [] }
            return edits.filter { !bytes[$0.range].elementsEqual($0.text) }
        }
        let written = fragment.map { String(decoding: bytes[$0], as: UTF8.self) }
        let place = (anchor.map { PercentEncoding.encode($0.fragment) } ?? written).map { "#" + $0 } ?? ""
        let spelled = file.map { PercentEncoding.encode(RelativePath.from(source, to: $0)) } ?? ""
        guard let text = spelling(of: spelled + place), !bytes[target].elementsEqual(text) else { return [] }
        return [PlacedEdit(target, text)]
    }
}
