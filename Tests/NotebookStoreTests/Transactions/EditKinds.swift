@testable import NotebookCheck
@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookMerging
@testable import NotebookPacking
@testable import NotebookStore
@testable import NotebookStudy
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import TestSupport

/// Everything that the tool does to a notebook, on a tiny one.
enum EditKinds {
    /// An environment whose directories are one simulated disk; time and chance are the same in every run.
    static func environment(_ files: any FileOperations) -> NotebookEnvironment {
        let chance = Chance()
        return NotebookEnvironment(
            now: FixedClock.now, random: { chance.next() }, open: { _, _, _ in files }, history: history)
    }

    /// How much of what changes replace is kept; nothing, unless a test sets it.
    @TaskLocal static var history: HistoryLimits?

    /// The files of a notebook with two notes, a card, a blob, an extra and something in the trash.
    static func notebook() throws -> [String: String] {
        let disk = SimulatedDisk()
        let environment = Self.environment(disk)
        var bundle = try NewBundle("N.notebundle", in: "", environment: environment)
        let blob = try BundlePath("blobs/a.ca978112ca1bbdca.txt")
        try bundle.write(Array("a".utf8), at: blob)
        try bundle.write(item("One", 1, "![A](../../blobs/a.ca978112ca1bbdca.txt)\n"), at: BundlePath("notes/F/One.md"))
        try bundle.write(item("Two", 2, "Two\n"), at: BundlePath("notes/Two.md"))
        try bundle.write(item("Q", 3, "Q\n\n---\n\nA\n"), at: BundlePath("cards/Q.md"))
        try bundle.write(Array("{}".utf8), at: BundlePath("extras/org.example.app/x.json"))
        try bundle.write(item("Old", 4, "Old\n"), at: BundlePath("trash/20261119T101500Z-9f3c2a17/notes/F/Old.md"))
        let created = Timestamp(clamping: 1_795_000_000)
        _ = try bundle.finish(
            NotebookDescription(uuid: UniqueIdentifier(randomBits: 9, 9), title: "N", created: created))
        let prefix = "N.notebundle/"
        return Dictionary(
            uniqueKeysWithValues: disk.snapshot.files.filter { $0.key.hasPrefix(prefix) }.map {
                (String($0.key.dropFirst(prefix.count)), String(decoding: $0.value, as: UTF8.self))
            })
    }

    private static func item(_ title: String, _ number: UInt64, _ body: String) throws -> [UInt8] {
        let time = Timestamp(clamping: 1_795_000_000 + Int64(number))
        let metadata = ItemMetadata(
            uuid: UniqueIdentifier(randomBits: number, number), title: title, created: time, modified: time)
        return try ItemFile(metadata: metadata, body: Array(body.utf8)).bytes
    }

    /// A change through a draft.
    private static func edit(
        _ name: String, _ files: [String: String], _ body: @escaping @Sendable (inout Draft) throws -> Void
    ) -> EditKind {
        EditKind(name: name, files: files) { files in
            _ = try NotebookDirectory("N", environment: environment(files)).edit { try body(&$0) }
        }
    }

    private static func review(_ number: UInt64) -> StudyRecord {
        .review(
            Review(
                id: UniqueIdentifier(randomBits: number, number), time: FixedClock.now(), day: StudyDay(number: 20_000),
                key: StudyKey(card: UniqueIdentifier(randomBits: 3, 3), side: .front), grade: .good, milliseconds: 1))
    }

    /// The files after a review was recorded.
    private static func reviewed(_ files: [String: String]) throws -> [String: String] {
        let notebook = MemoryNotebook(files: files.mapValues { Array($0.utf8) })
        try notebook.edit { try $0.record([review(1)], on: StudyDevice(randomBits: 1)) }
        return try notebook.files().mapValues { String(decoding: $0, as: UTF8.self) }
    }

    private static func seal(_ name: String, _ files: [String: String], _ change: (inout [String: String]) -> Void)
        -> EditKind
    {
        var changed = files
        change(&changed)
        return EditKind(name: name, files: changed) {
            _ = try NotebookDirectory("N", environment: environment($0)).seal()
        }
    }

