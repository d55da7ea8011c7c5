import Foundation
import TestSupport
import Testing

/// A release on other systems, made anew and fetched from the network; `NOTEBUNDLE_EXHAUSTIVE=1` asks for it.
@Suite(.serialized, .waitsForPrograms) struct `A release elsewhere` {
    static let isAsked = `A release`.isExhaustive && `A release`.isPossible && getuid() == 0
    static let reason: Comment = "needs NOTEBUNDLE_EXHAUSTIVE=1, the superuser, and what a release needs"

    @Test(.enabled(if: isAsked, reason)) func `has the same bytes from two folders`() throws {
        try TemporaryFolder.with { folder in
            let sums = try ["one", "another, with a longer name"].map { name in
                let copy = folder.appending(path: name)
                let copied = try Command.run(["git", "clone", "--quiet", Project.root.path, copy.path])
                #expect(copied.status == 0, "\(copied.errors)")
                let made = try Command.run([copy.path + "/.ci/release", `A release`.version, copy.path + "/release"])
                #expect(made.status == 0, "\(made.errors)")
                return made.output
            }
            #expect(sums[0] == sums[1])
        }
    }

    @Test(
        .enabled(if: isAsked, reason),
        .enabled(if: Command.path(of: "busybox") != nil, "busybox is not installed"))
    func `runs in a root of busybox`() throws {
        try TemporaryFolder.with { folder in
            let root = folder.path
            let script = """
                mkdir -p "$0/bin" && cp "$(command -v busybox)" "$0/bin/busybox" && ln -s busybox "$0/bin/sh" && ln -s busybox "$0/bin/env"
                tar -xzf "$1" -C "$0" --strip-components=1
                chroot "$0" /bin/sh -c 'bundle create N --sample && notebundle validate N && bundle setup --prefix /usr && bundle setup --remove --prefix /usr'
                """
            let ran = try Command.run(
                ["/bin/sh", "-ec", script, root, try `A release`.file(".tar.gz")], environment: ["PATH": Self.path])
            #expect(ran.status == 0 && ran.output.contains("/N.notebundle: valid\n"), "\(ran.output)\(ran.errors)")
        }
    }

    @Test(
        .enabled(if: isAsked, reason),
        .enabled(if: Command.path(of: "debootstrap") != nil, "debootstrap is not installed"),
        arguments: ["bullseye", "trixie"])
    func `is installed beside Ruby’s Bundler in Debian, and removed`(suite: String) throws {
        try TemporaryFolder.with { folder in
            let root = folder.path
            // It uses descriptors by number, also the one by which Foundation notices its end.
            let made = try Python.run(
                .text("import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"),
                ["debootstrap", "--variant=minbase", "--include=ruby-bundler,man-db", suite, root],
                environment: ["PATH": Self.path])
            guard made.status == 0 else { try Test.cancel("Debian cannot be reached: \(made.output.suffix(200))") }
            let script = """
                cp "$1" "$0/tmp/n.deb" && cp -R "$2" "$0/tmp/N.notebundle"
                tar -xzf "$3" -C "$0/opt" --strip-components=1 && chroot "$0" /opt/bin/bundle validate /tmp/N.notebundle
                chroot "$0" /bin/sh -ec 'dpkg -i /tmp/n.deb && notebundle validate /tmp/N.notebundle && man -w notebundle-add &&
                    dpkg -S /usr/bin/bundle && dpkg -P notebundle && dpkg --audit && ! ls /usr/share/doc/notebundle /usr/bin/notebundle'
                """
            let words = ["/bin/sh", "-ec", script, root, try `A release`.file(".deb")]
            let ran = try Command.run(
                words + [Project.samples.path + "/Field Guide.notebundle", try `A release`.file(".tar.gz")],
                environment: ["PATH": Self.path, "LC_ALL": "C"])
            #expect(ran.status == 0, "\(ran.output)\(ran.errors)")
            for line in ["/tmp/N.notebundle: valid\n", "/notebundle-add.1.gz\n", "ruby-bundler: /usr/bin/bundle\n"] {
                #expect(ran.output.contains(line), "\(ran.output)")
            }
        }
    }

    private static let path = "/usr/sbin:/usr/bin:/sbin:/bin"
}
