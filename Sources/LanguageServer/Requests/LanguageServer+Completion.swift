import EditorWire
import NotebookBundle

/// Something that can be inserted.
private struct Proposal {
    /// What the list shows.
    var label: String
    /// What is inserted.
    var text: String
    /// What typed letters are compared with, if not the label.
    var filter: String?
    /// The kind (LSP 3.17, "CompletionItemKind").
    var kind: Int
    /// A remark behind the label.
    var detail: String?
    /// The item whose beginning is shown once the proposal is chosen.
    var path: BundlePath?

    /// Kinds of proposals.
    static let (value, keyword, file, reference, folder) = (12, 14, 17, 18, 19)
}

extension LanguageServer {
    /// The number of proposals; with more letters, others come.
    private static var mostProposals: Int { 50 }

    /// Proposes what can be typed at the cursor.
    func completion(_ params: JSONValue) throws -> JSONValue {
        guard let cursor = try cursor(params) else { return .null }
        let (lines, bytes) = (cursor.document.lines, cursor.document.bytes)
        guard let place = CompletionContext(lines, at: cursor.offset, in: PlacedText(bytes)) else { return .null }
        let live = try live(cursor.place.root)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let typed: Range<Int>
        var proposals: [Proposal]
        var closing = ""
        switch place {
        case .wikiTarget(let range, let isEmbed):
            typed = range
            closing = "]]"
            proposals = items(text(range), live, cursor.place.path)
            let attached = attachments(text(range), live) { live.wikiTarget(of: $0, from: cursor.place.path) }
            proposals = isEmbed ? attached + proposals : proposals + attached
        case .wikiHeading(let target, let range):
            typed = range
            closing = "]]"
            proposals = try headings(text(target), live, cursor)
        case .destination(let range, let isImage):
            typed = range
            closing = ")"
            proposals = destinations(text(range), isImage, live, cursor.place.path)
        case .tag(let range):
            typed = range
            // The tag that is being typed is one of the text by now.
            proposals = Self.tags(live).filter { $0.label != text(range) }
        case .date(let range):
            typed = (range.lowerBound - 1)..<range.upperBound
            proposals = dates()
        case .key(let range):
            typed = range
            proposals = keys(live, besides: text(0..<range.lowerBound))
        case .value(let key, let range):
            typed = range
            proposals = values(of: key, live)
        }
        let isComplete = proposals.count <= Self.mostProposals
        let (range, ending) = Self.replaced(typed, closing, bytes, lines.content(of: lines.line(of: cursor.offset)))
        let items = proposals.prefix(Self.mostProposals).enumerated().map { number, proposal in
            json(proposal, number, lines.json(range, client.encoding), ending, cursor.place.root)
        }
        return .object([("isIncomplete", .boolean(!isComplete)), ("items", .array(items))])
    }

    private func json(
        _ proposal: Proposal, _ number: Int, _ range: JSONValue, _ ending: String, _ root: String
    ) -> JSONValue {
        let order = String(number)
        return .object(present: [
            ("label", .text(proposal.label)), ("kind", .integer(proposal.kind)),
            ("detail", proposal.detail.map(JSONValue.text)),
            ("sortText", .text(String(repeating: "0", count: 4 - order.count) + order)),
            ("filterText", .text(proposal.filter ?? proposal.label)),
            ("textEdit", .object([("range", range), ("newText", .text(proposal.text + ending))])),
            (
                "data",
                proposal.path.map { .object([("root", .text(root)), ("path", .text($0.text))]) }
            ),
        ])
    }

    /// The bytes that a proposal replaces, and what follows it: never a bracket that is there already.
    private static func replaced(
        _ typed: Range<Int>, _ closing: String, _ bytes: [UInt8], _ line: Range<Int>
    ) -> (Range<Int>, String) {
        guard let first = closing.utf8.first else { return (typed, "") }
        // What stands between the cursor and the closing brackets belongs to the link.
        let rest = bytes[typed.upperBound..<line.upperBound]
        let end = rest.firstIndex(of: first) ?? rest.endIndex
        guard end < rest.endIndex, !rest[..<end].contains(where: { "[(|#".utf8.contains($0) }) else {
            return (typed, rest.first == UInt8(ascii: "|") || rest.first == UInt8(ascii: "#") ? "" : closing)
        }
        let there = rest[end...].prefix { $0 == first }.count
        // Only brackets right at the cursor, or the whole rest of a word, are part of the link.
        let isClosed = there >= closing.utf8.count
        guard isClosed || end == typed.upperBound else { return (typed, closing) }
        return (typed.lowerBound..<end, String(closing.dropFirst(there)))
    }

    /// Adds the beginning of an item to a proposal.
    func resolveCompletion(_ params: JSONValue) throws -> JSONValue {
        guard case .object(var members) = params.content, let data = params["data"],
            let root = data["root"]?.string, let path = data["path"]?.string.flatMap({ try? BundlePath($0) }),
            roots.contains(root)
        else { return params }
        let words = try preview(of: path, nil, live(root))
        let documentation = client.completesInMarkdown ? Self.markup(words, isMarkdown: true) : .text(words)
        members.append(.init(key: "documentation", value: documentation))
        return JSONValue(.object(members))
    }
}

