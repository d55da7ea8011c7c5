import Foundation
import TestSupport
import Testing

/// Where archives are written, and whether what is read of them is what was written.
@Suite(.waitsForPrograms) struct `An archive in its place` {
    @Test func `goes into a pipe, and leaves it one`() throws {
        try TemporaryFolder.with { folder in
            let line = """
                "$BUNDLE" create N && mkfifo pipe && { cat pipe >piped.tar & } && "$BUNDLE" archive N -o pipe --format tar \
                && wait && test -p pipe && "$BUNDLE" archive N -o same.tar && cmp piped.tar same.tar
                """
            let result = try Tool.shell(line, in: folder)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test func `goes to the pipes that shells name, and comes from them`() throws {
        try TemporaryFolder.with { folder in
            let line = """
                set -e -o pipefail; "$BUNDLE" create N; "$BUNDLE" archive N -o same.tar
                "$BUNDLE" archive N --format tar -o /dev/stdout | cmp - same.tar
                "$BUNDLE" archive N --format tar -o >(cat >piped.tar; touch done); until test -e done; do sleep 0.1; done
                cmp piped.tar same.tar; "$BUNDLE" validate <(cat same.tar); "$BUNDLE" ls -n <(cat same.tar)
                """
            let result = try Tool.shell("bash -c '\(line)'", in: folder)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test func `is not made in the notebook itself`() throws {
        try TemporaryFolder.with { folder in
            let line = "\"$BUNDLE\" create N && cd N.notebundle && \"$BUNDLE\" archive -o N.zip"
            let result = try Tool.shell(line, in: folder)
            #expect(result.status == 64)
            #expect(result.errors.contains("in the notebook "))
            #expect(try Tool.run("status", "N", in: folder).status == 0)
        }
    }

    @Test(arguments: ["archive", "archive ..", "archive -n ../../N"])
    func `goes beside the notebook for somebody in it`(call: String) throws {
        try TemporaryFolder.with { folder in
            let line =
                "\"$BUNDLE\" create N && mkdir -p N.notebundle/notes && cd N.notebundle/notes && \"$BUNDLE\" \(call)"
            let result = try Tool.shell(line, in: folder)
            #expect(result.status == 0 && result.output.contains("../../N.notebundle.zip"), "\(result)")
            #expect(try Tool.run("validate", "N.notebundle.zip", in: folder).status == 0)
        }
    }

    /// What ‘git archive --prefix’ and old programs of Windows make is told in one line.
    @Test(
        .enabled(if: Python.has(), "\(Python.absent())"),
        arguments: [
            ("tar", "repo-1.0/", "/", "the notebook is inside “repo-1.0/N.notebundle”"),
            ("zip", "repo-1.0/", "/", "the notebook is inside “repo-1.0/N.notebundle”"),
            ("zip", "", "\\", "paths after “N.notebundle” contain “\\” instead of “/”"),
        ], ["validate", "ls", "unarchive"])
    func `is told to lie elsewhere, once`(
        archive: (ending: String, prefix: String, separator: String, message: String), verb: String
    ) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            let script = """
                import os, sys, tarfile, zipfile
                name, prefix, separator = sys.argv[1:]
                zip = zipfile.ZipFile(name, "w") if name.endswith("zip") else None
                tar = None if zip else tarfile.open(name, "w")
                for directory, _, files in os.walk("N.notebundle"):
                    for path in [os.path.join(directory, file) for file in files]:
                        if tar:
                            tar.add(path, prefix + path)
                            continue
                        info = zipfile.ZipInfo("x")
                        info.filename = (prefix + path).replace("/", separator)
                        zip.writestr(info, open(path, "rb").read())
                (zip or tar).close()
                """
            let name = "M.\(archive.ending)"
            let made = try Python.run(.text(script), [name, archive.prefix, archive.separator], in: folder)
            try #require(made.status == 0, "\(made.errors)")
            let result = try Tool.run(verb, name, in: folder)
            #expect(result.status == 1 && result.output == "")
            #expect(result.errors.hasPrefix("bundle: \(name): \(archive.message)"), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 2, "\(result.errors)")
        }
    }

    /// Somebody on the way changes a note in a tar, whose own checksums say nothing of contents.
    @Test(arguments: ["show FILE Heron", "search FILE Forged", "show - Heron < FILE", "export FILE --format json -o -"])
    func `is not shown with a text that the manifest does not list`(call: String) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "N", "note", "--title", "Heron", "--body", "Genuine text.", in: folder)
            try Tool.succeed("archive", "N", "-o", "N.tar", in: folder)
            let command = "\"$BUNDLE\" " + call
            let before = try Tool.shell(command.replacing("FILE", with: "N.tar"), in: folder)
            #expect(before.output.contains("Genuine") == !call.hasPrefix("search"))
            let line = "sed 's/Genuine text/Forged text!/' N.tar >F.tar && " + command
            let after = try Tool.shell(line.replacing("FILE", with: "F.tar"), in: folder)
            #expect(after.status == 1, "\(after.output)")
            #expect(!after.output.contains("Forged"))
            #expect(after.errors.contains("does not match its digest in the manifest"), "\(after.errors)")
        }
    }
}
