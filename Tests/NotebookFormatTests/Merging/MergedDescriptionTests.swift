import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookMerging
@testable import NotebookText

struct `Two versions of a description` {
    private typealias Description = NotebookDescription

    private static func description() throws -> Description {
        var value = Description(
            uuid: try #require(UniqueIdentifier("11111111-1111-4111-8111-111111111111")), title: "N",
            created: Timestamp(clamping: 1_795_168_800))
        value.folders = [.init(path: try FolderPath("A"), icon: "a", order: 1), .init(path: try FolderPath("B"))]
        value.tags = [.init(name: try #require(Tag("x")), color: "#111111"), .init(name: try #require(Tag("y")))]
        return value
    }

    /// Single changes, each of another value.
    private static let edits: [@Sendable (inout Description) throws -> Void] = [
        { $0.title = "Other" }, { $0.settings.sort = .name }, { $0.settings.fontSize = 20 },
        { $0.settings.colorScheme = .dark }, { $0.settings.places.dailyTemplate = "T" }, { $0.folders[0].icon = "b" },
        { $0.folders[0].order = nil }, { $0.folders.append(.init(path: try FolderPath("C"), icon: "c")) },
        { $0.folders.removeAll { $0.path.text == "B" } }, { $0.tags[0].color = "#222222" },
        { $0.tags.removeAll { $0.name.text == "y" } }, { $0.smartFolders[0].predicate = "pinned" },
        { $0.smartFolders.removeAll { $0.name == "Pinned" } },
        { $0.smartFolders.append(.init(name: "New", predicate: "pinned")) },
    ]

    /// What somebody finds in a description, without the order of rows.
    private static func values(_ description: Description) -> Set<String> {
        Set(
            ["\(description.title)", "\(description.settings)"] + description.folders.map { "\($0)" }
                + description.tags.map { "\($0)" } + description.smartFolders.map { "\($0)" })
    }

    @Test(arguments: Seeds.some(40)) func `are merged as if one had made all the changes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let base = try Self.description()
        var (mine, theirs, both) = (base, base, base)
        for edit in Self.edits {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try edit(&mine)
            case 1: try edit(&theirs)
            case 2:
                try edit(&mine)
                try edit(&theirs)
            default: continue
            }
            try edit(&both)
        }
        let merged = try MergedDescription(base: base, mine: mine, theirs: theirs)
        #expect(merged.conflicts.isEmpty)
        #expect(Self.values(merged.description) == Self.values(both), "seed \(seed)")
        let other = try MergedDescription(base: base, mine: theirs, theirs: mine)
        #expect(Self.values(other.description) == Self.values(both))
        #expect(try MergedDescription(base: base, mine: mine, theirs: base).description == mine)
        #expect(try MergedDescription(base: base, mine: base, theirs: theirs).description == theirs)
        #expect(try MergedDescription(base: nil, mine: mine, theirs: mine).description == mine)
    }

    @Test func `keep the first where both changed a value, and say what was lost`() throws {
        let base = try Self.description()
        var (mine, theirs) = (base, base)
        (mine.title, theirs.title) = ("Mine", "Theirs")
        (mine.folders[0].icon, theirs.folders[0].icon) = ("m", nil)
        let merged = try MergedDescription(base: base, mine: mine, theirs: theirs)
        #expect(merged.description == mine)
        #expect(
            merged.conflicts == [
                ValueConflict(list: nil, name: "", key: "title", value: .text("Theirs")),
                ValueConflict(list: .folders, name: "A", key: "icon", value: nil),
            ])
    }

    @Test func `note the values between which somebody has to choose, until somebody has`() throws {
        let base = try Self.description()
        var (mine, theirs) = (base, base)
        (mine.tags[0].color, theirs.tags[0].color) = ("#222222", "#333333")
        (mine.settings.sort, theirs.settings.sort) = (.name, .created)
        (mine.folders[0].icon, theirs.folders[0].icon) = ("m", nil)
        (mine.title, theirs.title) = ("Mine", "Theirs")
        let merged = try MergedDescription(base: base, mine: mine, theirs: theirs).marked
        #expect(merged.conflicts.count == 4 && merged.tags[0].color == "#222222")
        let text = String(decoding: merged.text, as: UTF8.self)
        #expect(text.contains(##"{"list": "tags", "name": "x", "key": "color", "value": "#333333"}"##))
        #expect(text.contains(##"{"list": "folders", "name": "A", "key": "icon"}"##))
        #expect(text.contains(##"{"list": "settings", "key": "sort", "value": "created"}"##))
        #expect(try NotebookDescription(merged.text) == merged)
        #expect(try merged.resolved(.mine) == mine && merged.resolved(.theirs) == theirs)
        #expect(try merged.resolved(.both) == nil)
        // The other copy takes it in, and settles it; then nobody asks again.
        #expect(try MergedDescription(base: theirs, mine: theirs, theirs: merged).marked == merged)
        let settled = try #require(try merged.resolved(.theirs))
        var edited = merged
        edited.settings.fontSize = 20
        let last = try MergedDescription(base: merged, mine: edited, theirs: settled)
        #expect(last.conflicts.isEmpty && last.marked.conflicts.isEmpty && last.marked.tags[0].color == "#333333")
        #expect(last.marked.settings.fontSize == 20)
        // Both merged in turn: each has the value that the other one notes.
        let other = try MergedDescription(base: base, mine: theirs, theirs: mine).marked
        let again = try MergedDescription(base: base, mine: merged, theirs: other).marked
        #expect(Set(again.conflicts.map(\.key)) == Set(merged.conflicts.map(\.key)) && again.conflicts.count == 4)
    }

    @Test func `keep a row that one deleted and the other changed`() throws {
        let base = try Self.description()
        var (mine, theirs) = (base, base)
        mine.smartFolders.removeFirst()
        theirs.smartFolders[0].predicate = "pinned"
        theirs.tags.removeAll()
        mine.tags[1].color = "#333333"
        let merged = try MergedDescription(base: base, mine: mine, theirs: theirs).description
        #expect(merged.smartFolders.map(\.predicate).contains("pinned") && merged.smartFolders.count == 3)
        #expect(merged.tags.map(\.name.text) == ["y"])
    }

    @Test func `follow the side that changed the order, and combine names in another letter case`() throws {
        let base = try Self.description()
        var (mine, theirs) = (base, base)
        theirs.smartFolders.reverse()
        mine.smartFolders.insert(.init(name: "First", predicate: "pinned"), at: 0)
        let merged = try MergedDescription(base: base, mine: mine, theirs: theirs).description
        #expect(merged.smartFolders.map(\.name) == ["First", "Pinned", "This Week", "Today"])
        mine.smartFolders.append(.init(name: "same", predicate: "pinned"))
        theirs.smartFolders.append(.init(name: "SAME", predicate: "pinned"))
        let names = try MergedDescription(base: base, mine: mine, theirs: theirs).description.smartFolders.map(\.name)
        #expect(names.contains("same") && !names.contains("SAME"))
    }

    @Test func `keep values that a later version has added`() throws {
        func read(_ more: String) throws -> Description {
            try Description(
                Array(
                    """
                    {"format": "notebundle", "version": 1, "uuid": "11111111-1111-4111-8111-111111111111", "title": "N",
                    "created": "2026-01-01T00:00:00Z"\(more)}
                    """.utf8))
        }
        let merged = try MergedDescription(
            base: try read(", \"x\": 1"), mine: try read(", \"x\": 2"), theirs: try read(", \"x\": 1, \"y\": [3]"))
        #expect(merged.description == (try read(", \"x\": 2, \"y\": [3]")))
    }

    @Test func `are merged between the markers of git`() throws {
        let text = String(decoding: try Self.description().text, as: UTF8.self)
        func marked(_ mine: String, _ theirs: String) -> [UInt8] {
            let row = text.split(separator: "\n").first { $0.contains("\"y\"") } ?? ""
            return Array(
                text.replacing(row + "\n", with: "<<<<<<< HEAD\n\(mine)\n=======\n\(theirs)\n>>>>>>> b\n").utf8)
        }
        let merged = try #require(
            MergedDescription(
                marked: marked(
                    ##"    {"name": "y"}, {"name": "z"}"##, ##"    {"name": "y", "color": "#333333"}, {"name": "w"}"##))
        )
        let tags = merged.description.tags.map { "\($0.name) \($0.color ?? "")" }
        #expect(Set(tags) == ["x #111111", "y #333333", "z ", "w "])
        #expect(
            MergedDescription(
                marked: marked(##"    {"name": "y", "color": "#444444"}"##, ##"    {"name": "y", "color": "#333333"}"##)
            )?
            .description == nil)
        #expect(MergedDescription(marked: marked("not JSON", ##"    {"name": "y"}"##))?.description == nil)
        #expect(MergedDescription(marked: Array(text.utf8))?.description == nil)
    }
}