// MARK: Proposals

extension LanguageServer {
    private func items(_ typed: String, _ live: LiveNotebook, _ source: BundlePath) -> [Proposal] {
        live.suggestions(for: typed, limit: Self.mostProposals + 1).map { found in
            let target = live.wikiTarget(of: found.item.path, from: source)
            let folder = found.item.folder.text
            return Proposal(
                label: found.alias ?? found.item.title,
                text: found.alias.map { "\(target)|\($0)" } ?? target,
                // Some editors compare what was typed with this text, whichever name it matches.
                filter: [found.alias, found.item.title, found.item.shortPath].compactMap(\.self).joined(separator: " "),
                kind: Proposal.reference,
                detail: found.alias == nil ? folder.nonEmpty : found.item.title, path: found.item.path)
        }
    }

    private func attachments(
        _ typed: String, _ live: LiveNotebook, _ spelling: (BundlePath) -> String
    ) -> [Proposal] {
        let prefix = WordPrefix(typed)
        var found: [Proposal] = []
        for entry in live.notebook.manifest.entries(below: .blobs) where found.count <= Self.mostProposals {
            let name = BlobName(entry.path.name)?.readableName ?? String(entry.path.name)
            guard prefix.map({ $0.rank(inTitle: name) != nil }) ?? true else { continue }
            found.append(
                Proposal(label: name, text: spelling(entry.path), kind: Proposal.file, detail: "attachment"))
        }
        return found
    }

    private func headings(_ target: String, _ live: LiveNotebook, _ cursor: Cursor) throws -> [Proposal] {
        var path = cursor.place.path
        if !target.trimmed.isEmpty {
            guard let link = PlacedText(Array("[[\(target)]]".utf8))?.links.first,
                case .file(let found) = live.goal(of: link, in: cursor.place.path)
            else { return [] }
            path = found
        }
        let bytes = path == cursor.place.path ? cursor.document.bytes : try live.text(of: path)
        return (bytes.flatMap(PlacedText.init)?.anchors ?? []).map { anchor in
            let name =
                anchor.kind == .block
                ? anchor.fragment : anchor.name.split { "#|[]^".contains($0) || $0.isWhitespace }.joined(separator: " ")
            return Proposal(
                label: name, text: name, kind: Proposal.reference, detail: anchor.kind == .block ? "block" : nil)
        }
    }

    private func destinations(
        _ typed: String, _ isImage: Bool, _ live: LiveNotebook, _ source: BundlePath
    ) -> [Proposal] {
        let name = PercentEncoding.decode(typed) ?? typed
        let word = name.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? name
        func destination(_ path: BundlePath) -> String { PercentEncoding.encode(RelativePath.from(source, to: path)) }
        let files = attachments(word, live, destination).map { proposal in
            var proposal = proposal
            proposal.filter = "\(typed) \(proposal.label)"
            return proposal
        }
        let notes = live.suggestions(for: word, limit: Self.mostProposals + 1).map { found in
            Proposal(
                label: found.item.title, text: destination(found.item.path), filter: "\(typed) \(found.item.title)",
                kind: Proposal.file, detail: found.item.shortPath, path: found.item.path)
        }
        return isImage ? files + notes : notes + files
    }

    private static func tags(_ live: LiveNotebook) -> [Proposal] {
        live.tags.map {
            Proposal(label: $0.tag.text, text: $0.tag.text, kind: Proposal.keyword, detail: counted($0.count, "item"))
        }
    }

    private func dates() -> [Proposal] {
        let now = environment.now()
        let days = ["today", "tomorrow", "yesterday"] + (2...7).map { "+\($0)d" }
        return days.compactMap { word in
            now.day(word).map { day in
                let date = DatePattern("YYYY-MM-DD").text(of: day)
                let name = word.hasPrefix("+") ? DatePattern("dddd").text(of: day).lowercased() : word
                return Proposal(
                    label: "@\(name)", text: date, kind: Proposal.value, detail: date)
            }
        }
    }

    private func keys(_ live: LiveNotebook, besides head: String) -> [Proposal] {
        let present = Set(head.split(separator: "\n").compactMap { $0.split(separator: ":").first.map(String.init) })
        let known = KnownKey.allCases.map { "\($0)" } + ["aliases"] + live.keys.filter { $0 != "aliases" }
        return known.filter { !present.contains($0) }.map {
            Proposal(label: $0, text: "\($0): ", kind: Proposal.keyword)
        }
    }

    private func values(of key: String, _ live: LiveNotebook) -> [Proposal] {
        switch key {
        case "tags": return Self.tags(live)
        case "pinned": return ["true", "false"].map { Proposal(label: $0, text: $0, kind: Proposal.value) }
        case "created", "modified":
            let now = Timestamp(clamping: Int64(environment.now().secondsSince1970)).description
            return [Proposal(label: now, text: now, kind: Proposal.value)]
        default:
            return live.values(of: key).map { Proposal(label: $0, text: $0, kind: Proposal.value) }
        }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
