import NotebookFormat

extension NotebookDirectory {
    /// Whether an interrupted change left something behind.
    package func hasPendingChange() throws -> Bool {
        let files = try world.open(path, .none, .zero)
        return try files.status(Store.staging) != nil
    }

    /// What an interrupted change left behind, in words; `nil` if nothing.
    package func pendingDescription() throws -> String? {
        let files = try world.open(path, .none, .zero)
        do {
            switch try Store(files, now: world.now).pendingChange() {
            case .none(hasStaging: false): return nil
            case .none(hasStaging: true), .undone:
                return "an edit was interrupted before it was saved; ‘bundle open’ undoes it"
            case .completable, .done: return "an edit was interrupted after it was saved; ‘bundle open’ completes it"
            }
        } catch StoreError.unreadableJournal(let problem, let position) {
            return ".bundle/journal:\(position.line):\(position.column): \(problem.message)"
        } catch StoreError.unrecoverable(let reason) {
            return "an interrupted edit can be neither completed nor undone: \(reason)"
        }
    }

    /// Who keeps others from changing the notebook, in words; `nil` if nobody does.
    package func lockHolder() throws -> String? { try DirectoryFiles.holder(of: path) }
}

extension SystemError {
    /// Whether the place cannot be written at all.
    package var isReadOnly: Bool { SystemCall.meansReadOnly(code) }

    /// Whether a name is taken already.
    var meansTaken: Bool { SystemCall.meansTaken(code) }
}
