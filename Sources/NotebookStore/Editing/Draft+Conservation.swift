import NotebookFiles
package import NotebookFormat
package import NotebookLinks
import NotebookText

extension Draft {
    /// Moves to the trash what a reason from outside is about to remove or replace, as far as the history would not
    /// keep it (Format, clause 21.10).
    ///
    /// Another copy, git, a sync program or an import is such a reason; what a person edits is one only where the history
    /// is turned off, and the edit leaves out text.
    mutating func conserve() throws {
        guard isFromOutside || world.isHistoryOff, !store.isKeptElsewhere else { return }
        let after = manifest
        let staying = Set(after.entries.map(\.digest))
        let uuids = Set(after.entries.compactMap { $0.item?.uuid })
        let going = written.mapValues(\.replaces).merging(deleted) { _, digest in digest }
            .compactMapValues(\.self).filter { !staying.contains($0.value) && !history.destroyed.contains($0.value) }
        let unkept = try unkept(Set(going.keys)).filter { try isFromOutside || leavesOutText($0) }
        guard !unkept.isEmpty else { return }
        let batch = world.newBatch()
        for path in unkept {
            // What is in the trash stays there, unless the item is somewhere else now.
            let isElsewhere = notebook.manifest[path]?.item?.uuid.map(uuids.contains) ?? false
            if TrashedPath(path) != nil, written[path] == nil, !isElsewhere {
                keep(path)
            } else {
                try putIntoTrash(path, batch, uuids)
            }
        }
        try keepAttachments(of: unkept)
    }

    /// Whether an item that somebody edited has lost lines of its text, its title or a property, other than by an update
    /// of its links.
    private func leavesOutText(_ path: BundlePath) throws -> Bool {
        guard FileType(of: path)?.isItem == true, written[path] != nil, !keptLinks.changed.contains(path),
            let before = try original(path).flatMap({ try? ItemFile($0) }),
            let after = try peek(path, limit: ItemFile.maximumBytes).flatMap({ try? ItemFile($0) })
        else { return false }
        func parts(_ item: ItemFile) -> Set<String> {
            let lines = String(decoding: item.body, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
            let properties = item.properties.map { "\($0.key): \($0.value.scalars.map(\.text))" }
            return Set(lines + properties + [item.metadata.title ?? ""])
        }
        return !parts(before).isSubset(of: parts(after))
    }

    /// Leaves the attachments of kept items where they are: also in the trash, a link to an attachment must resolve.
    private mutating func keepAttachments(of paths: [BundlePath]) throws {
        let items = paths.filter { FileType(of: TrashedPath($0)?.oldPath ?? $0)?.isItem == true }
        guard !items.isEmpty, deleted.keys.contains(where: { FileType(of: $0) == .blob }) else { return }
        let resolver = LinkResolver(notebook.manifest)
        for path in items {
            guard try store.files.status(DiskPath(path))?.size ?? 0 <= ItemFile.maximumBytes,
                let item = try? ItemFile(store.files.content(of: DiskPath(path), limit: ItemFile.maximumBytes))
            else { continue }
            for target in item.attachments(resolver, from: path) { keep(target) }
        }
    }

    /// The files that the history has no room for, in the order of their paths.
    private func unkept(_ paths: Set<BundlePath>) throws -> [BundlePath] {
        guard var room = try store.roomInHistory() else { return paths.sorted() }
        let sizes = try paths.map { ($0, try store.files.status(DiskPath($0))?.size ?? 0) }
        return sizes.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.filter { _, size in
            room -= size
            return room < 0
        }.map(\.0).sorted()
    }

    /// Puts a file into the trash as it is on the disk; an item whose uuid another item has gets a new one.
    private mutating func putIntoTrash(
        _ path: BundlePath, _ batch: BatchName, _ uuids: Set<UniqueIdentifier>
    ) throws {
        let (files, place) = (store.files, DiskPath(path))
        let old = TrashedPath(path)?.oldPath ?? path
        if FileType(of: path)?.isItem == true, try files.status(place)?.size ?? 0 <= ItemFile.maximumBytes {
            let bytes = try files.content(of: place, limit: ItemFile.maximumBytes)
            if let item = try? ItemFile(bytes), let target = try freeTrashPath(of: old, in: batch) {
                var metadata = item.metadata
                if metadata.uuid.map(uuids.contains) == true { metadata.uuid = world.newUUID() }
                return try write(try Self.setting(metadata, of: item, path), at: target)
            }
        }
        let isTyped = TrashedPath(of: old, in: batch)?.type.isItem == false
        guard let kept = isTyped ? old : TrashedPath(keeping: path, in: batch)?.oldPath,
            let target = try freeTrashPath(of: kept, in: batch)
        else { return }
        try write(try stage { write in try files.stream(place, write) }, at: target)
    }

    /// The path in the trash for a file, in another batch if one of this batch has it; `nil` for files without a type.
    package func freeTrashPath(of path: BundlePath, in batch: BatchName?) throws -> BundlePath? {
        var batch = batch ?? world.newBatch()
        while let target = try TrashedPath(of: path, in: batch)?.path() {
            if entry(target) == nil { return target }
            batch = batch.next
        }
        return nil
    }
}

extension ItemFile {
    /// The attachments that its links lead to.
    ///
    /// - Parameter path: Its path, or the one that it had before it was moved to the trash.
    package func attachments(_ resolver: LinkResolver, from path: BundlePath) -> Set<BundlePath> {
        Set(
            foundLinks.compactMap { link in
                guard case .file(let target) = link.target(resolver, from: path), FileType(of: target) == .blob else {
                    return nil
                }
                return target
            })
    }
}
