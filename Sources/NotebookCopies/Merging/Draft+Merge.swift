import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMerging
import NotebookStore
import NotebookText

extension Draft {
    /// Carries out a plan for a merge, completely or not at all.
    ///
    /// - Parameter files: Delivers the content of files of the other copy.
    /// - Throws: `StoreError.changedMeanwhile` if a file has changed since the plan was made, or an error if files
    ///   cannot be read or written.
    package mutating func apply(_ plan: MergePlan, from files: ComparedNotebook) throws -> NotebookMerge {
        var report = plan.report
        var settled: [BundlePath] = []
        // Reads and deletes first, because items may exchange their paths.
        var writes: [(plan: MergePlan.ItemWrite, file: ItemFile)] = []
        let leaving = Set(plan.items.compactMap(\.old?.path) + plan.removed.map(\.path))
        var uuids = Set(manifest.entries.filter { !leaving.contains($0.path) }.compactMap { $0.item?.uuid })
        uuids.formUnion(plan.items.compactMap { $0.old?.item?.uuid })
        for write in plan.items {
            var file = write.file
            if let old = write.old {
                let here = try item(old.path)
                guard Digest.of(here.bytes) == old.digest else { throw StoreError.changedMeanwhile(old.path.text) }
                file = file ?? here
            }
            if var file {
                // Another program may have left two files of one item in the other copy.
                let isTwin = write.old == nil && file.metadata.uuid.map { !uuids.insert($0).inserted } ?? false
                if file.metadata.uuid == nil || isTwin {
                    var metadata = file.metadata
                    metadata.uuid = environment.newUUID()
                    file = try Self.setting(metadata, of: file, write.path)
                }
                writes.append((write, file))
            }
        }
        // What leaves a path goes first: another item may get that path.
        let isTrashNeeded = !(plan.trashed.isEmpty && plan.versions.isEmpty && plan.recovered.isEmpty)
        let batch = isTrashNeeded ? environment.newBatch() : nil
        try trash(plan.trashed.filter { $0.type != .blob }, plan, batch, &report)
        for write in writes { if let old = write.plan.old, old.path != write.plan.path { try delete(old.path) } }
        var moves: [MovedFiles.Move] = []
        for (write, file) in writes {
            try self.write(file, at: write.path)
            settled.append(write.path)
            guard let old = write.old, old.path != write.path else { continue }
            let isLinked = !old.isInTrash && TrashedPath(write.path) == nil
            moves.append(.init(old: old.path, new: write.path, isLinked: isLinked))
        }
        moved.record(together: moves)
        moved.recordSettled(settled)
        for file in plan.removed { try delete(file.path) }
        for copy in plan.copies { try apply(copy, files) }
        for text in plan.texts {
            try expect(text.old)
            try write(try stage { write in try write(text.bytes) }, at: text.old.path)
        }
        for move in plan.moves {
            try expect(move.old)
            try moveBytes(move.old.path, to: move.path)
        }
        description = plan.description
        try keepLinks()
        try recover(plan, files, batch, &report)
        try trashAttachments(plan, batch, &report)
        try keepVersions(plan, files, batch, &report)
        (restoresExactly, isFromOutside) = (true, true)
        (history.merged, history.source) = (report.fingerprint, files.name)
        report.files.sort { $0.path < $1.path }
        return report
    }

    private func expect(_ file: ComparedFile) throws {
        guard try digestOnDisk(file.path) == file.digest else { throw StoreError.changedMeanwhile(file.path.text) }
    }

    mutating func apply(_ copy: MergePlan.Copy, _ files: ComparedNotebook) throws {
        if let replaced = copy.replaced { try expect(replaced) }
        let staged = try stage(expecting: copy.source.size) { write in try files.stream(copy.source.path, write) }
        guard staged.digest == copy.source.digest else { throw files.changed(copy.source.path) }
        try write(staged, at: copy.path)
    }

