import Foundation
import TestSupport
import Testing

/// Where the system gives little: no threads, little memory, few descriptors.
@Suite(.waitsForPrograms) struct `With little the tool` {
    static let canDrop = getuid() == 0 && ["setpriv", "prlimit"].allSatisfy { Command.path(of: $0) != nil }
    static let calls = [
        "validate N", "validate N.zip", "validate N.tar.xz", "status N", "archive N -o o.zip", "archive N -o o.tar.gz",
        "archive N -o o.tar.zst", "archive N -o o.tar.xz", "unarchive N.zip -C out", "unarchive N.tar.zst -C out",
    ]

    /// A notebook with many notes and an attachment of megabytes, and its archives, made once and copied.
    private static let made = Result {
        let folder = try TemporaryFolder.lasting()
        let script = """
            mkdir F && i=0 && while [ $i -lt 300 ]; do echo "# $i [[$((i + 1))]]" > F/$i.md; i=$((i + 1)); done
            head -c 5000000 /dev/urandom > F/p.png && printf '![](p.png) [[0]]\\n' > F/300.md
            "$BUNDLE" create N --from F && for e in zip tar.zst tar.xz; do "$BUNDLE" archive N -o N.$e || exit 1; done
            mkdir out
            """
        let made = try Tool.shell(script, in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
        return folder
    }

    /// Puts them into a folder that anybody may write.
    private static func stage(_ folder: URL) throws {
        let script = "cp -R '\(try made.get().path)/.' . && chmod -R a+rwX . && chmod a+rwx ."
        let copied = try Tool.shell(script, in: folder)
        try #require(copied.status == 0, "\(copied.errors)")
    }

    @Test(.enabled(if: canDrop, "needs root, setpriv and prlimit"))
    func `does everything without threads`() throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            for call in Self.calls {
                // A limit of processes counts for others than root alone.
                let line = """
                    rm -rf o.* out/*; timeout 60 setpriv --reuid=65534 --regid=65534 --clear-groups \\
                    prlimit --nproc=1 "$BUNDLE" \(call)
                    """
                let result = try Tool.shell(line, in: folder)
                #expect(result.status == 0, "\(call): \(result.errors)")
                guard call.hasPrefix("archive") else { continue }
                let archive = try #require(call.split(separator: " ").last)
                #expect(try Tool.run("validate", String(archive), in: folder).status == 0, "\(call)")
            }
        }
    }

    /// Every file and folder below a folder, hidden ones as well, with what the files contain.
    private static func tree(_ folder: URL) throws -> [String: Data] {
        var tree: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let place = folder.appending(path: path)
            let isFile = try place.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            tree[isFile ? path : path + "/"] = isFile ? try Data(contentsOf: place) : Data()
        }
        return tree
    }

    /// The paths at which two trees differ.
    private static func differences(_ one: [String: Data], _ other: [String: Data]) -> [String] {
        Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
    }

    private static func clear(_ folder: URL) throws {
        try #require(try Tool.shell("rm -rf o.* out/*", in: folder).status == 0)
    }

    @Test(.enabled(if: canDrop, "needs prlimit"), arguments: [5, 6, 8])
    func `says when it has no descriptors, and leaves nothing`(count: Int) throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let before = try Self.tree(folder)
            var failures = 0
            for call in Self.calls {
                let result = try Tool.shell("timeout 60 prlimit --nofile=\(count) \"$BUNDLE\" \(call)", in: folder)
                if result.status == 0 {
                    try Self.clear(folder)
                } else {
                    failures += 1
                    #expect(result.status == 2, "\(call): \(result.errors)")
                    #expect(result.errors.contains("Too many open files"), "\(call): \(result.errors)")
                }
                #expect(try Self.differences(before, Self.tree(folder)) == [], "\(call)")
            }
            #expect(failures > 0)
        }
    }

    @Test(.enabled(if: canDrop, "needs prlimit"))
    func `changes fifty items with a few descriptors`() throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let line = "find notes -name '*.md' | head -n 50 | prlimit --nofile=12 \"$BUNDLE\" tag . - --add few --yes"
            let result = try Tool.shell("cd N.notebundle && \(line)", in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try Tool.run("status", "N", in: folder).status == 0)
        }
    }

    @Test(.enabled(if: canDrop, "needs prlimit"), arguments: ["archive N -o o.zip", "add N note --title More"])
    func `says when a file may not become so large, and leaves nothing`(call: String) throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let before = try Self.tree(folder)
            let result = try Tool.shell("timeout 60 prlimit --fsize=4096 \"$BUNDLE\" \(call)", in: folder)
            #expect(result.status == 2 && result.errors.contains("File too large"), "\(result.status) \(result.errors)")
            #expect(try Self.differences(before, Self.tree(folder)) == [])
            #expect(try Tool.run("status", "N", in: folder).output == "clean\n")
        }
    }

    /// The least address space, in MiB, with which the tool can tell its version: less is not enough for its libraries.
    private static let least = Result {
        try TemporaryFolder.with { folder in
            try #require(
                stride(from: 20, to: 400, by: 2).first { megabytes in
                    try Self.run("--version", megabytes, in: folder).status == 0
                })
        }
    }

    /// Runs the tool with so many MiB of address space.
    private static func run(_ call: String, _ megabytes: Int, in folder: URL) throws -> Command.Result {
        try Tool.shell("timeout 60 prlimit --as=\(megabytes << 20) \"$BUNDLE\" \(call)", in: folder)
    }

    /// Where memory ends, the process ends at once, and what it had begun stays under its hidden name.
    @Test(.enabled(if: canDrop, "needs prlimit"), arguments: [2, 8, 14])
    func `says when it has no memory, and the next call removes what was begun`(megabytes: Int) throws {
        try TemporaryFolder.with { folder in
            try Self.stage(folder)
            let before = try Self.tree(folder)
            let begun = /(?:out\/)?\.[^\/]+\.bundle-tmp\/?.*/
            var failures = 0
            for call in Self.calls {
                let result = try Self.run(call, Self.least.get() + megabytes, in: folder)
                if result.status != 0 {
                    failures += 1
                    // Also where libarchive has no memory for a name, and ends the process itself.
                    #expect(result.status == 2, "\(call): \(result.status) \(result.errors)")
                    #expect(!result.errors.isEmpty, "\(call)")
                    let left = try Self.differences(before, Self.tree(folder))
                    #expect(left.filter { $0.wholeMatch(of: begun) == nil } == [], "\(call)")
                    #expect(
                        left.isEmpty || call.hasPrefix("archive") || call.hasPrefix("unarchive"), "\(call): \(left)")
                    let again = try Tool.shell("timeout 60 \"$BUNDLE\" \(call)", in: folder)
                    #expect(again.status == 0, "\(call): \(again.errors)")
                }
                try Self.clear(folder)
                #expect(try Self.differences(before, Self.tree(folder)) == [], "\(call)")
            }
            #expect(failures > 0)
        }
    }

    /// Every level costs as much as the others: what lies deeper than a path of a notebook can is moved as one.
    @Test func `repairs a notebook with a deep tree in steps that grow with its depth alone`() throws {
        try TemporaryFolder.with { folder in
            let script = """
                "$BUNDLE" create N && cd N.notebundle/notes && i=0
                while [ $i -lt 1500 ]; do mkdir d && cd d || exit 1; i=$((i + 1)); done
                """
            try #require(try Tool.shell(script, in: folder).status == 0)
            let result = try Tool.shell("ulimit -t 10; \"$BUNDLE\" repair N", in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try Tool.run("validate", "N", in: folder).output == "N.notebundle: valid\n")
            _ = try Tool.shell("rm -rf N.notebundle", in: folder)
        }
    }
}
