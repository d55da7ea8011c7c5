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

/// The law of conservation between two copies (Format, clause 27.10).
struct `Nothing is lost between two copies` {
    private static let picture = "blobs/a.ca978112ca1bbdca.txt"

    /// A device and the place that it has synchronised with.
    private static func pair(_ limits: HistoryLimits? = HistoryLimits()) throws -> (HistoryStage, HistoryStage) {
        let device = try HistoryStage(limits)
        let place = try device.copy(named: "P", nil)
        try device.sync(with: place)
        return (device, place)
    }

    private static func trash(_ stage: HistoryStage, _ path: String) -> [UInt8]? {
        stage.document.first { $0.key.hasPrefix("trash/") && $0.key.hasSuffix("/\(path)") }?.value
    }

    private static func text(_ stage: HistoryStage, _ path: String) throws -> String {
        String(decoding: try #require(stage.document[path]), as: UTF8.self)
    }

    @Test func `an edit puts the text that it leaves out into the trash where the history is turned off`() throws {
        let device = try HistoryStage(nil)
        let directory = device.directory.keepingHistory(within: nil)
        func edit(_ change: (inout ItemChange) -> Void) throws {
            var edit = ItemChange()
            change(&edit)
            try directory.edit { draft in _ = try draft.edit(try draft.listing.item("Two").path, edit) }
        }
        try edit { $0.appended = Array("more\n".utf8) }
        try edit { $0.isPinned = true }
        #expect(Self.trash(device, "notes/Two.md") == nil)
        try edit { $0.body = Array("anew\n".utf8) }
        let kept = try #require(Self.trash(device, "notes/Two.md"))
        #expect(String(decoding: kept, as: UTF8.self).hasSuffix("Two\n\nmore\n"))
        #expect(try `Merging two copies that were changed at random`.errors(in: device) == [])
    }

    @Test(arguments: [false, true], ["notes/Two.md", "manifest.json", "notebook.json"])
    func `a copy with files in iCloud only is not merged`(isMine: Bool, path: String) throws {
        let (device, place) = try Self.pair()
        let other = try place.copy(named: "D", withHistory: true)
        try other.append("there\n", to: "One")
        let stage = isMine ? device : other
        let bytes = try #require(stage.document[path])
        try stage.disk.unlink(DiskPath(path))
        try stage.write(bytes, at: DiskPath(evicted: try BundlePath(path)).text)
        #expect(throws: NotebookError.self) { try device.directory.synchronize(with: other.directory) }
        #expect(stage.document[path] == nil)
        #expect(throws: NotebookError.self) { try device.directory.merge(other.directory) }
        #expect(throws: NotebookError.self) { try device.directory.previewMerge(other.directory) }
        #expect(place.document["notes/Two.md"] != nil)
    }

    @Test func `a damaged change in the other copy is reported with its place`() throws {
        let (device, place) = try Self.pair()
        try place.write("{", at: ".bundle/journal")
        let error = #expect(throws: (any Error).self) { try device.directory.synchronize(with: place.directory) }
        let failure = try #require(error as? any Failure)
        #expect(failure.description.contains("P/.bundle/journal:1:2: "), "\(failure)")
        let remedy = failure.remedy?.text(namingWithPath: { action, path in path.map { "\(action) \($0)" } })
        #expect(remedy?.contains("repair P") == true && failure.isFinding)
    }

    @Test(arguments: [true, false])
    func `a sync puts back an attachment in use that another program removed or emptied`(isEmptied: Bool) throws {
        let (device, place) = try Self.pair()
        if isEmptied { try device.write("", at: Self.picture) } else { try device.disk.unlink(DiskPath(Self.picture)) }
        let merge = try #require(try device.directory.synchronize(with: place.directory).merges.first)
        #expect(merge.files.map(\.path.text) == [Self.picture] && merge.files.map(\.change) == [.recovered])
        #expect(device.document[Self.picture] == Array("a".utf8) && place.document == device.document)
    }

    @Test(arguments: [HistoryLimits(), nil])
    func `a sync moves to the trash what another program removed and nothing uses`(limits: HistoryLimits?) throws {
        let (device, place) = try Self.pair(limits)
        let paths = ["notes/Two.md", "extras/org.example.app/x.json"]
        let before = paths.map { device.document[$0] }
        for path in paths { try device.disk.unlink(DiskPath(path)) }
        try device.sync(with: place)
        for stage in [device, place] {
            #expect(paths.map { Self.trash(stage, $0) } == before)
            #expect(paths.allSatisfy { stage.document[$0] == nil })
        }
        #expect(device.document == place.document)
        #expect(try device.directory.synchronize(with: place.directory).merges.allSatisfy(\.isEmpty))
    }

    @Test func `a sync asks before it counts many missing files as deleted`() throws {
        let (device, place) = try Self.pair()
        let before = place.document
        for path in ["notes/Two.md", "notes/F/One.md", "cards/Q.md"] { try device.disk.unlink(DiskPath(path)) }
        #expect(throws: NotebookError.manyMissing("N", 3, of: 6)) {
            try device.directory.synchronize(with: place.directory)
        }
        #expect(place.document == before)
        try device.directory.synchronize(with: place.directory, acceptingMissing: true)
        #expect(Self.trash(place, "notes/Two.md") == before["notes/Two.md"] && place.document == device.document)
    }

