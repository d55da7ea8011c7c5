package import NotebookFiles
package import NotebookFormat
import NotebookText

extension NotebookDirectory {
    /// Whether an interrupted change left anything behind.
    ///
    /// Blocks while it reads the directory.
    ///
    /// - Throws: `SystemError` if the directory cannot be read.
    package func hasPendingChange() throws -> Bool {
        let files = try environment.open(path, .none, .zero)
        guard let staging = try files.status(Store.staging) else { return false }
        return try staging.kind != .directory || !files.list(Store.staging).isEmpty
    }

    private var isOwnEdit: Bool { OwnEdits.files(of: { environment.identity(path) }) != nil }

    /// Inspects every file and the remains of an interrupted change; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Throws: an error if files cannot be read; damage to the notebook is not an error.
    package func inspection(
        collectsLinks: Bool, examiner: ItemExaminer?, progress: any WorkProgress
    ) throws -> Inspection {
        try inspect(goesOn: false, collectsLinks: collectsLinks, examiner: examiner, progress: progress).inspection
    }

    /// Compares the files with the manifest; files that a cache knows to be unchanged are not read.
    ///
    /// - Returns: The state. Unchanged files are only marked as such.
    package func inspectChanges(progress: any WorkProgress = NoProgress()) throws -> Inspection {
        guard let cache = notebookCache else { return try inspect(collectsLinks: false, progress: progress) }
        let result = try readFiles { files in
            let (pending, words, isLost) = try pendingChange(Store(files, environment))
            let start = cache.start
            let tree = try DirectoryTree(files, name: environment.display(path), pending: pending, cache: cache)
            // The longest of what can be done without the manifest.
            let count = FileCount(tree)
            let known = cache.seenFiles()
            let (manifest, digest) = try Inspector.manifest(of: tree)
            if var inspection = try UnchangedFiles(tree, known).inspection(manifest, count) {
                inspection.manifestDigest = digest
                inspection.pendingChange = words
                inspection.pendingChangeIsLost = isLost
                inspection.now = environment.now()
                inspection.readConflictCopies(in: tree)
                return (inspection, SeenFiles?.none)
            }
            let memory = FileMemory(known, manifest: manifest, start: start)
            var inspection = try Inspector(tree, memory: memory, progress: progress).inspect()
            inspection.pendingChange = words
            inspection.pendingChangeIsLost = isLost
            inspection.now = environment.now()
            inspection.readConflictCopies(in: tree)
            return (inspection, memory.news(inspection.files))
        }
        if let news = result.1 { cache.save(news) }
        return result.0
    }

    /// Inspects every file that can be read.
    ///
    /// - Parameter examiner: Compares the properties of items with requirements.
    /// - Returns: The inspection, and why some files could not be read; if there are any, nothing is certain about the
    ///   notebook as a whole.
    /// - Throws: an error if the directory itself, the manifest or the description cannot be read.
    package func inspectWhatCanBeRead(
        examiner: ItemExaminer? = nil, progress: any WorkProgress = NoProgress()
    ) throws -> (inspection: Inspection, failure: (any Failure)?) {
        try inspect(goesOn: true, collectsLinks: true, examiner: examiner, progress: progress)
    }

    private func inspect(
        goesOn: Bool, collectsLinks: Bool, examiner: ItemExaminer? = nil, progress: any WorkProgress
    ) throws -> (inspection: Inspection, failure: (any Failure)?) {
        try readFiles { files in
            let (pending, words, isLost) = try pendingChange(Store(files, environment))
            let tree = try DirectoryTree(files, name: environment.display(path), pending: pending, goesOn: goesOn)
            let inspector = Inspector(
                tree, collectsLinks: collectsLinks, goesOn: goesOn, examiner: examiner, progress: progress)
            var inspection = try inspector.inspect()
            inspection.pendingChange = words
            inspection.pendingChangeIsLost = isLost
            if collectsLinks { inspection.historyDamage = try Store(files, environment).historyDamage() }
            inspection.now = environment.now()
            return (inspection, inspector.obstacles.failure)
        }
    }

    /// The source lines of findings.
    package func sourceLines(of findings: [Finding]) -> SourceLines {
        guard findings.contains(where: { $0.position != nil }) else { return SourceLines() }
        return (try? readTree { SourceLines($0, of: findings) }) ?? SourceLines()
    }

