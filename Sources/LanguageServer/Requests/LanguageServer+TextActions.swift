import EditorWire
import NotebookBundle

extension LanguageServer {
    /// Moves the selection, or the section of the heading at the cursor, into a note of its own.
    func extraction(_ selection: SelectedText, _ live: LiveNotebook) throws -> [OfferedAction] {
        guard client.can("create") else { return [] }
        let bytes = selection.bytes
        var range = selection.range.clamped(to: selection.text.bodyStart..<bytes.count)
        let what: String
        if range.isEmpty {
            guard let heading = selection.text.headings.first(where: { $0.range.contains(selection.range.lowerBound) })
            else { return [] }
            (range, what) = (heading.section, "section")
        } else {
            what = "selection"
        }
        let part = Array(bytes[range])
        guard !part.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return [] }
        let heading = PlacedText(part)?.headings.first.flatMap { $0.range.lowerBound == 0 ? $0 : nil }
        let preview = try live.preview { draft in
            var new = try NewItem(.note, text: part)
            if let name = heading?.name.trimmed, !name.isEmpty { new.title = name }
            new.folder = FolderPath(of: selection.place.path) ?? .root
            return try draft.add(new)
        }
        let name = preview.result.title
        let isWhole = range.upperBound == bytes.count || bytes[range].last == 0x0A
        let link = "[[\(Self.linkable(name, preview.result.path))]]" + (isWhole ? "\n" : "")
        var edits = try EditorEdits(preview.files, over: live)
        edits.texts[selection.place.path, default: []].append(PlacedEdit(range, Array(link.utf8)))
        return [
            OfferedAction(title: "Move the \(what) to the new note “\(name)”", kind: "refactor.extract", edits: edits)
        ]
    }

    private static func linkable(_ title: String, _ path: BundlePath) -> String {
        title.contains { "#|[]^".contains($0) } ? path.stem : title
    }

    /// Makes a link of the words that are selected, or around the cursor, if they name an item.
    func mentionActions(_ selection: SelectedText, _ live: LiveNotebook) -> [OfferedAction] {
        guard selection.text.link(at: selection.range.lowerBound) == nil,
            selection.range.lowerBound >= selection.text.bodyStart,
            !selection.text.code.contains(where: { $0.contains(selection.range.lowerBound) }),
            let (range, path) = mention(selection, live)
        else { return [] }
        let words = String(decoding: selection.bytes[range], as: UTF8.self)
        let target = live.wikiTarget(of: path, from: selection.place.path)
        let link = ComparisonKey(target) == ComparisonKey(words) ? "[[\(words)]]" : "[[\(target)|\(words)]]"
        var edits = EditorEdits()
        edits.texts[selection.place.path] = [PlacedEdit(range, Array(link.utf8))]
        return [OfferedAction(title: "Link to “\(title(of: path, live))”", kind: "refactor.rewrite", edits: edits)]
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
        guard line.lowerBound >= selection.text.bodyStart,
            !selection.text.code.contains(where: { $0.contains(line.lowerBound) })
        else { return [] }
        let text = String(decoding: selection.bytes[line], as: UTF8.self)
        var edits = EditorEdits()
        if let task = text.firstMatch(of: /^\s*(?:[-*+]|\d+[.)])\s+\[(.)\](?=\s|$)/) {
            let mark = line.lowerBound + text.utf8.distance(from: text.startIndex, to: task.output.1.startIndex)
            let isOpen = task.output.1 == " "
            edits.texts[selection.place.path] = [
                PlacedEdit(mark..<(mark + task.output.1.utf8.count), Array((isOpen ? "x" : " ").utf8))
            ]
            return [
                OfferedAction(
                    title: isOpen ? "Tick the task" : "Open the task again", kind: "refactor.rewrite", edits: edits)
            ]
        }
        guard !text.trimmed.isEmpty, !text.trimmed.hasPrefix("#"), !text.trimmed.hasPrefix("|") else { return [] }
        let item = text.firstMatch(of: /^\s*(?:[-*+]|\d+[.)])\s+/)
        let start =
            item.map { text.utf8.distance(from: text.startIndex, to: $0.range.upperBound) }
            ?? text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
        let offset = line.lowerBound + start
        edits.texts[selection.place.path] = [PlacedEdit(offset..<offset, Array((item == nil ? "- [ ] " : "[ ] ").utf8))]
        return [OfferedAction(title: "Make a task of the line", kind: "refactor.rewrite", edits: edits)]
    }
}
