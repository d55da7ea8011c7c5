import EditorWire
import NotebookBundle

extension LanguageServer {
    func linkActions(
        _ selection: SelectedText, _ live: LiveNotebook, _ reported: [JSONValue]
    ) -> [OfferedAction] {
        guard let link = selection.text.link(at: selection.range.lowerBound) else { return [] }
        switch live.goal(of: link, in: selection.place.path) {
        case .file(let path) where FileType(of: path) == .note && path != selection.place.path:
            // What stands beside the link would be torn, and a part of a note has nothing to go to the trash.
            guard client.appliesEdits, live.notebook.manifest[path] != nil, link.heading == nil,
                selection.text.isAlone(link)
            else {
                return []
            }
            let position = selection.document.lines.json(link.range.lowerBound, client.encoding)
            return [
                OfferedAction(
                    title: "Put “\(title(of: path, live))” in place of the link, and move it to the trash",
                    kind: "refactor.inline", command: (.inline, [.text(selection.document.address), position]))
            ]
        case .broken(let problem):
            let range = selection.document.lines.json(link.range, client.encoding)
            let mended = reported.first { $0["range"] == range }
            return named(by: link, problem, selection, live, mended)
                + replacements(of: link, selection, live, mended)
                + places(meantBy: link, problem, selection, live, mended)
                + creation(of: link, problem, live, selection, mended)
        default: return []
        }
    }

    /// The title of a file as lists show it: with the gaps of a card hidden.
    func title(of path: BundlePath, _ live: LiveNotebook) -> String {
        let title = live.notebook.manifest[path]?.shownTitle ?? path.stem
        return FileType(of: path) == .card ? HiddenGaps.text(title) : title
    }

    /// Links to an item that has what a link names as an alias.
    private func named(
        by link: PlacedLink, _ problem: BrokenLink.Problem, _ selection: SelectedText, _ live: LiveNotebook,
        _ mended: JSONValue?
    ) -> [OfferedAction] {
        guard case .missingTarget(let name) = problem, case .wiki = link.form else { return [] }
        let isBare = link.target.upperBound + 2 == link.range.upperBound
        let label = isBare ? selection.labelSign(in: link.range) + name : ""
        return live.suggestions(for: name, limit: Self.mostAliases).compactMap { found in
            guard let alias = found.alias, ComparisonKey(seen: alias) == ComparisonKey(seen: name),
                let target = live.wikiTarget(of: found.item.path, from: selection.place.path),
                let spelled = link.spelling(of: target + label)
            else { return nil }
            return OfferedAction(
                title: "Link to [[\(target)]]", kind: "quickfix", PlacedEdit(link.target, spelled),
                in: selection.place.path, mended: mended)
        }
    }

    private static var mostAliases: Int { 10 }

    /// Replaces a broken link by what it may mean.
    private func replacements(
        of link: PlacedLink, _ selection: SelectedText, _ live: LiveNotebook, _ mended: JSONValue?
    ) -> [OfferedAction] {
        let lines = selection.document.lines
        let broken = live.brokenLinks(in: selection.place.path).first { broken in
            let line = broken.position.line - 1
            return lines.offset(line: line, character: broken.position.column - 1, .utf32) == link.range.lowerBound
        }
        return (broken?.meant ?? []).compactMap { meant in
            let target: String
            if meant.hasPrefix("[["), meant.hasSuffix("]]") {
                target = String(meant.dropFirst(2).dropLast(2))
            } else if let path = try? BundlePath(meant) {
                target = PercentEncoding.encode(RelativePath.from(selection.place.path, to: path))
            } else {
                return nil
            }
            guard let spelled = link.spelling(of: target) else { return nil }
            return OfferedAction(
                title: "Link to \(meant)", kind: "quickfix", PlacedEdit(link.target, spelled),
                in: selection.place.path, mended: mended)
        }
    }

