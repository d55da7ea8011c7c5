import NotebookFiles
package import NotebookFormat
import NotebookMerging
package import NotebookStore
package import NotebookText

/// What a change of the history did, as a person would say it, as far as the history still has the contents.
package struct ChangeSummary: Hashable, Sendable {
    /// Something that a change did.
    package enum Event: Hashable, Sendable {
        case added(String)
        case imported(String)
        /// An item that an import changed.
        case updated(String)
        case removed(String)
        case edited(String)
        /// An item of which the history no longer has the contents.
        case changed(String)
        /// An item that another program had edited.
        case sealed(String)
        /// An item of which two versions became one.
        case resolved(String)
        /// An item that became a part of another one.
        case merged(String, into: String)
        /// An item that got its earlier text back.
        case reverted(String)
        case renamed(String, to: String)
        case moved(String, to: FolderPath)
        case trashed(String)
        case restored(String)
        case destroyed(String)
        case taskDone(String, in: String)
        case taskOpened(String, in: String)
        case taskCancelled(String, in: String)
        case taskAdded(String, in: String)
        /// A property, with its new value as text; `nil` if it was removed.
        case property(String, String?, of: String)
        /// Tags of items that got and lost the same ones.
        case tags(added: [Tag], removed: [Tag], of: [String])
        case pinned(Bool, String)
        /// An attachment, and the title of the item that it was attached to, if that changed with it.
        case attached(String, to: String?)
        case smartFolder(String, Step)
        case smartFolderRenamed(String, to: String)
        case smartFolderOrder
        case folder(String, Step)
        case folderIcon(String)
        case folderOrder
        /// A folder that was renamed or moved, and how many items are in it.
        case folderMoved(FolderPath, to: FolderPath, items: Int)
        /// A folder that was deleted, and how many items were in it.
        case folderTrashed(FolderPath, items: Int)
        case tag(String)
        /// A setting, with its new value as text; `nil` if it has its default again.
        case setting(String, String?)
        case reviews(Int)
        /// Cards that were suspended, buried or released.
        case heldCards(Int, HeldStep)
        /// The whole notebook, of which so many items changed: it is what it was at an earlier moment.
        case notebookReverted(items: Int)
        /// The whole notebook, of which so many items changed: an archive took its place.
        case notebookReplaced(items: Int)
        /// Another file.
        case file(BundlePath)
    }

    /// What somebody did of which the events are only the consequences.
    package enum Act: Hashable, Sendable {
        /// The merge of a copy; its name, if it is known.
        case merge(String?)
        /// The merge with a copy that got the result as well.
        case sync(String?)
        case repair
    }

    /// What happened to cards that are not asked, or are asked again.
    package enum HeldStep: String, CaseIterable, Sendable {
        case suspended = "suspend", buried = "bury", released = "release"
    }

    /// What happened to a row of the description.
    package enum Step: Hashable, Sendable {
        case added, removed, changed
    }

    /// What it did, the most important first; empty if nothing is known.
    package private(set) var events: [Event] = []
    /// What it was as a whole; `nil` if the events say it.
    package let act: Act?
    /// In how many other items it only updated links.
    package internal(set) var linkedItems = 0
    /// How many other items and attachments it changed that no event is about.
    package internal(set) var others = 0

    /// The largest number of files that are looked at.
    private static let mostFiles = 50

    /// Describes a change.
    ///
    /// - Parameters:
    ///   - content: A content by its digest; `nil` if it is no longer known.
    ///   - hasFolder: Whether a folder was there after the change; `nil` if that is unknown.
    init(
        _ change: HistoryChange, _ content: (Digest, BundlePath) -> [UInt8]?, hasFolder: (FolderPath) -> Bool?
    ) {
        act =
            switch change.verb {
            case ChangeNote.synchronizing: .sync(change.source)
            case ChangeNote.repairing: .repair
            default: change.source.map(Act.merge)
            }
        var later: [Event] = []
        var linked: [[Event]] = []
        let described = Self.described(change.files)
        for file in described {
            guard let path = file.newPath ?? file.oldPath, !DeletionRecord.holds(path) else { continue }
            let before = file.oldPath.flatMap { path in file.before.flatMap { content($0, path) } }
            let after = file.newPath.flatMap { path in file.after.flatMap { content($0, path) } }
            switch FileType(of: path) {
            case .note, .card: addItem(file, before, after, &later, &linked)
            case .notebook: later += Self.events(before, after)
            case .blob: later.append(Self.attachmentEvent(file, path))
            default: later += Self.logEvents(path, before, after)
            }
        }
        // Attaching updates no links elsewhere, but an item can have the date that it got in the same second.
        if linked.count == 1, events.isEmpty, later.contains(where: \.isAttaching) {
            (later, linked) = (later + linked[0], [])
        }
        events += Self.joined(later)
        // Links change with something else; alone, this was an edit that kept the date. An import updates no links, and
        // what gives tags other names changes them in texts.
        if ["import", "tag"].contains(change.verb) {
            events += linked.flatMap(\.self)
        } else if events.isEmpty {
            events = linked.flatMap(\.self)
        } else {
            linkedItems = linked.count
        }
        if change.files.count > Self.mostFiles { events = events.filter { if case .file = $0 { false } else { true } } }
        events = Self.meant(events, by: change, hasFolder)
        addUnseen(Self.named(change.files) - Self.named(described))
    }

    /// The files to look at: if there are many, rather those that came, went or got another path.
    private static func described(_ files: [HistoryChange.File]) -> [HistoryChange.File] {
        guard files.count > mostFiles else { return files }
        return Array(
            (files.filter { $0.oldPath != $0.newPath } + files.filter { $0.oldPath == $0.newPath }).prefix(mostFiles))
    }

    /// Says of attachments to which item they were attached, if only one was edited besides.
    private static func joined(_ events: [Event]) -> [Event] {
        let titles = events.compactMap { if case .edited(let title) = $0 { title } else { nil } }
        guard events.contains(where: \.isAttaching), let title = titles.first, titles.count == 1 else { return events }
        return events.compactMap { event in
            switch event {
            case .edited: nil
            case .attached(let name, _): .attached(name, to: title)
            default: event
            }
        }
    }

    private static func attachmentEvent(_ file: HistoryChange.File, _ path: BundlePath) -> Event {
        func name(_ path: BundlePath) -> String { BlobName(path.name)?.readableName ?? String(path.name) }
        let wasTrashed = file.oldPath.flatMap(TrashedPath.init) != nil
        let isTrashed = file.newPath.flatMap(TrashedPath.init) != nil
        return switch (file.oldPath, file.newPath) {
        case (nil, _): .attached(name(path), to: nil)
        case (_, nil): wasTrashed ? .destroyed(name(path)) : .removed(name(path))
        case _ where wasTrashed != isTrashed: isTrashed ? .trashed(name(path)) : .restored(name(path))
        case (let old?, let new?) where name(old) != name(new): .renamed(name(old), to: name(new))
        default: .edited(name(path))
        }
    }

    private mutating func addItem(
        _ file: HistoryChange.File, _ before: [UInt8]?, _ after: [UInt8]?, _ later: inout [Event],
        _ linked: inout [[Event]]
    ) {
        let old = before.flatMap { try? ItemFile($0) }
        let new = after.flatMap { try? ItemFile($0) }
        switch (file.oldPath, file.newPath) {
        case (nil, let path?): events.append(.added(Self.title(new, path)))
        case (let path?, nil):
            let title = Self.title(old, path)
            events.append(TrashedPath(path) == nil ? .removed(title) : .destroyed(title))
        case (let from?, let to?) where TrashedPath(from) == nil && TrashedPath(to) != nil:
            events.append(.trashed(Self.title(old ?? new, from)))
        case (let from?, let to?) where TrashedPath(from) != nil && TrashedPath(to) == nil:
            events.append(.restored(Self.title(new ?? old, to)))
        case (let from?, let to?):
            let titles = (Self.title(old, from), Self.title(new, to))
            if titles.0 != titles.1 {
                events.append(.renamed(titles.0, to: titles.1))
            } else if from.parent != to.parent, let folder = FolderPath(of: to) {
                events.append(.moved(titles.1, to: folder))
            } else if from != to {
                events.append(.renamed(from.stem, to: to.stem))
            } else {
                addEdit(old, new, titles.1, &later, &linked)
            }
        case (nil, nil): break
        }
    }

    private mutating func addEdit(
        _ old: ItemFile?, _ new: ItemFile?, _ title: String, _ later: inout [Event], _ linked: inout [[Event]]
    ) {
        guard let old, let new else { return later.append(.changed(title)) }
        var found: [Event] = []
        let (one, two) = (old.tasks.map(TaskState.init), new.tasks.map(TaskState.init))
        let (gone, come) = (Self.difference(one, two), Self.difference(two, one))
        for task in come {
            if gone.contains(where: { $0.text == task.text }) {
                let event: Event =
                    switch task.state {
                    case .open: .taskOpened(task.text, in: title)
                    case .done: .taskDone(task.text, in: title)
                    case .cancelled: .taskCancelled(task.text, in: title)
                    }
                found.append(event)
            } else if gone.isEmpty, task.state == .open {
                found.append(.taskAdded(task.text, in: title))
            }
        }
        for (key, value) in Self.changedProperties(old, new) {
            found.append(.property(key, value.map(Self.text), of: title))
        }
        for key in KnownKey.allCases where !key.row.isSame(old.metadata, new.metadata) {
            switch key {
            // A title is a new name, and tools write the others.
            case .uuid, .title, .created, .modified: break
            case .pinned: found.append(.pinned(new.metadata.pinned, title))
            case .tags:
                let (before, after) = (old.metadata.tags, new.metadata.tags)
                let (added, removed) = (after.filter { !before.contains($0) }, before.filter { !after.contains($0) })
                if !added.isEmpty || !removed.isEmpty {
                    found.append(.tags(added: added, removed: removed, of: [title]))
                }
            }
        }
        let isSameText = old.body == new.body
        let onlyProperties = found.allSatisfy { if case .property(_, _?, _) = $0 { true } else { false } }
        // A change of links alone, also of those in properties, keeps the date.
        if onlyProperties, !found.isEmpty || !isSameText, old.metadata.modified == new.metadata.modified {
            linked.append(found.isEmpty || !isSameText ? found + [.edited(title)] : found)
            return
        }
        if found.isEmpty || !isSameText && !found.contains(where: \.isTask) {
            later.append(.edited(title))
        }
        events += found
    }

    private struct TaskState: Hashable {
        let text: String
        let state: ItemTask.State

        init(_ task: ItemTask) { (text, state) = (task.text, task.state) }
    }

    /// The tasks of the first list that are not in the second, each as often as it is missing.
    private static func difference(_ one: [TaskState], _ other: [TaskState]) -> [TaskState] {
        var counts = Dictionary(other.map { ($0, 1) }, uniquingKeysWith: +)
        return one.filter { task in
            guard let count = counts[task], count > 0 else { return true }
            counts[task] = count - 1
            return false
        }
    }

    /// The keys of the properties that differ, with their new values.
    private static func changedProperties(_ old: ItemFile, _ new: ItemFile) -> [(key: String, value: PropertyValue?)] {
        /// Finds values as `ItemFile.property` does, which reads all lines each time.
        func values(_ properties: [Property]) -> (String) -> PropertyValue? {
            let exact = Dictionary(properties.map { ($0.key, $0.value) }) { first, _ in first }
            let folded = Dictionary(properties.map { (ComparisonKey($0.key), $0.value) }) { first, _ in first }
            return { exact[$0] ?? folded[ComparisonKey($0)] }
        }
        let (before, after) = (old.properties, new.properties)
        let (oldValue, newValue) = (values(before), values(after))
        var seen: Set<String> = []
        return (before + after).map(\.key).filter { seen.insert($0).inserted && oldValue($0) != newValue($0) }
            .map { ($0, newValue($0)) }
    }

    private static func text(_ value: PropertyValue) -> String { value.scalars.map(\.text).joined(separator: ", ") }

    private static func title(_ file: ItemFile?, _ path: BundlePath) -> String {
        let path = TrashedPath(path)?.oldPath ?? path
        if let title = file?.metadata.title { return title }
        guard FileType(of: path) == .card, let file, let line = CardTitle.firstLine(of: file) else { return path.stem }
        return HiddenGaps.text(line)
    }

    private static func events(_ before: [UInt8]?, _ after: [UInt8]?) -> [Event] {
        guard let before, let after, let old = try? NotebookDescription(before),
            let new = try? NotebookDescription(after)
        else { return [] }
        var seen: Set<String> = []
        let folders = (old.folders.map(\.path.text), new.folders.map(\.path.text))
        // A folder that moves takes its place along; otherwise, a row can come only to say where the folder is in order.
        let areOrdered = folders.0.allSatisfy(folders.1.contains)
        return DescriptionChange.all(old, new).compactMap { change -> Event? in
            let isRow = [.folder, .tag, .smartFolder].contains(change.subject)
            if change.subject == .smartFolder, change.name.isEmpty { return .smartFolderOrder }
            if change.subject == .folder, change.key == "order", areOrdered {
                return seen.insert("order").inserted ? .folderOrder : nil
            }
            guard !isRow || seen.insert("\(change.subject) \(change.name)").inserted else { return nil }
            switch change.subject {
            case .notebook where change.key == ValueConflict.listKey: return nil
            case .notebook, .setting: return .setting(change.key, change.new)
            case .tag: return .tag(change.name)
            case .smartFolder:
                let names = (old.smartFolders.map(\.name), new.smartFolders.map(\.name))
                return .smartFolder(change.name, step(change.name, names.0, names.1))
            case .folder:
                let step = step(change.name, folders.0, folders.1)
                return step == .changed && change.key == "icon"
                    ? .folderIcon(change.name) : .folder(change.name, step)
            }
        }
    }

    private static func step(_ name: String, _ old: [String], _ new: [String]) -> Step {
        old.contains(name) ? new.contains(name) ? .changed : .removed : .added
    }

    /// The reviews that a log got, without those that it also got undone.
    private static func logEvents(_ path: BundlePath, _ before: [UInt8]?, _ after: [UInt8]?) -> [Event] {
        guard StudyFiles.isLog(path), let after else { return [.file(path)] }
        let known = Set((before ?? []).split(separator: 0x0A))
        let added = after.split(separator: 0x0A).filter { !known.contains($0) }.map(values)
        let undone = Set(added.compactMap { $0["undoes"] })
        let kept = added.filter { record in record["id"].map { !undone.contains($0) } ?? true }
        let reviews = kept.count { $0["grade"] != nil }
        let held = HeldStep.allCases.map { step in (step, kept.count { $0["hold"] == step.rawValue }) }
        return (reviews > 0 ? [.reviews(reviews)] : [])
            + held.filter { $0.1 > 0 }.map { step, count in .heldCards(count, step) }
    }

    /// The strings and numbers of a line of a log; none if it is no object.
    private static func values(_ line: ArraySlice<UInt8>) -> [String: String] {
        guard case .object(let members)? = try? JSONValue.read(Array(line)).content else { return [:] }
        let texts = members.compactMap { member -> (String, String)? in
            switch member.value.content {
            case .string(let text), .number(let text): (member.key, text)
            default: nil
            }
        }
        return Dictionary(texts) { first, _ in first }
    }
}

