import NotebookFormat
import NotebookText

extension ChangeSummary {
    /// What the person did, of whose consequences the files of a change know.
    ///
    /// - Parameter hasFolder: Whether a folder was there after the change; `nil` if that is unknown.
    static func meant(
        _ events: [Event], by change: HistoryChange, _ hasFolder: (FolderPath) -> Bool?
    ) -> [Event] {
        switch change.verb {
        case ChangeNote.replacing: [.notebookReplaced(items: items(of: change))]
        case "restore": restored(events, change)
        case "import": imported(events)
        case "tag": tagged(events)
        case "folder": folderMoved(events, change, hasFolder) ?? folderTrashed(events, change) ?? events
        case "smart": smartFolderRenamed(events)
        case "merge-items": merged(withoutKept(events))
        case "seal": events.map { if case .edited(let title) = $0 { .sealed(title) } else { $0 } }
        case "resolve": events.map { if case .edited(let title) = $0 { .resolved(title) } else { $0 } }
        case "move": withoutKept(events)
        case "rm": withoutKept(events).map { if case .removed(let title) = $0 { .destroyed(title) } else { $0 } }
        default: events
        }
    }

    /// Counts the items and attachments that no event is about, because there were too many to look at.
    mutating func addUnseen(_ count: Int) {
        if events.contains(where: \.isAboutNotebook) {
            linkedItems = 0
        } else if linkedItems > 0 {
            // Files with other paths are looked at first: the rest have other links, too.
            linkedItems += count
        } else if !events.contains(where: \.isAboutFolder) {
            others = count
        }
    }

    /// How many of some files events name.
    static func named(_ files: [HistoryChange.File]) -> Int {
        files.count { file in
            guard let path = file.newPath ?? file.oldPath, let type = FileType(of: path) else { return false }
            return (type.isItem || type == .blob) && !DeletionRecord.holds(path)
        }
    }

    /// An import adds items, or updates them as a whole.
    private static func imported(_ events: [Event]) -> [Event] {
        var imported: [Event] = []
        func add(_ event: Event) { if !imported.contains(event) { imported.append(event) } }
        for event in events {
            if case .added(let title) = event {
                add(.imported(title))
            } else if event.edited.isEmpty {
                imported.append(event)
            } else {
                for title in event.edited { add(.updated(title)) }
            }
        }
        return imported
    }

    /// Without the folders that stay as empty ones when their items leave them.
    private static func withoutKept(_ events: [Event]) -> [Event] {
        events.filter { if case .folder(_, .added) = $0 { false } else { true } }
    }

    private static func merged(_ events: [Event]) -> [Event] {
        let trashed = events.compactMap { if case .trashed(let title) = $0 { title } else { nil } }
        let edited = Set(events.flatMap(\.edited))
        guard trashed.count == 1, edited.count == 1, let title = edited.first else { return events }
        return [.merged(trashed[0], into: title)]
            + events.filter { $0 != .trashed(trashed[0]) && $0.edited.isEmpty }
    }

    private static func smartFolderRenamed(_ events: [Event]) -> [Event] {
        func names(_ step: Step) -> [String] {
            events.compactMap { if case .smartFolder(let name, step) = $0 { name } else { nil } }
        }
        let (old, new) = (names(.removed), names(.added))
        return old.count == 1 && new.count == 1 ? [.smartFolderRenamed(old[0], to: new[0])] : events
    }

    private static func items(of change: HistoryChange) -> Int {
        change.files.count { ($0.newPath ?? $0.oldPath).flatMap(FileType.init(of:))?.isItem == true }
    }

    /// Restoring items leaves them where they are, and touches nothing else than their attachments.
    private static func restored(_ events: [Event], _ change: HistoryChange) -> [Event] {
        var reverted: [Event] = []
        func add(_ title: String) {
            if !reverted.contains(.reverted(title)) { reverted.append(.reverted(title)) }
        }
        for event in events {
            switch event {
            case .added, .restored, .attached: reverted.append(event)
            case .renamed(_, let title): add(title)
            case _ where !event.edited.isEmpty: event.edited.forEach(add)
            default: return [.notebookReverted(items: items(of: change))]
            }
        }
        let moves = change.files.contains { file in
            guard let old = file.oldPath, let new = file.newPath else { return false }
            return old != new && TrashedPath(old) == nil
        }
        if moves { return [.notebookReverted(items: items(of: change))] }
        // What came back is what was meant; others got their earlier texts with it.
        func isBack(_ event: Event) -> Bool { if case .restored = event { true } else { false } }
        return reverted.filter(isBack) + reverted.filter { !isBack($0) }
    }

    /// Joins the same change of the tags of several items; a tag that another one replaced takes its colour along.
    private static func tagged(_ events: [Event]) -> [Event] {
        var (joined, others): ([Event], [Event]) = ([], [])
        for event in events {
            guard case .tags(let added, let removed, let titles) = event else {
                others.append(event)
                continue
            }
            let index = joined.firstIndex {
                if case .tags(added, removed, _) = $0 { true } else { false }
            }
            guard let index, case .tags(_, _, let known) = joined[index] else {
                joined.append(event)
                continue
            }
            joined[index] = .tags(added: added, removed: removed, of: known + titles)
        }
        let changed = Set(
            joined.flatMap { event in
                if case .tags(let added, let removed, _) = event { added + removed } else { [] as [Tag] }
            }.map(\.key))
        let titles = Set(joined.flatMap(\.edited))
        return joined
            + others.filter { event in
                switch event {
                case .tag(let name): !changed.contains(ComparisonKey(name))
                // The text of an item can have the tag, too.
                case .edited(let title): !titles.contains(title)
                default: true
                }
            }
    }

