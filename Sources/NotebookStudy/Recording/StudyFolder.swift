public import NotebookFiles
public import NotebookFormat
public import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The reviews in the user's data folder, for notebooks that should not or cannot hold them; and the name of this
/// device.
///
/// The logs are the same as in notebooks, in `NOTEBOOK-UUID/DEVICE/YYYY-MM.jsonl`.
public struct StudyFolder: Sendable {
    /// Where it is.
    package let place: FileLocation

    /// The folder at a place; nothing is read yet.
    public init(_ place: FileLocation) { self.place = place }

    /// The name of this device, which the first call makes.
    ///
    /// Blocks while others make it, and until it is durable.
    ///
    /// - Throws: `SystemError`, or `LockError` if others hold the lock of the folder for too long.
    public func device(_ environment: NotebookEnvironment = .system) throws -> StudyDevice {
        if let known = knownDevice { return known }
        return try withLock { files in
            if let known = knownDevice { return known }
            let device = StudyDevice(randomBits: environment.random())
            try files.replaceFile(Self.deviceFile, with: Array((device.name + "\n").utf8), environment: environment)
            return device
        }
    }

    private static let deviceFile = "device"

    private var knownDevice: StudyDevice? {
        guard let text = try? String(contentsOfFile: place.subpath(Self.deviceFile).path, encoding: .utf8) else {
            return nil
        }
        return StudyDevice(text.prefix { $0 != "\n" })
    }

    /// The reviews in the logs of a notebook, in no particular order.
    ///
    /// Blocks until they are read.
    ///
    /// - Throws: `StudyError.laterVersion`, or `SystemError`.
    public func records(of notebook: UniqueIdentifier) throws -> [StudyRecord] { try logs(of: notebook).records }

    /// The same, with the lines that cannot be read.
    package func logs(of notebook: UniqueIdentifier) throws -> StudyRecords {
        var records = StudyRecords()
        let folder = place.subpath(notebook.description)
        guard folder.exists else { return records }
        let files = try DirectoryFiles(folder.path)
        for device in try Self.names(files, .root) where StudyDevice(device) != nil {
            let directory = DiskPath(device)
            for name in try Self.names(files, directory) where name.hasSuffix(".jsonl") {
                let bytes = try files.content(of: DiskPath("\(device)/\(name)"), limit: StudyFiles.maximumBytes)
                try records.add(bytes, of: folder.subpath(device, name).path)
            }
        }
        return records
    }

    /// A mark that changes when somebody records reviews of a notebook here.
    package func mark(of notebook: UniqueIdentifier) -> [FileIdentity?] {
        let folder = place.subpath(notebook.description)
        guard let files = try? DirectoryFiles(folder.path) else { return [] }
        let devices = (try? Self.names(files, .root)) ?? []
        return devices.flatMap { device -> [FileIdentity?] in
            let names = (try? Self.names(files, DiskPath(device))) ?? []
            return names.map { ExternalPath.identity(of: folder.subpath(device, $0).path) }
        }
    }

    private static func names(_ files: DirectoryFiles, _ directory: DiskPath) throws -> [String] {
        try files.list(directory).map { String(decoding: $0.name, as: UTF8.self) }.sorted()
    }

    /// Records a review of a notebook's card.
    ///
    /// Blocks while others record reviews, and until the review is durable.
    ///
    /// - Throws: `SystemError`, or `LockError` if others hold the lock of the folder for too long.
    public func record(_ record: StudyRecord, of notebook: UniqueIdentifier, on device: StudyDevice) throws {
        try withLock { _ in try add(record, to: StudyFiles.name(record.time), of: notebook, on: device) }
    }

    /// The log of reviews that go into the notebook when studying ends; it is read like the others.
    private static let waiting = "waiting.jsonl"

    /// Records a review that goes into the notebook later.
    ///
    /// Blocks while others record reviews, and until the review is durable.
    ///
    /// - Throws: `SystemError`, or `LockError` if others hold the lock of the folder for too long.
    package func recordWaiting(_ record: StudyRecord, of notebook: UniqueIdentifier, on device: StudyDevice) throws {
        try withLock { _ in try add(record, to: Self.waiting, of: notebook, on: device) }
    }

    /// Passes the waiting reviews to `body`, which writes them into the notebook, and removes them here once it
    /// returns.
    ///
    /// A review that is in both places after an interruption counts once. Blocks while others record reviews, and while
    /// `body` runs.
    ///
    /// - Throws: `StudyError.laterVersion`, `SystemError`, `LockError`, or what `body` throws; then the reviews keep
    ///   waiting.
    package func bringWaiting(
        of notebook: UniqueIdentifier, on device: StudyDevice, _ body: ([StudyRecord]) throws -> Void
    ) throws {
        guard place.subpath(notebook.description, device.name, Self.waiting).exists else { return }
        try withLock { _ in try moveWaiting(of: notebook, on: device, body) }
    }

    /// Keeps the waiting reviews in this folder for good, for a notebook that cannot be changed.
    ///
    /// Blocks while others record reviews.
    ///
    /// - Throws: `StudyError.laterVersion`, `SystemError`, or `LockError`; then the reviews keep waiting.
    package func keepWaiting(of notebook: UniqueIdentifier, on device: StudyDevice) throws {
        try withLock { _ in
            try moveWaiting(of: notebook, on: device) { records in
                for record in records {
                    try add(record, to: StudyFiles.name(record.time), of: notebook, on: device)
                }
            }
        }
    }

    private func moveWaiting(
        of notebook: UniqueIdentifier, on device: StudyDevice, _ body: ([StudyRecord]) throws -> Void
    ) throws {
        let folder = place.subpath(notebook.description, device.name)
        guard folder.subpath(Self.waiting).exists else { return }
        let files = try DirectoryFiles(folder.path)
        let bytes = try files.content(of: DiskPath(Self.waiting), limit: StudyFiles.maximumBytes)
        var waiting = StudyRecords()
        try waiting.add(bytes, of: folder.subpath(Self.waiting).path)
        if !waiting.records.isEmpty { try body(waiting.records) }
        try files.unlink(DiskPath(Self.waiting))
    }

    private func add(
        _ record: StudyRecord, to name: String, of notebook: UniqueIdentifier, on device: StudyDevice
    ) throws {
        let folder = place.subpath(notebook.description, device.name)
        try folder.create()
        let files = try DirectoryFiles(folder.path)
        let isThere = try files.status(DiskPath(name)) != nil
        let old = isThere ? try files.content(of: DiskPath(name), limit: StudyFiles.maximumBytes) : []
        try files.replaceFile(name, with: StudyLog.appending([record], to: old), environment: .system)
    }

    private func withLock<Result>(_ body: (DirectoryFiles) throws -> Result) throws -> Result {
        try place.createPrivately()
        do {
            return try body(try DirectoryFiles.locked(place.path, .exclusive))
        } catch LockError.unsupported {
            return try body(try DirectoryFiles(place.path))
        }
    }
}
