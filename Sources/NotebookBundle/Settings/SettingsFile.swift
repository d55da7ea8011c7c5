public import NotebookFiles
public import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file with the user's settings.
public struct SettingsFile: Sendable {
    /// Where it is.
    package let place: FileLocation

    /// The settings at a place.
    public init(_ place: FileLocation) { self.place = place }

    /// Reads the settings; a missing file gives the defaults.
    ///
    /// Renames a damaged file, with the time in its new name, which `setAside` gives. Blocks until the file is read.
    ///
    /// - Throws: `SystemError` if the file cannot be read or moved.
    public func load(now: Timestamp) throws -> (
        settings: UserSettings, setAside: (place: FileLocation, reason: String)?
    ) {
        guard place.exists else { return (UserSettings(), nil) }
        let bytes = try Self.telling(.read, place) { [UInt8](try Data(contentsOf: URL(filePath: place.path))) }
        do throws(DamagedSettings) {
            return (try UserSettings(bytes), nil)
        } catch {
            let aside = freePlace(now)
            try Self.telling(.rename, place) {
                try FileManager.default.moveItem(atPath: target.path, toPath: aside.path)
            }
            return (UserSettings(), (aside, error.reason))
        }
    }

    /// Writes the settings, completely or not at all; if the file is a link, writes its target.
    ///
    /// Overwrites changes that others made after the settings were loaded; use `change` to keep them. Blocks until the
    /// file is written.
    ///
    /// - Throws: `SystemError` if the file cannot be written.
    package func save(_ settings: UserSettings) throws {
        let target = target
        try target.parent.create()
        let text = try settings.text()
        do {
            try DirectoryFiles(target.parent.path).replaceFile(target.name, with: text, environment: .system)
        } catch let error as SystemError {
            throw SystemError(.write, PrintableText.escaped(target.path), code: error.code)
        }
    }

    /// Loads, changes and saves the settings under a lock, and returns the saved settings.
    ///
    /// Blocks while others change the settings, and until the file is written.
    ///
    /// - Throws: `LockError` if others hold the lock for too long, or what `load`, `body` and `save` throw.
    @discardableResult
    public func change(now: Timestamp, _ body: (inout UserSettings) throws -> Void) throws -> UserSettings {
        try place.parent.create()
        // The lock ends with the value.
        let lock = try lockedFolder()
        return try withExtendedLifetime(lock) {
            var settings = try load(now: now).settings
            try body(&settings)
            try save(settings)
            return settings
        }
    }

    /// The folder, locked; `nil` on a medium that cannot lock.
    private func lockedFolder() throws -> DirectoryFiles? {
        do {
            return try DirectoryFiles.locked(place.parent.path, .exclusive)
        } catch LockError.unsupported {
            return nil
        }
    }

    /// The file itself, with links followed.
    private var target: FileLocation {
        var target = place
        for _ in 0..<40 {
            guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: target.path) else { break }
            let path = link.hasPrefix("/") ? link : ExternalPath.below(target.parent.path, link)
            target = FileLocation(path: ExternalPath.plain(path))
        }
        return target
    }

    /// A free path for a damaged file, beside this one.
    private func freePlace(_ now: Timestamp) -> FileLocation {
        var number = 1
        while true {
            let suffix = number == 1 ? "" : " \(number)"
            let aside = place.parent.subpath("settings.damaged \(now.compact)\(suffix).plist")
            if !aside.exists { return aside }
            number += 1
        }
    }

    /// Turns Foundation's errors into the system's.
    private static func telling<Result>(
        _ operation: SystemError.Operation, _ place: FileLocation, _ body: () throws -> Result
    ) throws -> Result {
        do { return try body() } catch { throw SystemError(operation, place.path, because: error) }
    }
}
