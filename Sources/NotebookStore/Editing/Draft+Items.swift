import Cores
import NotebookFiles
public import NotebookFormat
import NotebookQuery
package import NotebookText

extension Draft {
    /// A free path for a new item in a folder, named after its title.
    ///
    /// - Throws: `NotebookError.noFileName` if no name can be made from the title.
    package mutating func freePath(for title: String, type: FileType, in folder: FolderPath) throws -> BundlePath {
        guard let stem = PortableName.made(from: title) else { throw NotebookError.noFileName(title) }
        return try freePath(stem: stem, type: type, in: folder)
    }

    /// A path for an item with this name; if it is in use, with a number added.
    ///
    /// - Parameter own: The path of the file to be renamed, which does not count as in use.
    package mutating func freePath(
        stem: String, type: FileType, in folder: FolderPath, besides own: BundlePath? = nil
    ) throws -> BundlePath {
        let folder = try spelled(folder)
        let directory = try BundlePath(folder.text.isEmpty ? Self.root(of: type) : "\(Self.root(of: type))/\(folder)")
        try readNames(in: directory)
        let own = own?.parent == directory ? own : nil
        let wanted = Self.numberKey(stem, in: directory)
        var number = own == nil ? freeNumbers[wanted, default: 1] : 1
        let name = PortableName.unique(stem, ending: ".md", from: &number) { isTaken($0, in: directory, besides: own) }
        if own == nil { freeNumbers[wanted] = number }
        return try directory.appending(name)
    }

    private static func numberKey(_ stem: String, in directory: BundlePath) -> String {
        directory.key.text + "/" + ComparisonKey(stem).text
    }

    /// Forgets which numbers the names need with which a file that goes was found.
    mutating func forgetNumbers(of path: BundlePath) {
        guard !freeNumbers.isEmpty, let directory = path.parent else { return }
        let stem = String(path.stem)
        freeNumbers[Self.numberKey(stem, in: directory)] = nil
        guard let space = stem.lastIndex(of: " "), stem[space...].dropFirst().allSatisfy(\.isNumber) else { return }
        freeNumbers[Self.numberKey(String(stem[..<space]), in: directory)] = nil
    }

    /// Reads the names that a directory had before the change, so that `isTaken` knows them.
    mutating func readNames(in directory: BundlePath) throws {
        let files = store.files
        try formerNames.read(directory, listing.manifest) { try files.names(in: directory) }
    }

    /// Whether a name in a directory is in use, on the disk, in the list or in this draft, even if letter case is ignored.
    func isTaken(_ name: String, in directory: BundlePath, besides own: BundlePath? = nil) -> Bool {
        let key = ComparisonKey(name)
        return formerNames.uses(key, in: directory, besides: own, deleted)
            || written.uses(key, in: directory, besides: own.map { String($0.name) })
    }

    private static func root(of type: FileType) -> String { type == .card ? "cards" : "notes" }

    /// A folder in the notebook's spelling: letter case and normalisation do not make another folder.
    ///
    /// - Throws: `NotebookError.notAFolder` if it cannot be a folder.
    package func folder(_ text: String) throws -> FolderPath {
        let wanted: FolderPath
        do throws(PathProblem) {
            wanted = try FolderPath(checking: text.composed.parts(between: "/").joined(separator: "/"))
        } catch {
            throw NotebookError.notAFolder(text, error)
        }
        return try spelled(wanted)
    }

    /// A folder as the notebook spells it, or those above it.
    func spelled(_ folder: FolderPath) throws -> FolderPath {
        if folder == .root || exists(folder) { return folder }
        var spelled = ""
        for component in folder.components {
            let next = try FolderPath(spelled.isEmpty ? String(component) : "\(spelled)/\(component)")
            if exists(next) {
                spelled = next.text
            } else if let other = otherSpelling(of: next) {
                spelled = other.text
            } else {
                // Where a note was before, no copy could make the folder.
                guard !component.lowercased().ends(in: ".md") else { throw NotebookError.folderNamedAsItem(next) }
                spelled = next.text
            }
        }
        return try FolderPath(spelled)
    }

