import Foundation
import NotebookBundle
import NotebookFormat
import TestSupport
import Testing

@Suite struct `The user's settings` {
    private struct Kept: Decodable {
        struct Window: Decodable {
            let width: Int
            let open: Bool
        }

        let window: Window
        let raw: Data
        let seen: Date
        let sortOrder: String
    }

    @Test func `come back as they were, and unknown keys with them`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>sortOrder</key><string>dateCreated</string><key>fontSize</key><real>14</real>
            <key>confirmDelete</key><false/><key>firstWeekday</key><string>Sunday</string>
            <key>window</key><dict><key>width</key><integer>800</integer><key>open</key><true/></dict>
            <key>seen</key><date>2026-01-01T00:00:00Z</date><key>raw</key><data>AQI=</data>
            <key>libraries</key><array><dict><key>name</key><string>A</string><key>path</key><string>/a</string></dict></array>
            </dict></plist>
            """
        var settings = try UserSettings(Array(text.utf8))
        #expect(settings.sortOrder == .created && settings.fontSize == 14 && settings.confirmDelete == false)
        #expect(settings.firstWeekday == .sunday && settings.currentLibrary?.path == "/a")
        settings.dateStyle = .relative
        let again = try UserSettings(settings.text())
        #expect(again == settings)
        let kept = try PropertyListDecoder().decode(Kept.self, from: Data(again.text()))
        #expect(kept.window.width == 800 && kept.window.open && kept.raw == Data([1, 2]))
        #expect(kept.seen == Date(timeIntervalSince1970: 1_767_225_600) && kept.sortOrder == "created")
    }

    @Test func `take a value that is not acceptable for a missing one`() throws {
        let text = """
            <plist version="1.0"><dict><key>sortOrder</key><string>size</string><key>fontSize</key><integer>1</integer>
            <key>colorScheme</key><integer>3</integer></dict></plist>
            """
        #expect(try UserSettings(Array(text.utf8)) == UserSettings())
    }

    @Test(arguments: ["", "x", "<plist version=\"1.0\"><array/></plist>", "{"])
    func `are set aside if they are damaged`(text: String) throws {
        #expect(throws: DamagedSettings.self) { try UserSettings(Array(text.utf8)) }
        try TemporaryFolder.with { folder in
            let file = SettingsFile(Place(folder).subpath("conf", "settings.plist"))
            #expect(try file.load(now: Timestamp(clamping: 0)).settings == UserSettings())
            try file.save(UserSettings())
            try Data(text.utf8).write(to: file.place.url)
            let loaded = try file.load(now: Timestamp(clamping: 0))
            #expect(loaded.settings == UserSettings())
            let aside = try #require(loaded.setAside)
            #expect(try Data(contentsOf: aside.place.url) == Data(text.utf8))
            #expect(!file.place.exists)
        }
    }
}
