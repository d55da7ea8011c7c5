import Foundation
public import NotebookFormat

/// The file that a person's settings are kept in.
public struct SettingsFile: Sendable {
    /// Where it is.
    public let place: Place

    /// The settings at a place.
    public init(_ place: Place) { self.place = place }

    /// Reads the settings; a file that is missing says nothing.
    ///
    /// A damaged file is set aside under a name with the time, which `setAside` gives.
    ///
    /// - Throws: what keeps the file from being read or moved.
    public func load(now: Timestamp) throws -> (settings: UserSettings, setAside: (place: Place, reason: String)?) {
        guard place.exists else { return (UserSettings(), nil) }
        let bytes = [UInt8](try Data(contentsOf: place.url))
        do throws(DamagedSettings) {
            return (try UserSettings(bytes), nil)
        } catch {
            let aside = Place(
                place.url.deletingLastPathComponent().appending(path: "settings.damaged \(now.compact).plist"))
            try FileManager.default.moveItem(at: place.url, to: aside.url)
            return (UserSettings(), (aside, error.reason))
        }
    }

    /// Writes the settings, as a whole or not at all.
    ///
    /// - Throws: what keeps the file from being written.
    public func save(_ settings: UserSettings) throws {
        try Place(place.url.deletingLastPathComponent()).create()
        try Data(settings.text()).write(to: place.url, options: .atomic)
    }
}
