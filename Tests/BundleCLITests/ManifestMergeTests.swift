import TestSupport
import Testing

struct `A manifest that git merges` {
    private static let later = "sed 's/\"version\": 1/\"version\": 2/' base"
    private static let damaged = "sed '5s/,/;/' base"
    private static let newer = "3:14: version 2 is newer than 1, the latest supported version\n"
    private static let broken = "5:29: expected “,” or “}”"

    /// A workplace with a notebook, and its manifest as `base`.
    private static func workplace() throws -> Workplace {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create N")
        _ = try workplace.run("bundle add N note --title A --body text")
        _ = try workplace.run("cp N.notebundle/manifest.json base")
        return workplace
    }

    private static func merge(in workplace: Workplace) throws -> Workplace.Result {
        _ = try workplace.run("cp mine before")
        return try workplace.run("bundle merge-driver base mine theirs N.notebundle/manifest.json")
    }

    @Test(arguments: [
        (later, "cat base", "mine:\(newer)hint: use a newer version of this program"),
        ("cat base", later, "theirs:\(newer)hint: use a newer version of this program"),
        (later, damaged, "mine:\(newer)"), (damaged, later, "mine:\(broken)\nhint: ‘bundle seal"),
        (damaged, "cat base", "mine:\(broken)\nhint: ‘bundle seal"),
    ])
    func `stays as it is if it cannot be read, or one is of a later version`(
        mine: String, theirs: String, problem: String
    ) throws {
        let workplace = try Self.workplace()
        _ = try workplace.run("\(mine) > mine; \(theirs) > theirs")
        let merge = try Self.merge(in: workplace)
        // Git does not merge line by line what ends with this status.
        #expect(merge.status == 1)
        #expect(
            merge.errors.hasPrefix(
                "bundle: cannot merge N.notebundle/manifest.json, so mine stays as it is: \(problem)"), "\(merge)")
        #expect(try workplace.run("cmp mine before").status == 0)
    }

    @Test func `is this side’s if the other side’s is damaged, which is told`() throws {
        let workplace = try Self.workplace()
        _ = try workplace.run("cat base > mine; \(Self.damaged) > theirs")
        let merge = try Self.merge(in: workplace)
        #expect(
            merge.errors
                == "note: cannot merge N.notebundle/manifest.json, so mine stays as it is: theirs:\(Self.broken); the notebook has to be sealed\n"
        )
        #expect(merge.status == 0)
        #expect(try workplace.run("cmp mine before").status == 0)
    }

    @Test func `has one side’s entries where git fails, which is told`() throws {
        let workplace = try Self.workplace()
        _ = try workplace.run("bundle edit N A --append one")
        _ = try workplace.run("cp N.notebundle/manifest.json mine")
        _ = try workplace.run("bundle undo N")
        _ = try workplace.run("bundle edit N A --append two")
        _ = try workplace.run("cp N.notebundle/manifest.json theirs; echo broken > .git")
        let merge = try Self.merge(in: workplace)
        #expect(merge.status == 0)
        #expect(merge.errors.hasPrefix("note: cannot read what both sides changed: git failed: "), "\(merge)")
        #expect(merge.errors.hasSuffix("; the notebook has to be sealed\n"), "\(merge)")
    }
}