    /// The folder whose path differs only in letter case or normalisation, if the folder above it is spelled as here.
    private func otherSpelling(of folder: FolderPath) -> FolderPath? {
        let (parent, name) = (folder.parent ?? .root, ComparisonKey(folder.name))
        let former = listing.spelled(folder)
        var found = exists(former) ? [former] : []
        for root in ["notes", "cards"] {
            guard let directory = try? BundlePath(parent == .root ? root : "\(root)/\(parent)") else { continue }
            found += written.directories(named: name, in: directory).compactMap {
                try? FolderPath(parent == .root ? $0 : "\(parent)/\($0)")
            }
        }
        return (found + [folderRows.spelling(of: folder, in: description)].compactMap(\.self)).min()
    }

    /// Whether a folder is there, in whatever spelling.
    func hasFolder(_ folder: FolderPath) throws -> Bool { exists(try spelled(folder)) }

    /// Whether a folder is there in this spelling.
    private func exists(_ folder: FolderPath) -> Bool {
        if folderRows.contains(folder, in: description) { return true }
        let places = ["notes", "cards"].compactMap { try? BundlePath("\($0)/\(folder)") }
        return places.contains { place in
            written.hasFiles(below: place)
                || listing.manifest.entries(below: place).contains { deleted[$0.path] == nil }
        }
    }
}

extension Draft {
    /// Changes the title of an item, renames its file, and updates links.
    ///
    /// - Throws: `NotebookError.notATitle`, `.gone` or `.malformedItem`, or `StoreError` if files cannot be written.
    public mutating func rename(_ item: Item, to title: String) throws -> Item {
        let title = try Self.title(title)
        let item = try foundOutsideTrash(item)
        let file = try self.item(item.path)
        let stem = try Self.stem(for: title)
        let target =
            stem.isIdentical(to: item.path.stem)
            ? item.path : try freePath(stem: stem, type: item.type, in: item.folder, besides: item.path)
        var metadata = file.metadata
        metadata.title = title
        if metadata.modified == file.metadata.modified, metadata != file.metadata {
            metadata.modified = modificationDate(of: metadata)
        }
        let renamed = try Self.setting(metadata, of: file, item.path)
        guard target != item.path || renamed.bytes != file.bytes else { return item }
        try write(renamed, at: target)
        if target != item.path { try delete(item.path) }
        recordMove(of: item.path, to: target)
        return try shown(target)
    }

    /// Moves an item to another folder, and updates links to and from it.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or `StoreError` if files cannot be moved.
    public mutating func move(_ item: Item, to folder: FolderPath) throws -> Item {
        let (item, folder) = (try foundOutsideTrash(item), try spelled(folder))
        guard folder != item.folder || item.batch != nil else { return item }
        let target = try freePath(stem: item.livePath.stem, type: item.type, in: folder)
        return try relocate(item, to: target)
    }

    /// Gives files other paths, as another program is about to: titles and bytes stay, and links follow.
    ///
    /// A path that the notebook does not list is left out.
    ///
    /// - Throws: `NotebookError.gone`, or `StoreError` if files cannot be moved.
    package mutating func follow(renamed files: [(old: BundlePath, new: BundlePath)]) throws {
        for (old, new) in files where old != new {
            guard let type = entry(old)?.type else { continue }
            try moveBytes(old, to: new)
            if type.isItem { recordMove(of: old, to: new) } else { moved.record(file: old, to: new) }
        }
    }

    /// Gives a folder another path, as another program is about to, once its files have been followed.
    ///
    /// A folder that still has items stays.
    ///
    /// - Throws: `NotebookError.taken` if there is no such path.
    package mutating func follow(renamed old: FolderPath, to new: FolderPath) throws {
        guard old != new, !new.isInside(old), !current.items.contains(where: { $0.folder.isInside(old) }) else {
            return
        }
        follow(QueryRenaming.folder(old, to: new))
        description.settings.places = description.settings.places.following(old, to: new)
        try renameRows(of: old, to: new)
    }

    /// Moves an item to a free path.
    mutating func relocate(_ item: Item, to target: BundlePath) throws -> Item {
        // Links find a restored item under its old path, unless another item has that path now.
        let isKnown = item.batch == nil || entry(item.livePath) == nil
        try moveBytes(item.path, to: target)
        recordMove(of: item.livePath, to: target, isKnown: isKnown)
        return try shown(target)
    }

