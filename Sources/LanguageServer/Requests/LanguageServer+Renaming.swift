import EditorWire
import NotebookBundle

extension LanguageServer {
    /// Something that can be renamed.
    private enum Renamed {
        case item(BundlePath)
        case anchor(PlacedAnchor, BundlePath)
        case tag(Tag)
    }

    /// What is to be renamed, its bytes in the document, and its present name.
    private func renamed(_ cursor: Cursor) throws -> (what: Renamed, range: Range<Int>, name: String)? {
        guard let text = PlacedText(cursor.document.bytes), let target = CursorTarget(text, at: cursor.offset) else {
            return nil
        }
        let live = try live(cursor.place.root)
        func title(_ path: BundlePath) -> String { live.notebook.manifest[path]?.shownTitle ?? path.stem }
        switch target {
        case .tag(let tag): return (.tag(tag.tag), tag.range, tag.tag.text)
        case .footnote: return nil
        case .title(let range): return (.item(cursor.place.path), range, title(cursor.place.path))
        case .anchor(let anchor):
            let range =
                anchor.kind == .block
                ? (anchor.range.lowerBound + 1)..<anchor.range.upperBound : text.words(of: anchor)
            return (.anchor(anchor, cursor.place.path), range, anchor.name)
        case .link(let link, let isOnFragment):
            guard let place = try place(of: target, cursor, text, live) else { return nil }
            if isOnFragment || place.path == cursor.place.path && link.written.isEmpty {
                guard let anchor = place.anchor, let range = link.fragment else { return nil }
                return (.anchor(anchor, place.path), range, anchor.name)
            }
            guard FileType(of: place.path)?.isItem == true, live.notebook.manifest[place.path] != nil else {
                return nil
            }
            return (.item(place.path), link.target, title(place.path))
        }
    }

    /// Says what a rename would rename.
    func prepareRename(_ params: JSONValue) throws -> JSONValue {
        guard let cursor = try cursor(params), !isPlain(cursor.place.root), let (_, range, name) = try renamed(cursor)
        else { return .null }
        return .object([
            ("range", cursor.document.lines.json(range, client.encoding)), ("placeholder", .text(name)),
        ])
    }

    /// Renames an item, a heading, a block or a tag, and updates all links to it.
    func rename(_ params: JSONValue) throws -> JSONValue {
        guard let name = params["newName"]?.string else { throw WireError(.invalidParams, "“newName” is no text") }
        guard let cursor = try cursor(params) else { return .null }
        lookAgain()
        guard let (what, _, _) = try renamed(cursor) else {
            throw WireError(.requestFailed, "there is no link, title, heading, block or tag here")
        }
        let root = cursor.place.root
        try refusePlainFolder(root)
        let live = try live(root)
        return try workspaceEdit(edits(what, to: name, live), live, root)
    }

    private func edits(_ what: Renamed, to name: String, _ live: LiveNotebook) throws -> EditorEdits {
        switch what {
        case .item(let path):
            let same = live.notebook.items.first {
                $0.path != path && ComparisonKey(seen: $0.title) == ComparisonKey(seen: name.trimmed)
            }
            if let same { throw WireError(.requestFailed, "“\(name)” is the title of \(same.path) already") }
            guard client.can("rename") else { return try titling(path, name, live) }
            let preview = try live.preview { draft in try draft.rename(try draft.shown(path), to: name) }
            tellUnkept(preview.links)
            return EditorEdits(preview.files)
        case .tag(let tag):
            let name = name.hasPrefix("#") ? String(name.dropFirst()) : name
            guard let new = Tag(new: name) else {
                throw WireError(.requestFailed, NotebookError.notATag(name).description)
            }
            return EditorEdits(try live.preview { _ = try $0.renameTag(tag, to: new) }.files)
        case .anchor(let anchor, let path):
            let name = name.trimmed
            guard Self.canBeNamed(name, anchor) else {
                throw WireError(
                    .requestFailed, "a \(anchor.kind == .block ? "block" : "heading") cannot be called “\(name)”")
            }
            var edits = EditorEdits()
            let taken = try live.text(of: path).flatMap(PlacedText.init)?.siblings(of: anchor) ?? []
            guard !taken.contains(where: { ComparisonKey(seen: $0.name) == ComparisonKey(seen: name) }) else {
                throw WireError(.requestFailed, "“\(name)” is there already: links would lead to the first one")
            }
            guard let texts = try live.renaming(anchor, of: path, to: name) else {
                throw WireError(.requestFailed, "no link could name the heading “\(name)”")
            }
            edits.texts = texts
            return edits
        }
    }