    @Test(arguments: [true, false])
    func `an older state that comes back and is edited deletes nothing that came after it`(hasHistory: Bool) throws {
        let (device, place) = try Self.pair()
        let old = device.disk.snapshot.files
        try device.edit { draft in
            var new = try NewItem(.note, text: Array("new\n".utf8))
            new.title = "New"
            _ = try draft.add(new)
        }
        try device.sync(with: place)
        for path in device.disk.snapshot.files.keys where hasHistory ? !path.hasPrefix(".") : true {
            try device.disk.unlink(DiskPath(path))
        }
        for (path, bytes) in old where hasHistory ? !path.hasPrefix(".") : true {
            _ = try device.disk.makeDirectories(DiskPath(path).parent)
            try device.write(String(decoding: bytes, as: UTF8.self), at: path)
        }
        try device.append("more\n", to: "Two")
        try device.sync(with: place)
        #expect(try Self.text(place, "notes/New.md").hasSuffix("new\n"))
        #expect(try Self.text(place, "notes/Two.md").hasSuffix("Two\n\nmore\n"))
        #expect(device.document == place.document)
    }

    @Test(arguments: [true, false])
    func `a trash that another program removed is fetched, and one that was emptied is not`(isSealed: Bool) throws {
        let (device, place) = try Self.pair()
        try device.edit { draft in _ = try draft.moveToTrash([try draft.listing.item("Two")]) }
        try device.sync(with: place)
        let before = device.document
        let trashed = before.keys.filter { $0.hasPrefix("trash/") }
        for path in trashed { try device.disk.unlink(DiskPath(path)) }
        if isSealed { _ = try device.directory.seal() }
        let merge = try #require(try device.directory.synchronize(with: place.directory).merges.first)
        #expect(!merge.files.isEmpty && merge.files.allSatisfy { $0.change == .recovered })
        #expect(device.document == before && place.document == before)
        try device.edit { draft in try draft.destroy(draft.listing.trashedItems.map(\.path)) }
        try device.sync(with: place)
        #expect(!place.document.keys.contains { $0.hasPrefix("trash/") && $0.hasSuffix("Two.md") })
        #expect(device.document == place.document)
    }

    @Test(arguments: [true, false], ["rename", "delete"])
    func `an older folder that is copied over makes no twins`(hasHistory: Bool, way: String) throws {
        let (device, place) = try Self.pair()
        let old = device.disk.snapshot.files.filter { hasHistory || !$0.key.hasPrefix(".") }
        try device.edit { draft in
            let item = try draft.listing.item("Two")
            if way == "rename" { _ = try draft.rename(item, to: "New") } else { _ = try draft.moveToTrash([item]) }
        }
        try device.sync(with: place)
        let new = place.document
        for (path, bytes) in old {
            _ = try device.disk.makeDirectories(DiskPath(path).parent)
            try device.write(String(decoding: bytes, as: UTF8.self), at: path)
        }
        try device.sync(with: place)
        #expect(place.document == new && device.document == new)
    }

    @Test(arguments: ["sync", "merge"])
    func `an item that got the name of a deleted one is not trashed for it, nor one of a circle`(way: String) throws {
        let (device, place) = try Self.pair()
        let other = try place.copy(named: "D", withHistory: true)
        try other.sync(with: place)
        let (one, two, card) = (
            try Self.text(device, "notes/Two.md"), try Self.text(device, "notes/F/One.md"),
            device.document["cards/Q.md"]
        )
        try device.disk.unlink(DiskPath("notes/Two.md"))
        try device.disk.rename(DiskPath("notes/F/One.md"), to: DiskPath("notes/Two.md"))
        try other.append("own\n", to: "Q")
        if way == "merge" {
            _ = try device.directory.seal()
            _ = try other.directory.merge(device.directory)
        } else {
            try device.sync(with: place)
            try other.sync(with: place)
        }
        #expect(try Self.text(other, "notes/Two.md").contains("title: One\n"))
        #expect(Self.trash(other, "notes/Two.md") == Array(one.utf8))
        #expect(Self.trash(other, "notes/F/One.md") == nil && two.contains("title: One\n") && card != nil)
        #expect(try `Merging two copies that were changed at random`.errors(in: other) == [])
    }

