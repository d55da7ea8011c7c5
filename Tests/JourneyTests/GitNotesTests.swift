import Foundation
import TestSupport
import Testing

/// What the hooks say of what a commit or a merge leaves to a person.
@Suite(.waitsForPrograms, .enabled(if: GitRepository.canMake, "\(GitRepository.absent)"))
struct `A hook of git` {
    /// A notebook in which A links to B by its path, in the first commit.
    private static let start = """
        bundle create N >/dev/null; bundle add N note --title B --body b >/dev/null
        bundle add N note --title A --body 'see [b](B.md)' >/dev/null
        bundle git-setup >/dev/null; git add -A; git commit -qm first

        """

    private static func said(_ lines: String) throws -> [String] {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            let result = try repository.bash("set -o pipefail; \(start)\(lines)")
            #expect(result.status == 0, "\(result)")
            return result.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("note: ") }
        }
    }

    @Test func `names notes that still link to what a commit moves`() throws {
        let moved = try Self.said(
            """
            git mv N.notebundle/notes/B.md N.notebundle/notes/C.md; echo more >>N.notebundle/notes/A.md
            echo '[b](B.md)' >N.notebundle/notes/New.md; git commit -qm moved
            """)
        #expect(
            moved == [
                "note: notes/A.md in the working tree still links to notes/B.md, which this commit moves to notes/C.md, and so does 1 other item; ‘bundle unresolved’ lists such links; ‘bundle move’ and ‘rename’ would have updated them"
            ])
        // The next commit updates links to attachments.
        let attached = try Self.said(
            """
            echo pic >N.notebundle/blobs/pic.txt 2>/dev/null || { mkdir N.notebundle/blobs; echo pic >N.notebundle/blobs/pic.txt; }
            echo '[p](../blobs/pic.txt)' >>N.notebundle/notes/A.md; git add -A; echo later >>N.notebundle/notes/A.md
            git commit -qm one; git commit -qam rest; grep -q '(../blobs/pic.[0-9a-f]*.txt)' N.notebundle/notes/A.md
            """)
        #expect(attached.count == 1, "\(attached)")
        #expect(
            attached.first?.hasPrefix(
                "note: notes/A.md in the working tree still links to blobs/pic.txt, which this commit moves to blobs/pic."
            )
                == true, "\(attached)")
        // Where the tool renames, the working tree has the new links; a deletion moves nothing.
        let renamed = try Self.said(
            """
            bundle rename N B C >/dev/null 2>&1; git add N.notebundle/notes/B.md N.notebundle/notes/C.md
            git commit -qm part; git commit -qam rest; git rm -q N.notebundle/notes/C.md; git commit -qm gone
            """)
        #expect(renamed == [])
    }

    @Test func `says why nothing is left of a commit`() throws {
        let ignored = try Self.said(
            """
            git rm -q --cached N.notebundle/notes/*; echo '*.md' >.gitignore; git add -A; git commit -qm ignored
            bundle edit N A --append x >/dev/null; git commit -qam more
            """)
        #expect(
            ignored == [
                "note: nothing is left of this commit: git ignores N.notebundle/notes/A.md and N.notebundle/notes/B.md, and the manifest lists what git commits"
            ])
    }

    /// One branch changes A, and the other trashes it.
    private static let trashed = """
        git checkout -qb other; bundle edit N A --append x >/dev/null; git commit -qam other; git checkout -q main
        bundle rm N A >/dev/null; git add -A; git commit -qm mine

        """

    @Test func `does not speak of what merging the notebook as a whole has settled`() throws {
        #expect(try Self.said("\(Self.trashed)git merge -q --no-edit other; bundle ls N | grep -q notes/A.md") == [])
        // Without that, it says what is so once the merge is committed, and not again.
        let left = try Self.said(
            """
            \(Self.trashed)git merge -q --no-commit other; git commit -qm merged; ! bundle ls N | grep -q notes/A.md
            bundle restore N A >/dev/null; git add -A; git commit -qm restored
            """)
        #expect(left.count == 1 && left[0].contains("notes/A.md was changed and moved to the trash"), "\(left)")
        // Nor of a merge that was given up.
        let aborted = try Self.said(
            """
            \(Self.trashed)git merge -q --no-commit other; git merge --abort
            bundle edit N B --append y >/dev/null; git commit -qam later
            """)
        #expect(aborted == [])
        let rebased = try Self.said("\(Self.trashed)git rebase -q other")
        #expect(rebased.contains { $0.contains("notes/A.md was changed and moved to the trash") }, "\(rebased)")
    }
}
