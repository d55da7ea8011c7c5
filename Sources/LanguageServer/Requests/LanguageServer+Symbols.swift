import EditorWire
import NotebookBundle

extension LanguageServer {
    /// Kinds of symbols (LSP 3.17, "SymbolKind").
    private static var kinds: (file: Int, string: Int, key: Int) { (1, 15, 20) }
    /// The number of symbols in an answer about all notebooks.
    private static var mostSymbols: Int { 200 }

    /// Lists the headings of a document.
    func documentSymbols(_ params: JSONValue) throws -> JSONValue {
        guard let (document, place) = try document(params), let text = PlacedText(document.bytes) else {
            return .array([])
        }
        let headings = text.headings
        let names = text.shownNames(isCard: FileType(of: place.path) == .card)
        guard client.hasNestedSymbols else {
            return .array(
                headings.map { heading in
                    .object([
                        ("name", .text(Self.name(heading, names))), ("kind", .integer(Self.kinds.string)),
                        (
                            "location",
                            .object([
                                ("uri", .text(document.address)),
                                ("range", document.lines.json(heading.section, client.encoding)),
                            ])
                        ),
                    ])
                })
        }
        return .array(nested(headings[...], names, document.lines))
    }

    private func nested(_ headings: ArraySlice<PlacedAnchor>, _ names: [Int: String], _ lines: LineTable) -> [JSONValue]
    {
        var symbols: [JSONValue] = []
        var rest = headings
        while let heading = rest.popFirst() {
            let inner = rest.prefix { $0.range.lowerBound < heading.section.upperBound }
            rest = rest.dropFirst(inner.count)
            symbols.append(
                .object([
                    ("name", .text(Self.name(heading, names))), ("kind", .integer(Self.kinds.string)),
                    ("range", lines.json(heading.section, client.encoding)),
                    ("selectionRange", lines.json(heading.range, client.encoding)),
                    ("children", .array(nested(inner, names, lines))),
                ]))
        }
        return symbols
    }

    /// The name of a heading, which may not be empty.
    private static func name(_ heading: PlacedAnchor, _ names: [Int: String]) -> String {
        guard let name = names[heading.range.lowerBound] else { return "…" }
        return name.trimmed.isEmpty ? "#" : name
    }

    /// Lists the items and tags whose names match a text.
    func workspaceSymbols(_ params: JSONValue) throws -> JSONValue {
        let query = params["query"]?.string ?? ""
        let word = query.hasPrefix("#") ? String(query.dropFirst()) : query
        var symbols: [JSONValue] = []
        for root in roots {
            // Why one cannot be read is told with the findings.
            guard let live = try? live(root) else { continue }
            if !query.hasPrefix("#") {
                for found in live.suggestions(for: query, limit: Self.mostSymbols) {
                    symbols.append(
                        .object(present: [
                            ("name", .text(found.alias ?? found.item.shown(found.item.title))),
                            ("kind", .integer(Self.kinds.file)),
                            ("location", try location(0..<0, of: found.item.path, live, root)),
                            ("containerName", .text(found.item.folder.text)),
                        ]))
                }
            }
            let prefix = WordPrefix(word)
            for (tag, _) in live.tags where prefix.map({ $0.rank(inTitle: tag.text) != nil }) ?? true {
                guard symbols.count < Self.mostSymbols, let path = live.items(tagged: tag).first else { continue }
                symbols.append(
                    .object([
                        ("name", .text("#" + tag.text)), ("kind", .integer(Self.kinds.key)),
                        ("location", try location(0..<0, of: path, live, root)),
                    ]))
            }
        }
        return .array(symbols)
    }

    /// Lists what can be folded: front matter, sections and callouts.
    func foldingRanges(_ params: JSONValue) throws -> JSONValue {
        guard let (document, _) = try document(params), let text = PlacedText(document.bytes) else { return .array([]) }
        let lines = document.lines
        return .array(
            text.foldableRanges.compactMap { range in
                let first = lines.line(of: range.lowerBound)
                var last = lines.line(of: max(range.lowerBound, range.upperBound - 1))
                while last > first, lines.bytes[lines.content(of: last)].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                    last -= 1
                }
                guard last > first else { return nil }
                return .object([("startLine", .integer(first)), ("endLine", .integer(last))])
            })
    }

    /// Announces the number of backlinks above the text.
    func codeLenses(_ params: JSONValue) throws -> JSONValue {
        guard let (document, place) = try document(params), FileType(of: place.path)?.isItem == true,
            let text = PlacedText(document.bytes)
        else { return .array([]) }
        let line = text.headings.first?.range.lowerBound ?? 0
        let lens = JSONValue.object([
            ("range", document.lines.json(line..<line, client.encoding)),
            ("data", .object([("root", .text(place.root)), ("path", .text(place.path.text))])),
        ])
        return .array([lens])
    }

    /// Counts the backlinks.
    func resolveLens(_ params: JSONValue) throws -> JSONValue {
        guard case .object(var members) = params.content, let root = params["data"]?["root"]?.string,
            let path = params["data"]?["path"]?.string.flatMap({ try? BundlePath($0) }), roots.contains(root)
        else { throw WireError(.invalidParams, "the lens is not one of this server") }
        let count = try live(root).references(to: path, nil, inFirst: 0).count
        members.append(
            .init(
                key: "command",
                value: .object([
                    ("title", .text(Self.counted(count, "backlink"))),
                    ("command", .text(ServerCommand.backlinks.rawValue)),
                    ("arguments", .array([.text(address(of: path, in: root))])),
                ])))
        return JSONValue(.object(members))
    }

    /// Lists the links of a document that lead to a file or an address.
    func documentLinks(_ params: JSONValue) throws -> JSONValue {
        guard let (document, place) = try document(params), let text = PlacedText(document.bytes) else {
            return .array([])
        }
        let live = try live(place.root)
        return .array(
            text.links.compactMap { link in
                let target: String
                switch live.goal(of: link, in: place.path) {
                case .file(let path), .broken(.missingHeading(_, in: let path)):
                    target = address(of: path, in: place.root)
                case .external(let address) where ReadableDestination.onlyOpens(address): target = address
                default: return nil
                }
                return .object([
                    ("range", document.lines.json(link.range, client.encoding)), ("target", .text(target)),
                ])
            })
    }
}