    /// Gives an item another title where the editor cannot rename its file: links that spell the old title or the name of
    /// the file spell the new title, and the others lead to the file as before.
    private func titling(_ path: BundlePath, _ name: String, _ live: LiveNotebook) throws -> EditorEdits {
        let old = [live.notebook.manifest[path]?.shownTitle, path.stem].compactMap {
            $0.map { ComparisonKey(seen: $0) }
        }
        let preview = try live.preview { draft in
            var change = ItemChange()
            change.title = name
            _ = try draft.edit(try draft.shown(path), change)
        }
        var titled = live
        for change in preview.texts { titled.lay(change.new, over: change.path) }
        for (source, bytes) in try titled.texts(of: Set(titled.references(to: path, fromItself: true).map(\.source))) {
            guard let text = PlacedText(bytes), let spelled = PlacedText(Array("[[\(name)]]".utf8))?.links.first,
                spelled.written == name, titled.goal(of: spelled, in: source) == .file(path)
            else { continue }
            let edits = text.links.filter { link in
                guard case .wiki = link.form, old.contains(ComparisonKey(seen: link.written)) else { return false }
                return titled.goal(of: link, in: source) == .file(path)
            }.compactMap { link in link.spelling(of: name).map { PlacedEdit(link.target, $0) } }
            if !edits.isEmpty { titled.lay(bytes.replacing(edits), over: source) }
        }
        var edits = EditorEdits()
        for source in titled.laidPaths {
            guard let before = try live.text(of: source), let after = try titled.text(of: source) else { continue }
            edits.replace(before, by: after, in: source)
        }
        return edits
    }

    private static func canBeNamed(_ name: String, _ anchor: PlacedAnchor) -> Bool {
        guard !name.isEmpty, !name.contains(where: \.isNewline) else { return false }
        return anchor.kind != .block || name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }

    /// Updates the links to files and folders that the editor is about to rename.
    func willRenameFiles(_ params: JSONValue) throws -> JSONValue {
        guard let files = params["files"]?.array else { throw WireError(.invalidParams, "“files” is missing") }
        lookAgain()
        var renames: [String: [(old: String, new: String)]] = [:]
        for file in files {
            guard let old = file["oldUri"]?.string.flatMap(DocumentAddress.path),
                let new = file["newUri"]?.string.flatMap(DocumentAddress.path),
                let spelled = NotebookLocation.around(ExternalPath.parent(of: old)),
                let before = ExternalPath.relative(old, to: spelled),
                let after = ExternalPath.relative(new, to: spelled),
                let root = place(of: old)?.root, root == ExternalPath.real(spelled)
            else { continue }
            renames[root, default: []].append((before.composed, after.composed))
        }
        return Self.merged(
            try renames.sorted { $0.key < $1.key }.compactMap { try following($0.value, in: $0.key) })
    }

    /// Edits of several notebooks as one.
    private static func merged(_ edits: [JSONValue]) -> JSONValue {
        guard edits.count > 1 else { return edits.first ?? .null }
        let steps = edits.flatMap { $0["documentChanges"]?.array ?? [] }
        guard steps.isEmpty else { return .object([("documentChanges", .array(steps))]) }
        let changes = edits.flatMap { edit -> [JSONValue.Member] in
            guard case .object(let members)? = edit["changes"]?.content else { return [] }
            return members
        }
        return .object([("changes", JSONValue(.object(changes)))])
    }

