import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookMerging
@testable import NotebookText

struct `Two versions of a manifest` {
    /// An entry of a note, with a number for its uuid and a text for its digest.
    private static func entry(_ path: String, _ number: Int, _ text: String) throws -> Entry {
        Entry(
            path: try BundlePath(path), type: .note, size: text.utf8.count, digest: Digest.of(Array(text.utf8)),
            item: ItemMetadata(uuid: UniqueIdentifier(randomBits: UInt64(number), 0)))
    }

    private static func merged(
        _ base: [Entry], _ mine: [Entry], _ theirs: [Entry]
    ) -> MergedEntries {
        MergedEntries(base: Manifest(base), mine: Manifest(mine), theirs: Manifest(theirs))
    }

    @Test func `have what each side added, changed and deleted`() throws {
        let (kept, gone) = (try Self.entry("notes/Kept.md", 1, "a"), try Self.entry("notes/Gone.md", 2, "b"))
        let (before, after) = (try Self.entry("notes/C.md", 3, "c"), try Self.entry("notes/C.md", 3, "d"))
        let (one, other) = (try Self.entry("notes/One.md", 4, "e"), try Self.entry("notes/Other.md", 5, "f"))
        let result = Self.merged([kept, gone, before], [kept, before, one], [kept, gone, after, other])
        #expect(Array(result.settled.entries) == [after, kept, one, other])
        #expect(result.pairs.isEmpty && result.notices.isEmpty)
        #expect(Array(Self.merged([], [one], [one, other]).settled.entries) == [one, other])
    }

    @Test func `leave what both changed, or one moved and the other changed, to the contents`() throws {
        let base = try Self.entry("notes/A.md", 1, "a")
        let (mine, theirs) = (try Self.entry("notes/A.md", 1, "b"), try Self.entry("notes/A.md", 1, "c"))
        let both = Self.merged([base], [mine], [theirs])
        #expect(both.settled.entries.isEmpty && both.pairs.map(\.path) == [base.path])
        let moved = try Self.entry("notes/B.md", 1, "a")
        for (one, other) in [(moved, theirs), (theirs, moved)] {
            let pairs = Self.merged([base], [one], [other]).pairs
            #expect(pairs.map(\.path) == [moved.path] && pairs.first?.base == base)
            #expect(pairs.first?.unmerged == moved)
            #expect(Self.merged([base], [one], [other]).notices.isEmpty, "it is not in the trash")
        }
        #expect(Array(Self.merged([base], [moved], [base]).settled.entries) == [moved])
        #expect(Array(Self.merged([base], [moved], [moved]).settled.entries) == [moved])
        let added = Self.merged([], [mine], [theirs])
        #expect(added.pairs.first?.base == nil && added.pairs.count == 1)
    }

    @Test func `say what git asks about`() throws {
        let base = try Self.entry("notes/A.md", 1, "a")
        let (one, other) = (try Self.entry("notes/B.md", 1, "a"), try Self.entry("notes/C.md", 1, "a"))
        let twice = Self.merged([base], [one], [other])
        #expect(Array(twice.settled.entries) == [one, other])
        #expect(twice.notices == [.movedTwice(base.path, mine: one.path, theirs: other.path)])
        let changed = try Self.entry("notes/A.md", 1, "b")
        let deleted = Self.merged([base], [], [changed])
        #expect(Array(deleted.settled.entries) == [changed] && deleted.notices == [.deletedAndChanged(base.path)])
        let trashed = try Self.entry("trash/20260101T000000Z-11111111/notes/A.md", 1, "a")
        let result = Self.merged([base], [changed], [trashed])
        #expect(result.notices == [.trashedAndChanged(base.path, trashed: trashed.path)])
        #expect(Self.merged([base], [], [base]).notices.isEmpty && Self.merged([base], [], []).notices.isEmpty)
    }

    @Test(arguments: Seeds.some(40)) func `are as if one had made the changes of both, to different files`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let base = try (0..<20).map { try Self.entry("notes/\($0).md", $0, "\($0)") }
        var (mine, theirs, both) = (base, base, base)
        // From behind, so that deletions leave the other places.
        for number in (0..<20).reversed() {
            let kind = Int.random(in: 0..<4, using: &random)
            func edit(_ entries: inout [Entry]) throws {
                switch kind {
                case 0: entries.remove(at: number)
                case 1: entries[number] = try Self.entry("notes/\(number).md", number, "new")
                case 2: entries[number] = try Self.entry("notes/moved \(number).md", number, "\(number)")
                default: entries.append(try Self.entry("notes/added \(number).md", 100 + number, "x"))
                }
            }
            try edit(&both)
            if Bool.random(using: &random) { try edit(&mine) } else { try edit(&theirs) }
        }
        let result = Self.merged(base, mine, theirs)
        #expect(result.pairs.isEmpty && result.notices.isEmpty)
        #expect(result.settled == Manifest(both))
    }
}
