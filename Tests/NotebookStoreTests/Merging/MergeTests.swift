@testable import NotebookCheck
@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookHistory
@testable import NotebookMerging
@testable import NotebookStore
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

struct `Merging two copies` {
    /// Two copies of the tiny notebook.
    private static func copies() throws -> (mine: HistoryStage, theirs: HistoryStage) {
        let mine = try HistoryStage()
        return (mine, try mine.copy(named: "T"))
    }

    private static func paths(_ merge: NotebookMerge, _ change: MergedFile.Change) -> [String] {
        merge.files.filter { $0.change == change }.map(\.path.text)
    }

    private static func text(_ stage: HistoryStage, _ path: String) throws -> String {
        String(decoding: try #require(stage.document[path]), as: UTF8.self)
    }

    @Test func `takes a rename there and an edit here, and links follow`() throws {
        let (mine, theirs) = try Self.copies()
        try mine.append("see [[Two]] and [it](Two.md)\n", to: "notes/F/One.md")
        try mine.append("mine\n", to: "Two")
        try theirs.edit { _ = try $0.rename($0.listing.item("Two"), to: "Zwei") }
        let merge = try mine.directory.merge(theirs.directory).result
        #expect(Self.paths(merge, .merged) == ["notes/Zwei.md"])
        #expect(merge.files.first?.oldPath?.text == "notes/Two.md" && merge.conflicts.isEmpty)
        #expect(try Self.text(mine, "notes/F/One.md").contains("see [[Zwei]]"))
        #expect(try Self.text(mine, "notes/Zwei.md").hasSuffix("Two\n\nmine\n"))
    }

    @Test func `updates links to an item whose name another one has taken`() throws {
        let (mine, theirs) = try Self.copies()
        try mine.append("see [[Two]]\n", to: "notes/F/One.md")
        try theirs.edit { _ = try $0.relocate($0.listing.item("Two"), to: BundlePath("notes/Other.md")) }
        try theirs.edit { draft in
            var new = try NewItem(.note, text: Array("new\n".utf8))
            new.title = "Two"
            _ = try draft.add(new)
        }
        #expect(try Self.text(theirs, "notes/Two.md").contains("new"))
        try mine.directory.merge(theirs.directory)
        #expect(try Self.text(mine, "notes/Other.md").contains("title: Two"))
        #expect(try Self.text(mine, "notes/F/One.md").contains("see [[Other]]"))
    }

    @Test func `updates a link that only one side has, in a text that both changed, without a conflict`() throws {
        let (mine, theirs) = try Self.copies()
        for stage in [mine, theirs] { try stage.append("one [[Two]]\n\nfar\n\n", to: "notes/F/One.md") }
        let base = try mine.copy(named: "B")
        try mine.append("again [[Two]]\n", to: "notes/F/One.md")
        try theirs.edit { _ = try $0.rename($0.listing.item("Two"), to: "Zwei") }
        let merge = try mine.directory.merge(theirs.directory, base: base.directory).result
        #expect(merge.origin == .given && merge.conflicts.isEmpty)
        let text = try Self.text(mine, "notes/F/One.md")
        #expect(text.contains("one [[Zwei]]") && text.contains("again [[Zwei]]"))
    }

    @Test func `keeps an edit over a deletion, whoever made it`() throws {
        let (mine, theirs) = try Self.copies()
        try mine.append("mine\n", to: "Two")
        try theirs.edit { _ = try $0.moveToTrash([$0.listing.item("Two")]) }
        try theirs.append("theirs\n", to: "Q")
        try mine.edit { _ = try $0.moveToTrash([$0.listing.item("Q")]) }
        let merge = try mine.directory.merge(theirs.directory).result
        #expect(Self.paths(merge, .kept) == ["notes/Two.md"] && Self.paths(merge, .returned) == ["cards/Q.md"])
        #expect(try Self.text(mine, "notes/Two.md").contains("mine"))
        #expect(try Self.text(mine, "cards/Q.md").contains("theirs"))
    }

    @Test func `deletes what was deleted there, but not an attachment that is used here`() throws {
        let (mine, theirs) = try Self.copies()
        try theirs.edit { draft in
            var change = ItemChange()
            change.body = Array("no picture\n".utf8)
            _ = try draft.edit(draft.listing.item("One").path, change)
        }
        _ = try theirs.directory.collectGarbage([try BundlePath("blobs/a.ca978112ca1bbdca.txt")])
        try theirs.edit { try $0.destroy([$0.listing.item("Two").path]) }
        try mine.append("![](blobs/a.ca978112ca1bbdca.txt)\n", to: "Q")
        try mine.write(
            try Self.text(mine, "cards/Q.md").replacing("](blobs", with: "](../blobs"), at: "cards/Q.md")
        let merge = try mine.directory.merge(theirs.directory).result
        #expect(mine.document["blobs/a.ca978112ca1bbdca.txt"] != nil)
        #expect(Self.paths(merge, .kept) == ["blobs/a.ca978112ca1bbdca.txt"])
        #expect(Self.paths(merge, .trashed).count == 1 && mine.document["notes/Two.md"] == nil)
        #expect(try mine.directory.open().trashedItems.map(\.title) == ["Old", "Two"])
    }

    @Test func `brings an attachment that a text from there uses and that was deleted here`() throws {
        let (mine, theirs) = try Self.copies()
        try mine.edit { draft in
            var change = ItemChange()
            change.body = Array("no picture\n".utf8)
            _ = try draft.edit(draft.listing.item("One").path, change)
        }
        let blob = "blobs/a.ca978112ca1bbdca.txt"
        _ = try mine.directory.collectGarbage([try BundlePath(blob)])
        try theirs.append("![](\(blob))\n", to: "Two")
        let text = try Self.text(theirs, "notes/Two.md").replacing("](blobs", with: "](../blobs")
        try theirs.write(text, at: "notes/Two.md")
        let merge = try mine.directory.merge(theirs.directory).result
        #expect(Self.paths(merge, .returned) == [blob] && mine.document[blob] == Array("a".utf8))
    }

    @Test func `keeps both versions of what both changed, and names it`() throws {
        let (mine, theirs) = try Self.copies()
        try mine.append("mine\n", to: "Two")
        try theirs.append("theirs\n", to: "Two")
        try mine.write("{1}", at: "extras/org.example.app/x.json")
        try theirs.write("{2}", at: "extras/org.example.app/x.json")
        for (stage, folder) in [(mine, "A"), (theirs, "B")] {
            try stage.edit { _ = try $0.move($0.listing.item("One"), to: FolderPath(folder)) }
            try stage.edit { try $0.describe { $0.title = folder } }
        }
        let merge = try mine.directory.merge(theirs.directory).result
        let conflicts = Dictionary(merge.conflicts.map { ($0.path.text, $0.conflict) }) { first, _ in first }
        #expect(conflicts["notes/Two.md"] == .places(1))
        #expect(conflicts["notes/A/One.md"] == .path(try BundlePath("notes/B/One.md")))
        guard case .version(let version)? = conflicts["extras/org.example.app/x.json"] else {
            Issue.record("no version in the trash")
            return
        }
        #expect(mine.document[version.text] == Array("{2}".utf8))
        #expect(mine.document["extras/org.example.app/x.json"] == Array("{1}".utf8))
        #expect(merge.lostValues.map(\.key) == ["title"] && merge.lostValues.first?.new == "B")
        #expect(try mine.directory.open().description.title == "A")
        #expect(merge.hasConflicts && !merge.marked.isEmpty)
        let moved = try Self.text(mine, "notes/A/One.md")
        #expect(
            moved.contains(#/\n# conflict path \(T, changed [0-9TZ:-]+(, version [0-9a-f]{8})?\): notes/B/One.md\n/#))
        #expect(try Self.text(mine, "notebook.json").contains(#"{"key": "title", "value": "B"}"#))
        let found = try RuleBook.findings(in: try mine.directory.inspect(collectsLinks: true))
        #expect(found.filter { $0.rule == "NB408" }.map(\.path) == ["notebook.json", "notes/A/One.md", "notes/Two.md"])
        let text = try Self.text(mine, "notes/Two.md")
        #expect(
            text.contains(#/<<<<<<< N, changed [0-9TZ:-]+\n\nmine\n=======\n\ntheirs\n>>>>>>> T, changed [0-9TZ:-]+\n/#)
        )
    }

    @Test(arguments: [
        (ConflictSide.mine, "notes/A/One.md", "A", ["notes/Two.md"]), (.theirs, "notes/B/One.md", "B", []),
        (.both, "notes/A/One.md", "A", []),
    ])
    func `settles a move and a move, and a title and a title of the notebook, by one choice`(
        side: ConflictSide, path: String, title: String, unused: [String]
    ) throws {
        let (mine, theirs) = try Self.copies()
        try mine.append("[[One]] and [One](F/One.md)\n", to: "Two")
        for (stage, folder) in [(mine, "A"), (theirs, "B")] {
            try stage.edit { _ = try $0.move($0.listing.item("One"), to: FolderPath(folder)) }
            try stage.edit { try $0.describe { $0.title = folder } }
        }
        try mine.directory.merge(theirs.directory)
        let open = try mine.directory.edit { try $0.conflicts() }.result
        #expect(open.map(\.path?.text) == ["notebook.json", "notes/A/One.md"])
        let settled = try mine.directory.edit { draft in
            try open.map { try draft.resolve($0, .take(side))?.text }
        }.result
        #expect(settled == [side == .both ? nil : "notebook.json", path])
        #expect(try mine.directory.open().description.title == title)
        #expect(try Self.text(mine, "notes/Two.md").contains("[One](\(path.dropFirst("notes/".count)))"))
        let left = try mine.directory.edit { try $0.conflicts() }.result
        #expect(left.map(\.form) == (side == .both ? [.values(1)] : []))
    }

    @Test func `gives two names in one folder, without titles, to a person to choose`() throws {
        let (mine, theirs) = try Self.copies()
        let text = "no front matter\n"
        for stage in [mine, theirs] { try stage.write(text, at: "notes/Plain.md") }
        _ = try mine.directory.seal()
        let (one, other) = (try mine.copy(named: "1"), try mine.copy(named: "2"))
        for (stage, name) in [(one, "Left"), (other, "Right")] {
            let file = try Self.text(stage, "notes/Plain.md")
            try stage.write(file, at: "notes/\(name).md")
            try stage.disk.unlink(DiskPath("notes/Plain.md"))
        }
        let merge = try one.directory.merge(other.directory).result
        let path = try #require(merge.conflicts.first?.path.text)
        let another = path.contains("Left") ? "notes/Right.md" : "notes/Left.md"
        #expect(try Self.text(one, path).contains("# conflict path (2, changed "))
        #expect(try Self.text(one, path).contains("): \(another)\n"))
        let result = try one.directory.edit { draft in
            try draft.conflicts().map { try draft.resolve($0, .take(.theirs))?.text }
        }.result
        #expect(result == [another] && one.document[path] == nil)
    }

    @Test func `gives names that both use to both, numbered, and exchanges names`() throws {
        let (mine, theirs) = try Self.copies()
        for stage in [mine, theirs] {
            try stage.edit { draft in
                var new = try NewItem(.note, text: Array("by \(stage.directory.path)\n".utf8))
                new.title = "Same"
                _ = try draft.add(new)
            }
        }
        try theirs.append("[[Same]]\n", to: "Q")
        try theirs.edit { _ = try $0.rename($0.listing.item("Two"), to: "Tmp") }
        try theirs.edit { _ = try $0.move($0.listing.item("One"), to: .root) }
        try theirs.edit { _ = try $0.rename($0.listing.item("One"), to: "Two") }
        try theirs.edit { _ = try $0.rename($0.listing.item("Tmp"), to: "One") }
        try mine.directory.merge(theirs.directory)
        #expect(try Self.text(mine, "notes/Same.md").contains("by N"))
        #expect(try Self.text(mine, "notes/Same 2.md").contains("by T"))
        #expect(try Self.text(mine, "cards/Q.md").contains("[[Same 2"))
        #expect(try Self.text(mine, "notes/Two.md").contains("title: Two\n"))
        #expect(try Self.text(mine, "notes/One.md").hasSuffix("Two\n"))
    }

    @Test func `knows what it took in, also after it was undone`() throws {
        let (mine, theirs) = try Self.copies()
        try theirs.append("theirs\n", to: "Two")
        let before = mine.document
        try mine.append("mine\n", to: "Q")
        #expect(try !mine.directory.merge(theirs.directory).result.isEmpty)
        #expect(try mine.directory.merge(theirs.directory).result.isEmpty)
        try mine.directory.undo()
        #expect(mine.document["notes/Two.md"] == before["notes/Two.md"])
        #expect(Self.paths(try mine.directory.merge(theirs.directory).result, .updated) == ["notes/Two.md"])
        // The record of the merge is all that is left of the common state.
        try theirs.directory.forgetHistory()
        try theirs.append("more\n", to: "Two")
        let merge = try mine.directory.merge(theirs.directory).result
        #expect(Self.paths(merge, .updated) == ["notes/Two.md"])
    }

    @Test func `counts nothing as deleted if no common state is known, except for versions that it had`() throws {
        let mine = try HistoryStage()
        try mine.edit { _ = try $0.moveToTrash([$0.listing.item("Q")]) }
        let theirs = try HistoryStage().copy(named: "T")
        try theirs.append("theirs\n", to: "Two")
        try theirs.edit { try $0.destroy([$0.listing.item("One").path]) }
        try theirs.directory.forgetHistory()
        let merge = try mine.directory.merge(theirs.directory).result
        #expect(merge.origin == .unknown && merge.conflicts.isEmpty)
        #expect(Self.paths(merge, .merged) == ["notes/Two.md"])
        #expect(mine.document["notes/F/One.md"] != nil && mine.document["cards/Q.md"] == nil)
    }

    @Test func `knows a version that only the other copy still has`() throws {
        let (mine, theirs) = try Self.copies()
        // What was there before somebody else changed it is not kept.
        try mine.write(try Self.text(mine, "notes/Two.md") + "by hand\n", at: "notes/Two.md")
        _ = try mine.directory.seal()
        try mine.edit { _ = try $0.moveToTrash([$0.listing.item("Two")]) }
        try theirs.append("theirs\n", to: "Q")
        let merge = try mine.directory.merge(theirs.directory).result
        #expect(Self.paths(merge, .updated) == ["cards/Q.md"] && merge.files.count == 1)
        #expect(mine.document["notes/Two.md"] == nil)
    }

    @Test func `refuses another notebook, and writes nothing for a preview`() throws {
        let (mine, theirs) = try Self.copies()
        try theirs.append("theirs\n", to: "Two")
        let before = mine.disk.snapshot.files
        let preview = try mine.directory.previewMerge(theirs.directory)
        #expect(preview.files.compactMap(\.newPath?.text) == ["notes/Two.md", "manifest.json"])
        #expect(mine.disk.snapshot.files == before)
        let text = try Self.text(theirs, "notebook.json").replacing("4009-8000-", with: "4009-8001-")
        try theirs.write(text, at: "notebook.json")
        #expect(throws: NotebookError.self) { try mine.directory.merge(theirs.directory) }
    }

    @Test func `refuses a copy that lacks files, unless they were only moved or it is sealed without them`() throws {
        let (mine, theirs) = try Self.copies()
        try theirs.disk.unlink(DiskPath("notes/Two.md"))
        let two = try BundlePath("notes/Two.md")
        #expect(throws: NotebookError.incomplete("T", two, 1)) { try mine.directory.merge(theirs.directory) }
        try theirs.write(try Self.text(mine, "notes/Two.md"), at: "notes/Three.md")
        try mine.directory.merge(theirs.directory)
        #expect(mine.document["notes/Three.md"] != nil && mine.document["notes/Two.md"] == nil)
        try theirs.disk.unlink(DiskPath("cards/Q.md"))
        _ = try theirs.directory.seal()
        #expect(Self.paths(try mine.directory.merge(theirs.directory).result, .trashed).count == 1)
    }

    @Test func `keeps a version whose front matter cannot be merged in the trash`() throws {
        let (mine, theirs) = try Self.copies()
        let text = try Self.text(mine, "notes/Two.md")
        func change(_ stage: HistoryStage, _ value: String, _ word: String) throws {
            let changed = text.replacing("title: Two\n", with: "title: Two\nx: \(value)\n") + word
            try stage.write(changed, at: "notes/Two.md")
        }
        try change(mine, "[a,\n  b]", "mine\n")
        try change(theirs, "{b: 1}", "theirs\n")
        let merge = try mine.directory.merge(theirs.directory).result
        let all = mine.document.filter { $0.key.hasSuffix("Two.md") }
            .map { String(decoding: $0.value, as: UTF8.self) }.joined()
        for word in ["mine", "theirs", "{b: 1}", "[a,"] { #expect(all.contains(word)) }
        #expect(merge.conflicts.count == 1)
    }

    @Test func `joins logs of reviews, and does not bring back what was destroyed here`() throws {
        let (mine, theirs) = try Self.copies()
        let log = "extras/org.notebundle.study/reviews/0000000000000001/2026-11.jsonl"
        for (stage, line) in [(mine, "{\"a\":1}\n"), (theirs, "{\"a\":2}\n")] {
            for directory in ["extras/org.notebundle.study", "extras/org.notebundle.study/reviews"] {
                try stage.disk.makeDirectory(DiskPath(directory))
            }
            try stage.disk.makeDirectory(DiskPath("extras/org.notebundle.study/reviews/0000000000000001"))
            try stage.write("{\"a\":0}\n" + line, at: log)
        }
        try mine.edit { try $0.destroy([$0.listing.item("Q").path]) }
        try theirs.edit { _ = try $0.moveToTrash([$0.listing.item("Q")]) }
        try mine.directory.merge(theirs.directory)
        #expect(try Self.text(mine, log) == "{\"a\":0}\n{\"a\":1}\n{\"a\":2}\n")
        #expect(try mine.directory.open().trashedItems.map(\.title) == ["Old"])
    }
}