    /// Updates the links to files and folders of a notebook; `nil` if they concern none of its files.
    private func following(_ pairs: [(old: String, new: String)], in root: String) throws -> JSONValue? {
        let live = try live(root)
        let moves = pairs.flatMap { pair in Self.moves(pair, live.notebook.manifest) }
        guard !moves.isEmpty else { return nil }
        try Self.refuseTaken(pairs, moves, live.notebook.manifest)
        let preview = try live.preview { draft in
            try draft.follow(renamed: moves)
            for pair in pairs {
                guard let old = Self.folder(pair.old), let new = Self.folder(pair.new) else { continue }
                try draft.follow(renamed: old, to: new)
            }
        }
        tellUnkept(preview.links)
        var edits = EditorEdits(preview.files)
        edits.renames = []
        return try workspaceEdit(edits, live, root)
    }

    /// Tells a person of links that no longer lead to their targets, since none that can be written does.
    private func tellUnkept(_ links: LinkKeeping) {
        guard let first = links.unkept.first else { return }
        let place = "\(PrintableText.escaped(first.item.text)):\(first.position.line):\(first.position.column)"
        let count = Self.counted(links.unkept.count, "link")
        tell(WireError(.requestFailed, "\(count) cannot be updated; the first is at \(place)"))
    }

    /// Makes sure that no file would get the path of another one, and no folder that of another one.
    ///
    /// - Throws: `WireError` that names what is there.
    private static func refuseTaken(
        _ pairs: [(old: String, new: String)], _ moves: [(old: BundlePath, new: BundlePath)], _ manifest: Manifest
    ) throws(WireError) {
        let sources = Dictionary(moves.map { ($0.new.key, $0.old) }) { first, _ in first }
        guard sources.count == moves.count else {
            throw WireError(.requestFailed, "two files would get the same name")
        }
        let paths = manifest.entries.lazy.map(\.path)
        // Only a file whose name changes in its letter case has its name already.
        if let taken = paths.first(where: { path in sources[path.key].map { $0 != path } ?? false }) {
            throw WireError(.requestFailed, "\(taken) is there already; choose another name")
        }
        let leaving = Set(moves.map(\.old))
        let staying = paths.filter { !leaving.contains($0) }
        let folders = pairs.filter { pair in !moves.contains { $0.old.text == pair.old } }
        for key in folders.map({ ComparisonKey($0.new + "/") }) {
            guard let inside = staying.first(where: { $0.key.text.begins(with: key.text) }) else { continue }
            let folder = inside.components.prefix(key.text.parts(between: "/").count).joined(separator: "/")
            throw WireError(.requestFailed, "the folder \(folder) is there already; choose another name")
        }
    }

    /// The folder of notes or cards with a path.
    private static func folder(_ path: String) -> FolderPath? {
        let parts = path.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, ["notes", "cards"].contains(parts[0]), !path.hasSuffix(".md") else { return nil }
        return try? FolderPath(String(parts[1]))
    }

    /// The files that are renamed with a file or folder, and stay what they are: others lose their links.
    private static func moves(
        _ pair: (old: String, new: String), _ manifest: Manifest
    ) -> [(old: BundlePath, new: BundlePath)] {
        guard let old = try? BundlePath(pair.old), let new = try? BundlePath(pair.new) else { return [] }
        let moves =
            manifest[old] != nil
            ? [(old, new)]
            : manifest.entries(below: old).compactMap { entry in
                (try? BundlePath(new.text + entry.path.text.dropFirst(old.text.count))).map { (entry.path, $0) }
            }
        return moves.filter { old, new in
            let (one, two) = (FileType(of: old), FileType(of: new))
            return one == two || one?.isItem ?? false && two?.isItem ?? false
        }
    }
}
