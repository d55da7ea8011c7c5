import NotebookBundle

/// Records reviews: in the notebook, or in the user's data folder if the notebook cannot or should not hold them.
///
/// Reviews for the notebook wait in the data folder until the session ends, so that each answer writes one short file
/// instead of the manifest. They count as if they were in the notebook.
final class StudyRecorder {
    private let notebook: UniqueIdentifier
    /// The notebook, as long as it should hold the reviews.
    private var opened: Notebook?
    private let folder: StudyFolder?
    private let device: StudyDevice
    /// Whether the notebook could not be changed.
    private(set) var isReadOnly = false
    /// Whether the data folder cannot be written, so that each review goes to the notebook at once.
    private var waitsForNothing = false

    /// A recorder for a notebook.
    ///
    /// - Parameter opened: The notebook, if it should hold the reviews.
    init(of notebook: UniqueIdentifier, in opened: Notebook?, _ session: Session) throws {
        self.notebook = notebook
        self.opened = opened
        folder = session.studyFolder
        let notebookEnvironment = session.notebookEnvironment
        let environment = NotebookEnvironment(now: { notebookEnvironment.now() }, random: notebookEnvironment.random)
        do {
            device = try folder?.device(environment) ?? StudyDevice(randomBits: notebookEnvironment.random())
        } catch is SystemError where opened != nil {
            // The notebook can hold the reviews all the same.
            device = StudyDevice(randomBits: notebookEnvironment.random())
        }
        guard opened != nil || folder != nil else { throw NoStudyFolder() }
    }

    /// Whether the notebook can only be read.
    private static func meansReadOnly(_ error: any Error) -> Bool {
        switch error {
        case StoreError.failed(let cause): cause.meansReadOnly
        case let error as SystemError: error.meansReadOnly
        default: false
        }
    }

    /// Records a review or an undo; it is on disk when the call returns.
    func record(_ record: StudyRecord) throws {
        guard let opened else {
            guard let folder else { throw NoStudyFolder() }
            return try folder.record(record, of: notebook, on: device)
        }
        guard let folder, !waitsForNothing else { return try self.record([record], in: opened) }
        do {
            try folder.recordWaiting(record, of: notebook, on: device)
        } catch is SystemError {
            waitsForNothing = true
            try self.record([record], in: opened)
        }
    }

    private func record(_ records: [StudyRecord], in notebook: Notebook) throws {
        try notebook.edit { draft in try draft.record(records, on: device) }
    }

    /// Moves waiting reviews into the notebook, including those of a killed session.
    func finish() throws {
        guard let opened, let folder else { return }
        do {
            try folder.bringWaiting(of: notebook, on: device) { try record($0, in: opened) }
        } catch  where Self.meansReadOnly(error) {
            self.opened = nil
            isReadOnly = true
            try folder.keepWaiting(of: notebook, on: device)
        }
    }
}

/// There is no place for reviews outside the notebook.
struct NoStudyFolder: ToolFailure {
    var description: String { "there is no folder for your reviews" }
    var hint: String? { "set $HOME or $XDG_DATA_HOME to a directory that you can write to" }
}
