import EditorWire
import NotebookBundle

/// What the cursor is on.
enum CursorTarget {
    /// A link, and whether the cursor is on the heading or block that it names.
    case link(PlacedLink, onFragment: Bool)
    /// A heading or the name of a block.
    case anchor(PlacedAnchor)
    /// A tag.
    case tag(PlacedTag)
    /// The title in the front matter.
    case title(Range<Int>)
    /// The label of a footnote.
    case footnote(PlacedFootnote)

    /// Finds what is at an offset of a text.
    init?(_ text: PlacedText, at offset: Int) {
        if let footnote = text.footnote(at: offset) {
            self = .footnote(footnote)
            return
        }
        if let link = text.link(at: offset) {
            let isOnFragment = link.fragment.map { $0.lowerBound - 1 <= offset && offset <= $0.upperBound } ?? false
            self = .link(link, onFragment: isOnFragment)
            return
        }
        func isOn(_ range: Range<Int>) -> Bool { range.lowerBound <= offset && offset <= range.upperBound }
        if let tag = text.tags.first(where: {
            isOn(($0.range.lowerBound - ($0.isInFrontMatter ? 0 : 1))..<$0.range.upperBound)
        }) {
            self = .tag(tag)
            return
        }
        if let title = text.title, isOn(title) {
            self = .title(title)
            return
        }
        guard let anchor = text.anchors.first(where: { isOn($0.range) }) else { return nil }
        self = .anchor(anchor)
    }
}

/// A place in a notebook that definitions and references are about.
struct NamedAnchor {
    let path: BundlePath
    let anchor: PlacedAnchor?
}

extension LanguageServer {
    /// The place that a target means: where a link leads, or the heading that it is.
    func place(of target: CursorTarget, _ cursor: Cursor, _ text: PlacedText, _ live: LiveNotebook) throws
        -> NamedAnchor?
    {
        switch target {
        case .link(let link, _):
            let path: BundlePath
            switch live.goal(of: link, in: cursor.place.path) {
            case .file(let target), .broken(.missingHeading(_, in: let target)), .broken(.trashed(let target)):
                path = target
            default: return nil
            }
            guard link.heading != nil, FileType(of: path)?.isItem == true else {
                return NamedAnchor(path: path, anchor: nil)
            }
            let other = path == cursor.place.path ? text : try live.text(of: path).flatMap(PlacedText.init)
            return NamedAnchor(path: path, anchor: other.flatMap { live.anchor(of: link, in: $0) })
        case .anchor(let anchor): return NamedAnchor(path: cursor.place.path, anchor: anchor)
        case .title: return NamedAnchor(path: cursor.place.path, anchor: nil)
        case .tag, .footnote: return nil
        }
    }

    /// Goes to what a link leads to.
    func definition(_ params: JSONValue) throws -> JSONValue {
        guard let cursor = try cursor(params), let text = PlacedText(cursor.document.bytes),
            let target = CursorTarget(text, at: cursor.offset)
        else { return .null }
        if case .footnote(let footnote) = target {
            return footnote.definition.map { Self.location($0, of: cursor, client.encoding) } ?? .null
        }
        let live = try live(cursor.place.root)
        if case .tag(let tag) = target { return .array(try locations(of: tag.tag, live, cursor.place.root)) }
        guard let place = try place(of: target, cursor, text, live) else { return .null }
        var range = 0..<0
        if let anchor = place.anchor { range = anchor.range }
        return try location(range, of: place.path, live, cursor.place.root)
    }