    private static func stem(for title: String) throws -> String {
        guard let stem = PortableName.made(from: title) else { throw NotebookError.noFileName(title) }
        return stem
    }

    /// Adds a copy of an item beside it, with its own title and uuid.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or `StoreError` if the file cannot be written.
    public mutating func duplicate(_ item: Item) throws -> Item {
        let item = try foundOutsideTrash(item)
        let file = try self.item(item.path)
        let stem = "\(item.livePath.stem) copy"
        let target = try freePath(stem: stem, type: item.type, in: item.folder)
        // The title gets the same number as the name, if that was in use.
        let title = "\(item.title) copy\(target.stem.dropFirst(stem.count))"
        var metadata = file.metadata
        metadata.uuid = environment.newUUID()
        if metadata.title != nil || item.type == .note { metadata.title = Title.accepted(title) ?? item.title }
        metadata.created = environment.now()
        metadata.modified = nil
        try write(try Self.setting(metadata, of: file, item.path), at: target)
        return try shown(target)
    }

    /// An item from an older list, as it is now: it may have been renamed, moved, trashed or restored since.
    ///
    /// - Throws: `NotebookError.noSuchItem` if the notebook no longer has it.
    func found(_ item: Item) throws -> Item {
        if let entry = entry(item.path), entry.item?.uuid == item.uuid || item.uuid == nil { return item }
        guard let uuid = item.uuid else { throw NotebookError.noSuchItem(item.path.text, like: []) }
        let now = current
        let places = item.batch == nil ? [now.items, now.trashedItems] : [now.trashedItems, now.items]
        guard let found = places.lazy.compactMap({ $0.first { $0.uuid == uuid } }).first else {
            // A file that another program has written may lack its uuid.
            if let entry = entry(item.path), entry.item?.uuid == nil { return item }
            throw NotebookError.noSuchItem(item.title, like: [])
        }
        return found
    }

    /// The same, for calls that work on items outside the trash.
    ///
    /// - Throws: `NotebookError.inTrash` if the item was moved there, or what `found` throws.
    package func foundOutsideTrash(_ item: Item) throws -> Item {
        let found = try found(item)
        guard found.batch == nil || item.batch != nil else { throw NotebookError.inTrash(found.path) }
        return found
    }

    /// Changes the description of the notebook, or leaves it as it is if the format does not allow a value.
    ///
    /// New rows and settings that name a folder get the spelling that the notebook has.
    ///
    /// - Throws: `NotebookError.notAValue`, or what `change` throws.
    public mutating func describe(_ change: (inout NotebookDescription) throws -> Void) throws {
        var new = description
        try change(&new)
        let known = Set(description.folders.map(\.path))
        for index in new.folders.indices where !known.contains(new.folders[index].path) {
            new.folders[index].path = try spelled(new.folders[index].path)
        }
        for folder in [\NoteLocations.inboxFolder, \.dailyFolder, \.templateFolder] {
            new.settings.places[keyPath: folder] = try spelled(new.settings.places[keyPath: folder])
        }
        try NotebookListing.check(new, of: listing.name)
        description = new
    }
}

extension Draft {
    /// Changes several items, whose texts are made on all cores.
    ///
    /// - Throws: what `edit` throws for the first item that cannot be changed.
    package mutating func edit(_ edits: [(path: BundlePath, change: ItemChange)]) throws {
        guard Set(edits.map(\.path)).count == edits.count else {
            // An item that changes twice has to change in turn.
            for (path, change) in edits { _ = try edit(path, change) }
            return
        }
        store.files.beginPass()
        defer { store.files.endPass() }
        var queue = ResultQueue<[PreparedEdit]>()
        let (reader, now) = (peekingReader, environment.now())
        for start in stride(from: 0, to: edits.count, by: Self.editsAtOnce) {
            let batch = edits[start..<min(start + Self.editsAtOnce, edits.count)].map { path, change in
                PreparedEdit(path: path, change: change, uuid: entry(path)?.item?.uuid)
            }
            let prepared = try queue.add {
                let contents = try reader.contents(of: batch.map(\.path))
                return zip(batch, contents).map { $0.prepared(from: $1, at: now) }
            }
            try make(prepared)
        }
        try make(try queue.finish())
    }

    private static var editsAtOnce: Int { 64 }

