import Foundation
import TestSupport
import Testing

@testable import NotebookFiles

/// Paths outside of notebooks, which people write with `.`, `..`, slashes and links.
struct `A path outside of notebooks` {
    @Test(arguments: [
        ("/a/b", "/a"), ("/a/b/", "/a"), ("/a", "/"), ("/", "/"), ("//", "/"), ("/a//b", "/a"), ("/a/..", "/a"),
        ("/..", "/"), ("/a/\u{301}b", "/a"),
    ])
    func `has a parent, which is shorter unless it is the root`(path: String, parent: String) {
        #expect(ExternalPath.parent(of: path) == parent)
    }

    @Test(arguments: [("/a/b", "b"), ("/a/b/", "b"), ("/", ""), ("/a/..", ".."), ("/a/\u{301}b", "\u{301}b")])
    func `has a name`(path: String, name: String) { #expect(ExternalPath.name(of: path) == name) }

    @Test(arguments: [("/a/b/", "/a/b", "b", "/a"), ("//", "/", "/", "/"), ("/a//b", "/a//b", "b", "/a")])
    func `is a location`(path: String, kept: String, name: String, parent: String) {
        let location = FileLocation(path: path)
        #expect(location.path == kept && location.name == name && location.parent.path == parent)
        #expect(location.subpath("x", "y").path == (kept == "/" ? "" : kept) + "/x/y")
    }

    @Test func `that is relative starts from the working directory`() throws {
        let directory = try #require(ExternalPath.workingDirectory)
        #expect(FileLocation(path: "a/").path == ExternalPath.below(directory, "a"))
        #expect(FileLocation(path: "").path == directory)
    }

    @Test func `is another location if its name is in another normalisation`() {
        let locations = ["/\u{E9}", "/e\u{301}"].map { FileLocation(path: $0) }
        #expect(locations[0] != locations[1] && Set(locations + locations).count == 2)
    }

    @Test(
        arguments: [
            ("/d/A", "/d", "A"), ("/A", "/d", nil), ("/d/x/A", "/d/y", "../x/A"), ("/d", "/d", nil),
            ("/d/e", "/d/e/f", nil),
            ("/A", "/", "A"), ("/d/A", "/d/e/f", "../../A"), ("/dd/A", "/d", nil),
        ] as [(String, String, String?)])
    func `is shown from a directory on`(path: String, directory: String, shown: String?) {
        #expect(ExternalPath.climbing(to: path, from: directory) == shown)
    }

    @Test func `lies in a directory by whole components`() {
        #expect(
            ExternalPath.isInside("/a/b", "/a") && ExternalPath.isInside("/a", "/a") && ExternalPath.isInside("/a", "/")
        )
        #expect(!ExternalPath.isInside("/ab", "/a") && !ExternalPath.isInside("/", "/a"))
    }

    /// A directory `real/inner`, a link `link` to `inner`, one that leads nowhere, one that leads to itself, and a
    /// file.
    @Test(arguments: [
        ("real/./inner//", "real/inner"), ("real/../real", "real"), ("link/..", "real"), ("link", "link"),
        ("link/../inner", "real/inner"), ("none/..", "none/.."), ("none/../real", "none/../real"),
        ("file/..", "file/.."),
        ("dangling/../real", "dangling/../real"), ("loop/..", "loop/.."), ("real/inner/../..", ""),
        ("real/inner/../../..", ".."),
    ])
    func `has one name, in which nothing leads upwards that is there`(path: String, plain: String) throws {
        try TemporaryFolder.with { folder in
            let root = folder.resolvingSymlinksInPath().path
            for (name, target) in [("link", "real/inner"), ("dangling", "nowhere"), ("loop", "loop")] {
                try FileManager.default.createSymbolicLink(atPath: "\(root)/\(name)", withDestinationPath: target)
            }
            try FileManager.default.createDirectory(
                atPath: root + "/real/inner", withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: root + "/file"))
            let expected =
                switch plain {
                case "": root
                case "..": ExternalPath.parent(of: root)
                default: root + "/" + plain
                }
            #expect(ExternalPath.plain(root + "/" + path) == expected)
        }
    }

    @Test func `is real with its links followed, as far as it is there`() throws {
        try TemporaryFolder.with { folder in
            let root = folder.resolvingSymlinksInPath().path
            try FileManager.default.createDirectory(atPath: root + "/real", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: "real")
            #expect(ExternalPath.real(root + "/link/a/b") == root + "/real/a/b")
            #expect(ExternalPath.real("/") == "/")
        }
    }
}