    /// Replaces a heading or block that is not there by similar ones.
    private func places(
        meantBy link: PlacedLink, _ problem: BrokenLink.Problem, _ selection: SelectedText, _ live: LiveNotebook,
        _ mended: JSONValue?
    ) -> [OfferedAction] {
        let source = selection.place.path
        guard case .missingHeading(_, in: let path) = problem, let range = link.fragment,
            let text = path == source ? selection.text : (try? live.text(of: path)).flatMap(PlacedText.init)
        else { return [] }
        let isWiki = if case .wiki = link.form { true } else { false }
        let names = text.wikiPlaces.compactMap { place, words, isReached in
            isWiki ? (isReached ? words : nil) : place.fragment.nonEmpty
        }
        let written = String(decoding: selection.bytes[range], as: UTF8.self)
        return SimilarName(written).nearest(in: Set(names).map(SimilarName.init)).compactMap { name in
            guard let spelled = link.spelling(of: isWiki ? name : PercentEncoding.encode(name)) else { return nil }
            return OfferedAction(
                title: "Link to #\(name)", kind: "quickfix", PlacedEdit(range, spelled), in: source, mended: mended)
        }
    }

    /// Makes the note that a link misses.
    private func creation(
        of link: PlacedLink, _ problem: BrokenLink.Problem, _ live: LiveNotebook, _ selection: SelectedText,
        _ mended: JSONValue?
    ) -> [OfferedAction] {
        let (title, folder): (String, FolderPath)
        let source = selection.place.path
        // What has the ending of another kind of file, or is shown in place of the link, is an attachment.
        let isWikiLink = link.form == .wiki(isEmbed: false)
        guard isWikiLink || link.written.firstMatch(of: /\.(?!md\b)\w{1,5}(#.*)?$/.ignoresCase()) == nil else {
            return []
        }
        switch problem {
        case .missingTarget(let target):
            let parts = target.split(separator: "/").map(String.init)
            title = Self.withoutEnding(parts.last ?? target)
            if parts.count < 2 {
                folder = FolderPath(of: source) ?? .root
            } else {
                // A whole path begins with the folder of all notes, and one of a card makes none.
                let root = parts[0].lowercased()
                let above = parts.dropLast().dropFirst(root == "notes" ? 1 : 0).joined(separator: "/")
                guard root != "cards", let named = try? FolderPath(above) else { return [] }
                folder = named
            }
        case .missingFile(let path):
            guard let path = try? BundlePath(path.hasSuffix(".md") ? path : path + ".md"), FileType(of: path) == .note
            else { return [] }
            (title, folder) = (path.stem, FolderPath(of: path) ?? .root)
        default: return []
        }
        guard let stem = PortableName.made(from: title),
            let path = try? BundlePath("notes/\(folder == .root ? "" : folder.text + "/")\(stem).md"),
            live.wouldLead(link, from: source, to: path, titled: title)
        else { return [] }
        // Of several templates, none may have the heading that the link names.
        let templates = link.heading == nil ? live.notebook.templates(.note).prefix(Self.mostTemplates) : []
        let moment = environment.now()
        return ([nil] + templates.map { Optional($0.item) }).map { template in
            let name = template.map { " from “\($0.title)”" } ?? ""
            return OfferedAction(
                title: "Make the note “\(title)”\(name)", kind: "quickfix",
                edits: { try Self.creating(title, in: folder, from: template, for: link, of: source, live, moment) },
                isCostly: true, mended: mended)
        }
    }

    /// Makes the note that a link misses, from a template if there is one.
    private static func creating(
        _ title: String, in folder: FolderPath, from template: Item?, for link: PlacedLink, of source: BundlePath,
        _ live: LiveNotebook, _ moment: LocalMoment
    ) throws -> EditorEdits {
        let preview = try live.preview { draft in
            var new = NewItem(.note)
            if let template {
                let text = try draft.template(template.path.stem)
                new = try NewItem(.note, from: text, title: title, fallback: title, at: moment)
            } else if let heading = link.heading, !heading.hasPrefix("^") {
                // Each part names a heading below the one before.
                let headings = heading.parts(between: "#").enumerated().map { number, part in
                    "\(String(repeating: "#", count: min(number + 2, 6))) \(String(part).trimmed)\n"
                }
                new = try NewItem(.note, text: Array(headings.joined(separator: "\n").utf8))
            }
            (new.title, new.folder) = (title, folder)
            return try draft.add(new)
        }
        guard live.wouldLead(link, from: source, to: preview.result.path, titled: title) else {
            throw WireError(.requestFailed, "the link would not lead to \(preview.result.path)")
        }
        return EditorEdits(preview.files)
    }

    private static var mostTemplates: Int { 3 }

    private static func withoutEnding(_ name: String) -> String {
        name.lowercased().hasSuffix(".md") ? String(name.dropLast(3)) : name
    }
}
