import Foundation
import TestSupport
import Testing

/// A notebook that several users change, and what a file keeps when it is changed.
@Suite(.waitsForPrograms) struct `In a shared folder` {
    static let canBeOthers = getuid() == 0 && ["setpriv", "python3"].allSatisfy { Command.path(of: $0) != nil }

    /// Two users of one group, by number, since no computer needs to know them.
    private static let prelude = """
        as() { u=$1; shift; setpriv --reuid=$u --regid=2000 --clear-groups env HOME=/nonexistent "$BUNDLE" "$@"; }
        """

    private static func stage(_ folder: URL) throws {
        let script = """
            chmod 755 . && umask 002 && "$BUNDLE" create N && cd N.notebundle &&
            "$BUNDLE" add note --title A --folder Team --body a && "$BUNDLE" add note --title B --body '[[A]]' &&
            chown -R 1001:2000 . && chmod -R g+w . && chmod g+s . notes && chown -R 1002 notes/Team && chmod 755 notes/Team
            """
        let made = try Tool.shell(script, in: folder)
        try #require(made.status == 0, "\(made.errors)")
    }

    private static func run(_ script: String, in folder: URL) throws -> Command.Result {
        try Tool.shell(prelude + "\n" + script, in: folder)
    }

    private static let closed = """
        bundle: cannot change N.notebundle/notes/Team/A.md: N.notebundle/notes/Team belongs to user 1002, and this user may \
        not change files in it; nothing has changed
        hint: ask user 1002 for write access to N.notebundle/notes/Team, or copy the notebook to a place of your own

        """

