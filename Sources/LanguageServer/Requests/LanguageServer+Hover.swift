import EditorWire
import NotebookBundle

extension LanguageServer {
    /// The longest preview of a note, in characters.
    private static var longestPreview: Int { 1_200 }
    /// The number of sentences with backlinks.
    private static var mostSentences: Int { 5 }

    /// Shows what a link leads to, or what links to a heading.
    func hover(_ params: JSONValue) throws -> JSONValue {
        guard let cursor = try cursor(params), let text = PlacedText(cursor.document.bytes),
            let target = CursorTarget(text, at: cursor.offset)
        else { return .null }
        let live = try live(cursor.place.root)
        let range: Range<Int>
        var words: String
        switch target {
        case .tag(let tag):
            range = tag.range
            let count = live.items(tagged: tag.tag).count
            words = "`#\(tag.tag.text)`: \(Self.counted(count, "item"))"
        case .link(let link, _):
            range = link.range
            switch live.goal(of: link, in: cursor.place.path) {
            case .external(let address): words = Self.plain(address)
            case .folder(let folder):
                let count = live.notebook.items.count { $0.path.text.hasPrefix(folder + "/") }
                words = "`\(live.shown(folder))/`: \(Self.counted(count, "item"))"
            case .broken(let problem): words = Self.plain(live.words(for: problem))
            case .file(let path): words = try preview(of: path, link, live)
            }
        case .footnote(let footnote):
            guard let definition = footnote.definition else { return .null }
            range = footnote.uses.first { $0.contains(cursor.offset) || $0.upperBound == cursor.offset } ?? definition
            words = Self.shortened(text.shown(footnote.text, isCard: false)[...])
        case .anchor(let anchor):
            range = anchor.range
            words = try backlinks(to: cursor.place.path, anchor, live)
        case .title(let title):
            range = title
            words = try backlinks(to: cursor.place.path, nil, live)
        }
        return .object([
            ("contents", Self.markup(words, isMarkdown: client.pointsInMarkdown)),
            ("range", cursor.document.lines.json(range, client.encoding)),
        ])
    }

    /// A text for an editor (LSP 3.17, "MarkupContent"), which may show Markdown or not.
    static func markup(_ words: String, isMarkdown: Bool) -> JSONValue {
        .object([("kind", .text(isMarkdown ? "markdown" : "plaintext")), ("value", .text(words))])
    }

    /// The beginning of a note or section, and the sentences that link to the note.
    func preview(of path: BundlePath, _ link: PlacedLink?, _ live: LiveNotebook) throws -> String {
        let name = title(of: path, live)
        let head = "**\(Self.plain(name))** · \(Self.plain(live.shown(path.text)))"
        guard FileType(of: path)?.isItem == true else { return head }
        guard let bytes = try live.text(of: path), let text = PlacedText(bytes) else { return head }
        let section = link.flatMap { live.anchor(of: $0, in: text) }?.section ?? text.bodyStart..<bytes.count
        return [
            head, Self.shortened(text.shown(section, isCard: FileType(of: path) == .card)[...]),
            try backlinks(to: path, nil, live),
        ].filter { !$0.isEmpty }
            .joined(separator: "\n\n")
    }

    /// The number of links to a place, and some of their sentences.
    private func backlinks(to path: BundlePath, _ anchor: PlacedAnchor?, _ live: LiveNotebook) throws -> String {
        let found = live.references(to: path, anchor, inFirst: 3 * Self.mostSentences)
        let count = Self.counted(found.count, "backlink")
        let read = Array(found.first.prefix(3 * Self.mostSentences))
        var lines: [String] = []
        var shown = 0
        for (reference, sentence) in zip(read, try live.sentences(of: read)) {
            let title = self.title(of: reference.source, live)
            // The sentence of a card may be its answer.
            let words = FileType(of: reference.source) == .card ? "" : ": \(Self.plain(sentence ?? ""))"
            let line = "- \(Self.plain(title))\(words)"
            // A sentence with two links is one sentence.
            if !lines.contains(line) {
                guard lines.count < Self.mostSentences else { break }
                lines.append(line)
            }
            shown += 1
        }
        let more = found.count > shown ? ["- and \(found.count - shown) more"] : []
        return ([count] + (lines.isEmpty ? [] : [""] + lines + more)).joined(separator: "\n")
    }

    /// The beginning of a text, up to the end of a line.
    private static func shortened(_ bytes: ArraySlice<UInt8>) -> String {
        // A character has at most four bytes, and a preview never needs the rest of 16 MiB.
        let text = String(decoding: bytes.prefix(4 * longestPreview), as: UTF8.self).trimmed
        guard text.count > longestPreview || bytes.count > 4 * longestPreview else { return text }
        let start = text.prefix(longestPreview)
        let end = start.lastIndex(where: \.isNewline) ?? start.endIndex
        let shown = String(start[..<end])
        let fences = shown.split(whereSeparator: \.isNewline).count { $0.drop(while: \.isWhitespace).hasPrefix("```") }
        return shown + (fences % 2 == 1 ? "\n```" : "") + "\n\n…"
    }

    /// A text without markup of its own.
    static func plain(_ text: String) -> String {
        PrintableText.escaped(text).reduce(into: "") { result, character in
            if "\\`*_[]<>#".contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}