    /// The folder that was renamed or moved; `nil` if the change is not just that.
    private static func folderMoved(
        _ events: [Event], _ change: HistoryChange, _ hasFolder: (FolderPath) -> Bool?
    ) -> [Event]? {
        var moves: [(old: FolderPath, new: FolderPath)] = change.files.compactMap { file in
            guard let old = file.oldPath.flatMap(FolderPath.init(of:)),
                let new = file.newPath.flatMap(FolderPath.init(of:)), old != new
            else { return nil }
            return (old, new)
        }
        let items = moves.count
        func folders(_ step: Step) -> [FolderPath] {
            events.compactMap { if case .folder(let name, step) = $0 { try? FolderPath(name) } else { nil } }.sorted()
        }
        let (removed, added) = (folders(.removed), folders(.added))
        if moves.isEmpty, removed.count == added.count {
            moves = Array(zip(removed, added))
        } else if moves.isEmpty {
            // The folder that it leaves stays as an empty one.
            moves = removed.compactMap { old in added.first { $0.name == old.name }.map { (old, $0) } }
        }
        var pairs = Set(moves.map { [$0.old, $0.new] })
        let isOne = pairs.count == 1
        pairs = Set(pairs.map { pair in withoutCommonEnd(pair) { hasFolder($0) ?? isOne } })
        guard pairs.count == 1, let pair = pairs.first else { return nil }
        return [.folderMoved(pair[0], to: pair[1], items: items)]
            + events.filter {
                switch $0 {
                case .folder(_, .added), .folder(_, .removed), .moved: false
                default: true
                }
            }
    }

    /// The folder whose items all went to the trash; `nil` if the change is not just that.
    private static func folderTrashed(_ events: [Event], _ change: HistoryChange) -> [Event]? {
        guard events.contains(where: { if case .trashed = $0 { true } else { false } }) else { return nil }
        let items = change.files.count { file in
            guard let old = file.oldPath, let new = file.newPath else { return false }
            return FileType(of: old)?.isItem == true && TrashedPath(old) == nil && TrashedPath(new) != nil
        }
        let removed = events.compactMap {
            if case .folder(let name, .removed) = $0 { try? FolderPath(name) } else { nil as FolderPath? }
        }
        let folders = removed + change.files.compactMap { $0.oldPath.flatMap(FolderPath.init(of:)) }
        guard let first = folders.first else { return nil }
        let common = folders.dropFirst().reduce(first.components) { common, folder in
            Array(zip(common, folder.components).prefix { $0.0 == $0.1 }.map(\.0))
        }
        guard let folder = try? FolderPath(common.joined(separator: "/")), folder != .root else { return nil }
        return [.folderTrashed(folder, items: items)]
            + events.filter {
                switch $0 {
                case .folder(_, .added), .folder(_, .removed), .trashed: false
                default: true
                }
            }
    }

    /// Two paths of folders without the folders below the one that was moved: the outermost that is not there any more.
    private static func withoutCommonEnd(
        _ pair: [FolderPath], _ isThere: (FolderPath) -> Bool
    ) -> [FolderPath] {
        var (old, new) = (pair[0], pair[1])
        while old.components.count > 1, new.components.count > 1, old.components.last == new.components.last,
            let outerOld = old.parent, let outerNew = new.parent, outerOld != outerNew, !isThere(outerOld)
        {
            (old, new) = (outerOld, outerNew)
        }
        return [old, new]
    }
}

extension ChangeSummary.Event {
    /// Whether it is about everything in the notebook.
    fileprivate var isAboutNotebook: Bool {
        switch self {
        case .notebookReverted, .notebookReplaced: true
        default: false
        }
    }

    /// Whether it is about everything in a folder.
    fileprivate var isAboutFolder: Bool {
        switch self {
        case .folderMoved, .folderTrashed: true
        default: false
        }
    }

    /// The titles of the items that it edited where they are; empty if it did something else.
    fileprivate var edited: [String] {
        switch self {
        case .edited(let title), .changed(let title), .property(_, _, let title), .pinned(_, let title),
            .taskDone(_, let title), .taskOpened(_, let title), .taskCancelled(_, let title),
            .taskAdded(_, let title):
            [title]
        case .tags(_, _, let titles): titles
        case .added, .imported, .updated, .removed, .sealed, .resolved, .merged, .reverted, .renamed, .moved, .trashed,
            .restored, .destroyed, .attached, .smartFolder, .smartFolderRenamed, .smartFolderOrder, .folder,
            .folderIcon, .folderOrder, .folderMoved, .folderTrashed, .tag, .setting, .reviews, .heldCards,
            .notebookReverted, .notebookReplaced, .file:
            []
        }
    }
}
