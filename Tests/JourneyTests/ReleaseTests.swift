import Foundation
import TestSupport
import Testing

/// What `.ci/release` makes, judged by the programs that install it.
@Suite(.waitsForPrograms) struct `A release` {
    static let isExhaustive = Environment["NOTEBUNDLE_EXHAUSTIVE"] == "1"
    static let onlyExhaustive: Comment = "only with NOTEBUNDLE_EXHAUSTIVE=1"

    /// A folder with a release of the built tool, or why there is none.
    private static let made = Result {
        let folder = try TemporaryFolder.lasting()
        let result = try release(into: folder.path)
        guard result.status == 0 else { throw Failed(errors: result.errors) }
        return folder
    }

    private struct Failed: Error {
        let errors: String
    }

    static let version: String =
        (try? Tool.run("--version").output.firstMatch(of: /^bundle (\S+),/)).flatMap { $0.map { String($0.output.1) } }
        ?? "none"

    private static func release(
        _ version: String = version, into folder: String, from root: URL = Project.root,
        environment: [String: String] = ["NOTEBUNDLE_TOOL": Tool.path]
    ) throws -> Command.Result {
        try Command.run(
            [root.appending(path: ".ci/release").path, version, folder],
            environment: ["SOURCE_DATE_EPOCH": "1750000000"].merging(environment) { $1 })
    }

