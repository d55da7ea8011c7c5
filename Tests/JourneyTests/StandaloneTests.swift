import Foundation
import TestSupport
import Testing

/// The tool as one file, where it is linked with everything that it needs.
@Suite(.waitsForPrograms) struct `The tool as one file` {
    static let isStandalone = (try? Tool.run("--version").output.contains("linked statically")) == true
    static let linkedDynamically: Comment =
        "the tool is linked dynamically: a static library is missing; .ci/prepare installs them on Debian and Ubuntu"

    @Test(
        .enabled(if: isStandalone, linkedDynamically),
        .enabled(if: Command.path(of: "readelf") != nil, "readelf is not installed"))
    func `names no library and no loader`() throws {
        let facts = try Command.run(["readelf", "-d", "-l", Tool.path], environment: ["LC_ALL": "C"]).output
        #expect(facts.contains("There is no dynamic section") && facts.contains("LOAD"))
        #expect(!facts.contains("NEEDED") && !facts.contains("INTERP"))
    }

    @Test(
        .enabled(if: isStandalone, linkedDynamically),
        .enabled(if: EmptyRoot.isPossible, "neither chroot nor unshare can change the root here"))
    func `works in a root with nothing else, not even /proc, and makes the same archives there`() throws {
        try EmptyRoot.with { root in
            let version = try root.run("/bundle", "--version")
            #expect(version.status == 0 && version.errors == "", "\(version.errors)")
            #expect(try root.run("/bundle", "create", "N", "--sample").output == "created /N.notebundle\n")
            #expect(try root.run("/bundle", "ls", "N").output.contains("\n"))
            #expect(try root.run("/bundle", "status", "N").status == 0)
            try Data("secret\n".utf8).write(to: root.folder.appending(path: "password"))
            for ending in ["zip", "tar", "tar.gz", "tar.zst", "tar.xz"] {
                let name = "N.notebundle.\(ending)"
                let made = try root.run("/bundle", "archive", "N", "-o", name)
                #expect(made.status == 0, "\(made.errors)")
                #expect(try root.run("/bundle", "validate", name).output == "/\(name): valid\n")
                let outside = try Tool.run("archive", root.folder.path + "/N", "-o", "-", "--format", ending)
                #expect(outside.bytes == (try Data(contentsOf: root.folder.appending(path: name))))
            }
            let locked = try root.run(
                "/bundle", "archive", "N", "-o", "L.zip", "--encrypt", "--password-file", "password")
            #expect(locked.status == 0, "\(locked.errors)")
            let opened = try root.run("/bundle", "validate", "L.zip", "--password-file", "password")
            #expect(opened.output == "/L.zip: valid\n", "\(opened.errors)")
            #expect(try root.run("/bundle", "frobnicate").status == 64)
        }
    }
}

/// A root folder with nothing in it but the tool, as a notebook’s folder would be in a container made from scratch.
struct EmptyRoot {
    let folder: URL

    static func with(_ tool: String = Tool.path, _ body: (EmptyRoot) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            // Nobody executes a file that a process has open for writing, such as one that another test starts now.
            let copied = try Command.run(["cp", tool, folder.path + "/bundle"])
            #expect(copied.status == 0, "\(copied.errors)")
            try body(EmptyRoot(folder: folder))
        }
    }

    /// Runs a program of the root, without an environment.
    func run(_ words: String...) throws -> Command.Result {
        try Command.run(Self.words(folder.path) + words)
    }

    private static func words(_ folder: String) -> [String] { changingRoot + [folder] }

    /// The command that changes the root, for the superuser, or for somebody who may be it in a namespace.
    private static let changingRoot: [String] = {
        let ways = [["env", "-i", "/usr/sbin/chroot"], ["env", "-i", "/usr/bin/unshare", "-r", "/usr/sbin/chroot"]]
        return ways.first { way in (try? Command.run(way + ["/", "/bin/true"]).status) == 0 } ?? []
    }()

    static let isPossible = !changingRoot.isEmpty
}
