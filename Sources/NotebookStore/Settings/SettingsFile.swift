public import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file that a person's settings are kept in.
public struct SettingsFile: Sendable {
    /// Where it is.
    public let place: Place

    /// The settings at a place.
    public init(_ place: Place) { self.place = place }

    /// Reads the settings; a file that is missing says nothing.
    ///
    /// Blocks until the file is read.
    ///
    /// A damaged file is set aside under a name with the time, which `setAside` gives.
    ///
    /// - Throws: `SystemError` if the file cannot be read or moved.
    public func load(now: Timestamp) throws -> (settings: UserSettings, setAside: (place: Place, reason: String)?) {
        guard place.exists else { return (UserSettings(), nil) }
        let bytes = try Self.telling(.read, place) { [UInt8](try Data(contentsOf: place.url)) }
        do throws(DamagedSettings) {
            return (try UserSettings(bytes), nil)
        } catch {
            let aside = freePlace(now)
            try Self.telling(.rename, place) { try FileManager.default.moveItem(at: target.url, to: aside.url) }
            return (UserSettings(), (aside, error.reason))
        }
    }

    /// Writes the settings, as a whole or not at all; where the file is a link, what it leads to.
    ///
    /// Blocks until the file is written.
    ///
    /// What others wrote since the settings were loaded is lost; `change` keeps it.
    ///
    /// - Throws: `SystemError` if the file cannot be written.
    public func save(_ settings: UserSettings) throws {
        let target = target
        try target.parent.create()
        let text = try settings.text()
        do {
            try DirectoryFiles(target.parent.path).replaceFile(target.name, with: text, world: .system)
        } catch let error as SystemError {
            throw SystemError(.write, PrintableText.escaped(target.path), code: error.code)
        }
    }

    /// Loads the settings, changes them and saves them, while no one else can; gives what was saved.
    ///
    /// Blocks while others change the settings, and until the file is written.
    ///
    /// - Throws: `LockError` if others do not let go in time, or what `load`, `body` and `save` throw.
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

    /// The file itself, behind links.
    private var target: Place {
        var url = place.url
        for _ in 0..<40 {
            guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
            url = URL(filePath: link, relativeTo: url.deletingLastPathComponent()).standardizedFileURL
        }
        return Place(url)
    }

    /// A place for a damaged file beside this one, where nothing is yet.
    private func freePlace(_ now: Timestamp) -> Place {
        var number = 1
        while true {
            let suffix = number == 1 ? "" : " \(number)"
            let aside = place.parent.subpath("settings.damaged \(now.compact)\(suffix).plist")
            if !aside.exists { return aside }
            number += 1
        }
    }

    /// Tells what Foundation refuses as the system does.
    private static func telling<Result>(
        _ operation: SystemError.Operation, _ place: Place, _ body: () throws -> Result
    ) throws -> Result {
        do { return try body() } catch { throw SystemError(operation, place.path, because: error) }
    }
}