    /// The file of the release whose name ends so.
    static func file(_ ending: String) throws -> String {
        let folder = try made.get().url
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return folder.path + "/" + (try #require(names.first { $0.hasSuffix(ending) }, "\(names)"))
    }

    static let isPossible =
        `The tool as one file`.isStandalone && Python.has() && Command.path(of: "strip") != nil
        && Command.path(of: "dpkg-query") != nil
    static let missing: Comment = "needs a tool that is linked statically, python3, strip and dpkg-query"

    @Test(.enabled(if: isPossible, missing)) func `has the files that its checksums name`() throws {
        let folder = try Self.made.get().url
        let checked = try Command.run(["sha256sum", "-c", "SHA256SUMS"], in: folder)
        #expect(checked.status == 0 && checked.output.matches(of: /: OK\n/).count == 3, "\(checked.output)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 4, "\(names)")
    }

    @Test(.enabled(if: isPossible, missing)) func `is refused for a version that the sources do not have`() throws {
        try TemporaryFolder.with { folder in
            let result = try Self.release("99.0.0", into: folder.path + "/release")
            #expect(result.status == 2)
            let reason = "release: version 99.0.0 is not that of the sources, \(Self.version)\nhint: "
            #expect(result.errors.hasPrefix(reason))
            #expect(try Self.release(into: folder.deletingLastPathComponent().path).status == 2)
            #expect(try Self.release("--help", into: folder.path).status == 64)
        }
    }

    @Test(.enabled(if: isPossible, missing))
    func `has a tarball with the tool under both names, its pages and licences`() throws {
        try TemporaryFolder.with { folder in
            let prefix = folder.appending(path: "prefix")
            try FileManager.default.createDirectory(at: prefix, withIntermediateDirectories: true)
            let tarball = try Self.file(".tar.gz")
            let unpacked = try Command.run(["tar", "-xzf", tarball, "-C", prefix.path, "--strip-components=1"])
            #expect(unpacked.status == 0, "\(unpacked.errors)")
            for name in ["bundle", "notebundle"] {
                let said = try Command.run([prefix.path + "/bin/" + name, "--version"]).output
                #expect(said.hasPrefix("\(name) \(Self.version), "))
                for page in ["\(name).1", "\(name)-add.1"] {
                    #expect(FileManager.default.fileExists(atPath: prefix.path + "/share/man/man1/\(page)"))
                }
            }
            let papers = prefix.appending(path: "share/doc/notebundle")
            let relinking = try String(contentsOf: papers.appending(path: "Relinking.md"), encoding: .utf8)
            let packages = relinking.matches(of: /package (\S+)\ /).map { String($0.output.1) }
            #expect(packages.count == 9, "\(relinking)")
            for name in packages + ["swift", "LGPL-2.1", "LGPL-3"] {
                let licence = papers.appending(path: "licences/\(name).txt")
                #expect(try String(contentsOf: licence, encoding: .utf8).count > 1000, "\(name)")
            }
            let owners = try Command.run(["tar", "-tvzf", tarball]).output.split(separator: "\n")
            #expect(owners.allSatisfy { $0.contains(" root/root ") } && owners.count > 100)
        }
    }

    @Test(
        .enabled(if: isPossible, missing),
        .enabled(if: EmptyRoot.isPossible && getuid() == 0, "only the superuser installs packages"))
    func `has a package for Debian that installs only ‘notebundle’, and goes without a trace`() throws {
        let package = try Self.file(".deb")
        try TemporaryFolder.with { folder in
            let root = folder.appending(path: "root")
            let database = root.appending(path: "var/lib/dpkg")
            try FileManager.default.createDirectory(
                at: database.appending(path: "info"), withIntermediateDirectories: true)
            try FileManager.default.createDirectory(
                at: database.appending(path: "updates"), withIntermediateDirectories: true)
            try Data().write(to: database.appending(path: "status"))
            func dpkg(_ words: String...) throws -> Command.Result {
                try Command.run(["dpkg", "--root=\(root.path)", "--log=/dev/null"] + words)
            }
            let installed = try dpkg("--install", package)
            #expect(installed.status == 0, "\(installed.errors)")
            let files = try Self.files(root.appending(path: "usr"))
            #expect(files.contains("bin/notebundle") && files.contains("share/man/man1/notebundle-add.1.gz"))
            // Those of Ruby’s Bundler, and of others, begin otherwise.
            for path in files {
                let name = path.split(separator: "/").last ?? ""
                let isOurs = name.contains("notebundle") || path.hasPrefix("share/doc/notebundle/")
                #expect(isOurs, "\(path)")
            }
            let entry = root.appending(path: "usr/share/applications/org.notebundle.bundle.desktop")
            #expect(try String(contentsOf: entry, encoding: .utf8).contains("\nExec=notebundle view "))
            let licence = try String(contentsOf: Project.root.appending(path: "LICENSE"), encoding: .utf8)
            let holder = try #require(licence.firstMatch(of: /Copyright \(c\) \d+ (.*)/)).output.1
            let fields = try Command.run(["dpkg-deb", "-f", package]).output
            #expect(fields.contains("\nMaintainer: \(holder) <"), "\(fields)")
            let validated = try Command.run(
                [root.path + "/usr/bin/notebundle", "validate", Project.samples.path + "/Field Guide.notebundle"])
            #expect(validated.status == 0 && validated.output.hasSuffix(": valid\n"), "\(validated.errors)")
            #expect(try dpkg("--verify", "notebundle").output == "")
            #expect(try dpkg("--purge", "notebundle").status == 0)
            let usr = root.appending(path: "usr")
            #expect(try !FileManager.default.fileExists(atPath: usr.path) || Self.files(usr) == [])
        }
    }

    @Test(
        .enabled(if: isPossible, missing), .enabled(if: isExhaustive, onlyExhaustive),
        .enabled(if: Command.path(of: "lintian") != nil, "lintian is not installed; .ci/prepare --tests does it"))
    func `has a package in which lintian finds no error`() throws {
        let result = try Command.run(["lintian", "--allow-root", "--fail-on", "error", try Self.file(".deb")])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test(
        .enabled(if: isPossible, missing), .enabled(if: isExhaustive, onlyExhaustive),
        .enabled(if: Python.has("venv", "ensurepip"), "Python has no venv"))
    func `has a wheel that pip installs, and which then validates`() throws {
        try TemporaryFolder.with { folder in
            let environment = folder.path + "/venv"
            #expect(try Python.run(.text("import venv; venv.create('\(environment)', with_pip=True)")).status == 0)
            let installed = try Command.run(
                [environment + "/bin/pip", "install", "--quiet", "--no-index", try Self.file(".whl")])
            #expect(installed.status == 0, "\(installed.errors)")
            let sample = Project.samples.path + "/Field Guide.notebundle"
            for words in [["bundle"], ["notebundle"], ["python", "-m", "notebundle"]] {
                let command = [environment + "/bin/" + words[0]] + words.dropFirst()
                let validated = try Command.run(command + ["validate", sample])
                #expect(validated.status == 0 && validated.output.hasSuffix(": valid\n"), "\(validated.errors)")
                let mistaken = try Command.run(command + ["frobnicate"])
                #expect(mistaken.status == 64)
                #expect(mistaken.errors.hasPrefix(words[0] == "bundle" ? "bundle: " : "notebundle: "))
            }
            #expect(FileManager.default.fileExists(atPath: environment + "/share/man/man1/bundle.1"))
            // In a repository, an environment is not to look like notebooks.
            let all = try Command.run([environment + "/bin/bundle", "validate", environment, "--allow-none"])
            #expect(all.status == 0, "\(all.output)")
        }
    }

    @Test(
        .enabled(if: isPossible, missing), .enabled(if: isExhaustive, onlyExhaustive),
        .enabled(if: Python.has("auditwheel"), Comment(rawValue: Python.absent("auditwheel"))))
    func `has a wheel whose tags auditwheel confirms`() throws {
        let wheel = try Self.file(".whl")
        let script = Python.Script.text("from auditwheel.main import main; main()")
        let shown = try Python.run(script, ["show", wheel], modules: ["auditwheel"])
        #expect(shown.output.contains(/"manylinux_2_(5|17)_/), "\(shown.output)\(shown.errors)")
    }

    /// The paths of the files below a folder.
    private static func files(_ folder: URL) throws -> [String] {
        let found = try Command.run(["find", ".", "!", "-type", "d"], in: folder)
        return found.output.split(separator: "\n").map { String($0.dropFirst(2)) }.sorted()
    }
}
