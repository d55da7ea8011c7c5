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
            guard live.notebook.manifest[path] != nil, link.heading == nil, selection.text.isAlone(link) else {
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
            return replacements(of: link, selection, live, mended)
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
            var edits = EditorEdits()
            edits.texts[selection.place.path] = [PlacedEdit(link.target, Array(target.utf8))]
            return OfferedAction(title: "Link to \(meant)", kind: "quickfix", edits: edits, mended: mended)
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
        let names = text.anchors.map { anchor in
            isWiki && anchor.kind != .block
                ? anchor.name.split { "#|[]^".contains($0) || $0.isWhitespace }.joined(separator: " ") : anchor.fragment
        }
        let written = String(decoding: selection.bytes[range], as: UTF8.self)
        return SimilarName(written).nearest(in: Set(names).map(SimilarName.init)).map { name in
            var edits = EditorEdits()
            let spelled = isWiki ? name : PercentEncoding.encode(name)
            edits.texts[source] = [PlacedEdit(range, Array(spelled.utf8))]
            return OfferedAction(title: "Link to #\(name)", kind: "quickfix", edits: edits, mended: mended)
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
            let named =
                parts.count > 1 ? try? FolderPath(parts.dropLast().joined(separator: "/")) : FolderPath(of: source)
            guard parts.count == 1 || named != nil else { return [] }
            folder = named ?? .root
        case .missingFile(let path):
            guard let path = try? BundlePath(path.hasSuffix(".md") ? path : path + ".md"), FileType(of: path) == .note
            else { return [] }
            (title, folder) = (path.stem, FolderPath(of: path) ?? .root)
        default: return []
        }
        let moment = environment.now()
        let templates = live.notebook.templates(.note).prefix(Self.mostTemplates).map { Optional($0.item) }
        return ([nil] + templates).compactMap { template in
            let preview = try? live.preview { draft in
                var new = NewItem(.note)
                if template == nil, let heading = link.heading, !heading.hasPrefix("^") {
                    new = try NewItem(.note, text: Array("## \(heading)\n".utf8))
                }
                if let template {
                    let text = try draft.template(template.path.stem)
                    new = try NewItem(.note, from: text, title: title, fallback: title, at: moment)
                }
                (new.title, new.folder) = (title, folder)
                return try draft.add(new)
            }
            guard let preview, let edits = try? EditorEdits(preview.files, over: live),
                leads(link, from: source, to: edits.created, live)
            else { return nil }
            let name = template.map { " from “\($0.title)”" } ?? ""
            return OfferedAction(
                title: "Make the note “\(title)”\(name)", kind: "quickfix", edits: edits, mended: mended)
        }
    }

    /// Whether a link works once some notes are made.
    private func leads(
        _ link: PlacedLink, from source: BundlePath, to created: [(path: BundlePath, text: [UInt8])],
        _ live: LiveNotebook
    ) -> Bool {
        var after = live
        for (path, text) in created { after.lay(text, over: path) }
        guard case .file(let target) = after.goal(of: link, in: source) else { return false }
        return created.contains { $0.path == target }
    }

    private static var mostTemplates: Int { 3 }

    private static func withoutEnding(_ name: String) -> String {
        name.lowercased().hasSuffix(".md") ? String(name.dropLast(3)) : name
    }
}