    /// Lists the links to what the cursor is on.
    func references(_ params: JSONValue) throws -> JSONValue {
        guard let cursor = try cursor(params), let text = PlacedText(cursor.document.bytes),
            let target = CursorTarget(text, at: cursor.offset)
        else { return .null }
        if case .footnote(let footnote) = target {
            return .array(footnote.uses.map { Self.location($0, of: cursor, client.encoding) })
        }
        let live = try live(cursor.place.root)
        if case .tag(let tag) = target { return .array(try locations(of: tag.tag, live, cursor.place.root)) }
        guard let place = try place(of: target, cursor, text, live) else { return .null }
        var anchor = place.anchor
        // A link without a fragment under the cursor means the whole note.
        if case .link(_, onFragment: false) = target { anchor = nil }
        return .array(
            try locations(
                of: live.references(to: place.path, anchor, fromItself: anchor != nil), live, cursor.place.root))
    }

    /// A range of the document with the cursor as a location.
    private static func location(_ range: Range<Int>, of cursor: Cursor, _ encoding: PositionEncoding) -> JSONValue {
        .object([
            ("uri", .text(cursor.document.address)), ("range", cursor.document.lines.json(range, encoding)),
        ])
    }

    /// A range of a file as a location.
    func location(_ range: Range<Int>, of path: BundlePath, _ live: LiveNotebook, _ root: String) throws -> JSONValue {
        let isAtStart = range == 0..<0
        let lines = self.lines(isAtStart ? [] : try live.text(of: path) ?? [], of: path, in: root)
        return .object([
            ("uri", .text(address(of: path, in: root))), ("range", lines.json(range, client.encoding)),
        ])
    }

    /// References as locations.
    func locations(of references: [Reference], _ live: LiveNotebook, _ root: String) throws -> [JSONValue] {
        let counted = Set(
            references.filter { !$0.isInASCII || $0.endColumn == nil }.map(\.source))
        let tables = Dictionary(
            uniqueKeysWithValues: try live.texts(of: counted).map { ($0, self.lines($1, of: $0, in: root)) })
        var addresses: [BundlePath: JSONValue] = [:]
        return references.map { reference in
            let address = addresses[reference.source] ?? .text(self.address(of: reference.source, in: root))
            addresses[reference.source] = address
            let range =
                tables[reference.source]?.range(of: reference).map { range in
                    tables[reference.source]?.json(range, client.encoding)
                } ?? nil
            return .object([("uri", address), ("range", range ?? Self.plainRange(reference))])
        }
    }

    /// The range of a reference in a text whose characters are units of every encoding.
    private static func plainRange(_ reference: Reference) -> JSONValue {
        func position(_ column: Int) -> JSONValue {
            .object([("line", .integer(reference.position.line - 1)), ("character", .integer(column - 1))])
        }
        return .object([
            ("start", position(reference.position.column)),
            ("end", position(reference.endColumn ?? reference.position.column)),
        ])
    }

    /// The places of a tag, and of those below it.
    private func locations(of tag: Tag, _ live: LiveNotebook, _ root: String) throws -> [JSONValue] {
        let paths = live.items(tagged: tag)
        let texts = try live.texts(of: Set(paths.prefix(Self.mostTagged)))
        return paths.flatMap { path -> [JSONValue] in
            guard let bytes = texts[path], let text = PlacedText(bytes) else { return [] }
            let lines = self.lines(bytes, of: path, in: root)
            let address = JSONValue.text(self.address(of: path, in: root))
            return text.tags.filter { $0.tag.below(tag) != nil }.map {
                .object([("uri", address), ("range", lines.json($0.range, client.encoding))])
            }
        }
    }

    /// The number of items in which tags are searched.
    private static var mostTagged: Int { 1_000 }
}

extension LineTable {
    /// The bytes of a reference; `nil` if the text has no such line.
    fileprivate func range(of reference: Reference) -> Range<Int>? {
        let line = reference.position.line - 1
        guard line < count else { return nil }
        // Columns count a byte order mark, which this table leaves out.
        let first = line == 0 && content(of: 0).lowerBound > 0 ? 2 : 1
        let start = offset(line: line, character: reference.position.column - first, .utf32)
        let end = reference.endColumn.map { offset(line: line, character: $0 - first, .utf32) } ?? start
        return start..<max(start, end)
    }
}
