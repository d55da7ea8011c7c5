public import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The reviews in the user's data folder, of notebooks that are not to hold them, or cannot; and the name of this device.
///
/// The logs are the same as in notebooks, in `NOTEBOOK-UUID/DEVICE/YYYY-MM.jsonl`.
public struct StudyFolder: Sendable {
    /// Where it is.
    public let place: Place

    /// The folder at a place; nothing is read yet.
    public init(_ place: Place) { self.place = place }

    /// The name of this device, which is made at the first call.
    ///
    /// Blocks while others make it, and until it is durable.
    ///
    /// - Throws: `SystemError`, or `LockError` if others hold the folder for too long.
    public func device(_ surroundings: Surroundings = .system) throws -> StudyDevice {
        if let known = knownDevice { return known }
        return try withLock { files in
            if let known = knownDevice { return known }
            let device = StudyDevice(randomBits: surroundings.random())
            try files.replaceFile(Self.deviceFile, with: Array((device.name + "\n").utf8), world: World(surroundings))
            return device
        }
    }

    private static let deviceFile = "device"

    private var knownDevice: StudyDevice? {
        guard let text = try? String(contentsOf: place.subpath(Self.deviceFile).url, encoding: .utf8) else {
            return nil
        }
        return StudyDevice(text.prefix { $0 != "\n" })
    }

    /// What the logs of a notebook say.
    ///
    /// Blocks until they are read.
    ///
    /// - Throws: `StudyError.laterVersion`, or `SystemError`.
    public func records(of notebook: UniqueIdentifier) throws -> StudyRecords {
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

    private static func names(_ files: DirectoryFiles, _ directory: DiskPath) throws -> [String] {
        try files.list(directory).map { String(decoding: $0.name, as: UTF8.self) }.sorted()
    }

    /// Records a review of a notebook's card.
    ///
    /// Blocks while others record, and until it is durable.
    ///
    /// - Throws: `SystemError`, or `LockError` if others hold the folder for too long.
    public func record(_ record: StudyRecord, of notebook: UniqueIdentifier, on device: StudyDevice) throws {
        try withLock { _ in
            let folder = place.subpath(notebook.description, device.name)
            try folder.create()
            let files = try DirectoryFiles(folder.path)
            let name = StudyFiles.name(record.time)
            let isThere = try files.status(DiskPath(name)) != nil
            let old = isThere ? try files.content(of: DiskPath(name), limit: StudyFiles.maximumBytes) : []
            try files.replaceFile(name, with: StudyLog.appending([record], to: old), world: .system)
        }
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
