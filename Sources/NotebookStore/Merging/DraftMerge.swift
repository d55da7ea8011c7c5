import NotebookFormat

extension Draft {
    /// Carries out a plan for a merge, completely or not at all.
    ///
    /// - Parameter files: Delivers the content of files of the other copy.
    /// - Throws: `StoreError.changedMeanwhile` if a file has changed since the plan was made, or an error if files
    ///   cannot be read or written.
    package mutating func take(_ plan: MergePlan, from files: ComparedNotebook) throws -> NotebookMerge {
        var report = plan.report
        var settled: [BundlePath] = []
        // Reads and deletes first, because items may exchange their paths.
        var writes: [(plan: MergePlan.ItemWrite, file: ItemFile)] = []
        for write in plan.items {
            var file = write.file
            if let old = write.old {
                let here = try item(old.path)
                guard Digest.of(here.bytes) == old.digest else { throw StoreError.changedMeanwhile(old.path.text) }
                file = file ?? here
            }
            if var file {
                if file.metadata.uuid == nil {
                    var metadata = file.metadata
                    metadata.uuid = world.newUUID()
                    file = try Self.setting(metadata, of: file, write.path)
                }
                writes.append((write, file))
            }
        }
        for write in writes { if let old = write.plan.old, old.path != write.plan.path { try delete(old.path) } }
        for (write, file) in writes {
            try self.write(file, at: write.path)
            if let old = write.old, old.path != write.path { moved.noteBytes(of: old.path, to: write.path) }
            settled.append(write.path)
        }
        for (write, _) in writes {
            guard let old = write.old, !old.isInTrash, TrashedPath(write.path) == nil, old.path != write.path else {
                continue
            }
            noteMove(of: old.path, to: write.path)
        }
        moved.noteSettled(settled)
        for file in plan.removed { try delete(file.path) }
        for copy in plan.copies { try take(copy, files) }
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
        try trash(plan, files, &report)
        restoresExactly = true
        (history.merged, history.source) = (report.fingerprint, files.name)
        report.files.sort { $0.path < $1.path }
        return report
    }

    private func expect(_ file: ComparedFile) throws {
        guard try digestOnDisk(file.path) == file.digest else { throw StoreError.changedMeanwhile(file.path.text) }
    }

    private mutating func take(_ copy: MergePlan.Copy, _ files: ComparedNotebook) throws {
        if let replaced = copy.replaced { try expect(replaced) }
        let staged = try stage(expecting: copy.source.size) { write in try files.stream(copy.source.path, write) }
        guard staged.digest == copy.source.digest else { throw files.changed(copy.source.path) }
        try write(staged, at: copy.path)
    }

    /// Moves to the trash what the other copy deleted, except attachments in use, and versions that could not be
    /// merged.
    private mutating func trash(
        _ plan: MergePlan, _ files: ComparedNotebook, _ report: inout NotebookMerge
    ) throws {
        guard !plan.trashed.isEmpty || !plan.versions.isEmpty else { return }
        let blobs = Set(plan.trashed.filter { $0.type == .blob }.map(\.path))
        let used = try attachmentsInUse(blobs)
        let batch = world.newBatch()
        for file in plan.trashed {
            guard !used.contains(file.path), let target = try TrashedPath(of: file.path, in: batch)?.path() else {
                report.files.append(MergedFile(path: file.path, change: .kept))
                continue
            }
            try expect(file)
            try moveBytes(file.path, to: target)
            report.files.append(MergedFile(path: target, change: .trashed, oldPath: file.path))
        }
        for file in plan.versions {
            guard let target = try TrashedPath(of: file.livePath, in: batch)?.path() else { continue }
            if file.type?.isItem == true {
                guard let bytes = try files.contents(of: [file.wanted])[file.wanted] else { continue }
                let item = try Self.item(bytes, file.path)
                var metadata = item.metadata
                metadata.uuid = world.newUUID()
                try write(try Self.setting(metadata, of: item, file.path), at: target)
            } else {
                try take(.init(source: file, path: target, replaced: nil), files)
            }
            report.files.append(MergedFile(path: file.path, change: .kept, conflict: .version(target)))
        }
    }

    /// The attachments among these that an item outside the trash links to in this draft.
    private func attachmentsInUse(_ blobs: Set<BundlePath>) throws -> Set<BundlePath> {
        guard !blobs.isEmpty else { return [] }
        let after = manifest
        let resolver = LinkResolver(after)
        var used: Set<BundlePath> = []
        for path in try items(naming: FileNames(of: blobs, in: after, after), of: after).sorted() {
            guard let bytes = try peek(path, limit: ItemFile.maximumBytes), let item = try? ItemFile(bytes) else {
                continue
            }
            for link in item.foundLinks {
                if case .file(let target) = link.target(resolver, from: path), blobs.contains(target) {
                    used.insert(target)
                }
            }
        }
        return used
    }
}