    private static func fix(
        _ name: String, _ level: FixLevel, _ files: [String: String],
        _ change: (inout [String: String]) -> Void
    ) -> EditKind {
        var changed = files
        change(&changed)
        return EditKind(name: name, files: changed) {
            _ = try NotebookDirectory("N", environment: environment($0)).fix(level)
        }
    }

    /// A merge with a copy in which items were edited, renamed, moved, deleted and added; both come from `files`.
    private static func merged(_ name: String, _ files: [String: String]) throws -> EditKind {
        let base = MemoryNotebook(files: files.mapValues { Array($0.utf8) })
        let other = MemoryNotebook(files: try base.files())
        try other.edit { draft in
            var change = ItemChange()
            change.appended = Array("theirs\n".utf8)
            _ = try draft.edit(draft.listing.item("Two").path, change)
            _ = try draft.rename(draft.listing.item("Two"), to: "Zwei")
            _ = try draft.move(draft.listing.item("One"), to: FolderPath("G"))
            _ = try draft.moveToTrash([draft.listing.item("Q")])
            var new = try NewItem(.note, text: Array("[[Zwei]]".utf8))
            new.title = "New"
            let added = try draft.add(new)
            _ = try draft.attach([Attachment(name: "b.txt") { try $0(Array("b".utf8)) }], to: added)
            try draft.describe { $0.title = "Other" }
        }
        return EditKind(name: name, files: files) { disk in
            _ = try NotebookDirectory("N", environment: environment(disk)).merge(other, base: base)
        }
    }

    /// All kinds; none if the notebook cannot be made.
    static let all: [EditKind] = (try? make()) ?? []

