import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

/// What a repair finds in the history, and what is left after undoing it.
struct `A repair with a history` {
    /// A notebook whose files all have earlier versions in its history.
    private static func with<Result>(_ body: (NotebookDirectory, URL) throws -> Result) throws -> Result {
        try TemporaryFolder.with { folder in
            let made = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            let notebook = made.keepingHistory(within: HistoryLimits())
            let items = try notebook.edit { draft in
                try ["Heron", "Owl"].map { try draft.add(NewItem(.note, text: $0)) }
            }.result
            _ = try notebook.edit { draft in
                try draft.attach([.init(name: "a.txt") { try $0(Array("bytes".utf8)) }], to: items[0])
            }
            for text in ["first", "second"] {
                try notebook.edit { draft in
                    for item in items {
                        var change = ItemChange()
                        change.appended = Array(text.utf8)
                        _ = try draft.edit(item.path, change)
                    }
                    try draft.describe { $0.title = text }
                    try draft.addFolder(try FolderPath(text), icon: "🪶")
                }
            }
            return try body(notebook, URL(filePath: notebook.path))
        }
    }

    private static func write(_ text: String, _ file: URL) throws { try Data(text.utf8).write(to: file) }

    private static func isValid(_ notebook: NotebookDirectory) throws -> Bool {
        let inspection = try notebook.inspection(collectsLinks: true, examiner: nil, progress: NoProgress())
        return try RuleBook.findings(in: inspection).allSatisfy { $0.severity != .error }
    }

    @Test func `puts back the exact content where the history has it`() throws {
        try Self.with { notebook, place in
            let before = try notebook.open().fingerprint
            // The state before the last change comes back, and what it replaced is in the history.
            try notebook.undo()
            try notebook.redo()
            try notebook.undo()
            try notebook.redo()
            #expect(try notebook.open().fingerprint == before)
            try FileManager.default.removeItem(at: place.appending(path: "notebook.json"))
            try FileManager.default.removeItem(at: place.appending(path: "notes/Heron.md"))
            try Self.write("", place.appending(path: "notes/Owl.md"))
            let repair = try notebook.repair()
            #expect(repair.losses.isEmpty, "\(repair.losses)")
            #expect(repair.steps.filter { $0.action == .rebuilt }.count == 3)
            #expect(try notebook.open().fingerprint == before)
        }
    }

    @Test func `puts back the latest version that there is, and says what is lost`() throws {
        try Self.with { notebook, place in
            let uuid = try notebook.open().description.uuid
            try FileManager.default.removeItem(at: place.appending(path: "notebook.json"))
            try FileManager.default.removeItem(at: place.appending(path: "notes/Heron.md"))
            let repair = try notebook.repair()
            #expect(repair.losses.map(\.path).sorted() == ["notebook.json", "notes/Heron.md"])
            let description = try notebook.open().description
            #expect(description.uuid == uuid && description.title == "first")
            #expect(description.folders.map(\.path.text) == ["first"])
            let heron = try notebook.open().item("notes/Heron.md")
            #expect(try notebook.text(of: heron).hasSuffix("first\n"))
            #expect(try Self.isValid(notebook))
        }
    }

    @Test(arguments: [true, false])
    func `keeps what somebody typed in another encoding, rather than the version of the history`(isText: Bool) throws {
        try Self.with { notebook, place in
            let file = place.appending(path: "notes/Owl.md")
            // The history has the listed version as well.
            _ = try notebook.undo()
            _ = try notebook.redo()
            _ = try notebook.undo()
            try Data(Array("typed caf".utf8) + [0xE9, isText ? 0x0A : 0x01]).write(to: file)
            _ = try notebook.repair()
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            #expect(text.contains("typed café") == isText)
            #expect(try Self.isValid(notebook))
        }
    }

    @Test func `fills what it cannot read of notebook.json from an earlier version`() throws {
        try Self.with { notebook, place in
            let (file, uuid) = (place.appending(path: "notebook.json"), try notebook.open().description.uuid)
            try Self.write("{\"title\": \"Newest\", \"folders\": [{", file)
            let repair = try notebook.repair()
            #expect(repair.losses.map(\.path) == ["notebook.json"])
            let description = try notebook.open().description
            #expect(description.title == "Newest" && description.uuid == uuid && !description.smartFolders.isEmpty)
            #expect(try Self.isValid(notebook))
        }
    }

    /// Kinds of damage, after which the undone repair must leave a valid notebook.
    static let damages: [(name: String, damage: @Sendable (URL) throws -> Void)] = [
        (
            "copy",
            {
                try FileManager.default.copyItem(
                    at: $0.appending(path: "notes/Owl.md"), to: $0.appending(path: "notes/B.md"))
            }
        ),
        ("picture", { try write("x", $0.appending(path: "notes/a.png")) }),
        ("blob", { try write("x", $0.appending(path: "blobs/plain.bin")) }),
        ("colon", { try write("x\n", $0.appending(path: "notes/a:b.md")) }),
        ("case", { try write("x\n", $0.appending(path: "notes/owl.md")) }),
        ("nul", { try write("a\u{0}b", $0.appending(path: "notes/Owl.md")) }),
        ("text", { try write("no front matter\n", $0.appending(path: "notes/Owl.md")) }),
        ("manifest", { try write("{", $0.appending(path: "manifest.json")) }),
        ("description", { try write("{", $0.appending(path: "notebook.json")) }),
        ("gone", { try FileManager.default.removeItem(at: $0.appending(path: "notes/Owl.md")) }),
        ("stray", { try write("x", $0.appending(path: "stray.txt")) }),
    ]

    @Test(arguments: damages.indices) func `leaves a valid notebook when it is undone`(index: Int) throws {
        try Self.with { notebook, place in
            try Self.damages[index].damage(place)
            _ = try notebook.repair()
            #expect(try Self.isValid(notebook), "\(Self.damages[index].name)")
            // It may be impossible, since nobody knows what was there.
            _ = try? notebook.undo()
            #expect(try Self.isValid(notebook), "\(Self.damages[index].name) undone")
            _ = try? notebook.redo()
            #expect(try Self.isValid(notebook), "\(Self.damages[index].name) redone")
        }
    }
}
