@testable import NotebookCheck
@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookMerging
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

struct `Conflict copies in a notebook` {
    private static func conflicts(_ stage: HistoryStage) throws -> [OpenConflict] {
        try stage.directory.preview { try $0.conflicts() }.result
    }

    private static func resolve(_ stage: HistoryStage, _ choice: ConflictChoice) throws -> [BundlePath?] {
        try conflicts(stage).map { conflict in try stage.directory.edit { try $0.resolve(conflict, choice) }.result }
    }

    private static func has(_ text: String, _ stage: HistoryStage) -> Bool {
        stage.document.values.contains { String(decoding: $0, as: UTF8.self).contains(text) }
    }

    @Test(arguments: [
        "notebook (PC's conflicted copy 2026-01-01).json", "notebook.sync-conflict-20260101-101010-ABCDEFG.json",
        "notebook-PC.json", "notebook 2.json", "notebook (1).json", "notebook.json.conflict1", "notebook.json..path2",
    ])
    func `of notebook.json are merged, and kept in the trash`(name: String) throws {
        let stage = try HistoryStage()
        let text = String(decoding: try #require(stage.document["notebook.json"]), as: UTF8.self)
        var other = try NotebookDescription(Array(text.utf8))
        other.title = "Other title"
        other.folders.append(.init(path: try FolderPath("Only there")))
        try stage.write(other.text, at: name)
        #expect(try Self.conflicts(stage) == [OpenConflict(item: .notebook, form: .copy(try BundlePath(name)))])
        #expect(try Self.resolve(stage, .merge) == [.notebook])
        let now = try stage.directory.open().description
        #expect(now.folders.map(\.path.text).contains("Only there"))
        #expect(now.conflicts.map(\.key) == ["title"] && Self.has("Other title", stage))
        #expect(stage.document.keys.contains { $0.hasPrefix("trash/") && $0.hasSuffix("/\(name)") })
        #expect(stage.document[name] == nil)
        #expect(try `Merging two copies that were changed at random`.errors(in: stage) == [])
    }

    @Test(arguments: ["manifest (1).json", "manifest-PC.json", "manifest.json.conflict1"])
    func `of manifest.json go to the trash`(name: String) throws {
        let stage = try HistoryStage()
        try stage.write(try #require(stage.document["manifest.json"]), at: name)
        #expect(try Self.resolve(stage, .merge) == [.manifest])
        #expect(stage.document.keys.contains { $0.hasPrefix("trash/") && $0.hasSuffix("/\(name)") })
        #expect(try `Merging two copies that were changed at random`.errors(in: stage) == [])
    }

    @Test(arguments: ["A", "B", "both"])
    func `of another file go where a person says`(choice: String) throws {
        let stage = try HistoryStage()
        let (path, copy) = ("extras/org.example.app/x.json", "extras/org.example.app/x.json.conflict1")
        try stage.write("{1}", at: copy)
        #expect(try Self.resolve(stage, .merge) == [nil])
        let side: ConflictSide = choice == "A" ? .mine : choice == "B" ? .theirs : .both
        #expect(try Self.resolve(stage, .take(side)) != [nil])
        #expect(try Self.conflicts(stage).isEmpty && stage.document[copy] == nil)
        #expect(stage.document[path] == Array((choice == "B" ? "{1}" : "{}").utf8))
        #expect(Self.has("{1}", stage) && Self.has("{}", stage))
        #expect(try `Merging two copies that were changed at random`.errors(in: stage) == [])
    }

    @Test func `of an attachment with the same content are merged, and damaged ones are kept`() throws {
        let stage = try HistoryStage()
        let blob = "blobs/a.ca978112ca1bbdca.txt"
        try stage.write("a", at: "blobs/a.ca978112ca1bbdca (PC's conflicted copy 2026-01-01).txt")
        #expect(try Self.resolve(stage, .merge).map { $0?.text } == [blob])
        try stage.write("b", at: "\(blob)..path1")
        #expect(try Self.resolve(stage, .merge) == [nil])
        #expect(try Self.resolve(stage, .take(.theirs)).map { $0?.text } == ["blobs/a.3e23e8160039594a.txt"])
        #expect(stage.document[blob] == Array("a".utf8) && Self.has("b", stage))
        #expect(try `Merging two copies that were changed at random`.errors(in: stage) == [])
    }

    @Test(arguments: [true, false])
    func `of an attachment that were sealed get its name, and links follow`(hasOriginal: Bool) throws {
        let stage = try HistoryStage()
        let bytes = Array("attached".utf8)
        let infix = Digest.of(bytes).description.prefix(16)
        for name in hasOriginal ? ["p", "p (conflicted copy)"] : ["p (conflicted copy)"] {
            try stage.write(bytes, at: "blobs/\(name).\(infix).bin")
            try stage.write("![](<../blobs/\(name).\(infix).bin>)\n", at: "notes/\(name == "p" ? "P" : "Copy").md")
        }
        _ = try stage.directory.seal()
        let copy = try #require(stage.document.keys.first { $0.hasPrefix("blobs/p (") })
        #expect(try Self.resolve(stage, hasOriginal ? .take(.mine) : .merge).count == 1)
        #expect(stage.document[copy] == nil && stage.document.keys.count { $0.hasPrefix("blobs/p.") } == 1)
        #expect(try `Merging two copies that were changed at random`.errors(in: stage) == [])
    }

    @Test func `of one item that a program renamed in both versions become that item again`() throws {
        let stage = try HistoryStage()
        let text = String(decoding: try #require(stage.document["notes/Two.md"]), as: UTF8.self)
        try stage.disk.unlink(DiskPath("notes/Two.md"))
        try stage.write(text + "\none\n", at: "notes/Two.md.conflict1")
        try stage.write(text + "\ntwo\n", at: "notes/Two.md.conflict2")
        _ = try Self.resolve(stage, .take(.both))
        let now = String(decoding: try #require(stage.document["notes/Two.md"]), as: UTF8.self)
        #expect(now.contains("one") && now.contains("two"))
        #expect(try Self.conflicts(stage).isEmpty)
        #expect(try `Merging two copies that were changed at random`.errors(in: stage) == [])
    }

    @Test(arguments: [ConflictChoice.merge, .take(.theirs)])
    func `of a deleted note bring it back, and the one in the trash is another`(choice: ConflictChoice) throws {
        let stage = try HistoryStage()
        let old = try #require(stage.document["notes/Two.md"])
        try stage.write(
            String(decoding: old, as: UTF8.self) + "more\n", at: "notes/Two (PC's conflicted copy 2026-01-01).md")
        try stage.edit { _ = try $0.moveToTrash([$0.listing.item("Two")]) }
        #expect(try Self.resolve(stage, choice).map { $0?.text } == ["notes/Two.md"])
        #expect(Self.has("more\n", stage) && stage.document.count { $0.key.hasSuffix("/notes/Two.md") } == 1)
        #expect(try `Merging two copies that were changed at random`.errors(in: stage) == [])
    }

    @Test func `that cannot be read stop nothing, and can be put away`() throws {
        let stage = try HistoryStage()
        let bytes: [UInt8] = [0x78, 0xE9]
        try stage.write(bytes, at: "notes/Two (PC's conflicted copy 2026-01-01).md")
        #expect(try Self.resolve(stage, .merge) == [nil])
        #expect(try Self.resolve(stage, .take(.mine)).map { $0?.text } == ["notes/Two.md"])
        #expect(stage.document.contains { $0.key.hasPrefix("trash/") && $0.value == bytes })
    }

    @Test(arguments: ["notes/Two.md.conflict1", "notes/Two.md..path2"])
    func `in a place are merged, whatever their names end in`(name: String) throws {
        let device = try HistoryStage()
        let place = try device.copy(named: "P", nil)
        try device.directory.synchronize(with: place.directory)
        let text = String(decoding: try #require(place.document["notes/Two.md"]), as: UTF8.self)
        try place.write(text + "\nthere\n", at: name)
        device.wait(days: 1)
        try device.directory.synchronize(with: place.directory)
        #expect(place.document == device.document && place.document[name] == nil && Self.has("there", device))
    }

    @Test func `in a place bring back a note that was deleted meanwhile`() throws {
        let device = try HistoryStage()
        let place = try device.copy(named: "P", nil)
        try device.directory.synchronize(with: place.directory)
        let text = String(decoding: try #require(place.document["notes/Two.md"]), as: UTF8.self)
        try device.edit { _ = try $0.moveToTrash([$0.listing.item("Two")]) }
        try device.directory.synchronize(with: place.directory)
        try place.write(text + "\nthere\n", at: "notes/Two (PC's conflicted copy 2026-01-01).md")
        device.wait(days: 1)
        try device.directory.synchronize(with: place.directory)
        let now = String(decoding: try #require(device.document["notes/Two.md"]), as: UTF8.self)
        #expect(now.contains("\nthere\n") && place.document == device.document)
        #expect(try `Merging two copies that were changed at random`.errors(in: device) == [])
    }

    @Test func `of a manifest in a place are merged with what it lists, as OneDrive names them`() throws {
        let device = try HistoryStage()
        let place = try device.copy(named: "P", nil)
        try device.directory.synchronize(with: place.directory)
        let other = try place.copy(named: "D", withHistory: true)
        let cloud = try place.copy(named: "P", withHistory: true)
        try other.append("there\n", to: "Two")
        try other.directory.synchronize(with: cloud.directory)
        try device.append("here\n", to: "Two")
        try device.directory.synchronize(with: place.directory)
        try place.write(try #require(cloud.document["manifest.json"]), at: "manifest-PC.json")
        try place.write(try #require(cloud.document["notes/Two.md"]), at: "notes/Two-PC.md")
        device.wait(days: 1)
        try device.directory.synchronize(with: place.directory)
        #expect(device.document["notes/Two-PC.md"] == nil && place.document["manifest-PC.json"] == nil)
        #expect(Self.has("here", device) && Self.has("there", device) && place.document == device.document)
    }

    @Test func `are one rule for what is found and for what is resolved`() throws {
        let stage = try HistoryStage()
        let text = String(decoding: try #require(stage.document["notes/Two.md"]), as: UTF8.self)
        let other = text.replacing("00000000-0000-4002", with: "00000000-0000-4077")
        for (path, text) in [
            ("notes/Two (PC's conflicted copy 2026-01-01).md", text), ("notes/Two (1).md", text),
            ("notes/Two (conflicted copy).md", other.replacing("Two\n", with: "x\n")), ("notes/Three (1).md", other),
        ] { try stage.write(text, at: path) }
        let inspection = try stage.directory.inspectChanges(progress: NoProgress())
        let found = inspection.files.filter(inspection.isSecondVersion).map(\.path)
        let copies = try Self.conflicts(stage).compactMap { if case .copy(let path) = $0.form { path } else { nil } }
        #expect(found == copies.sorted() && found.count == 3)
    }

    @Test func `are none for an item whose title was one, and changes`() throws {
        let stage = try HistoryStage()
        try stage.edit { draft in
            var new = try NewItem(.note, text: Array("text\n".utf8))
            new.title = "Two (conflicted copy)"
            _ = try draft.add(new)
        }
        #expect(try Self.conflicts(stage) == [])
        try stage.edit { draft in
            let item = try draft.listing.item("Two (conflicted copy)")
            var change = ItemChange()
            change.title = "Other"
            _ = try draft.edit(item.path, change)
            #expect(try draft.keepApart(draft.shown(item.path), from: item).path.text == "notes/Other.md")
        }
        #expect(try Self.conflicts(stage) == [])
    }
}

struct `A copy with files that are not what they seem` {
    private static func pair() throws -> (HistoryStage, HistoryStage) {
        let device = try HistoryStage()
        let place = try device.copy(named: "P", nil)
        try device.directory.synchronize(with: place.directory)
        return (device, place)
    }

    @Test(arguments: [
        (10, 2, false), (10, 3, true), (30, 3, true), (31, 3, false), (31, 4, true), (2020, 199, false),
        (2020, 200, true),
    ])
    func `asks if three files or more are missing that are a tenth, or 200`(all: Int, missing: Int, asks: Bool) throws {
        let (device, place) = try Self.pair()
        try device.edit { draft in
            // The notebook has five files and notebook.json, which count as well.
            for number in 7...all {
                var new = try NewItem(.note, text: Array("\(number)\n".utf8))
                new.title = "N\(number)"
                _ = try draft.add(new)
            }
        }
        try device.directory.synchronize(with: place.directory)
        #expect(try device.directory.open().manifest.entries.count { TrashedPath($0.path) == nil } == all)
        for number in 7..<7 + missing { try device.disk.unlink(DiskPath("notes/N\(number).md")) }
        if asks {
            #expect(throws: NotebookError.manyMissing("N", missing, of: all)) {
                try device.directory.synchronize(with: place.directory)
            }
        } else {
            try device.directory.synchronize(with: place.directory)
        }
    }

    @Test func `is not taken for one in which files were deleted that are in iCloud`() throws {
        let (device, place) = try Self.pair()
        let (name, stub) = (DiskPath("notes/Two.md"), DiskPath("notes/.Two.md.icloud"))
        let before = place.document
        try device.disk.rename(name, to: stub)
        #expect(throws: NotebookError.inCloud("N", try BundlePath("notes/Two.md"), 1)) {
            try device.directory.synchronize(with: place.directory)
        }
        #expect(throws: SealRefusal.self) { try device.directory.seal() }
        #expect(try device.directory.inspectChanges().evicted == [try BundlePath("notes/Two.md")])
        #expect(place.document == before)
        try device.disk.rename(stub, to: name)
        try place.disk.rename(name, to: stub)
        try device.append("here\n", to: "One")
        #expect(throws: NotebookError.inCloud("P", try BundlePath("notes/Two.md"), 1)) {
            try device.directory.synchronize(with: place.directory)
        }
        #expect(try place.disk.status(name) == nil)
    }

    @Test(arguments: [true, false])
    func `stops if two of its files look the same, and repairing keeps both`(isListedDecomposed: Bool) throws {
        let (device, place) = try Self.pair()
        try device.edit { draft in
            var new = try NewItem(.note, text: Array("listed\n".utf8))
            new.title = "Öd"
            _ = try draft.add(new)
        }
        try device.directory.synchronize(with: place.directory)
        let (composed, decomposed) = (DiskPath("notes/\u{D6}d.md"), DiskPath("notes/O\u{308}d.md"))
        if isListedDecomposed { try device.disk.rename(composed, to: decomposed) }
        try device.write("twin\n", at: (isListedDecomposed ? composed : decomposed).text)
        try device.append("more\n", to: "Öd")
        #expect(throws: SealRefusal.self) { try device.directory.synchronize(with: place.directory) }
        _ = try device.directory.repair()
        try device.directory.synchronize(with: place.directory)
        let texts = place.document.values.map { String(decoding: $0, as: UTF8.self) }
        for text in ["listed", "twin", "more"] { #expect(texts.contains { $0.contains(text) }, "\(text)") }
        #expect(place.document == device.document)
        #expect(try `Merging two copies that were changed at random`.errors(in: device) == [])
    }

    @Test func `keeps a note that is set aside for the other copy’s, until it is back`() throws {
        let (device, place) = try Self.pair()
        let old = device.disk.snapshot.files
        try device.edit { draft in _ = try draft.rename(try draft.listing.item("Two"), to: "New") }
        try device.directory.synchronize(with: place.directory)
        let new = try #require(device.document["notes/New.md"])
        for (path, bytes) in old { try device.write(bytes, at: path) }
        // Something else cannot be synchronised, and then the place is lost.
        try device.write([0xE9], at: "cards/Q.md")
        try device.directory.synchronize(with: place.directory)
        // What the history holds of earlier states, no record names.
        #expect(device.disk.snapshot.files.contains { $0.value == new && !$0.key.hasPrefix(".history/") })
        try device.write(try #require(old["cards/Q.md"]), at: "cards/Q.md")
        try device.directory.synchronize(with: place.directory)
        #expect(device.document == place.document && device.document["notes/New.md"] == new)
    }

    @Test(arguments: ["history", "elsewhere", "nowhere"])
    func `restores what the trash lists and has not, as far as it is known`(place: String) throws {
        let stage = try HistoryStage()
        let before = try #require(stage.document["notes/Two.md"])
        try stage.append("more\n", to: "Two")
        let after = try #require(stage.document["notes/Two.md"])
        try stage.edit { draft in _ = try draft.moveToTrash([try draft.listing.item("Two")]) }
        let trashed = try #require(stage.document.keys.first { $0.hasPrefix("trash/") && $0.hasSuffix("/Two.md") })
        try stage.disk.unlink(DiskPath(trashed))
        if place == "nowhere" { try stage.disk.removeTree(DiskPath(".history")) }
        if place == "elsewhere" {
            let digest = Digest.of(after)
            _ = try stage.disk.makeDirectories(DiskPath(".history/files"))
            try stage.write(after, at: ".history/files/\(digest)")
        }
        if place == "nowhere" {
            #expect(throws: NotebookError.goneForGood(try BundlePath(trashed))) {
                try stage.edit { draft in _ = try draft.restore(draft.listing.trashedItems) }
            }
            return
        }
        var back: [BroughtBack] = []
        try stage.edit { draft in
            _ = try draft.restore(draft.listing.trashedItems)
            back = draft.broughtBack
        }
        #expect(back.map(\.path.text) == ["notes/Two.md"])
        #expect(back.map { $0.beforeChange != nil } == [place == "history"])
        #expect(stage.document["notes/Two.md"] == (place == "history" ? before : after))
        #expect(!stage.document.keys.contains { $0.hasPrefix("trash/") && $0.hasSuffix("/Two.md") })
        #expect(try `Merging two copies that were changed at random`.errors(in: stage) == [])
    }

    @Test(arguments: [("", ""), ("a\n", ""), ("", "b\n")])
    func `makes one daily note of two that differ in what the template wrote`(mine: String, theirs: String) throws {
        let (device, place) = try Self.pair()
        try device.edit { draft in
            var new = try NewItem(.note, text: Array("Made {{time}} on {{date:dddd}}\n\n# Log\n".utf8))
            new.title = "Daily"
            new.folder = try draft.folder("Templates")
            _ = try draft.add(new)
        }
        try device.directory.synchronize(with: place.directory)
        let other = try place.copy(named: "D", withHistory: true)
        for (stage, text, time) in [(device, mine, 1_795_000_000), (other, theirs, 1_795_000_900)] {
            try stage.edit { draft in
                let day = LocalMoment(Timestamp(clamping: Int64(time)), secondsFromUTC: 0)
                _ = try draft.dailyNote(for: day, appending: Array(text.utf8))
            }
        }
        try device.directory.synchronize(with: place.directory)
        let sync = try other.directory.synchronize(with: place.directory)
        #expect(sync.merges.flatMap(\.conflicts).isEmpty)
        #expect(sync.sent?.items.map(\.change) ?? [.changed] == [.changed])
        let notes = other.document.filter { $0.key.hasPrefix("notes/Daily/") }
        #expect(notes.count == 1)
        let text = String(decoding: try #require(notes.first).value, as: UTF8.self)
        #expect(text.contains(mine) && text.contains(theirs) && text.components(separatedBy: "Made").count == 2)
    }
}

extension String {
    fileprivate func components(separatedBy text: String) -> [Substring] {
        split(separator: text, omittingEmptySubsequences: false)
    }
}
