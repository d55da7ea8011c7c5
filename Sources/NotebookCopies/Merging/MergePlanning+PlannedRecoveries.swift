import NotebookFormat
import NotebookMerging
import NotebookStore

// Files that other programs removed or damaged here.
extension MergePlanning {
    /// Plans to replace sealed attachments that are not what their names say, where the other copy has them whole.
    private mutating func recoverDamaged() {
        let theirs = Dictionary(theirs.compared.content.files.map { ($0.path, $0) }) { first, _ in first }
        for file in mine.compared.content.files where file.isDamaged {
            guard let whole = theirs[file.path], whole.digest != file.digest, !whole.isDamaged else { continue }
            plan.copies.append(.init(source: whole, path: file.path, replaced: file))
            plan.report.files.append(MergedFile(path: file.path, change: .recovered))
        }
    }

    /// Plans to fetch what other programs removed here and the other copy still has.
    ///
    /// What a change of this copy removed is in its history, and what was destroyed by name stays destroyed.
    mutating func recoverRemoved() throws {
        // An attachment or a file in the trash that the other copy only moved is gone here as well.
        let moved = (changed.items + changed.others).filter { $0.mine == nil && !$0.isKeptThere }
        let gone = (changed.removedHere + moved.compactMap(\.theirs)).filter {
            !mine.destroyedContents.contains($0.digest)
        }
        guard !mine.isKeptElsewhere else { return }
        recoverDamaged()
        guard !gone.isEmpty else { return }
        let removed = Set(gone.map(\.digest)).filter { mine.removedContents.contains($0) || mine.digests.contains($0) }
        let held = try mine.available(among: removed)
        plan.recovered = gone.filter { !held.contains($0.digest) }
        guard plan.recovered.contains(where: { $0.type?.isItem == true }) else { return }
        let present = Set(mine.compared.content.files.map(\.path))
        plan.attachments = theirs.compared.content.files.filter {
            $0.type == .blob && !$0.isInTrash && !present.contains($0.path)
                && !mine.destroyedContents.contains($0.digest)
        }
    }
}

extension ComparedFile {
    /// Whether it is an attachment with another content than its name says.
    var isDamaged: Bool { type == .blob && !(BlobName(path.name)?.matches(digest) ?? true) }
}

extension Draft {
    /// Fetches files that vanished here: attachments in use to their places, everything else into the trash.
    mutating func recover(
        _ plan: MergePlan, _ files: ComparedNotebook, _ batch: BatchName?, _ report: inout NotebookMerge
    ) throws {
        guard !plan.recovered.isEmpty else { return }
        let blobs = plan.recovered.filter { $0.type == .blob && !$0.isInTrash }
        let used = try attachmentsInUse(Set(blobs.map(\.path)), besides: blobs.compactMap(\.entry), inTrash: true)
        for file in plan.recovered {
            let stays = (file.isInTrash || used.contains(file.path)) && entry(file.path) == nil
            guard let target = stays ? file.path : try freeTrashPath(of: file.livePath, in: batch) else { continue }
            if file.type?.isItem == true {
                guard let bytes = try files.contents(of: [file.wanted])[file.wanted] else { continue }
                try write(try Self.item(bytes, file.path), at: target)
            } else {
                try apply(.init(source: file, path: target, replaced: nil), files)
            }
            report.files.append(
                MergedFile(path: target, change: .recovered, oldPath: target == file.path ? nil : file.path))
        }
        try recoverAttachments(plan, files, &report)
    }

    /// Fetches the attachments of fetched items that were moved away here while the items were missing.
    private mutating func recoverAttachments(
        _ plan: MergePlan, _ files: ComparedNotebook, _ report: inout NotebookMerge
    ) throws {
        let lacking = plan.attachments.filter { entry($0.path) == nil }
        let used = try attachmentsInUse(
            Set(lacking.map(\.path)), besides: lacking.compactMap(\.entry), inTrash: true)
        for file in lacking where used.contains(file.path) {
            try apply(.init(source: file, path: file.path, replaced: nil), files)
            report.files.append(MergedFile(path: file.path, change: .recovered, oldPath: nil))
        }
    }
}
