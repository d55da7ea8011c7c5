import EditorWire
import NotebookBundle

extension LanguageServer {
    /// Moves the selection, or the section of the heading at the cursor, into a note of its own.
    func extraction(_ selection: SelectedText, _ live: LiveNotebook) -> [OfferedAction] {
        guard client.can("create") else { return [] }
        let bytes = selection.bytes
        var range = selection.range.clamped(to: selection.text.bodyStart..<bytes.count)
        let what: String
        if range.isEmpty {
            let lines = selection.document.lines
            let line = lines.content(of: lines.line(of: selection.range.lowerBound))
            guard
                let heading = selection.text.headings.first(where: {
                    $0.section.lowerBound == line.lowerBound && line.contains($0.range.lowerBound)
                        || $0.range.contains(selection.range.lowerBound)
                }), bytes[heading.section.lowerBound..<heading.range.lowerBound].allSatisfy({ $0 == 0x20 })
            else { return [] }
            (range, what) = (heading.section, "section")
        } else {
            what = "selection"
        }
        let part = Array(bytes[range])
        guard !part.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }),
            !selection.text.isTorn(by: range)
        else { return [] }
        let heading = PlacedText(part)?.headings.first.flatMap { $0.range.lowerBound == 0 ? $0.name.trimmed : nil }
        // A text that cannot be one of a note is not offered.
        guard let title = try? heading?.nonEmpty ?? NewItem(.note, text: part).titleOfText,
            PortableName.made(from: title) != nil
        else { return [] }
        let name = live.freeTitle(title, near: selection.place.path)
        return [
            OfferedAction(
                title: "Move the \(what) to the new note “\(name)”", kind: "refactor.extract",
                edits: { try Self.extracting(range, selection, live, to: name) }, isCostly: true)
        ]
    }

    /// Moves a part of a text to a new note.
    private static func extracting(
        _ range: Range<Int>, _ selection: SelectedText, _ live: LiveNotebook, to name: String
    ) throws -> EditorEdits {
        func draft(_ text: [UInt8]) throws -> EditPreview<Item> {
            try live.preview { draft in
                var new = try NewItem(.note, text: text)
                new.title = name
                new.folder = FolderPath(of: selection.place.path) ?? .root
                return try draft.add(new)
            }
        }
        let path = try draft(Array(selection.bytes[range])).result.path
        let link = linkable(name, path, live)
        let moved = try live.extracting(
            range, of: selection.text, at: selection.place.path, to: path, named: link,
            replacement: paragraph(Array("[[\(link)]]".utf8), replacing: range, of: selection))
        var edits = EditorEdits(try draft(moved.text).files)
        edits.texts.merge(moved.edits) { $1 }
        return edits
    }

    /// A link as what replaces some bytes: a paragraph of its own if they are whole lines.
    private static func paragraph(_ link: [UInt8], replacing range: Range<Int>, of selection: SelectedText) -> [UInt8] {
        let (lines, bytes) = (selection.document.lines, selection.bytes)
        let (first, next) = (lines.line(of: range.lowerBound), lines.line(of: range.upperBound))
        func isBlank(_ line: Int) -> Bool { bytes[lines.content(of: line)].allSatisfy(Line.isBlank) }
        let endsLine = range.upperBound == bytes.count || lines.content(of: next).lowerBound == range.upperBound
        guard lines.content(of: first).lowerBound == range.lowerBound, endsLine else { return link }
        let isBelowText = range.lowerBound > selection.text.bodyStart && !isBlank(first - 1)
        let isAboveText = range.upperBound < bytes.count && !isBlank(next)
        let lineEnd = selection.text.lineEnd(above: range.lowerBound)
        return (isBelowText ? lineEnd : []) + link + lineEnd + (isAboveText ? lineEnd : [])
    }

    /// How a wiki link names a new note: by its title, or else by its name or path.
    private static func linkable(_ title: String, _ path: BundlePath, _ live: LiveNotebook) -> String {
        guard title.contains(where: { "#|[]^".contains($0) }) else { return title }
        return live.freeTitle(path.stem, near: path) == path.stem ? path.stem : String(path.text.dropLast(".md".count))
    }

    /// Makes a link of the words that are selected, or around the cursor, if they name an item.
    func mentionActions(_ selection: SelectedText, _ live: LiveNotebook) -> [OfferedAction] {
        guard selection.text.link(at: selection.range.lowerBound) == nil,
            selection.range.lowerBound >= selection.text.bodyStart,
            let (range, path) = mention(selection, live), Self.isText(range, selection),
            let target = live.wikiTarget(of: path, from: selection.place.path)
        else { return [] }
        let words = String(decoding: selection.bytes[range], as: UTF8.self)
        let label = ComparisonKey(target) == ComparisonKey(words) ? "" : selection.labelSign(in: range) + words
        let link = label.isEmpty ? "[[\(words)]]" : "[[\(target)\(label)]]"
        return [
            OfferedAction(
                title: "Link to “\(title(of: path, live))”", kind: "refactor.rewrite",
                PlacedEdit(range, Array(link.utf8)), in: selection.place.path)
        ]
    }

    /// Whether words are text alone: a link would tear code, tags, addresses and names with a sign before them.
    private static func isText(_ range: Range<Int>, _ selection: SelectedText) -> Bool {
        let (bytes, text) = (selection.bytes, selection.text)
        guard !(text.literals + text.tags.map(\.range)).contains(where: { $0.overlaps(range) }) else { return false }
        if range.lowerBound > 0, "\\!^".utf8.contains(bytes[range.lowerBound - 1]) { return false }
        let start = bytes[..<range.lowerBound].lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? 0
        let end = bytes[range.upperBound...].firstIndex { $0 <= 0x20 } ?? bytes.count
        let around = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
        let isBlockName = around.hasPrefix("^") && !around.hasPrefix("^[")
        return !isBlockName && !["://", "www.", "@", "[^"].contains(where: around.contains)
    }

    /// The longest run of words around the selection that names an item.
    private func mention(_ selection: SelectedText, _ live: LiveNotebook) -> (Range<Int>, BundlePath)? {
        let line = selection.document.lines.content(of: selection.document.lines.line(of: selection.range.lowerBound))
        func isWord(_ offset: Int) -> Bool {
            let byte = selection.bytes[offset]
            return byte >= 0x80 || ASCII.isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "'")
        }
        let starts = line.filter { isWord($0) && ($0 == line.lowerBound || !isWord($0 - 1)) }
        let ends = line.filter { isWord($0) && ($0 + 1 == line.upperBound || !isWord($0 + 1)) }.map { $0 + 1 }
        let cursor = selection.range
        let links = selection.text.links.map(\.range)
        var best: (Range<Int>, BundlePath)?
        for start in starts.filter({ $0 <= cursor.lowerBound }).suffix(Self.mostWords) {
            for end in ends.filter({ $0 >= cursor.upperBound && $0 > start }).prefix(Self.mostWords) {
                let words = String(decoding: selection.bytes[start..<end], as: UTF8.self)
                guard end - start > best?.0.count ?? 0, !links.contains(where: { $0.overlaps(start..<end) }),
                    let link = PlacedText(Array("[[\(words)]]".utf8))?.links.first, link.written == words,
                    case .file(let path) = live.goal(of: link, in: selection.place.path), path != selection.place.path
                else { continue }
                best = (start..<end, path)
            }
        }
        return best
    }

    private static var mostWords: Int { 6 }

    /// Ticks a task, or makes one of a line.
    func taskActions(_ selection: SelectedText) -> [OfferedAction] {
        let lines = selection.document.lines
        let line = lines.content(of: lines.line(of: selection.range.lowerBound))
        guard line.lowerBound >= selection.text.bodyStart, selection.text.isInParagraph(line) else { return [] }
        let text = String(decoding: selection.bytes[line], as: UTF8.self)
        guard let parts = text.firstMatch(of: /^((?:[ \t]*>)*[ \t]*)((?:[-*+]|\d+[.)])\s+)?(\[(.)\](?=\s|$))?/)?.output
        else { return [] }
        func offset(_ index: String.Index) -> Int {
            line.lowerBound + text.utf8.distance(from: text.startIndex, to: index)
        }
        // As tasks, definitions, footnotes and the heads of callouts would be none any more.
        guard text[(parts.2 ?? parts.1).endIndex...].prefixMatch(of: /\[[^\]]+\]:|\[![\w-]+\]|:\s/) == nil,
            !selection.text.literals.contains(where: { $0.contains(offset(parts.1.endIndex)) })
        else { return [] }
        let (title, edit): (String, PlacedEdit)
        if parts.2 != nil, let mark = parts.4 {
            let isOpen = mark == " "
            title = isOpen ? "Tick the task" : "Open the task again"
            edit = PlacedEdit(offset(mark.startIndex)..<offset(mark.endIndex), Array((isOpen ? "x" : " ").utf8))
        } else {
            title = "Make a task of the line"
            let start = offset((parts.2 ?? parts.1).endIndex)
            edit = PlacedEdit(start..<start, Array((parts.2 == nil ? "- [ ] " : "[ ] ").utf8))
        }
        return [OfferedAction(title: title, kind: "refactor.rewrite", edit, in: selection.place.path)]
    }
}
