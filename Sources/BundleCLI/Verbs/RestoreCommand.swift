import NotebookBundle

/// The verb ‘restore’.
struct RestoreCommand: Command {
    private static let all = Flag(
        "all", "With --at: the whole notebook, as one change; files that were added since go to the trash")
    private static let items = Positional(
        "ITEM",
        "Items or batches in the trash, as ‘trash’ lists them, or the beginnings of their names; with --at, any items; ‘-’ reads a list from standard input",
        kind: .trashedItem, isRequired: false,
        isRepeated: true, unless: Common.query, replacedBy: all)
    private static let to = Option.path(
        "to", "FOLDER", "Restore to this folder instead of the original one", kind: .folder)

    static let verb = Verb(
        "restore", "Restore items from the trash, or to an earlier state",
        details: """
            Restores items as they were when they were deleted. Links to them work again; broken links in them are reported. If
            the path of an item is in use, the item gets another name. Changes that ‘merge-items’ or ‘folder rm’ made to other
            items are undone, unless those items were changed since.

            With --at, gives items the exact content that they had after a change or at a time, at their current paths; deleted
            items return to their old paths. With --all, restores the whole notebook, with its attachments and settings. If
            nothing differs, says so. ‘log’ lists the changes.
            """,
        parameters: [
            Common.bundle, items, Common.query, all, to, PastOption.at, Common.dryRun, Common.json, Common.noCache,
        ]
            + Common.guarding,
        examples: [
            ("restore Recipes \"Apple pie\"", "puts it back where it was"),
            ("restore Recipes 20261120T1015", "restores what was deleted together in that minute"),
            ("restore Recipes \"Apple pie\" --at 12", "restores it to its state after change 12"),
            ("restore Recipes --all --at yesterday", "restores the whole notebook; ‘undo’ takes that back"),
            ("restore Recipes --where \"tag == 'soup'\"", "restores all matching items"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"], partialNames: .acceptedAtTerminal()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        if arguments[Self.all], arguments[PastOption.at] == nil { throw UsageError.conflict("--all needs --at") }
        if let moment = arguments[PastOption.at] { return try restore(at: moment) }
        var words = try Selection.listed(arguments.all(Self.items), in: arguments[Common.bundle], session)
        if arguments[Common.query] != nil || words.isEmpty {
            let selection = try Selection(
                [], where: arguments[Common.query], in: arguments[Common.bundle], session)
            words += try NotebookOpener(arguments, session).directory(arguments[Common.bundle]).read { snapshot in
                try selection.items(in: snapshot.listing, snapshot.files, inTrash: true).map(\.path.text)
            }
        }
        let notebook = try NotebookOpener(arguments, session).directory()
        let tried = try Editing(arguments, session).tried(notebook) { draft in
            let folder = try arguments[Self.to].map { try draft.folder($0) }
            let (found, others) = try draft.listing.trashed(words)
            try Expectation(arguments, session).check(found, try draft.tree())
            let restored = try draft.restore(found, to: folder)
            for entry in others { try draft.restoreFile(entry) }
            return (
                items: restored, reverted: draft.reverted, broughtBack: draft.broughtBack,
                files: others.compactMap { TrashedPath($0.path)?.oldPath },
                before: draft.listing.manifest
            )
        }
        guard case .made(let edit) = tried else {
            if case .shown(let status) = tried { return status }
            return .success
        }
        let status = try Editing(arguments, session).report(edit, edit.result.items)
        try report(edit.result.reverted)
        for file in edit.result.broughtBack {
            let version = file.beforeChange.map { "the version before change \($0)" } ?? "unchanged"
            try session.note(
                "note: the file of \(PrintableText.escaped(file.path.text)) was gone; it is back from the history, \(version)"
            )
        }
        if !arguments[Common.json] {
            for path in edit.result.files { try session.print(PrintableText.escaped(path.text)) }
        }
        try reportRestored(
            edit.result.items.map(\.path) + edit.result.files, from: edit.result.before,
            rewritten: edit.links.changed, in: notebook)
        return status
    }
}

extension RestoreCommand {
    /// Restores items to their state at an earlier moment.
    private func restore(at text: String) throws -> ExitStatus {
        let words = try Selection.listed(arguments.all(Self.items), in: arguments[Common.bundle], session)
        let isWhole = arguments[Self.all]
        guard words.isEmpty == isWhole, arguments[Common.query] == nil, arguments[Self.to] == nil else {
            throw UsageError.conflict("--at needs either ITEM or --all, and cannot be combined with --where or --to")
        }
        if isWhole { try arguments.requireAtMostOne(of: [Self.all, Expectation.option]) }
        let moment = try PastOption.moment(text, session)
        let notebook = try NotebookOpener(arguments, session).directory()
        let edit = try Editing(arguments, session).tried(notebook) { draft in
            let restored = try draft.restore(isWhole ? nil : words, at: moment, text)
            if isWhole { return restored }
            let present = (draft.listing.items + draft.listing.trashedItems).filter { now in
                restored.items.contains { $0.path == now.path || $0.uuid != nil && $0.uuid == now.uuid }
            }
            try Expectation(arguments, session).check(present, try draft.tree())
            return restored
        }
        switch edit {
        case .shown(let status): return status
        case .made(let edit):
            let isSame = edit.commit == nil
            let items = isSame && !arguments[Common.json] ? [] : edit.result.items
            let status = try Editing(arguments, session).report(edit, items)
            guard !arguments[Common.json] else { return status }
            if isSame { try session.note("note: nothing differs from what it was then") }
            for path in edit.result.attachments { try session.print(PrintableText.escaped(path.text)) }
            if let trashed = edit.result.trashed {
                let files = Wording.count(trashed.count, "file")
                let verb = trashed.count == 1 ? "was" : "were"
                try session.note("note: \(files) that \(verb) added since: moved to the trash, as \(trashed.batch)")
            }
            return status
        }
    }

    /// Reports other changes that were undone by restoring.
    private func report(_ reverted: RevertedDeletion) throws {
        for path in reverted.items {
            try session.note("note: \(PrintableText.escaped(path.text)) is restored to its old text")
        }
        for path in reverted.changedSince {
            try session.note("note: \(PrintableText.escaped(path.text)) was changed since, and was left alone")
        }
    }

    /// Reports links to the restored items, links that lead elsewhere because of them, and their own broken links.
    private func reportRestored(
        _ paths: [BundlePath], from before: Manifest, rewritten: [BundlePath], in notebook: Notebook
    ) throws {
        let restored = Set(paths)
        let (links, losses) = try notebook.read { snapshot in
            let listing = snapshot.listing
            let items = try listing.links(
                naming: restored, before: before, snapshot.files)
            let others = items.filter { !restored.contains($0.key) && !rewritten.contains($0.key) }
            return (
                LinkMap(listing.manifest, items).links, LinkLosses(from: before, to: listing.manifest, others).losses
            )
        }
        let shifted = Set(losses.map { LinkPosition($0.link) })
        let count = links.count { link in
            !restored.contains(link.source) && link.target.map(restored.contains) == true
                && !shifted.contains(LinkPosition(link))
        }
        if count > 0 {
            try session.note(
                "note: \(Wording.count(count, "link")) in other items \(count == 1 ? "works" : "work") again")
        }
        try LinkNotes(session).report(losses, isDone: true)
        let broken = links.filter { restored.contains($0.source) && $0.problem != nil }
        guard !broken.isEmpty else { return }
        let verb = broken.count == 1 ? "is" : "are"
        try session.note(
            "note: \(Wording.count(broken.count, "link")) in the restored items \(verb) broken:")
        try LinkNotes(session).list(broken)
    }
}

/// A word is the beginning of several batch names.
private struct SeveralBatches: ToolFailure {
    let word: String
    let names: [String]

    var isFinding: Bool { true }
    var description: String {
        "\(PrintableText.quoted(word)) matches \(names.count) deletions: \(Wording.list(Array(names.prefix(5)), "and"))"
    }
    var hint: String? { "type more of the name; ‘bundle trash’ lists them" }
}

/// The place of a link.
private struct LinkPosition: Hashable {
    let source: BundlePath
    let position: TextPosition

    init(_ link: LinkMap.Link) { (source, position) = (link.source, link.link.found.position) }
}

extension NotebookListing {
    /// What several words name in the trash: items and, for whole batches, other files.
    fileprivate func trashed(_ words: [String]) throws -> (items: [Item], others: [Entry]) {
        let trash = trash
        var seen: Set<BundlePath> = []
        var found: [Item] = []
        var others: [Entry] = []
        for word in words {
            if let batch = try batch(word, in: trash) {
                for entry in batch.entries where !DeletionRecord.holds(entry.path) && seen.insert(entry.path).inserted {
                    if let item = trashedItems.first(where: { $0.path == entry.path }) {
                        found.append(item)
                    } else {
                        others.append(entry)
                    }
                }
            } else {
                do throws(NotebookError) {
                    let item = try item(word, inTrash: true)
                    if seen.insert(item.path).inserted { found.append(item) }
                } catch {
                    guard case .noSuchItem(_, let like) = error else { throw error }
                    guard let blob = trashedBlob(word) else { throw NotTrashed(word: word, like: like) }
                    if seen.insert(blob.path).inserted { others.append(blob) }
                }
            }
        }
        return (found, others)
    }

    /// The deletion that a word names: by its name, or by a beginning that only it has and that names no item.
    private func batch(
        _ word: String, in trash: [(batch: BatchName, entries: [Entry])]
    ) throws -> (batch: BatchName, entries: [Entry])? {
        if let batch = trash.first(where: { $0.batch.description == word }) { return batch }
        let beginnings = trash.filter {
            $0.batch.description.hasPrefix(word.uppercased().prefix(16) + word.dropFirst(16))
        }
        guard word.count >= Self.shortestBeginning, let batch = beginnings.first,
            (try? item(word, inTrash: true)) == nil
        else { return nil }
        guard beginnings.count == 1 else {
            throw SeveralBatches(word: word, names: beginnings.map(\.batch.description))
        }
        return batch
    }

    /// As many characters as the beginning of a uuid needs.
    private static var shortestBeginning: Int { 4 }

    /// The attachment in the trash with this name, or the one that was attached under it; if there are several, the
    /// last deleted.
    private func trashedBlob(_ word: String) -> Entry? {
        let key = ComparisonKey(word)
        return manifest.entries.last { entry in
            guard let old = TrashedPath(entry.path)?.oldPath, entry.type == .blob else { return false }
            let names = [entry.path.text, old.text, String(old.name), BlobName(old.name)?.readableName ?? ""]
            return names.contains { ComparisonKey($0) == key }
        }
    }
}