    @Test(
        .enabled(if: canBeOthers, "needs root, setpriv and python3"),
        arguments: ["edit N A --append x", "rename N A Z", "rm N A", "move N A --to /", "tag N --add t A"])
    func `a change is refused that another user's folder would stop half-way`(call: String) throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let result = try Self.run("as 1001 \(call)", in: folder)
            #expect(result.status == 2)
            #expect(result.errors.hasSuffix(Self.closed))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/N.notebundle/.bundle"))
            #expect(try Self.run("as 1001 edit N B --append x && as 1002 edit N A --append y", in: folder).status == 0)
            #expect(try Tool.run("validate", "N", in: folder).status == 0)
        }
    }

    @Test(.enabled(if: canBeOthers, "needs root, setpriv and python3"))
    func `an import brings what this user may read, and names the rest with status 1`() throws {
        try TemporaryFolder.with { folder in
            let script = """
                chmod 755 . && mkdir -m 777 place && mkdir -p in/closed graph/logseq graph/pages graph/closed
                echo '![](p.png) ![](q.png)' >in/a.md; for f in in/no.md in/q.png in/closed/x.md in/n.json; do echo x >$f; done
                echo p >in/p.png; echo '{}' >graph/logseq/config.edn; echo '- a' >graph/pages/B.md; echo '- c' >graph/pages/C.md
                chmod 000 in/no.md in/q.png in/closed in/n.json graph/closed graph/pages/C.md; cd place
                as 1001 create N --from ../in; echo $?; as 1001 create M --from ../graph --all; echo $?
                """
            let result = try Self.run(script, in: folder)
            #expect(
                result.output == """
                    created N.notebundle
                    imported 1 note, 1 attachment
                    changed:
                      a.md: 1 link updated
                    skipped:
                      closed/: cannot be read: Permission denied
                      n.json: cannot be read: Permission denied
                      no.md: cannot be read: Permission denied
                      q.png: cannot be read: Permission denied
                    1
                    created M.notebundle
                    imported 1 note, 0 attachments
                      notes: 3 found = 1 added + 2 refused
                      note-damaged: ../graph, closed/: cannot be read: Permission denied
                      note-damaged: ../graph, pages/C.md: “C.md”: the file cannot be read: Permission denied
                    1

                    """, "\(result.output)\(result.errors)")
        }
    }

    @Test(
        .enabled(if: canBeOthers, "needs root, setpriv and python3"),
        arguments: [
            (
                "chown 1002 N.notebundle/notes/B.md && chown 1003 N.notebundle/notes && chmod +t N.notebundle/notes",
                "sticky bit"
            ),
            ("chattr +i N.notebundle/notes/B.md", "it is immutable or append-only"),
            ("chattr +a N.notebundle/notes", "notes is immutable or append-only"),
            ("mount --bind N.notebundle/notes N.notebundle/notes", "is on another disk than the notebook, or mounted"),
            ("mount --bind N.notebundle/notes/B.md N.notebundle/notes/B.md", "another file is mounted there"),
            (
                "mount --bind N.notebundle/notes N.notebundle/notes && mount -o remount,ro,bind N.notebundle/notes",
                "on another disk"
            ),
        ])
    func `a change is refused that could not be completed`(obstacle: String, words: String) throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let script = """
                trap 'umount N.notebundle/notes/B.md N.notebundle/notes; chattr -ia N.notebundle/notes N.notebundle/notes/B.md' EXIT
                exec 3>&2 2>/dev/null
                \(obstacle) || exit 77
                as 1001 edit N B --append x 2>&3
                """
            let result = try Self.run(script, in: folder)
            // A container or file system may not know the flag, or not allow the mount.
            guard result.status != 77 else { return }
            #expect(result.status == 2)
            #expect(
                result.errors.contains(words) && result.errors.contains("nothing has changed\nhint: "),
                "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 2)
        }
    }

    @Test(
        .enabled(if: canBeOthers, "needs root, setpriv and python3"),
        arguments: [
            ("chown -R 1002 .history && chmod -R g-w .history", ".history/changes belongs to user 1002"),
            ("chown 1002 .history/files && chmod 755 .history/files", ".history/files belongs to user 1002"),
            ("chattr +i .history/changes", ".history/changes is immutable"),
            ("chattr +i .history/files", ".history/files is immutable"),
            ("mount --bind .history/files .history/files", ".history/files is on another disk"),
        ])
    func `a change is refused whose history could not be kept`(obstacle: String, words: String) throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let script = """
                cd N.notebundle && trap 'umount .history/files; chattr -ia .history/*' EXIT
                exec 3>&2 2>/dev/null
                { \(obstacle); } || exit 77
                cd .. && as 1001 edit N B --append x 2>&3; status=$?
                as 1001 validate N >&3 || exit 78
                cd N.notebundle; exit $status
                """
            let result = try Self.run(script, in: folder)
            guard result.status != 77 else { return }
            #expect(result.status == 2)
            #expect(result.errors.contains("N.notebundle/\(words)"), "\(result.errors)")
            #expect(result.errors.contains("; nothing has changed\nhint: "), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/N.notebundle/.bundle"))
        }
    }

    /// Leaves a saved change as another tool or an earlier version would that does not look before.
    private static let pending = """
        cp -a N.notebundle M.notebundle && "$BUNDLE" edit M A --append x > /dev/null && mkdir N.notebundle/.bundle
        cp M.notebundle/notes/Team/A.md N.notebundle/.bundle/put.0 && cp M.notebundle/manifest.json N.notebundle/.bundle/put.1
        python3 - << 'END'
        import hashlib, json
        digest = lambda path: hashlib.sha256(open(path, "rb").read()).hexdigest()
        old, new = "N.notebundle/", "M.notebundle/"
        put = [{"path": path, "sha256": digest(new + path), "replaces": digest(old + path)}
            for path in ["notes/Team/A.md", "manifest.json"]]
        text = {"format": "notebundle-journal", "version": 1, "before": put[1]["replaces"], "after": put[1]["sha256"],
            "put": put, "delete": [], "change": {"time": "2026-11-25T10:00:00Z", "verb": "edit"}}
        with open(old + ".bundle/journal", "w") as file: file.write(json.dumps(text, indent=2) + "\\n")
        END
        chown -R 1001:2000 N.notebundle/.bundle && chmod -R g+w N.notebundle/.bundle
        """

    @Test(.enabled(if: canBeOthers, "needs root, setpriv and python3"))
    func `a saved change that cannot be completed stops others until it is undone`() throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            try #require(try Self.run(Self.pending, in: folder).status == 0)
            let refused = try Self.run("as 1001 edit N B --append y", in: folder)
            #expect(refused.status == 2)
            #expect(refused.errors.contains("hint: take it back with ‘bundle undo -n N’, or let somebody"))
            let undone = try Self.run("as 1001 undo N", in: folder)
            #expect(undone.status == 0)
            #expect(undone.output.hasPrefix("took back the unfinished change "))
            #expect(try Self.run("as 1001 edit N B --append y && ! as 1001 status N | grep A", in: folder).status == 0)
            #expect(try !Tool.succeed("show", "N", "A", "--raw", in: folder).contains("x"))
            #expect(try Tool.run("validate", "N", in: folder).status == 0)
            // The text is in the history.
            #expect(try Self.run("as 1002 log N && grep -rl '^x$' N.notebundle/.history/files", in: folder).status == 0)
        }
    }

    @Test(.enabled(if: canBeOthers, "needs root, setpriv and python3"))
    func `a saved change is completed by the first user who can`() throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            try #require(try Self.run(Self.pending, in: folder).status == 0)
            #expect(try Self.run("as 1002 edit N B --append y", in: folder).status == 0)
            #expect(try Tool.succeed("show", "N", "A", "--raw", in: folder).hasSuffix("a\n\nx\n"))
        }
    }

    @Test(.enabled(if: canBeOthers, "needs root, setpriv and python3"))
    func `a copy to sync with is left alone where another user's folder is in the way`() throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let script = """
                mkdir st && "$BUNDLE" sync N st > /dev/null && chown -R 1001:2000 N.notebundle st &&
                chown -R 1002 st/N.notebundle/notes/Team && chmod 755 st/N.notebundle/notes/Team || exit 9
                as 1001 edit N A --append x > /dev/null || exit 9
                as 1001 sync N st
                """
            let result = try Self.run(script, in: folder)
            #expect(result.status == 2)
            #expect(result.errors.hasPrefix("bundle: cannot change st/N.notebundle/notes/Team/A.md: "))
            #expect(try Tool.succeed("status", "st/N.notebundle", in: folder) == "clean\n")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/st/N.notebundle/.bundle"))
        }
    }

    @Test(.enabled(if: canBeOthers, "needs root, setpriv and python3"))
    func `a saved change in a copy to sync with is taken back there, by its name`() throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let start = "mkdir st && \"$BUNDLE\" sync N st && mv N.notebundle O.notebundle && mv st/N.notebundle ."
            try #require(try Tool.shell(start, in: folder).status == 0)
            try #require(try Self.run(Self.pending, in: folder).status == 0)
            let script = """
                mv N.notebundle st/N.notebundle && mv O.notebundle N.notebundle && chown -R 1001:2000 N.notebundle st
                chown 1002 st/N.notebundle/notes/Team && chmod 755 st/N.notebundle/notes/Team
                as 1001 sync N st
                """
            let result = try Self.run(script, in: folder)
            #expect(result.status == 2)
            #expect(
                result.errors.contains("take it back with ‘bundle undo -n st/N.notebundle’, or"), "\(result.errors)")
            #expect(try Self.run("as 1001 undo -n st/N.notebundle && as 1001 sync N st", in: folder).status == 0)
        }
    }

    @Test(.enabled(if: canBeOthers, "needs root, setpriv and python3"))
    func `a renamed folder keeps its permissions, attributes, owner and group`() throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let script = """
                \(Self.look)
                python3 -c 'import os; os.setxattr("N.notebundle/notes/Team", "user.note", b"x")' || exit 77
                chown 1003:2001 N.notebundle/notes/Team && chmod 2770 N.notebundle/notes/Team
                "$BUNDLE" folder N rename Team Other > /dev/null && look N.notebundle/notes/Other
                stat -c %a N.notebundle/notes/Other
                """
            let result = try Self.run(script, in: folder)
            guard result.status != 77 else { return }
            #expect(result.output == "0o770 1003 2001 user.note=78\n2770\n", "\(result.errors)")
        }
    }

    /// Prints the permissions, owner, group and extended attributes of files.
    private static let look = """
        look() { python3 -c 'import os, sys
        for path in sys.argv[1:]:
            s = os.stat(path)
            print(oct(s.st_mode & 0o777), s.st_uid, s.st_gid, *("%s=%s" % (x, os.getxattr(path, x).hex())
                for x in sorted(os.listxattr(path)) if x != "security.selinux"))' "$@"; }
        """

    @Test(
        .enabled(if: canBeOthers, "needs root, setpriv and python3"),
        arguments: [
            ("edit N B --append x", "notes/B.md"), ("rename N B C", "notes/C.md"), ("move N B --to F", "notes/F/B.md"),
            ("rename N A Z", "notes/B.md"), ("pin N B", "notes/B.md"), ("tag N --add t B", "notes/B.md"),
            ("edit N B --append x; \"$BUNDLE\" undo N; \"$BUNDLE\" redo N", "notes/B.md"),
            ("rm N B; \"$BUNDLE\" restore N B", "notes/B.md"), ("rm N B; \"$BUNDLE\" undo N", "notes/B.md"),
            ("merge-items N B A; \"$BUNDLE\" undo N", "notes/B.md"),
            ("status N > /dev/null; echo x >> N.notebundle/notes/B.md; \"$BUNDLE\" seal N", "notes/B.md"),
            ("set N B key value", "notes/B.md"), ("folder N rename Team Other", "notes/B.md"),
        ])
    func `a changed file keeps its permissions, attributes, owner and group`(call: String, path: String) throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let script = """
                \(Self.look)
                python3 -c 'import os; os.setxattr("N.notebundle/notes/B.md", "user.xdg.tags", b"blue")' || exit 77
                chown 1003:2001 N.notebundle/notes/B.md && chmod 664 N.notebundle/notes/B.md
                { "$BUNDLE" \(call); } > /dev/null && look N.notebundle/\(path)
                """
            let result = try Self.run(script, in: folder)
            guard result.status != 77 else { return }
            #expect(result.output == "0o664 1003 2001 user.xdg.tags=626c7565\n", "\(result.errors)")
        }
    }

    @Test(.enabled(if: canBeOthers, "needs root, setpriv and python3"))
    func `a file that may not keep its owner keeps the rest`() throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            // One of a group may not give files away; another group must not get the rights of the first.
            let script = """
                \(Self.look)
                chown 1003:2000 N.notebundle/notes/B.md && chmod 660 N.notebundle/notes/B.md
                as 1001 edit N B --append x > /dev/null && look N.notebundle/notes/B.md
                chown 1001:2001 N.notebundle/notes/B.md && chmod 664 N.notebundle/notes/B.md
                as 1001 edit N B --append x > /dev/null && look N.notebundle/notes/B.md
                """
            #expect(try Self.run(script, in: folder).output == "0o660 1001 2000\n0o644 1001 2000\n")
        }
    }

    @Test(.enabled(if: canBeOthers, "needs root, setpriv and python3"), arguments: ["022", "002", "077", "027"])
    func `a new file gets the permissions, group and access list that its folder gives`(mask: String) throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            // A default list for the owner, user 1004, the group, the mask and others, as in acl(5).
            let script = """
                \(Self.look)
                mkdir N.notebundle/notes/G N.notebundle/notes/L && chgrp 2002 N.notebundle/notes/G
                chmod 2775 N.notebundle/notes/G && chmod g-s N.notebundle/notes/L
                python3 -c 'import os, struct
                list = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *e) for e in [
                    (1, 7, 0xffffffff), (2, 7, 1004), (4, 5, 0xffffffff), (16, 7, 0xffffffff), (32, 0, 0xffffffff)])
                os.setxattr("N.notebundle/notes/L", "system.posix_acl_default", list)' || exit 77
                umask \(mask)
                for f in G L; do "$BUNDLE" add -n N note --title New$f --folder $f > /dev/null; touch N.notebundle/notes/$f/as; done
                look N.notebundle/notes/G/as N.notebundle/notes/L/as; look N.notebundle/notes/G/NewG.md N.notebundle/notes/L/NewL.md
                """
            let result = try Self.run(script, in: folder)
            guard result.status != 77 else { return }
            let lines = result.output.split(separator: "\n")
            try #require(lines.count == 4, "\(result.errors)")
            #expect(lines[..<2] == lines[2...])
            #expect(lines[1].contains("system.posix_acl_access="))
        }
    }

    @Test(.enabled(if: canBeOthers, "needs root, setpriv and python3"))
    func `a whole file that is replaced keeps its permissions and attributes`() throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let script = """
                \(Self.look)
                "$BUNDLE" archive N -o N.zip > /dev/null && chmod 640 N.zip && chown 1003:2001 N.zip
                python3 -c 'import os; os.setxattr("N.zip", "user.note", b"x")' || exit 77
                "$BUNDLE" edit N B --append x > /dev/null; "$BUNDLE" archive N -o N.zip > /dev/null && look N.zip
                """
            let result = try Self.run(script, in: folder)
            guard result.status != 77 else { return }
            #expect(result.output == "0o640 1003 2001 user.note=78\n", "\(result.errors)")
        }
    }
}
