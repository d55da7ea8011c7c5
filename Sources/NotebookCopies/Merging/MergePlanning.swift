import Cores
import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

/// Plans a merge of two copies of a notebook.
struct MergePlanning {
    let mine: NotebookCopy
    let theirs: NotebookCopy
    let base: MergeBase
    let labels: VersionLabels
    var plan: MergePlan

    var changed: ChangedVersions
    var layout: MergedLayout
    /// The items that get another path or other bytes.
    var items: [LocatedItem] = []

    /// An item and its path afterwards.
    struct LocatedItem {
        let versions: FileVersions
        let place: MergedPath?
        let path: BundlePath
    }

    private init(
        _ mine: NotebookCopy, _ theirs: NotebookCopy, _ base: MergeBase, _ labels: VersionLabels
    ) throws {
        let (one, other) = (mine.compared.content.description, theirs.compared.content.description)
        guard one.uuid == other.uuid else {
            throw NotebookError.otherNotebook(mine.compared.name, theirs.compared.name)
        }
        if let missing = theirs.compared.missingFiles.first {
            throw NotebookError.incomplete(theirs.compared.name, missing, theirs.compared.missingFiles.count)
        }
        (self.mine, self.theirs, self.base, self.labels) = (mine, theirs, base, labels)
        let merged = try MergedDescription(base: base.description, mine: one, theirs: other)
        var report = NotebookMerge(origin: base.origin, fingerprint: theirs.fingerprint)
        report.notebook = DescriptionChange.all(one, merged.marked)
        let taken = merged.marked.conflicts.filter { !one.conflicts.contains($0) && !merged.conflicts.contains($0) }
        report.lostValues = (merged.conflicts + taken).map(DescriptionChange.init)
        report.unreadable = theirs.compared.inspection.unreadableItems
        report.leftOut = theirs.compared.leftOut + report.unreadable.map(\.path)
        plan = MergePlan(description: merged.marked, report: report)
        changed = ChangedVersions(
            base: base.files, mine: mine.compared.content.files, theirs: theirs.filesToMerge(into: mine, base))
        layout = MergedLayout { [] }
    }

    /// The plan.
    ///
    /// - Parameter isBehind: Whether this copy simply becomes the other one, so that only the report is needed.
    static func plan(
        _ mine: NotebookCopy, _ theirs: NotebookCopy, _ base: MergeBase, _ labels: VersionLabels = .names,
        isBehind: Bool = false
    ) throws -> MergePlan {
        var planning = try MergePlanning(mine, theirs, base, labels)
        try planning.recoverRemoved()
        // This copy has all that the other one has.
        guard base.origin != .common(theirs.fingerprint) else { return planning.plan }
        try planning.joinSameNotes()
        try planning.placeItems()
        try planning.placeOthers()
        if isBehind { try planning.reportItems() } else { try planning.writeItems() }
        planning.plan.report.files.sort { $0.path < $1.path }
        return planning.plan
    }
}

// Which items stay, and at which paths.
extension MergePlanning {
    private mutating func placeItems() throws {
        let respelled = respelledFolders()
        var placed: [(versions: FileVersions, place: MergedPath?, wanted: BundlePath)] = []
        var leaving: Set<BundlePath> = []
        for versions in changed.items {
            if let theirs = versions.theirs, theirs.item == nil {
                if theirs.isInTrash { plan.report.leftOut.append(theirs.path.text) }
                continue
            }
            switch (versions.mine, versions.theirs) {
            case (nil, nil): break
            case (nil, let theirs?):
                guard comes(theirs, versions) else { break }
                placed.append((versions, nil, respelled.respelled(theirs.path)))
            case (let mine?, nil): leave(mine, versions)
            case (let mine?, let theirs?):
                let place = MergedPath(base: versions.base, mine: mine, theirs: theirs)
                placed.append((versions, place, respelled.respelled(place.path)))
            }
            if let mine = versions.mine { leaving.insert(mine.path) }
        }
        leaving.formUnion(changed.others.compactMap(\.mine?.path))
        plan.description.folders = respelled.respelled(plan.description.folders)
        let gone = Set((plan.trashed + plan.removed).map(\.path))
        if !respelled.isEmpty {
            // What only this copy has goes along.
            let known = gone.union(placed.compactMap(\.versions.mine?.path))
            for file in mine.compared.content.files where file.type?.isItem == true && !known.contains(file.path) {
                let path = respelled.respelled(file.path)
                guard path != file.path else { continue }
                placed.append((FileVersions(base: nil, mine: file, theirs: nil), nil, path))
                leaving.insert(file.path)
            }
        }
        let staying = leaving.subtracting(placed.compactMap(\.versions.mine?.path)).subtracting(gone)
        layout = MergedLayout { [entries = mine.manifest.entries, leaving] in
            entries.paths.filter { !leaving.contains($0) } + staying
        }
        // Items that keep their paths come first, so that others cannot take them.
        func rank(_ item: (versions: FileVersions, place: MergedPath?, wanted: BundlePath)) -> (Int, BundlePath) {
            (item.versions.mine?.path == item.wanted ? 0 : 1, item.wanted)
        }
        for item in placed.sorted(by: { rank($0) < rank($1) }) {
            let digest = item.versions.theirs?.digest ?? item.versions.mine?.digest ?? Digest.of([])
            let stays = item.versions.mine?.path == item.wanted
            if stays { layout.keep(item.wanted) }
            let path = stays ? item.wanted : try layout.reserve(item.wanted, digest)
            items.append(LocatedItem(versions: item.versions, place: item.place, path: path))
        }
    }

