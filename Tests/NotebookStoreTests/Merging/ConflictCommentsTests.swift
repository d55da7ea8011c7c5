@testable import NotebookText
import NotebookTestSupport
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookMerging
@testable import NotebookStore

struct `Values between which a merge could not decide` {
    static let item = """
        ---
        title: XB
        # conflict (changed 2026-11-23T06:56:36Z): title: "X: A"
        rating: 9
        # conflict (theirs): rating: 8
        # a comment of a person
        list:
          - a
        # conflict (theirs): list:
        # conflict (theirs):   - b
        # conflict (theirs):   - c
        ---
        # conflict (no): front: matter

        """

    @Test(arguments: [
        (
            ConflictSide.mine,
            "---\ntitle: XB\nrating: 9\n# a comment of a person\nlist:\n  - a\n---\n# conflict (no): front: matter\n"
        ),
        (
            .both,
            """
            ---
            title: XB
            # changed 2026-11-23T06:56:36Z: title: "X: A"
            rating: 9
            # theirs: rating: 8
            # a comment of a person
            list:
              - a
            # theirs: list:
            # theirs:   - b
            # theirs:   - c
            ---
            # conflict (no): front: matter

            """
        ),
    ])
    func `are settled by one choice`(side: ConflictSide, result: String) throws {
        let file = try ItemFile(Array(Self.item.utf8))
        #expect(file.conflictCount == 3)
        #expect(String(decoding: try file.resolved(side).bytes, as: UTF8.self) == result)
    }

    @Test func `give way to those of the other side`() throws {
        let settled = try ItemFile(Array(Self.item.utf8)).resolved(.theirs)
        #expect(settled.metadata.title == "X: A" && settled.conflictCount == 0)
        let text = String(decoding: settled.bytes, as: UTF8.self)
        #expect(text.contains("\nrating: 8\n") && text.contains("list:\n  - b\n  - c\n") && !text.contains("- a"))
    }

    @Test func `of a title replaces one that cannot be read`() throws {
        let file = try ItemFile(Array("---\ntitle: {m: 1}\n# conflict (x): title: B\n---\nt\n".utf8))
        #expect(try file.resolved(.theirs).bytes == Array("---\ntitle: B\n---\nt\n".utf8))
    }

    @Test(arguments: [
        "x: |\n  one\n\n  two", "x: [\n  a,\n  b\n]", "x:\n  - a\n# between\n  - b", "tags: &t [a, b]",
        "tags:\n- a\n- b", "created: 2026-11-20",
    ])
    func `are whole, and are taken as a whole`(value: String) throws {
        let key = value.prefix { $0 != ":" }
        let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
        let comments = lines.map { "# conflict (theirs): \($0)\n" }.joined()
        let file = try ItemFile(Array("---\n\(key): 1\n\(comments)y: 2\n---\nText.\n".utf8))
        #expect(file.conflictCount == 1)
        let settled = String(decoding: try file.resolved(.theirs).bytes, as: UTF8.self)
        #expect(settled == "---\n\(value)\ny: 2\n---\nText.\n")
    }

    @Test func `are joined by a place, which is named once`() throws {
        let file = try ItemFile(Array(Self.item.utf8))
        let place = try BundlePath("notes/A/B.md")
        let marked = try ConflictComments(file).adding(place, "a (b)")
        #expect(marked.bytes.count > file.bytes.count && ConflictComments(marked).paths == [place])
        #expect(
            String(decoding: marked.bytes, as: UTF8.self).contains("title: XB\n# conflict path (a b): notes/A/B.md\n"))
        #expect(try ConflictComments(marked).adding(place, "c").bytes == marked.bytes)
        #expect(marked.conflictCount == 4 && ConflictComments(marked).holdsTitle)
        #expect(try marked.resolved(.mine).bytes == file.resolved(.mine).bytes)
        #expect(try marked.resolved(.theirs).bytes == file.resolved(.theirs).bytes)
    }

    @Test func `are found in the front matter only, and reported`() throws {
        let found = ReadableItem(try ItemFile(Array(Self.item.utf8)), type: .note)
        #expect(found.conflictComment?.line == 3 && found.conflictMarker == nil)
        let none = ReadableItem(try ItemFile(Array("# conflict (a): b: c\n".utf8)), type: .note)
        #expect(none.conflictComment == nil)
    }
}

struct `Texts that hold both versions of a place already` {
    static let place = "<<<<<<< a\none\n=======\ntwo\n>>>>>>> b\n"

    @Test(arguments: [
        // Both have it: it stays, and what comes behind it is another place.
        (
            "x\n\(place)", "x\n\(place)m\n", "x\n\(place)t\n",
            "x\n\(place)<<<<<<< mine\nm\n=======\nt\n>>>>>>> theirs\n"
        ),
        // One side has settled it.
        ("x\n\(place)y\n", "x\none\ny\n", "x\n\(place)y\nz\n", "x\none\ny\nz\n"),
        // Markers never stand within markers.
        (
            "x\n", "x\n\(place)", "x\nthree\n",
            "x\n<<<<<<< mine\none\ntwo\n=======\nthree\n>>>>>>> theirs\n"
        ),
    ])
    func `are merged as others are`(base: String, mine: String, theirs: String, merged: String) {
        let versions = [base, mine, theirs].map { Array($0.utf8) }
        let text = MergedText(
            base: versions[0], mine: versions[1], theirs: versions[2], labels: .init(mine: "mine", theirs: "theirs"))
        #expect(String(decoding: text.bytes, as: UTF8.self) == merged)
    }

    @Test func `are settled with all versions of versions`() throws {
        let text = "<<<<<<< a\nx\n<<<<<<< c\none\n=======\ntwo\n>>>>>>> d\n=======\nz\n>>>>>>> b\n"
        for side in ConflictSide.allCases {
            let file = try ItemFile(Array(text.utf8)).resolved(side)
            #expect(file.marked.count == 0 && !String(decoding: file.bytes, as: UTF8.self).contains("====="))
        }
    }
}
