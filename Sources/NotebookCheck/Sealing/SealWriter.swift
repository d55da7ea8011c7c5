import Cores
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMerging
import NotebookStore
import NotebookText

/// Carries out a plan for sealing, in one transaction.
struct SealWriter {
    let store: Store
    let inspection: Inspection
    let plan: SealPlan
    private let settled: SettledConflicts
    private let environment: NotebookEnvironment
    /// Entries of files that are not looked at.
    private let kept: [Entry]
    /// The items in which links were or would be fixed, as far as they have been examined.
    private(set) var relinked: Set<BundlePath> = []

    init(
        _ store: Store, _ environment: NotebookEnvironment, _ inspection: Inspection, _ plan: SealPlan,
        _ settled: SettledConflicts = SettledConflicts(), keeping kept: [Entry] = []
    ) {
        (self.store, self.environment, self.kept) = (store, environment, kept)
        (self.inspection, self.plan, self.settled) = (inspection, plan, settled)
    }

    mutating func commit() throws -> Commit? {
        guard let description = inspection.description.value else { return nil }
        let before = try store.files.digest(of: DiskPath(.manifest))
        var transaction = try Transaction(store, before: before)
        var facts: [FileFact] = []
        var present = Set(inspection.files.map(\.path))
        let fixes = plan.fixes
        let links = plan.renamedLinks
        for fact in inspection.files {
            if let target = plan.adoptions[fact.path] {
                try adopt(fact, target, &transaction, &facts, &present)
            } else if fact.path == .notebook, let text = fixes.description {
                let staged = try transaction.stage(text)
                transaction.put(staged, at: .notebook, replaces: fact.digest)
                facts.append(FileFact(path: .notebook, size: staged.size, digest: staged.digest, item: nil))
            } else if let text = settled.files[fact.path] {
                let staged = try transaction.stage(text)
                transaction.put(staged, at: fact.path, replaces: fact.digest)
                facts.append(FileFact(path: fact.path, size: staged.size, digest: staged.digest, item: nil))
            } else if plan.mayRewrite(fact) || settled.texts[fact.path] != nil {
                facts.append(try rewrite(fact, links, &transaction))
            } else {
                facts.append(fact)
            }
        }
        try conserve(&transaction, &facts)
        let manifest = Manifest(of: facts, notebookCreated: description.created).replacing(removed: [], put: kept)
        // The manifest may already list files as they will be, or of two files with the same content the one that stays.
        guard Digest.of(manifest.text) != before || !transaction.isEmpty else {
            try transaction.discard()
            return nil
        }
        // What an editor has written may not be durable yet.
        if !plan.changes.isEmpty { try store.files.synchronizeAll() }
        try BackgroundJob.checkCancellation()
        return try transaction.commit(manifest, store.history == nil ? nil : changeNote)
    }

    /// What the history records about the change: what other programs changed before, as far as that is known.
    private var changeNote: ChangeNote {
        guard let manifest = inspection.manifest.value else {
            return ChangeNote(time: environment.now(), verb: environment.verb)
        }
        let found = Dictionary(inspection.files.map { ($0.path, $0.digest) }) { first, _ in first }
        let outside = Set(found.keys).union(manifest.entries.paths).compactMap { path in
            ChangeNote.ExternalChange(path, manifest[path], found[path])
        }
        let moves = plan.changes.differences.compactMap { difference in
            if case .moved(let old) = difference.change { ChangeNote.Move(from: old, to: difference.path) } else { nil }
        }
        return ChangeNote(
            time: environment.now(), verb: environment.verb, outside: outside.sorted { $0.path < $1.path }, moved: moves
        )
    }

    /// Puts the originals of fixed texts into the trash where no history keeps them (Format, clause 27.10).
    private func conserve(_ transaction: inout Transaction, _ facts: inout [FileFact]) throws {
        guard !store.isKeptElsewhere, try store.roomInHistory() == nil else { return }
        let fixed = inspection.files.filter { fact in
            settled.texts[fact.path] != nil || settled.files[fact.path] != nil || plan.fixes.items[fact.path] != nil
                || fact.path == .notebook && plan.fixes.description != nil
        }
        guard !fixed.isEmpty else { return }
        let batch = environment.newBatch()
        let files = store.files
        for fact in fixed where !facts.contains(where: { $0.path == fact.path && $0.digest == fact.digest }) {
            guard let target = try TrashedPath(keeping: fact.path, in: batch)?.path() else { continue }
            let staged = try transaction.stage { write in try files.stream(fact.place, write) }
            guard staged.digest == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
            transaction.put(staged, at: target, replaces: nil)
            facts.append(FileFact(path: target, size: staged.size, digest: staged.digest, item: nil))
        }
    }

