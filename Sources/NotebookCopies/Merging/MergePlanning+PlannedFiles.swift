import NotebookFormat
import NotebookMerging

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

    /// Takes a file from the other copy.
    mutating func copy(_ file: ComparedFile, _ change: MergedFile.Change) throws {
        let path = try layout.reserve(file.path, file.digest)
        plan.copies.append(.init(source: file, path: path, replaced: nil))
        plan.report.files.append(MergedFile(path: path, change: change))
    }

    private mutating func merge(_ mine: ComparedFile, _ theirs: ComparedFile, _ versions: FileVersions) throws {
        // What one copy has whole is no change of the other.
        if mine.path == theirs.path, mine.isDamaged != theirs.isDamaged { return }
        if mine.digest == theirs.digest || !versions.isEditedThere {
            guard mine.path == versions.base?.path, mine.path != theirs.path else { return }
            if theirs.isInTrash, !mine.isInTrash { return plan.trashed.append(mine) }
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