    /// Whether to copy a file that this notebook does not have.
    func comes(_ file: ComparedFile, _ versions: FileVersions) -> Bool {
        // A file that was permanently deleted here does not come back from the other copy's trash.
        if file.isInTrash, mine.destroyedContents.contains(file.digest) { return false }
        return versions.base == nil || versions.isKeptThere
    }

    /// Decides about a file that the other copy no longer has.
    mutating func leave(_ file: ComparedFile, _ versions: FileVersions) {
        if versions.isKeptHere {
            plan.report.files.append(MergedFile(path: file.path, change: .kept))
        } else if file.isInTrash {
            plan.removed.append(file)
            plan.report.files.append(MergedFile(path: file.path, change: .removed))
        } else {
            plan.trashed.append(file)
        }
    }
}

// Notes that both copies made under one path.
extension MergePlanning {
    /// Makes one note of what both copies made under one path, if the tool chose that path or the texts say the same.
    ///
    /// Cards stay apart: each has its own reviews.
    mutating func joinSameNotes() throws {
        guard changed.items.contains(where: \.isNewThere) else { return }
        let live = mine.compared.content.files.filter { $0.type == .note && !$0.isInTrash }
        let places = Dictionary(live.map { ($0.path.key, $0) }) { first, _ in first }
        let uuids = Set(theirs.compared.content.files.compactMap { $0.item?.uuid })
        let known = Set(base.files.compactMap { $0.item?.uuid })
        var joined = changed
        try joined.join { theirs in
            guard theirs.type == .note, let mine = places[theirs.path.key], let uuid = mine.item?.uuid,
                uuid != theirs.item?.uuid, !uuids.contains(uuid)
            else { return nil }
            if isDaily(theirs) { return mine }
            return try !known.contains(uuid) && saySame(mine, theirs) ? mine : nil
        }
        changed = joined
    }

    private func isDaily(_ file: ComparedFile) -> Bool {
        let date = file.item?.created ?? plan.description.created
        return [mine, theirs].contains { copy in
            copy.compared.content.description.settings.places.period(of: file.path, around: date) != nil
        }
    }

    /// Whether two items have the same text, or one of them has none.
    private func saySame(_ mine: ComparedFile, _ theirs: ComparedFile) throws -> Bool {
        let texts = [
            try self.mine.compared.contents(of: [mine.wanted])[mine.wanted],
            try self.theirs.compared.contents(of: [theirs.wanted])[theirs.wanted],
        ].map { bytes in
            (bytes.flatMap { try? ItemFile($0) }?.body).map { body in
                body.split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.map(Array.init)
            }
        }
        guard let one = texts[0], let other = texts[1] else { return false }
        return one == other || one.isEmpty || other.isEmpty
    }
}

// Attachments and extras.
extension MergePlanning {
    /// Decides about the attachments and extras that the other copy changed.
    mutating func placeOthers() throws {
        for versions in changed.others {
            guard (versions.mine ?? versions.theirs)?.type != nil else {
                if let path = versions.theirs?.path.text { plan.report.leftOut.append(path) }
                continue
            }
            switch (versions.mine, versions.theirs) {
            case (nil, nil): break
            case (nil, let theirs?):
                if comes(theirs, versions) { try copy(theirs, versions.base == nil ? .added : .returned) }
            case (let mine?, nil): leave(mine, versions)
            case (let mine?, let theirs?): try merge(mine, theirs, versions)
            }
        }
    }

    /// Takes a file from the other copy; an attachment that is not sealed there gets the name that belongs to its
    /// content, unless both copies have that content anyway.
    mutating func copy(_ file: ComparedFile, _ change: MergedFile.Change) throws {
        if file.isMisnamed {
            let files = [mine, theirs].flatMap(\.compared.content.files)
            let isKnown = files.contains { $0.digest == file.digest && $0.type == .blob && $0.path != file.path }
            guard !isKnown else { return }
        }
        let path = try layout.reserve(file.properPath, file.digest)
        plan.copies.append(.init(source: file, path: path, replaced: nil))
        plan.report.files.append(MergedFile(path: path, change: change))
    }

    private mutating func merge(_ mine: ComparedFile, _ theirs: ComparedFile, _ versions: FileVersions) throws {
        // What one copy has whole is no change of the other.
        if mine.path == theirs.path, mine.isDamaged != theirs.isDamaged { return }
        if mine.digest == theirs.digest || !versions.isEditedThere {
            guard mine.path == versions.base?.path, mine.path != theirs.path else { return }
            if theirs.isInTrash, !mine.isInTrash { return plan.trashed.append(mine) }
            // Another program gave it that name.
            guard !theirs.isMisnamed else { return }
            let path = try layout.reserve(theirs.path, mine.digest)
            plan.moves.append((mine, path))
            plan.report.files.append(
                MergedFile(path: path, change: mine.isInTrash ? .restored : .moved, oldPath: mine.path))
        } else if !versions.isEditedHere {
            plan.copies.append(.init(source: theirs, path: mine.path, replaced: mine))
            plan.report.files.append(MergedFile(path: mine.path, change: .updated))
        } else if StudyFiles.isLog(mine.path), mine.size + theirs.size <= StudyFiles.maximumBytes {
            let wanted = (mine.wanted, theirs.wanted)
            let limit = StudyFiles.maximumBytes
            let here = try self.mine.compared.contents(of: [wanted.0], limit: limit)[wanted.0] ?? []
            let there = try self.theirs.compared.contents(of: [wanted.1], limit: limit)[wanted.1] ?? []
            plan.texts.append(.init(old: mine, bytes: MergedLog(mine: here, theirs: there).bytes))
            plan.report.files.append(MergedFile(path: mine.path, change: .merged))
        } else {
            plan.versions.append(theirs)
        }
    }
}
