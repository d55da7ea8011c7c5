import EditorWire
import NotebookBundle

/// Something that can be inserted.
private struct Proposal {
    /// What the list shows.
    var label: String
    /// What is inserted.
    var text: String
    /// The label that a link gets, where it can have one.
    var linkLabel: String?
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
        let text = PlacedText(bytes)
        guard let context = CompletionContext(lines, at: cursor.offset, in: text) else { return .null }
        let live = try live(cursor.place.root)
        func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let typed = string(context.typed)
        // The word under the cursor is one of the text by now.
        let own = string(context.typed.lowerBound..<max(context.typed.lowerBound, context.replaced.upperBound))
        var proposals: [Proposal]
        switch context.kind {
        case .wikiTarget(let isEmbed):
            proposals = items(typed, live, cursor.place.path)
            let attached = attachments(typed, live) { live.wikiTarget(of: $0, from: cursor.place.path) }
            proposals = isEmbed ? attached + proposals : proposals + attached
        case .wikiHeading(let target): proposals = try anchors("[[\(string(target))]]", live, cursor)
        case .destination(let isImage):
            proposals = destinations(typed, isImage, context.isBracketed, live, cursor.place.path)
        case .fragment(let target):
            let destination = context.isBracketed ? "<\(string(target))>" : string(target)
            proposals = try anchors(target.isEmpty ? "[[]]" : "[x](\(destination))", live, cursor, isFragment: true)
        case .tag: proposals = Self.tags(live, besides: own)
        case .date: proposals = dates()
        case .key: proposals = keys(live, typed, besides: string(0..<context.typed.lowerBound))
        case .value(let key): proposals = values(of: key, live, besides: own.trimmed, context.style)
        }
        let line = lines.content(of: lines.line(of: cursor.offset))
        let isInTable =
            bytes[line].first { $0 != 0x20 } == UInt8(ascii: "|")
            || text?.tables.contains { $0.overlaps(line) } ?? false
        let range = lines.json(context.replaced, client.encoding)
        let items = proposals.prefix(Self.mostProposals).enumerated().map { number, proposal in
            var label = context.takesLabel ? proposal.linkLabel.map { "|" + $0 } ?? "" : ""
            if isInTable { label = label.replacing("|", with: "\\|") }
            let inserted = context.beginning + Self.spelled(proposal.text + label, context) + context.ending
            // Editors compare what was typed of the replaced bytes.
            let filter =
                context.beginning.isEmpty
                ? proposal.filter : String(context.beginning.dropFirst()) + (proposal.filter ?? proposal.label)
            return json(proposal, number, range, inserted, filter, cursor.place.root)
        }
        // Paths and aliases match as well, which an editor cannot find by itself.
        let isComplete = proposals.count <= Self.mostProposals && !context.dependsOnServer
        return .object([("isIncomplete", .boolean(!isComplete)), ("items", .array(items))])
    }

    /// A text as it stands between the quotation marks of a value.
    private static func spelled(_ text: String, _ context: CompletionContext) -> String {
        switch context.style?.quote {
        case UInt8(ascii: "\"")?: text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        case UInt8(ascii: "'")?: text.replacing("'", with: "''")
        default: text
        }
    }

    private func json(
        _ proposal: Proposal, _ number: Int, _ range: JSONValue, _ inserted: String, _ filter: String?, _ root: String
    ) -> JSONValue {
        let order = String(number)
        return .object(present: [
            ("label", .text(proposal.label)), ("kind", .integer(proposal.kind)),
            ("detail", proposal.detail.map(JSONValue.text)),
            ("sortText", .text(String(repeating: "0", count: 4 - order.count) + order)),
            // Neovim 0.7 replaces the right bytes only without this text.
            ("filterText", filter.flatMap { $0 == proposal.label ? nil : .text($0) }),
            ("textEdit", .object([("range", range), ("newText", .text(inserted))])),
            (
                "data",
                proposal.path.map { .object([("root", .text(root)), ("path", .text($0.text))]) }
            ),
        ])
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
        live.suggestions(for: typed, limit: Self.mostProposals + 1).compactMap { found in
            guard let target = live.wikiTarget(of: found.item.path, from: source) else { return nil }
            let (folder, label) = (found.item.folder.text, found.item.shown(found.alias ?? found.item.title))
            return Proposal(
                label: label, text: target, linkLabel: found.alias.flatMap { Self.isLabel($0, of: target) ? $0 : nil },
                filter: Self.filter(
                    typed, label,
                    or: [found.alias, found.item.title, found.item.shortPath].compactMap(\.self).joined(separator: " ")),
                kind: Proposal.reference,
                detail: found.alias == nil ? folder.nonEmpty : found.item.shownTitle, path: found.item.path)
        }
    }

    /// Whether a wiki link can have a text as its label.
    private static func isLabel(_ label: String, of target: String) -> Bool {
        let link = Array("[[\(target)|\(label)]]".utf8)
        return PlacedText(link)?.links.first.map { $0.range == link.indices && $0.written == target } ?? false
    }

    /// What typed letters are compared with, if they do not match the label.
    private static func filter(_ typed: String, _ label: String, or names: String) -> String? {
        WordPrefix(typed).map { $0.rank(inTitle: label) != nil } ?? true ? nil : names
    }

    private func attachments(
        _ typed: String, _ live: LiveNotebook, _ spelling: (BundlePath) -> String?
    ) -> [Proposal] {
        let prefix = WordPrefix(typed)
        var found: [Proposal] = []
        for path in live.attachments where found.count <= Self.mostProposals {
            let name = BlobName(path.name)?.readableName ?? String(path.name)
            guard prefix.map({ $0.rank(inTitle: name) != nil }) ?? true, let text = spelling(path) else { continue }
            found.append(Proposal(label: name, text: text, kind: Proposal.file, detail: "attachment"))
        }
        return found
    }

    /// The headings and blocks of the file that a link leads to.
    private func anchors(
        _ link: String, _ live: LiveNotebook, _ cursor: Cursor, isFragment: Bool = false
    ) throws -> [Proposal] {
        var path = cursor.place.path
        if let link = PlacedText(Array(link.utf8))?.links.first, !link.written.isEmpty {
            guard case .file(let found) = live.goal(of: link, in: path) else { return [] }
            path = found
        }
        let bytes = path == cursor.place.path ? cursor.document.bytes : try live.text(of: path)
        return (bytes.flatMap(PlacedText.init)?.wikiPlaces ?? []).compactMap { place, words, isReached in
            guard isFragment ? !place.fragment.isEmpty : isReached else { return nil }
            let label = FileType(of: path) == .card ? HiddenGaps.text(words) : words
            return Proposal(
                label: label, text: isFragment ? PercentEncoding.encode(place.fragment) : words,
                filter: isFragment ? place.fragment : label == words ? nil : words, kind: Proposal.reference,
                detail: place.kind == .block ? "block" : nil)
        }
    }

    private func destinations(
        _ typed: String, _ isImage: Bool, _ isBracketed: Bool, _ live: LiveNotebook, _ source: BundlePath
    ) -> [Proposal] {
        let name = PercentEncoding.decode(typed) ?? typed
        let word = name.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? name
        func destination(_ path: BundlePath) -> String {
            let path = RelativePath.from(source, to: path)
            return isBracketed && !path.contains { "<>%#?\\".contains($0) } ? path : PercentEncoding.encode(path)
        }
        let files = attachments(word, live, destination).map { proposal in
            var proposal = proposal
            proposal.filter = Self.filter(typed, proposal.label, or: "\(typed) \(proposal.label)")
            return proposal
        }
        let notes = live.suggestions(for: word, limit: Self.mostProposals + 1).map { found in
            Proposal(
                label: found.item.shownTitle, text: destination(found.item.path),
                filter: Self.filter(typed, found.item.shownTitle, or: "\(typed) \(found.item.title)"),
                kind: Proposal.file, detail: found.item.shortPath, path: found.item.path)
        }
        return isImage ? files + notes : notes + files
    }

    /// The tags, without one that only the word under the cursor is.
    private static func tags(_ live: LiveNotebook, besides own: String) -> [Proposal] {
        live.tags.filter { $0.count > 1 || $0.tag.text != own }.map {
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

    private func keys(_ live: LiveNotebook, _ typed: String, besides head: String) -> [Proposal] {
        let present = Set(
            head.split(whereSeparator: \.isNewline).compactMap { $0.split(separator: ":").first.map(String.init) })
        let known = KnownKey.allCases.map { "\($0)" } + ["aliases"] + live.keys.filter { $0 != "aliases" }
        return known.filter { !present.contains($0) && $0.lowercased().hasPrefix(typed.lowercased()) && $0 != typed }
            .map { Proposal(label: $0, text: $0, kind: Proposal.keyword) }
    }

    private func values(
        of key: String, _ live: LiveNotebook, besides own: String, _ style: CompletionContext.Style?
    ) -> [Proposal] {
        switch KnownKey(rawValue: key)?.row.kind {
        case .tags: return Self.tags(live, besides: own)
        case .truth: return ["true", "false"].map { Proposal(label: $0, text: $0, kind: Proposal.value) }
        case .date:
            let now = Timestamp(clamping: Int64(environment.now().secondsSince1970)).description
            return [Proposal(label: now, text: now, kind: Proposal.value)]
        case .uuid, .title, nil:
            return live.values(of: key).filter { $0.count > 1 || $0.value != own }.map {
                Proposal(label: $0.value, text: Self.spelled($0.value, style), kind: Proposal.value)
            }
        }
    }

    /// A value with quotation marks, if it needs them where it stands.
    private static func spelled(_ value: String, _ style: CompletionContext.Style?) -> String {
        guard style?.quote == nil else { return value }
        // Numbers and dates stay what they are.
        let isBare = value.allSatisfy { $0.isLetter || $0.isNumber || "-_./ ".contains($0) }
        if isBare, let first = value.first, first.isLetter || first.isNumber { return value }
        let plain = String(decoding: YAMLSpelling.scalar(value), as: UTF8.self)
        guard plain == value, style?.isInFlow ?? false, value.contains(where: { ",[]{}".contains($0) }) else {
            return plain
        }
        return "'\(value.replacing("'", with: "''"))'"
    }
}

extension String {
    /// The text; `nil` if it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }
}
