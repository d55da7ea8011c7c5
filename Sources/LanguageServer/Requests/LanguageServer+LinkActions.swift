import EditorWire
import NotebookBundle

extension LanguageServer {
    func linkActions(
        _ selection: SelectedText, _ live: LiveNotebook, _ reported: [JSONValue]
    ) throws -> [OfferedAction] {
        guard let link = selection.text.link(at: selection.range.lowerBound) else { return [] }
        switch live.goal(of: link, in: selection.place.path) {
        case .file(let path) where FileType(of: path) == .note && path != selection.place.path:
            guard live.notebook.manifest[path] != nil else { return [] }
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
                + (try creation(of: problem, live, selection, mended))
        default: return []
        }
    }

    func title(of path: BundlePath, _ live: LiveNotebook) -> String {
        live.notebook.manifest[path]?.shownTitle ?? path.stem
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

    /// Makes the note that a link misses.
    private func creation(
        of problem: BrokenLink.Problem, _ live: LiveNotebook, _ selection: SelectedText, _ mended: JSONValue?
    ) throws -> [OfferedAction] {
        let (title, folder): (String, FolderPath)
        switch problem {
        case .missingTarget(let target):
            let parts = target.split(separator: "/").map(String.init)
            title = Self.withoutEnding(parts.last ?? target)
            folder =
                parts.count > 1
                ? (try? FolderPath(parts.dropLast().joined(separator: "/"))) ?? .root
                : FolderPath(of: selection.place.path) ?? .root
        case .missingFile(let path):
            guard let path = try? BundlePath(path.hasSuffix(".md") ? path : path + ".md"), FileType(of: path) == .note
            else { return [] }
            (title, folder) = (path.stem, FolderPath(of: path) ?? .root)
        default: return []
        }
        let moment = environment.now()
        let templates = live.notebook.templates(.note).prefix(Self.mostTemplates).map { Optional($0.item) }
        return try ([nil] + templates).map { template in
            let preview = try live.preview { draft in
                var new = NewItem(.note)
                if let template {
                    let text = try draft.template(template.path.stem)
                    new = try NewItem(.note, from: text, title: title, fallback: title, at: moment)
                }
                (new.title, new.folder) = (title, folder)
                _ = try draft.add(new)
            }
            let name = template.map { " from “\($0.title)”" } ?? ""
            return OfferedAction(
                title: "Make the note “\(title)”\(name)", kind: "quickfix",
                edits: try EditorEdits(preview.files, over: live), mended: mended)
        }
    }

    private static var mostTemplates: Int { 3 }

    private static func withoutEnding(_ name: String) -> String {
        name.lowercased().hasSuffix(".md") ? String(name.dropLast(3)) : name
    }
}
