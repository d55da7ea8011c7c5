import Cores
public import NotebookFiles
import NotebookFormat
import NotebookStore
public import NotebookStudy
public import NotebookText

// Async versions of calls about folders and files outside notebooks, which do not block the caller's thread.
extension Place {
    /// Makes the directory, and missing directories above it.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func create() async throws { try await BackgroundJob.run { try create() } }
}

extension LibraryFolder {
    /// The notebooks in it, directories and archives, sorted by name.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func notebooks(isDeep: Bool = true) async throws -> [Place] {
        try await BackgroundJob.run { try notebooks(isDeep: isDeep) }
    }

    /// The notebook with a name, with or without its ending, at any depth; `nil` if there is none, or if the task is
    /// cancelled.
    ///
    /// Does not block.
    public func notebook(_ name: String) async -> Place? {
        (try? await BackgroundJob.run { notebook(name) }) ?? nil
    }
}

extension SettingsFile {
    /// Reads the settings; a missing file gives the defaults.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func load(
        now: Timestamp
    ) async throws -> (settings: UserSettings, setAside: (place: Place, reason: String)?) {
        try await BackgroundJob.run { try load(now: now) }
    }

    /// Writes the settings, completely or not at all; if the file is a link, writes its target.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func save(_ settings: UserSettings) async throws { try await BackgroundJob.run { try save(settings) } }

    /// Loads, changes and saves the settings under a lock, and returns the saved settings.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func change(
        now: Timestamp, _ body: @escaping @Sendable (inout UserSettings) throws -> Void
    ) async throws -> UserSettings {
        try await BackgroundJob.run { try change(now: now, body) }
    }
}

extension StudyFolder {
    /// The name of this device, which the first call makes.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func device(_ surroundings: Surroundings = .system) async throws -> StudyDevice {
        try await BackgroundJob.run { try device(surroundings) }
    }

    /// The reviews in the logs of a notebook.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func records(of notebook: UniqueIdentifier) async throws -> StudyRecords {
        try await BackgroundJob.run { try records(of: notebook) }
    }

    /// Records a review of a notebook's card.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func record(
        _ record: StudyRecord, of notebook: UniqueIdentifier, on device: StudyDevice
    ) async throws {
        try await BackgroundJob.run { try self.record(record, of: notebook, on: device) }
    }

    /// Records a review that goes into the notebook later.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func recordWaiting(
        _ record: StudyRecord, of notebook: UniqueIdentifier, on device: StudyDevice
    ) async throws {
        try await BackgroundJob.run { try recordWaiting(record, of: notebook, on: device) }
    }

    /// Passes the waiting reviews to `body`, which writes them into the notebook, and removes them here once it
    /// returns.
    ///
    /// Does not block; `body` runs on a background thread.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func bringWaiting(
        of notebook: UniqueIdentifier, on device: StudyDevice,
        _ body: @escaping @Sendable ([StudyRecord]) throws -> Void
    ) async throws {
        try await BackgroundJob.run { try bringWaiting(of: notebook, on: device, body) }
    }

    /// Keeps the waiting reviews in this folder for good, for a notebook that cannot be changed.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func keepWaiting(of notebook: UniqueIdentifier, on device: StudyDevice) async throws {
        try await BackgroundJob.run { try keepWaiting(of: notebook, on: device) }
    }
}