    private static func make() throws -> [EditKind] {
        let files = try notebook()
        return [
            edit("add a note") { draft in
                var new = try NewItem(.note, text: Array("Body".utf8))
                new.folder = try FolderPath("New/Deep")
                _ = try draft.add(new)
            },
            edit("add a card") { draft in _ = try draft.add(NewItem(.card, text: Array("Q?\n\n---\n\nA".utf8))) },
            edit("edit an item") { draft in
                var change = ItemChange()
                change.appended = Array("more".utf8)
                change.addedTags = [Tag("x")].compactMap(\.self)
                _ = try draft.edit(draft.listing.item("Two").path, change)
            },
            edit("rename an item") { draft in _ = try draft.rename(draft.listing.item("Two"), to: "Zwei") },
            edit("move an item") { draft in _ = try draft.move(draft.listing.item("One"), to: FolderPath("F/G/H")) },
            edit("join two notes that others link to") { draft in
                _ = try draft.merge(draft.listing.item("Two"), into: draft.listing.item("One"))
            },
            try merged("merge another copy", files),
            linked("rename an item that others link to") { draft in
                _ = try draft.rename(draft.listing.item("One"), to: "Uno")
            },
            edit("pin two items") { draft in
                var change = ItemChange()
                change.isPinned = true
                for item in try [draft.listing.item("One"), draft.listing.item("Two")] {
                    _ = try draft.edit(item.path, change)
                }
            },
            try joined("restore what was joined", files) { draft in
                let trashed = try draft.listing.item("Two", inTrash: true)
                _ = try draft.restore([trashed])
            },
            copied("resolve a copy", .merge) { $0 + "more\n" },
            copied("resolve a copy for the copy", .take(.theirs)) { $0.replacing("Two\n", with: "Other\n") },
            edit("move to the trash") { draft in
                _ = try draft.moveToTrash([draft.listing.item("One"), draft.listing.item("Q")])
            },
            edit("restore") { draft in _ = try draft.restore([draft.listing.item("Old", inTrash: true)]) },
            edit("empty the trash") { draft in try draft.destroy(draft.listing.trashedItems.map(\.path)) },
            edit("attach files") { draft in
                let attachments = ["new", "a"].map { text in
                    Attachment(name: "\(text).txt") { try $0(Array(text.utf8)) }
                }
                _ = try draft.attach(attachments, to: draft.listing.item("Two"))
            },
            edit("change the settings") { draft in try draft.describe { $0.settings.sort = .name } },
            edit("rename a folder") { try $0.relocateFolder(FolderPath("F"), to: FolderPath("G/H")) },
            edit("rename an item in letter case") { draft in _ = try draft.rename(draft.listing.item("One"), to: "ONE")
            },
            edit("rename a folder in letter case") { try $0.relocateFolder(FolderPath("F"), to: FolderPath("f")) },
            edit("move a folder into another spelling of itself") { draft in
                try draft.relocateFolder(FolderPath("F"), to: FolderPath("g/Ü"))
                try draft.relocateFolder(FolderPath("g/Ü"), to: FolderPath("G/ü"))
            },
            edit("delete a folder") { draft in _ = try draft.removeFolder(FolderPath("F")) },
            edit("rename a tag and decorate") { draft in
                var change = ItemChange()
                change.tags = [Tag("a/b"), Tag("c")].compactMap(\.self)
                _ = try draft.edit(draft.listing.item("One").path, change)
                if let tag = Tag("a"), let new = Tag("d") { _ = try draft.renameTag(tag, to: new) }
                try draft.decorate(try FolderPath("F")) { $0.icon = "x" }
            },
            edit("duplicate") { draft in _ = try draft.duplicate(draft.listing.item("One")) },
            edit("record a review") { draft in try draft.record([review(1)], on: StudyDevice(randomBits: 1)) },
            Self.edit("record a review, an undo of it and another one", try reviewed(files)) { draft in
                let undo = StudyRecord.undo(
                    id: UniqueIdentifier(randomBits: 8, 8), time: FixedClock.now(),
                    review: UniqueIdentifier(randomBits: 1, 1))
                try draft.record([undo, review(2)], on: StudyDevice(randomBits: 1))
            },
            seal("seal edits from outside", files) { files in
                files["notes/Two.md"]? += "added\n"
                files["notes/New.md"] = "New\n"
                files["cards/Q.md"] = nil
                files["notes/One again.md"] = files.removeValue(forKey: "notes/F/One.md")
            },
            seal("seal a dropped blob", files) { files in
                files["blobs/b.txt"] = "b"
                files["notes/Two.md"]? += "[b](../blobs/b.txt)\n"
            },
            seal("seal an attachment that is there already", files) { $0["blobs/copy.txt"] = "a" },
            seal("seal without a manifest", files) { $0["manifest.json"] = nil },
            fix("fix line ends and the description", .safe, files) { files in
                files["notes/Two.md"] = files["notes/Two.md"].map { "\u{FEFF}" + $0.replacing("\n", with: "\r\n") }
                files["notebook.json"] = files["notebook.json"]?.replacing("\n", with: " ")
            },
            fix("fix tags, dates and blobs", .everything, files) { files in
                files["notes/Two.md"] =
                    "---\ntags: [a, A]\ncreated: 2026-02-02\nmodified: 2026-01-01\n---\n[b](../blobs/b.0123456789abcdef.txt)\n"
                files["blobs/b.0123456789abcdef.txt"] = "b"
                files["cards/Q.md"] = nil
            },
        ]
        /// A copy of a note that a sync program has left is brought together with it.
        func copied(_ name: String, _ choice: ConflictChoice, _ change: (String) -> String) -> EditKind {
            var changed = files
            changed["notes/Two (conflicted copy).md"] = files["notes/Two.md"].map(change)
            return Self.edit(name, changed) { draft in
                for conflict in try draft.conflicts() { _ = try draft.resolve(conflict, choice) }
            }
        }
        /// A change after two notes were joined.
        func joined(
            _ name: String, _ files: [String: String], _ body: @escaping @Sendable (inout Draft) throws -> Void
        ) throws -> EditKind {
            let disk = try EditKind(name: name, files: files) { _ in }.disk()
            try NotebookDirectory("N", environment: Self.environment(disk)).edit { draft in
                _ = try draft.merge(draft.listing.item("Two"), into: draft.listing.item("One"))
            }
            return Self.edit(name, disk.snapshot.files.mapValues { String(decoding: $0, as: UTF8.self) }, body)
        }
        /// A change where one note links to another.
        func linked(_ name: String, _ body: @escaping @Sendable (inout Draft) throws -> Void) -> EditKind {
            var linked = files
            linked["notes/Two.md"]? += "[[One]] [one](F/One.md)\n"
            return Self.edit(name, linked, body)
        }
        func edit(_ name: String, _ body: @escaping @Sendable (inout Draft) throws -> Void) -> EditKind {
            Self.edit(name, files, body)
        }
    }
}