    private mutating func make(_ edits: [[PreparedEdit]]) throws {
        for edit in edits.joined() {
            switch edit.outcome {
            case .unchanged: break
            case .changed(let item, let digest):
                try rewrite(edit.path) { draft in
                    try draft.write(
                        item, at: edit.path, insteadOf: digest, hasSameText: edit.change.onlyOrganises)
                }
            case .unknown: _ = try self.edit(edit.path, edit.change)
            }
        }
    }
}

/// A change of an item whose text is made before the draft takes it in.
private struct PreparedEdit: Sendable {
    enum Outcome: Sendable {
        case unchanged
        /// The new item, and the digest of the text that it was made from.
        case changed(ItemFile, Digest)
        /// Something is unusual, or wrong: the draft makes the change, or says what is wrong.
        case unknown
    }

    let path: BundlePath
    let change: ItemChange
    /// The uuid in the manifest.
    let uuid: UniqueIdentifier?
    var outcome = Outcome.unknown

    init(path: BundlePath, change: ItemChange, uuid: UniqueIdentifier?) {
        (self.path, self.change, self.uuid) = (path, change, uuid)
    }

    func prepared(from bytes: [UInt8]?, at now: Timestamp) -> PreparedEdit {
        var edit = self
        edit.outcome = (try? outcome(from: bytes, at: now)) ?? .unknown
        return edit
    }

    private func outcome(from bytes: [UInt8]?, at now: Timestamp) throws -> Outcome {
        guard let bytes else { return .unknown }
        let old = try Draft.item(bytes, path)
        let new = try Draft.edited(old, path, change)
        guard new.bytes != old.bytes else { return .unchanged }
        guard let uuid = new.metadata.uuid ?? uuid else { return .unknown }
        let dated = try Draft.dated(new, path, since: change.onlyOrganises ? nil : old, uuid, at: now)
        return .changed(dated, Digest.of(bytes))
    }
}

extension Draft {
    /// Marks a task as done on a day, or opens it again, and returns it; the rest of the file stays.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or `StoreError` if the file cannot be written.
    package mutating func set(_ task: ItemTask, of item: Item, done day: CalendarDate?) throws -> ListedTask {
        let (file, spelling) = (try self.item(item.path), description.settings.taskSpelling)
        let new = try Self.changed(file, item.path) { () throws(TextProblem) in
            if let day { try file.completing(task, on: day, spelling) } else { try file.reopening(task) }
        }
        return try replace(item, file, new, task.markRange.lowerBound)
    }

    /// Adds a task to an item, and returns it.
    ///
    /// - Parameters:
    ///   - text: The text, on one line.
    ///   - section: The section to add it to; by default, it comes after the last list of tasks.
    /// - Throws: `NotebookError.staysOpen` if a block at the end would contain the task, `.gone` or `.malformedItem`, or
    ///   `StoreError` if the file cannot be written.
    package mutating func add(task text: String, to item: Item, in section: ItemSection?) throws -> ListedTask {
        let file = try self.item(item.path)
        let added = try Self.changed(file, item.path) { () throws(TextProblem) in
            try file.adding(task: text, in: section?.range)
        }
        guard let (new, task) = added else {
            let end = section?.range.upperBound ?? file.bytes.count
            throw NotebookError.staysOpen(item.path, TextPosition(of: end, in: file.bytes))
        }
        return try replace(item, file, new, task.markRange.lowerBound)
    }

    private static func changed<Result>(
        _ file: ItemFile, _ path: BundlePath, _ change: () throws(TextProblem) -> Result
    ) throws(NotebookError) -> Result {
        do throws(TextProblem) {
            return try change()
        } catch {
            throw .malformedItem(path, error, error.position(in: file.bytes))
        }
    }

    /// Writes an item, and returns the task that is at an offset in its new text; its date may move the task.
    private mutating func replace(
        _ item: Item, _ old: ItemFile, _ new: ItemFile, _ offset: Int
    ) throws -> ListedTask {
        let place = new.tasks.firstIndex { $0.markRange.lowerBound == offset }
        _ = try replace(item.path, old, new)
        let tasks = try self.item(item.path).tasks
        guard let place, tasks.indices.contains(place) else { throw NotebookError.gone(item.path) }
        return ListedTask(item: try shown(item.path), task: tasks[place])
    }
}