    /// The remains of an interrupted change, a description of it, and whether it can be neither completed nor undone.
    private func pendingChange(_ store: Store) throws -> (PendingChange, String?, isLost: Bool) {
        let nothing = PendingChange.none(hasStaging: true)
        // During an edit by the same thread, its staged files are not remains.
        if isOwnEdit { return (nothing, nil, false) }
        do {
            var pending = try store.pendingChange()
            // Staged files are no remains while somebody else prepares a change, who may just have ended.
            for _ in 1...3 {
                guard case .none(hasStaging: true) = pending else { break }
                if store.files.isBeingChanged { return (pending, nil, false) }
                pending = try store.pendingChange()
            }
            switch pending {
            case .none(hasStaging: false): return (pending, nil, false)
            // An empty directory is the last remain of a completed change.
            case .none(hasStaging: true) where try store.files.list(Store.staging).isEmpty: return (pending, nil, false)
            case .none(hasStaging: true), .undone:
                return (
                    pending, "an interrupted edit left files in .bundle; the notebook is as it was last saved", false
                )
            case .completable, .done:
                return (pending, "an edit was interrupted after it was saved", false)
            }
        } catch StoreError.unreadableJournal(let problem, let position) {
            return (
                nothing,
                "the journal of an interrupted edit cannot be read: \(position.line):\(position.column): \(problem.message)",
                true
            )
        } catch StoreError.unrecoverable(let reason) {
            return (nothing, "an interrupted edit can be neither completed nor undone: \(reason)", true)
        }
    }

    /// Who has locked the notebook, in words; `nil` if nobody has.
    ///
    /// Blocks while it reads the directory.
    ///
    /// - Throws: `SystemError` if the directory cannot be read.
    package func lockHolder() throws -> String? { try DirectoryFiles.holder(of: path) }

    /// Whether a file is in iCloud and not on this computer.
    package func isEvicted(_ path: BundlePath) -> Bool {
        (try? readFiles { try $0.status(DiskPath(evicted: path)) != nil && $0.status(DiskPath(path)) == nil }) ?? false
    }

    /// The conflict copies of `manifest.json` and `notebook.json`, and of attachments, by their names.
    package func conflictCopiesOfOtherFiles() throws -> [BundlePath] {
        let names = try readFiles { files in
            let blobs = DiskPath("blobs")
            let isThere = try files.status(blobs)?.kind == .directory
            let attachments = try isThere ? files.list(blobs).map { ("blobs/", $0) } : []
            return try files.list(.root).map { ("", $0) } + attachments
        }
        return names.filter { $0.1.kind == .file }
            .compactMap { try? BundlePath($0.0 + String(decoding: $0.1.name, as: UTF8.self)) }
            .filter { $0.parent == nil ? ConflictCopy.isOfOwnFile($0) : ConflictCopy.matches($0) }.sorted()
    }

    /// The conflicts of the notebook.
    ///
    /// In a large notebook, looks only into items that are changed, or that a merge or another program changed lately.
    ///
    /// - Parameter inspection: What is there.
    package func openConflicts(_ inspection: Inspection) throws -> [OpenConflict] {
        try readFiles { files in
            let store = Store(files, environment)
            guard let tree = try? tree(files),
                let notebook = try? NotebookListing(tree.name, inspection) ?? NotebookListing(tree)
            else { return [] }
            let changes = inspection.changes(from: notebook.manifest)
            let changed = Set(changes.differences.map(\.path))
            var candidates: Set<BundlePath>?
            let entries = notebook.manifest.entries
            if entries.indices.count(where: { entries.type(at: $0).isItem }) > Self.itemsToRead {
                let log = try store.historyLog(latest: Self.changesToRead)
                let records = log.records.filter { $0.note.merged != nil || !$0.note.outside.isEmpty }
                candidates = changed.union(records.flatMap(\.files).map(\.path))
            }
            // A listed file is a second version only by its name.
            let unlisted = changed.union(changes.strays)
            let possible = inspection.paths(ofConflictCopiesOr: unlisted)
            var draft = Draft(notebook, store: store, environment: environment, cache: notebookCache)
            return try draft.conflicts(among: candidates, files: possible)
        }
    }

    private static var itemsToRead: Int { 1000 }
    private static var changesToRead: Int { 1000 }
}

extension NotebookListing {
    /// The listing of a notebook as an inspection found it; `nil` if its manifest or description is invalid.
    fileprivate init?(_ name: String, _ inspection: Inspection) {
        guard case .read(let manifest, let bytes) = inspection.manifest,
            let description = inspection.description.value
        else { return nil }
        self.init(name: name, manifest: manifest, description: description, fingerprint: Digest.of(bytes))
    }
}