    /// Moves files to the trash that the other copy deleted, unless its trash has them, from which they are copied.
    private mutating func trash(
        _ trashed: [ComparedFile], _ plan: MergePlan, _ batch: BatchName?, _ report: inout NotebookMerge
    ) throws {
        let trashedThere = Dictionary(
            plan.copies.compactMap { copy in
                TrashedPath(copy.path).map { (ComparedNotebook.Wanted($0.oldPath, copy.source.digest), copy.path) }
            }
        ) { first, _ in first }
        for file in trashed {
            try expect(file)
            if let there = trashedThere[file.wanted] {
                try delete(file.path)
                report.files.append(MergedFile(path: there, change: .trashed, oldPath: file.path))
                continue
            }
            guard let target = try freeTrashPath(of: file.path, in: batch) else { continue }
            try moveBytes(file.path, to: target)
            report.files.append(MergedFile(path: target, change: .trashed, oldPath: file.path))
        }
    }

    /// Moves attachments to the trash that the other copy deleted, unless they are in use.
    private mutating func trashAttachments(
        _ plan: MergePlan, _ batch: BatchName?, _ report: inout NotebookMerge
    ) throws {
        let blobs = plan.trashed.filter { $0.type == .blob }
        let used = try attachmentsInUse(Set(blobs.map(\.path)), inTrash: true)
        try trash(blobs.filter { !used.contains($0.path) }, plan, batch, &report)
        report.files += blobs.filter { used.contains($0.path) }.map { MergedFile(path: $0.path, change: .kept) }
    }

    /// Puts versions into the trash that could not be merged.
    private mutating func keepVersions(
        _ plan: MergePlan, _ files: ComparedNotebook, _ batch: BatchName?, _ report: inout NotebookMerge
    ) throws {
        for file in plan.versions {
            guard let target = try freeTrashPath(of: file.livePath, in: batch) else { continue }
            if file.type?.isItem == true {
                guard let bytes = try files.contents(of: [file.wanted])[file.wanted] else { continue }
                let item = try Self.item(bytes, file.path)
                var metadata = item.metadata
                metadata.uuid = environment.newUUID()
                try write(try Self.setting(metadata, of: item, file.path), at: target)
            } else {
                try apply(.init(source: file, path: target, replaced: nil), files)
            }
            report.files.append(MergedFile(path: file.path, change: .kept, conflict: .version(target)))
        }
        let items = plan.versions.filter { $0.type?.isItem == true }
        _ = try bringAttachments(of: items.map(\.wanted), from: files)
    }

    /// Brings the attachments that items of another copy link to, if they are missing here: also in the trash, a link to
    /// an attachment must resolve.
    ///
    /// - Returns: Whether there were any.
    mutating func bringAttachments(
        of items: [ComparedNotebook.Wanted], from files: ComparedNotebook
    ) throws -> Bool {
        guard !items.isEmpty else { return false }
        let blobs = files.content.files.filter { $0.type == .blob && !$0.isInTrash && entry($0.path) == nil }
        guard !blobs.isEmpty else { return false }
        let resolver = LinkResolver(files.content.manifest)
        var used: Set<BundlePath> = []
        for (wanted, bytes) in try files.contents(of: items) {
            guard let item = try? ItemFile(bytes) else { continue }
            used.formUnion(item.attachments(resolver, from: wanted.path))
        }
        let missing = blobs.filter { used.contains($0.path) }
        for file in missing { try apply(.init(source: file, path: file.path, replaced: nil), files) }
        return !missing.isEmpty
    }

    /// The attachments among these that an item outside the trash links to in this draft.
    ///
    /// After another program moved the item, a link may lead nowhere yet: then the name of the attachment counts, which
    /// has its digest.
    ///
    /// - Parameters:
    ///   - others: Attachments that the notebook does not have.
    ///   - inTrash: Whether items in the trash count as well.
    func attachmentsInUse(
        _ blobs: Set<BundlePath>, besides others: [Entry] = [], inTrash: Bool = false
    ) throws -> Set<BundlePath> {
        guard !blobs.isEmpty else { return [] }
        let after = manifest.replacing(removed: [], put: others)
        let resolver = LinkResolver(after)
        var used: Set<BundlePath> = []
        let names = Dictionary(blobs.map { (String($0.name), $0) }) { first, _ in first }
        let live = try items(naming: FileNames(of: blobs, in: after, after), of: after).sorted()
        let trashed = inTrash ? after.entries(where: { TrashedPath($0)?.type.isItem == true }).map(\.path) : []
        for path in live + trashed {
            guard let bytes = try peek(path, limit: ItemFile.maximumBytes), let item = try? ItemFile(bytes) else {
                continue
            }
            for link in item.foundLinks {
                let origin = TrashedPath(path)?.oldPath ?? path
                if case .file(let target) = link.target(resolver, from: origin) {
                    if blobs.contains(target) { used.insert(target) }
                } else if case .destination(let destination) = link.name, let path = destination.path,
                    let named = names[ExternalPath.name(of: path)]
                {
                    used.insert(named)
                }
            }
        }
        return used
    }

