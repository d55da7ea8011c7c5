import Foundation
import NotebookBundle
import NotebookFiles
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

struct `The user's settings` {
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

    @Test func `take a value that is not acceptable for a missing one, and keep it`() throws {
        let text = """
            <plist version="1.0"><dict><key>sortOrder</key><string>size</string><key>fontSize</key><integer>1</integer>
            <key>colorScheme</key><integer>3</integer></dict></plist>
            """
        var settings = try UserSettings(Array(text.utf8))
        #expect(settings.sortOrder == nil && settings.fontSize == nil && settings.colorScheme == nil)
        #expect(settings.unacceptableKeys == ["colorScheme", "fontSize", "sortOrder"])
        settings.sortOrder = .name
        try settings.set(.general(.fontSize), nil)
        let again = try UserSettings(settings.text())
        #expect(again.sortOrder == .name && again.unacceptableKeys == ["colorScheme"])
    }

    @Test func `keep what several change at once`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "notebundle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = SettingsFile(FileLocation(path: folder.path).subpath("conf", "settings.plist"))
        let now = Timestamp(clamping: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...7 {
                group.addTask {
                    try file.change(now: now) {
                        $0.libraries.append(try .init(name: "\(number)", path: "/\(number)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Set(file.load(now: now).settings.libraries.map(\.name)) == Set((1...7).map { "\($0)" }))
    }

    @Test func `stay behind a link`() throws {
        try TemporaryFolder.with { folder in
            let file = SettingsFile(FileLocation(path: folder.path).subpath("conf", "settings.plist"))
            try file.place.parent.create()
            try FileManager.default.createSymbolicLink(
                atPath: file.place.path, withDestinationPath: "../dotfiles/settings.plist")
            var settings = UserSettings()
            try settings.set(.general(.fontSize), "20")
            try file.save(settings)
            #expect(try file.load(now: Timestamp(clamping: 0)).settings == settings)
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: file.place.path)
                    == "../dotfiles/settings.plist")
        }
    }

    @Test(arguments: ["", "x", "<plist version=\"1.0\"><array/></plist>", "{"])
    func `are set aside if they are damaged`(text: String) throws {
        #expect(throws: DamagedSettings.self) { try UserSettings(Array(text.utf8)) }
        try TemporaryFolder.with { folder in
            let file = SettingsFile(FileLocation(path: folder.path).subpath("conf", "settings.plist"))
            #expect(try file.load(now: Timestamp(clamping: 0)).settings == UserSettings())
            try file.save(UserSettings())
            try Data(text.utf8).write(to: URL(filePath: file.place.path))
            let loaded = try file.load(now: Timestamp(clamping: 0))
            #expect(loaded.settings == UserSettings())
            let aside = try #require(loaded.setAside)
            #expect(try Data(contentsOf: URL(filePath: aside.place.path)) == Data(text.utf8))
            #expect(!file.place.exists)
        }
    }
}