    private func adopt(
        _ fact: FileFact, _ target: BundlePath, _ transaction: inout Transaction, _ facts: inout [FileFact],
        _ present: inout Set<BundlePath>
    ) throws {
        if !present.contains(target) {
            present.insert(target)
            let files = store.files
            let staged =
                try transaction.stage(linking: fact.path, fact.digest)
                ?? transaction.stage { write in try files.stream(fact.place, write) }
            guard staged.digest == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
            transaction.put(staged, at: target, replaces: nil)
            facts.append(FileFact(path: target, size: staged.size, digest: staged.digest, item: nil))
        }
        transaction.delete(fact.path, fact.digest)
    }

    private mutating func rewrite(
        _ fact: FileFact, _ links: RenamedLinks, _ transaction: inout Transaction
    ) throws -> FileFact {
        let (old, new) = try texts(of: fact, links)
        guard new.bytes != old.bytes || settled.texts[fact.path] != nil, let type = fact.type else { return fact }
        let staged = try transaction.stage(new.bytes)
        transaction.put(staged, at: fact.path, replaces: fact.digest)
        return FileFact(
            path: fact.path, size: staged.size, digest: staged.digest, item: ItemFact(new.bytes, type: type))
    }
}

extension SealWriter {
    /// The text of an item before and after.
    private mutating func texts(
        of fact: FileFact, _ links: RenamedLinks
    ) throws -> (old: ItemFile, new: ItemFile) {
        let bytes = try store.files.content(of: fact.place, limit: ItemFile.maximumBytes)
        guard Digest.of(bytes) == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
        let old = try Draft.item(settled.texts[fact.path] ?? bytes, fact.path)
        let amended = try old.setting(plan.amended(old.metadata, of: fact.path))
        let fixed = try plan.fixes.items[fact.path]?.applied(to: amended) ?? amended
        let new = try links.rewriting(fixed, at: fact.path)
        if new.bytes != fixed.bytes { relinked.insert(fact.path) }
        return (old, new)
    }

    /// The texts that would change, before and after.
    mutating func preview() throws -> [TextChange] {
        let links = plan.renamedLinks
        var changes: [TextChange] = []
        if let text = plan.fixes.description, case .read(_, let bytes) = inspection.description {
            changes.append(TextChange(path: .notebook, old: bytes, new: text))
        }
        for fact in inspection.files where plan.adoptions[fact.path] == nil && plan.mayRewrite(fact) {
            let (old, new) = try texts(of: fact, links)
            if old.bytes != new.bytes {
                changes.append(TextChange(path: fact.path, old: old.bytes, new: new.bytes))
            }
        }
        return changes
    }
}

/// Resolves conflict markers of git: items get front matter merged from both versions, logs of reviews keep the reviews
/// of both sides, and the description is merged.
struct SettledConflicts {
    /// The whole texts of the resolved items, by their paths.
    private(set) var texts: [BundlePath: [UInt8]] = [:]

    /// The whole contents of the other files, by their paths.
    private(set) var files: [BundlePath: [UInt8]] = [:]

    /// The resolved files, in the order of their paths.
    var paths: [BundlePath] { (Array(texts.keys) + files.keys).sorted() }

    /// No items.
    init() {}

    /// Resolves what can be resolved, and updates the inspection accordingly.
    ///
    /// - Parameter takesAll: Whether to keep both of two values that cannot be merged, one of them as a comment.
    init(_ inspection: inout Inspection, _ files: any FileOperations, takesAll: Bool) throws {
        for (index, fact) in inspection.files.enumerated() {
            if fact.type == .extra, StudyFiles.isLog(fact.path), fact.size <= StudyFiles.maximumBytes {
                let bytes = try files.content(of: fact.place, limit: StudyFiles.maximumBytes)
                guard Digest.of(bytes) == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
                self.files[fact.path] = StudyFiles.withoutConflictMarkers(bytes)
                continue
            }
            if fact.path == .notebook, case .malformed = inspection.description {
                let bytes = try files.content(of: fact.place, limit: NotebookDescription.maximumBytes)
                guard Digest.of(bytes) == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
                guard let merged = MergedDescription(marked: bytes)?.description else { continue }
                self.files[.notebook] = merged.text
                inspection.description = .read(merged, bytes: merged.text)
                continue
            }
            guard case .unreadable(let problem, _)? = fact.item, problem.kind == .conflictMarker, let type = fact.type
            else { continue }
            let bytes = try files.content(of: fact.place, limit: ItemFile.maximumBytes)
            guard Digest.of(bytes) == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
            guard let merged = MarkedFrontMatter(bytes), merged.isSettled || takesAll else { continue }
            texts[fact.path] = merged.bytes
            inspection.files[index] = FileFact(
                path: fact.path, size: fact.size, digest: fact.digest, item: ItemFact(merged.bytes, type: type),
                storedPath: fact.storedPath)
        }
    }
}