    @Test func `names that items exchange are exchanged in the other copy`() throws {
        let (device, place) = try Self.pair()
        let other = try place.copy(named: "D", withHistory: true)
        try other.sync(with: place)
        let (one, two) = (DiskPath("notes/F/One.md"), DiskPath("notes/Two.md"))
        try device.disk.rename(one, to: DiskPath("notes/x"))
        try device.disk.rename(two, to: one)
        try device.disk.rename(DiskPath("notes/x"), to: two)
        try other.append("own\n", to: "Two")
        try device.sync(with: place)
        try other.sync(with: place)
        #expect(try Self.text(other, "notes/F/One.md").hasSuffix("Two\n\nown\n"))
        #expect(try Self.text(other, "notes/Two.md").contains("title: One\n"))
        #expect(!other.document.keys.contains { $0.hasPrefix("trash/") && $0.hasSuffix("Two.md") })
    }

    @Test(arguments: [
        ("a\n", "b\n", 1, NotePeriod.day), ("a\n", "", 0, .day), ("", "", 0, .day), ("a\n", "a\n", 0, .day),
        ("a\n", "b\n", 1, .week), ("a\n", "b\n", 1, .month),
    ])
    func `daily notes that two devices made are one`(
        mine: String, theirs: String, conflicts: Int, period: NotePeriod
    ) throws {
        let (device, place) = try Self.pair()
        let other = try place.copy(named: "D", withHistory: true)
        try other.sync(with: place)
        for (stage, text) in [(device, mine), (other, theirs)] {
            try stage.edit { draft in
                let day = LocalMoment(Timestamp(clamping: 1_795_000_000), secondsFromUTC: 0)
                _ = try draft.dailyNote(for: day, of: period, appending: Array(text.utf8))
            }
        }
        try device.sync(with: place)
        let merges = try other.directory.synchronize(with: place.directory).merges
        #expect(merges.flatMap(\.conflicts).count == conflicts)
        let notes = other.document.keys.filter { $0.hasPrefix("notes/Daily/") }
        let name = "notes/Daily/\([.day: "2026-11-18", .week: "2026-W47", .month: "2026-11"][period] ?? "").md"
        #expect(notes == [name])
        let text = try Self.text(other, name)
        #expect(text.contains(mine) && text.contains(theirs))
        try device.sync(with: place)
        #expect(device.document == other.document && device.document == place.document)
    }

    @Test func `a version that a merge replaces in the place is kept here, as long as the history reaches back`() throws
    {
        let (device, place) = try Self.pair()
        let other = try place.copy(named: "D", withHistory: true)
        try other.sync(with: place)
        try other.write("{1}", at: "extras/org.example.app/x.json")
        _ = try other.directory.seal()
        try other.sync(with: place)
        try device.write("{2}", at: "extras/org.example.app/x.json")
        try device.sync(with: place)
        let contents = Set([device, other, place].flatMap { $0.disk.snapshot.files.values })
        for text in ["{}", "{1}", "{2}"] { #expect(contents.contains(Array(text.utf8)), "\(text)") }
    }

    @Test func `conflicts belong to the copy that had the text, whichever merged them`() throws {
        let (device, place) = try Self.pair()
        let other = try place.copy(named: "D", withHistory: true)
        try other.sync(with: place)
        for (stage, text) in [(device, "first\n"), (other, "second\n")] {
            try stage.append(text, to: "Two")
            try stage.edit { try $0.describe { $0.title = text.trimmingSuffix } }
        }
        for stage in [device, other] { try stage.sync(with: place) }
        let sync = try device.directory.synchronize(with: place.directory)
        #expect(sync.merges.flatMap(\.conflicts).map(\.path.text) == ["notes/Two.md"])
        #expect(sync.merges.flatMap(\.lostValues).map(\.key) == ["title"])
        for (stage, mine, theirs) in [(device, "first", "second"), (other, "second", "first")] {
            let versions = try stage.directory.preview { draft in
                try draft.conflicts().map { try draft.versions($0) }
            }.result
            #expect(versions.count == 2)
            for version in versions {
                #expect(String(decoding: version.mine, as: UTF8.self).contains(mine))
                #expect(String(decoding: version.theirs, as: UTF8.self).contains(theirs))
                #expect(version.mineName.hasPrefix("this copy") && version.theirsName.hasPrefix("P"))
            }
            try stage.edit { draft in
                for conflict in try draft.conflicts() { _ = try draft.resolve(conflict, .take(.mine)) }
            }
            #expect(try Self.text(stage, "notes/Two.md").hasSuffix("Two\n\n\(mine)\n"))
            #expect(try stage.directory.open().description.title == mine)
        }
    }
}

extension HistoryStage {
    fileprivate func sync(with place: HistoryStage) throws { try directory.synchronize(with: place.directory) }
}

extension String {
    fileprivate var trimmingSuffix: String { String(dropLast()) }
}