extension ChangeSummary.Event {
    fileprivate var isAttaching: Bool { if case .attached = self { true } else { false } }

    fileprivate var isTask: Bool {
        switch self {
        case .taskDone, .taskOpened, .taskCancelled, .taskAdded: true
        default: false
        }
    }
}

extension NotebookDirectory {
    /// What some changes did, by their numbers.
    ///
    /// - Throws: an error if the notebook or its history cannot be read.
    package func summaries(of changes: [HistoryChange]) throws -> [Int: ChangeSummary] {
        try readFiles { files in
            let notebook = try NotebookListing(try tree(files))
            let contents = PastContents(Store(files, environment), notebook.manifest)
            return Dictionary(changes.map { ($0.number, ChangeSummary($0, contents)) }) { first, _ in first }
        }
    }
}

extension Draft {
    /// What a change did, before this draft undoes it.
    package func summary(of change: HistoryChange) -> ChangeSummary {
        ChangeSummary(change, PastContents(store, listing.manifest))
    }
}

extension ChangeSummary {
    fileprivate init(_ change: HistoryChange, _ contents: PastContents) {
        lazy var folders = contents.folders(after: change.number)
        self.init(change) { digest, path in
            (try? contents.bytes(of: digest, preferring: path, limit: ItemFile.maximumBytes)) ?? nil
        } hasFolder: { folder in
            folders?.contains(folder)
        }
    }
}