    /// Replaces all files with those of a copy that is based on this notebook, byte for byte; returns the report
    /// without the actions that only a two-sided merge takes.
    mutating func replaceAll(with copy: NotebookCopy, _ report: NotebookMerge) throws -> NotebookMerge {
        try replaceAll(with: copy, insteadOf: nil)
        (history.merged, history.source) = (copy.fingerprint, copy.compared.name)
        var report = report
        report.files.removeAll { $0.change == .kept || $0.change == .returned }
        return report
    }

    /// Replaces all files with those of a copy, byte for byte.
    ///
    /// - Parameters:
    ///   - found: The current files, if they differ from those that the manifest lists.
    ///   - expected: The digests of files that may be replaced; the change fails if one that it replaces has another.
    mutating func replaceAll(
        with copy: NotebookCopy, insteadOf found: NotebookCopy?, replacing expected: [BundlePath: Digest] = [:]
    ) throws {
        (restoresExactly, isFromOutside) = (true, true)
        let (now, wanted) = (listing.manifest, copy.manifest)
        let others = found?.compared.content.files ?? []
        let digests = Dictionary(others.map { ($0.path, $0.digest) }) { first, _ in first }
        for file in others where wanted[file.path] == nil { try delete(file.path) }
        for (path, digest) in digests where wanted[path] != nil { see(path, expected[path] ?? digest) }
        let differences = EntryDifferences(now.entries, wanted.entries)
        var places = Set(differences.different)
        if found != nil {
            for place in wanted.entries.indices {
                let (path, digest) = (wanted.entries.path(at: place), wanted.entries.digest(at: place))
                if path == .notebook || digests[path] != digest { places.insert(place) }
            }
        }
        let different = places.sorted().map { wanted.entries[$0] }
        if different.contains(where: { $0.path == .notebook }) {
            guard case .read(_, let bytes) = copy.compared.inspection.description else { return }
            try restoreDescription(bytes)
        }
        let gone = differences.gone.map { now.entries[$0] }.filter { $0.path != .notebook }
        for path in different.map(\.path) + gone.map(\.path) {
            if let digest = expected[path], now[path] != nil { see(path, digest) }
        }
        for entry in gone { try delete(entry.path) }
        let left = Dictionary(gone.compactMap { old in old.item?.uuid.map { ($0, old.path) } }) { first, _ in first }
        for entry in different where now[entry.path] == nil {
            guard let old = entry.item?.uuid.flatMap({ left[$0] }) else { continue }
            history.movedBack.append(.init(from: old, to: entry.path))
        }
        let items = different.filter(\.type.isItem)
        for start in stride(from: 0, to: items.count, by: Self.itemsAtOnce) {
            let batch = items[start..<min(start + Self.itemsAtOnce, items.count)]
            let texts = try copy.compared.contents(of: batch.map { ComparedNotebook.Wanted($0.path, $0.digest) })
            for entry in batch {
                guard let bytes = texts[ComparedNotebook.Wanted(entry.path, entry.digest)] else {
                    throw copy.compared.changed(entry.path)
                }
                try write(try Self.item(bytes, entry.path), at: entry.path)
            }
        }
        for entry in different where !entry.type.isItem && entry.path != .notebook {
            let staged = try stage(expecting: entry.size) { write in try copy.compared.stream(entry.path, write) }
            guard staged.digest == entry.digest else { throw copy.compared.changed(entry.path) }
            try write(staged, at: entry.path)
        }
    }

    private static var itemsAtOnce: Int { 256 }
}
