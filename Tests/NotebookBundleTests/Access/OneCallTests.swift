import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

struct `A program makes the calls of the tool` {
    private static func withNotebook(_ body: (NotebookDirectory, FileLocation) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let place = FileLocation(path: folder.path)
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            _ = try notebook.edit { try $0.add(NewItem(.note, text: "Heron\n")) }
            try body(notebook, place)
        }
    }

    @Test func `and gets an archive as a stream, with the same bytes as a file`() throws {
        try Self.withNotebook { notebook, place in
            _ = try notebook.archive("N.zip", in: place.path, as: .zip)
            var bytes: [UInt8] = []
            let packed = try notebook.archive(as: .zip) { bytes += $0 }
            #expect(packed.fingerprint == (try notebook.read(\.listing.fingerprint)))
            #expect(Data(bytes) == (try Data(contentsOf: URL(filePath: place.subpath("N.zip").path))))
            let archive = NotebookArchive(place.subpath("N.zip").path)
            #expect(try notebook.comparison(with: archive) == .same)
            _ = try notebook.edit { try $0.add(NewItem(.note, text: "Owl\n")) }
            guard case .members(let differences) = try notebook.comparison(with: archive) else {
                Issue.record("the archive is out of date")
                return
            }
            #expect(differences.map(\.path) == ["manifest.json", "notes/Owl.md"])
        }
    }

    @Test func `and is asked before a notebook is replaced`() throws {
        struct Declined: Error {}
        try Self.withNotebook { notebook, place in
            _ = try notebook.archive("N.zip", in: place.path, as: .zip)
            let archive = NotebookArchive(place.subpath("N.zip").path)
            let added = try notebook.edit { try $0.add(NewItem(.note, text: "Owl\n")) }.result
            let before = try notebook.read(\.listing.fingerprint)
            #expect(throws: NotebookError.self) { try archive.unpack(into: place.path, as: nil) }
            #expect(throws: Declined.self) {
                try archive.unpack(into: place.path, as: nil, replacing: { _, _ in throw Declined() })
            }
            #expect(try notebook.read(\.listing.fingerprint) == before)
            var lost: [String] = []
            let unpacked = try archive.unpack(
                into: place.path, as: nil, replacing: { _, losses in lost = losses.map(\.path) })
            #expect(lost == [added.path.text] && unpacked.losses.map(\.path) == lost && unpacked.replaced == nil)
            #expect(try unpacked.directory.read { $0.listing.items.map(\.title) } == ["Heron"])
            #expect(unpacked.fingerprint == (try notebook.read(\.listing.fingerprint)))
        }
    }

    @Test func `and sees what an import would do`() throws {
        try Self.withNotebook { notebook, place in
            let other = try NotebookDirectory.create("M.notebundle", in: place.path, title: "M")
            let source = [FileLocation(path: notebook.path)]
            let places = FileLocations(environment: ["HOME": place.path])
            let before = try other.read(\.listing.fingerprint)
            let preview = try other.importPreview(from: source, into: "In", locations: places)
            #expect(preview.added.map(\.path.text) == ["notes/In/Heron.md"])
            #expect(try other.read(\.listing.fingerprint) == before)
            let edit = try other.importItems(from: source, into: "In", locations: places)
            #expect(edit.result.added.map(\.path) == preview.added.map(\.path))
        }
    }

    @Test func `and shows a notebook as a page`() throws {
        try Self.withNotebook { notebook, _ in
            let page = try Notebook(notebook).page { try $0.listing.item("Heron") }
            #expect(page.title == "N" && page.text.contains("Heron"))
            var text: [UInt8] = []
            let exported = try notebook.export(to: .stream { text += $0 }, as: .json) {
                Array($0.listing.items.prefix(1))
            }
            #expect(exported.items.map(\.title) == ["Heron"] && !text.isEmpty)
        }
    }
}

struct `Every setting` {
    /// A valid value that is not the default.
    private static func value(of setting: Setting) -> String? {
        let values = setting.words + ["7", "0.8", "5m", "5:00", "Elsewhere", "YYYY"]
        return values.first { setting.canonical($0) != nil && setting.canonical($0) != setting.standard?.description }
    }

    @Test(arguments: Setting.ofUsers.filter { $0 != .general(.libraryFolder) && $0 != .study(.studyParameters) })
    func `of a user is kept in the file, and can be unset`(setting: Setting) throws {
        let value = try #require(Self.value(of: setting))
        var settings = UserSettings()
        try settings.set(setting, value)
        let again = try UserSettings(settings.text())
        #expect(again == settings && again.value(of: setting)?.description == setting.canonical(value))
        settings = again
        try settings.set(setting, nil)
        #expect(settings == UserSettings() && settings.value(of: setting) == nil)
        #expect(!setting.values.isEmpty)
    }

    @Test(arguments: Setting.ofNotebooks)
    func `of a notebook is kept in its description, and can be unset`(setting: Setting) throws {
        let value = try #require(Self.value(of: setting))
        let notebook = try MemoryNotebook(title: "N")
        _ = try notebook.edit { try $0.set(setting, value) }
        let set = try notebook.read { $0.listing.description.value(of: setting)?.description }
        #expect(set == setting.canonical(value))
        _ = try notebook.edit { try $0.set(setting, nil) }
        let unset = try notebook.read { $0.listing.description.value(of: setting)?.description }
        #expect(unset == (setting == .general(.title) ? value : setting.standard?.description))
    }

    @Test func `refuses what is not valid`() throws {
        let notebook = try MemoryNotebook(title: "N")
        for (setting, value) in [
            (Setting.General.fontSize, "5"), (.dailyName, "[YYYY"), (.dailyFolder, "a/../b"), (.editor, "vi"),
        ] {
            #expect(throws: (any Error).self) { try notebook.edit { try $0.set(.general(setting), value) } }
        }
    }
}
