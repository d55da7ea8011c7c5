public import NotebookFormat

extension NotebookDirectory {
    /// Whether an interrupted change left something behind.
    ///
    /// Blocks for a look at the directory.
    ///
    /// - Throws: `SystemError` if the directory cannot be read.
    public func hasPendingChange() throws -> Bool {
        let files = try world.open(path, .none, .zero)
        guard let staging = try files.status(Store.staging) else { return false }
        return try staging.kind != .directory || !files.list(Store.staging).isEmpty
    }

    private var isOwnEdit: Bool { OwnEdits.files(of: { world.identity(path) }) != nil }

    /// Looks at every file, and at what an interrupted change left behind; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Throws: what keeps files from being read; what is wrong with the notebook is no error.
    public func inspection(collectsLinks: Bool, progress: any WorkProgress) throws -> Inspection {
        try inspect(goesOn: false, collectsLinks: collectsLinks, progress: progress).inspection
    }

    /// Looks at how the files stand to the manifest; what a cache knows to be as it is listed is not read.
    ///
    /// - Returns: What is there. Files as listed are only marked as such.
    package func inspectChanges(progress: any WorkProgress = NoProgress()) throws -> Inspection {
        guard let cache = notebookCache else { return try inspect(collectsLinks: false, progress: progress) }
        let known = cache.load()
        let result = try readFiles { files in
            let (pending, words, isLost) = try pendingChange(Store(files, now: world.now))
            let start = cache.start
            let tree = try DirectoryTree(files, name: world.display(path), pending: pending)
            let manifest = try Inspector.manifest(of: tree)
            if var inspection = try UnchangedFiles(tree, known).inspection(manifest) {
                inspection.pendingChange = words
                inspection.pendingChangeIsLost = isLost
                inspection.now = world.now()
                return (inspection, SeenFiles?.none)
            }
            let memory = FileMemory(known, manifest: manifest, start: start)
            var inspection = try Inspector(tree, memory: memory, progress: progress).inspect()
            inspection.pendingChange = words
            inspection.pendingChangeIsLost = isLost
            inspection.now = world.now()
            return (inspection, memory.news(inspection.files))
        }
        if let news = result.1 { cache.save(news) }
        return result.0
    }

    /// Looks at every file that can be read.
    ///
    /// - Returns: What was found out, and why some files could not be read; then nothing is certain of the notebook as
    ///   a whole.
    /// - Throws: what keeps the directory itself, the manifest or the description from being read.
    package func inspectWhatCanBeRead(
        progress: any WorkProgress = NoProgress()
    ) throws -> (inspection: Inspection, failure: (any Failure)?) {
        try inspect(goesOn: true, collectsLinks: true, progress: progress)
    }

    private func inspect(
        goesOn: Bool, collectsLinks: Bool, progress: any WorkProgress
    ) throws -> (inspection: Inspection, failure: (any Failure)?) {
        try readFiles { files in
            let (pending, words, isLost) = try pendingChange(Store(files, now: world.now))
            let tree = try DirectoryTree(files, name: world.display(path), pending: pending, goesOn: goesOn)
            let inspector = Inspector(tree, collectsLinks: collectsLinks, goesOn: goesOn, progress: progress)
            var inspection = try inspector.inspect()
            inspection.pendingChange = words
            inspection.pendingChangeIsLost = isLost
            inspection.now = world.now()
            return (inspection, inspector.obstacles.failure)
        }
    }

    /// The lines at which findings are.
    package func sourceLines(of findings: [Finding]) -> SourceLines {
        guard findings.contains(where: { $0.position != nil }) else { return SourceLines() }
        return (try? readTree { SourceLines($0, of: findings) }) ?? SourceLines()
    }

    /// What an interrupted change left behind, how to describe it, and whether it is beyond completing.
    private func pendingChange(_ store: Store) throws -> (PendingChange, String?, isLost: Bool) {
        let nothing = PendingChange.none(hasStaging: true)
        // What stands in the staging place inside of an own edit is no remainder.
        if isOwnEdit { return (nothing, nil, false) }
        do {
            let pending = try store.pendingChange()
            switch pending {
            case .none(hasStaging: false): return (pending, nil, false)
            // An empty directory is what a change that is done leaves last.
            case .none(hasStaging: true) where try store.files.list(Store.staging).isEmpty: return (pending, nil, false)
            case .none(hasStaging: true), .undone:
                return (pending, "an edit was interrupted before it was saved", false)
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

    /// Who keeps others from changing the notebook, in words; `nil` if there is none.
    ///
    /// Blocks for a look at the directory.
    ///
    /// - Throws: `SystemError` if the directory cannot be read.
    public func lockHolder() throws -> String? { try DirectoryFiles.holder(of: path) }
}

extension SystemError {
    /// That nothing is at a path.
    package static func missing(_ path: String) -> SystemError { SystemError(.read, path, code: SystemCall.missing) }

    /// Whether the place cannot be written at all.
    package var isReadOnly: Bool { SystemCall.meansReadOnly(code) }

    /// Whether a name is taken already.
    var meansTaken: Bool { SystemCall.meansTaken(code) }
}
