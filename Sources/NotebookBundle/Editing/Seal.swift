public import NotebookFormat

/// Why a notebook could not be sealed: the first file that cannot be an edit, and how many more there are.
public struct SealRefusal: Error, Sendable {
    /// The files that are refused, at least one.
    public let refusals: [SealPlan.Refusal]
}

extension SealRefusal: Failure {
    /// The first file, and how many more there are.
    public var description: String {
        guard let first = refusals.first else { return "the notebook cannot be sealed" }
        let place = first.position.map { ":\($0.line):\($0.column)" } ?? ""
        let more = refusals.count > 1 ? " (and \(refusals.count - 1) more)" : ""
        return "cannot seal \(PrintableText.escaped(first.path))\(place): \(first.reason)\(more)"
    }

    /// What to do about it.
    public var hint: String? { "correct or remove it; ‘bundle validate’ shows everything" }

    /// The content is at fault.
    public var isFinding: Bool { true }
}

/// What sealing did, or would do.
public struct Sealing: Sendable {
    /// What was found, and what it changes.
    public let plan: SealPlan
    /// What was done first about a change that was interrupted.
    public let recovery: Recovery
    /// The change; `nil` if the notebook was sealed already, or nothing should be changed.
    public let commit: Commit?
}

extension NotebookDirectory {
    /// Accepts edits from outside (Format, section 16).
    ///
    /// - Parameter isDry: Whether to plan only.
    /// - Throws: `SealRefusal` if something cannot be an edit; then nothing has changed.
    public func seal(isDry: Bool = false, progress: any Progress = NoProgress()) throws -> Sealing {
        if isDry {
            return try read { tree in
                Sealing(
                    plan: try makePlan(try Inspector(tree, progress: progress).inspect()), recovery: .nothing,
                    commit: nil)
            }
        }
        let files = try openToChange()
        let store = Store(files, now: world.now)
        let recovery = try store.recover()
        try ComposedNames(files).compose()
        let inspection = try Inspector(try tree(files), progress: progress).inspect()
        let plan = try makePlan(inspection)
        let commit = try SealWriter(store, inspection, plan).commit()
        return Sealing(plan: plan, recovery: recovery, commit: commit)
    }

    private func makePlan(_ inspection: Inspection) throws -> SealPlan {
        let plan = SealPlan(inspection, now: world.now(), newUUID: world.newUUID)
        guard plan.refusals.isEmpty else { throw SealRefusal(refusals: plan.refusals) }
        return plan
    }
}

/// Carries a plan for sealing out, in one transaction.
private struct SealWriter {
    let store: Store
    let inspection: Inspection
    let plan: SealPlan

    init(_ store: Store, _ inspection: Inspection, _ plan: SealPlan) {
        (self.store, self.inspection, self.plan) = (store, inspection, plan)
    }

    func commit() throws -> Commit? {
        guard let description = inspection.description.value else { return nil }
        let before = try store.files.digest(of: DiskPath(.manifest))
        var transaction = try Transaction(store, before: before)
        var facts: [FileFact] = []
        let rewriter = AdoptedLinks(plan.adoptions)
        for fact in inspection.files {
            if let target = plan.adoptions[fact.path] {
                try adopt(fact, target, &transaction, &facts)
            } else if fact.type?.isItem == true, plan.amendments[fact.path] != nil || !plan.adoptions.isEmpty {
                facts.append(try rewrite(fact, rewriter, &transaction))
            } else {
                facts.append(fact)
            }
        }
        let manifest = Manifest(of: facts, notebookCreated: description.created)
        guard Digest.of(manifest.text) != before else {
            try transaction.discard()
            return nil
        }
        // What an editor has written may not be on the disk yet.
        if !plan.changes.isEmpty { try store.files.synchronizeAll() }
        return try transaction.commit(manifest)
    }

    private func adopt(
        _ fact: FileFact, _ target: BundlePath, _ transaction: inout Transaction, _ facts: inout [FileFact]
    ) throws {
        if !facts.contains(where: { $0.path == target }), !inspection.files.contains(where: { $0.path == target }) {
            let files = store.files
            let staged = try transaction.stage { write in try files.stream(DiskPath(fact.path), write) }
            guard staged.digest == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
            transaction.put(staged, at: target, replaces: nil)
            facts.append(FileFact(path: target, size: staged.size, digest: staged.digest, item: nil))
        }
        transaction.delete(fact.path, fact.digest)
    }

    private func rewrite(_ fact: FileFact, _ links: AdoptedLinks, _ transaction: inout Transaction) throws -> FileFact {
        let bytes = try store.files.content(of: DiskPath(fact.path), limit: ItemFile.maximumBytes)
        guard Digest.of(bytes) == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
        let old = try Draft.item(bytes, fact.path)
        let change = plan.amendments[fact.path] ?? SealPlan.Amendment()
        var metadata = old.metadata
        if let uuid = change.uuid { metadata.uuid = uuid }
        if let created = change.created { metadata.created = created }
        if let modified = change.modified { metadata.modified = modified }
        let new = try links.rewriting(try old.setting(metadata), at: fact.path)
        guard new.bytes != old.bytes, let type = fact.type else { return fact }
        let staged = try transaction.stage(new.bytes)
        transaction.put(staged, at: fact.path, replaces: fact.digest)
        return FileFact(
            path: fact.path, size: staged.size, digest: staged.digest, item: ItemFact(new.bytes, type: type))
    }
}

/// Gives names that are stored in another normalisation the form that the format has (Format, clause 5.5).
private struct ComposedNames {
    let files: any FileOperations

    init(_ files: any FileOperations) { self.files = files }

    func compose() throws { try compose(.root) }

    private func compose(_ directory: DiskPath) throws {
        for entry in try files.list(directory) where entry.kind == .file || entry.kind == .directory {
            guard let text = String(validating: entry.name, as: UTF8.self), !OutsideNames.contains(text) else {
                continue
            }
            var path = directory.appending(entry.name)
            let composed = directory.appending(text.composed)
            if composed != path, try files.status(composed) == nil {
                try files.rename(path, to: composed)
                path = composed
            }
            if entry.kind == .directory { try compose(path) }
        }
    }
}
