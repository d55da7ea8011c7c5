import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

// Files that other programs removed or damaged here.
extension MergePlanning {
    /// Plans to replace sealed attachments that are not what their names say, where the other copy has them whole.
    private mutating func recoverDamaged() {
        let damaged = mine.compared.content.files.filter(\.isDamaged)
        guard !damaged.isEmpty else { return }
        let theirs = Dictionary(theirs.compared.content.files.map { ($0.path, $0) }) { first, _ in first }
        for file in damaged {
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

extension Draft {
    /// Fetches files that vanished here: attachments in use to their places, everything else into the trash.
    mutating func recover(
        _ plan: MergePlan, _ files: ComparedNotebook, _ batch: BatchName?, _ report: inout NotebookMerge
    ) throws {
        guard !plan.recovered.isEmpty else { return }
        func isAttachment(_ file: ComparedFile) -> Bool { file.type == .blob && !file.isInTrash }
        // Fetched items may use the attachments.
        for file in plan.recovered where !isAttachment(file) {
            try recover(file, files, batch, stays: file.isInTrash, &report)
        }
        let blobs = plan.recovered.filter(isAttachment)
        let lacking = (blobs + plan.attachments).filter { entry($0.properPath) == nil }
        let used = try attachmentsInUse(
            Set(lacking.map(\.properPath)), besides: lacking.compactMap { $0.entry?.at($0.properPath) }, inTrash: true)
        for file in blobs where entry(file.properPath)?.digest != file.digest {
            try recover(file, files, batch, stays: used.contains(file.properPath), &report)
        }
        // Those that were moved away here while the items were missing.
        for file in plan.attachments where used.contains(file.properPath) && entry(file.properPath) == nil {
            try recover(file, files, batch, stays: true, &report)
        }
    }

    /// - Parameter stays: Whether it gets its path, if that is free.
    private mutating func recover(
        _ file: ComparedFile, _ files: ComparedNotebook, _ batch: BatchName?, stays: Bool,
        _ report: inout NotebookMerge
    ) throws {
        let isFree = stays && entry(file.properPath) == nil
        let live = file.isMisnamed ? file.properPath : file.livePath
        guard let target = isFree ? file.properPath : try freeTrashPath(of: live, in: batch) else { return }
        if file.type?.isItem == true {
            guard let bytes = try files.contents(of: [file.wanted])[file.wanted] else { return }
            try write(try Self.item(bytes, file.path), at: target)
        } else {
            try apply(.init(source: file, path: target, replaced: nil), files)
        }
        report.files.append(
            MergedFile(path: target, change: .recovered, oldPath: target == file.path ? nil : file.path))
    }
}

// Folders whose names only the other copy spells anew, as with another letter case.
extension MergePlanning {
    /// The new spellings of folders that only the other copy changed.
    func respelledFolders() -> RespelledFolders {
        var respelled = RespelledFolders()
        for versions in changed.items {
            guard let base = versions.base, let theirs = versions.theirs, !base.isInTrash, !theirs.isInTrash else {
                continue
            }
            respelled.record(base.path, theirs.path)
        }
        guard !respelled.isEmpty else { return respelled }
        // A spelling that this copy changed as well stays.
        for file in mine.compared.content.files where file.type?.isItem == true && !file.isInTrash {
            respelled.keep(file.path)
        }
        return respelled
    }
}

/// Names of folders that are spelled anew, and are equal to the old ones after folding (Format, clause 13.2).
struct RespelledFolders {
    private var names: [ComparisonKey: (old: Substring, new: Substring)] = [:]

    /// Whether there are none.
    var isEmpty: Bool { names.isEmpty }

    /// Notes the folders of a file whose spelling differs between two states.
    fileprivate mutating func record(_ old: BundlePath, _ new: BundlePath) {
        for (one, other) in zip(old.folders, new.folders) {
            guard one.key == other.key else { return }
            if !one.name.utf8.elementsEqual(other.name.utf8) { names[one.key] = (one.name, other.name) }
        }
    }

    /// Leaves out the folders of a file that have neither spelling.
    fileprivate mutating func keep(_ path: BundlePath) {
        for folder in path.folders {
            guard let known = names[folder.key] else { continue }
            if !folder.name.utf8.elementsEqual(known.old.utf8) { names[folder.key] = nil }
        }
    }

    /// Rows of folders with the new spellings, and with those of the rows of the folders above them.
    func respelled(_ rows: [NotebookDescription.FolderRow]) -> [NotebookDescription.FolderRow] {
        var names: [ComparisonKey: Substring] = [:]
        for row in rows {
            if let name = row.path.components.last { names[ComparisonKey(row.path.text)] = name }
        }
        return rows.map { row in
            var (row, spelled): (NotebookDescription.FolderRow, [Substring]) = (row, [])
            for component in row.path.components {
                let key = (spelled + [component]).joined(separator: "/")
                let new = ["notes", "cards"].compactMap { self.names[ComparisonKey("\($0)/\(key)")]?.new }.first
                spelled.append(new ?? names[ComparisonKey(key)] ?? component)
            }
            row.path = (try? FolderPath(spelled.joined(separator: "/"))) ?? row.path
            return row
        }
    }

    /// A path with the new spellings of its folders.
    func respelled(_ path: BundlePath) -> BundlePath {
        guard !isEmpty, TrashedPath(path) == nil else { return path }
        let folders = path.folders.map { names[$0.key]?.new ?? $0.name }
        return (try? BundlePath((folders + [path.name]).joined(separator: "/"))) ?? path
    }
}

extension BundlePath {
    /// The names of its folders from the outermost one, each with the key of its path.
    fileprivate var folders: [(key: ComparisonKey, name: Substring)] {
        let names = text.parts(between: "/").dropLast()
        return names.indices.map { (ComparisonKey(names[...$0].joined(separator: "/")), names[$0]) }
    }
}
