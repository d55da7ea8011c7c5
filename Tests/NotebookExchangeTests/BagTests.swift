import Archives
import Foundation
import NotebookBundle
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText
import TestSupport
import Testing

@testable import NotebookExchange

struct `A bag` {
    /// A notebook with one note in a bag.
    private static func make(in place: String) throws -> String {
        let notebook = try NotebookDirectory.create("N.notebundle", in: place, title: "Birds")
        try notebook.edit { draft in
            var item = try NewItem(.note, file: Array("Grey.\n".utf8))
            item.title = "Heron"
            _ = try draft.add(item)
        }
        _ = try notebook.export(to: .place("bag", in: place), as: try #require(ExportFormat.named("bagit")))
        return place + "/bag"
    }

    private static func write(_ text: String, at path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Makes a notebook from a bag.
    private static func read(_ bag: String, in place: String) throws -> (title: String, notes: [String]) {
        let made = try NotebookDirectory.create(
            "M.notebundle", in: place, from: [FileLocation(path: bag)],
            locations: FileLocations(environment: ["HOME": place]))
        return try made.notebook.read { ($0.listing.description.title, $0.listing.items.map(\.title)) }
    }

    @Test func `becomes the notebook that it holds`() throws {
        try TemporaryFolder.with { place in
            let found = try Self.read(try Self.make(in: place.path), in: place.path)
            #expect(found.title == "Birds" && found.notes == ["Heron"])
        }
    }

    /// Packs a folder into an archive.
    private static func pack(_ folder: String, as format: ArchiveFormat, below root: String, at path: String) throws {
        let sink = MemorySink()
        let archive = try ArchiveWriter(format, to: sink)
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        where FileKind.at("\(folder)/\(name)") == .file {
            try archive.add(root + name, bytes: [UInt8](Data(contentsOf: URL(filePath: folder + "/" + name))))
        }
        try archive.finish()
        try Data(sink.bytes).write(to: URL(filePath: path))
    }

    @Test(arguments: ArchiveFormat.allCases, ["", "bag/"])
    func `in an archive is read as in a folder`(format: ArchiveFormat, root: String) throws {
        try TemporaryFolder.with { place in
            let (bag, packed) = (try Self.make(in: place.path), place.path + "/packed.\(format.fileNameEnding)")
            try Self.pack(bag, as: format, below: root, at: packed)
            let found = try Self.read(packed, in: place.path)
            #expect(found.title == "Birds" && found.notes == ["Heron"])
            // Known again, from the folder, the archive, and both at once.
            let notebook = NotebookDirectory(place.path + "/M.notebundle")
            let sources = [packed, packed, bag].map { FileLocation(path: $0) }
            let locations = FileLocations(environment: ["HOME": place.path, "TMPDIR": place.path + "/temporary"])
            #expect(try notebook.importItems(from: sources, locations: locations).result.added.isEmpty)
            let left = try FileManager.default.contentsOfDirectory(atPath: locations.temporary.path)
            #expect(left == [])
        }
    }

    @Test func `of notes in an archive is known again as a folder`() throws {
        try TemporaryFolder.with { place in
            let bag = try Self.foreign(
                ["manifest-md5.txt": "\(Self.digest)  data/a.md\n", "data/a.md": "Grey.\n"], in: place.path)
            try Self.pack(bag, as: .zip, below: "bag/", at: place.path + "/x.zip")
            let notebook = try NotebookDirectory.create("M.notebundle", in: place.path, title: "M")
            let locations = FileLocations(environment: ["HOME": place.path])
            let counts = try [place.path + "/x.zip", bag].map { path in
                try notebook.importItems(from: [FileLocation(path: path)], locations: locations).result.added.count
            }
            #expect(counts == [1, 0])
        }
    }

    @Test(arguments: ["x.zip", "outer.zip"])
    func `in an archive, or in an archive in one, is known again without a change`(name: String) throws {
        try TemporaryFolder.with { place in
            let bag = try Self.foreign(
                ["manifest-md5.txt": "\(Self.digest)  data/a.md\n", "data/a.md": "Grey.\n"], in: place.path)
            try Self.pack(bag, as: .zip, below: "bag/", at: place.path + "/x.zip")
            let inner = [UInt8](try Data(contentsOf: URL(filePath: place.path + "/x.zip")))
            try Data(try `Several sources`.zip([("x.zip", inner)])).write(to: URL(filePath: place.path + "/outer.zip"))
            let notebook = try NotebookDirectory.create("M.notebundle", in: place.path, title: "M")
            let locations = FileLocations(environment: ["HOME": place.path])
            let source = FileLocation(path: "\(place.path)/\(name)")
            #expect(try notebook.importItems(from: [source], locations: locations).result.added.count == 1)
            // The time of the archive, not that of the import.
            let modified = try notebook.read { $0.listing.items.map(\.modified) }
            #expect(modified.allSatisfy { $0 < Timestamp(clamping: 1_700_000_000) })
        }
    }

    @Test func `without files has no notes`() throws {
        try TemporaryFolder.with { place in
            let bag = try Self.foreign(["manifest-md5.txt": ""], in: place.path)
            try FileManager.default.createDirectory(atPath: bag + "/data", withIntermediateDirectories: true)
            #expect(try Self.read(bag, in: place.path).notes == [])
        }
    }

    @Test(arguments: [("6.1", nil), ("7.1", "data/ has 6.1 bytes and files, not 7.1 as in bag-info.txt")])
    func `has as many bytes and files as it says`(sum: String, problem: String?) throws {
        try TemporaryFolder.with { place in
            let bag = try Self.foreign(
                [
                    "manifest-md5.txt": "\(Self.digest)  data/a.md\n", "data/a.md": "Grey.\n",
                    "bag-info.txt": "Contact-Name: A\nPayload-Oxum: \(sum)\n",
                ], in: place.path)
            guard let problem else { return #expect(try Self.read(bag, in: place.path).notes == ["a"]) }
            let failure = try #require(throws: ImportFailure.self) { try Self.read(bag, in: place.path) }
            #expect(failure.reason == "the bag is damaged: \(problem)")
        }
    }

    @Test func `in an archive that is not as its manifests say is refused, and says how to go on`() throws {
        try TemporaryFolder.with { place in
            let bag = try Self.make(in: place.path)
            try Self.write("Gray\n", at: "\(bag)/data/notes/Heron.md")
            try Self.pack(bag, as: .tarGzip, below: "bag/", at: place.path + "/b.tgz")
            let failure = try #require(throws: ImportFailure.self) {
                try Self.read(place.path + "/b.tgz", in: place.path)
            }
            #expect(
                failure.path == place.path + "/b.tgz"
                    && failure.reason.hasPrefix("the bag is damaged: data/notes/Heron.md"))
            #expect(failure.remedy.map { "\($0)" }?.contains("unpack it and import") == true)
        }
    }

    @Test(arguments: [
        ("data/notes/Heron.md", "Gray\n", "data/notes/Heron.md differs from its digest in manifest-sha256.txt, line 2"),
        ("data/notes/Heron.md", nil, "data/notes/Heron.md is missing (manifest-sha256.txt, line 2)"),
        ("data/notes/Owl.md", "Brown.\n", "no manifest lists data/notes/Owl.md"),
        ("bag-info.txt", "", "bag-info.txt differs from its digest in tagmanifest-sha256.txt, line 1"),
    ]) func `that is not as its manifests say is refused`(file: String, text: String?, reason: String) throws {
        try TemporaryFolder.with { place in
            let bag = try Self.make(in: place.path)
            if let text {
                try Self.write(text, at: "\(bag)/\(file)")
            } else {
                try FileManager.default.removeItem(atPath: "\(bag)/\(file)")
            }
            let failure = try #require(throws: ImportFailure.self) { try Self.read(bag, in: place.path) }
            #expect(failure.reason == "the bag is damaged: \(reason)")
        }
    }

    /// A bag of another program, with the MD5 digest of “Grey.\n”.
    private static func foreign(_ files: [String: String], in place: String) throws -> String {
        try write("BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n", at: place + "/bag/bagit.txt")
        for (path, text) in files { try write(text, at: "\(place)/bag/\(path)") }
        return place + "/bag"
    }

    private static let digest = "abca54ca331ee17b4b536865d64191df"

    @Test func `with notes of another program is a folder of notes`() throws {
        try TemporaryFolder.with { place in
            let bag = try Self.foreign(
                ["manifest-md5.txt": "\(Self.digest) *data/100%25 é.md\r\n", "data/100% e\u{301}.md": "Grey.\n"],
                in: place.path)
            #expect(try Self.read(bag, in: place.path).notes == ["100% é"])
        }
    }

    @Test(arguments: [
        (["data/a.md": "x"], "the bag is incomplete: it has no manifest"),
        (["manifest-md5.txt": ""], "the bag is incomplete: it has no folder data/"),
        (
            ["data/a.md": "x", "manifest-sha1.txt": "00 data/a.md"],
            "no digest of manifest-sha1.txt can be checked, only those of md5, sha256, sha512"
        ),
        (["data/a.md": "x", "manifest-md5.txt": "\ndata/a.md\n"], "manifest-md5.txt, line 2: not a digest and a path"),
        (
            ["data/b.md": "Grey.\n", "manifest-md5.txt": "\(digest) data/b.md\n0 data/a.md\n", "fetch.txt": ""],
            "the bag is damaged: data/a.md is missing (manifest-md5.txt, line 2); nothing in fetch.txt is fetched"
        ),
    ]) func `that cannot be checked is refused`(files: [String: String], reason: String) throws {
        try TemporaryFolder.with { place in
            let bag = try Self.foreign(files, in: place.path)
            let failure = try #require(throws: ImportFailure.self) { try Self.read(bag, in: place.path) }
            #expect(failure.reason == reason)
        }
    }

    @Test func `without notes is refused by its name`() throws {
        try TemporaryFolder.with { place in
            let bag = try Self.foreign(
                ["manifest-md5.txt": "\(Self.digest) data/a.bin\n", "data/a.bin": "Grey.\n"], in: place.path)
            #expect(throws: NotebookError.noNotes(bag + "/data")) { try Self.read(bag, in: place.path) }
        }
    }

    /// The bags of the conformance suite of the Library of Congress; what `minimal-bag` holds is a damaged bag.
    @Test(arguments: [
        (
            "v0.97/valid",
            [
                "minimal-bag/data: the bag is damaged: "
                    + "bag-info.txt differs from its digest in tagmanifest-md5.txt, line 1"
            ]
        ), ("v1.0/valid", []),
        (
            "v1.0/invalid",
            [
                "bagit-with-invalid-whitespace: bagit.txt, line 1: not “BagIt-Version: ” and a version up to 1.0",
                "notAllManifestsListAllFiles: the bag is damaged: no manifest lists data/missingFromManifest.txt",
                "same-filename-listed-twice-with-the-same-hash: manifest-sha256.txt, line 2: data/README is listed twice",
            ]
        ),
    ]) func `of other programs is read if it is valid`(folder: String, refused: [String]) throws {
        guard let folder = Corpora.folder("exchange/bagit")?.appending(path: folder).path else { return }
        let bags = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { $0 != "Makefile" }
        #expect(!bags.isEmpty)
        let request = ImportRequest(environment: .system, progress: NoProgress())
        let refusals = bags.compactMap { bag -> String? in
            do {
                _ = try Bag.payload(of: ImportLocation("\(folder)/\(bag)", shown: bag), request)
                return nil
            } catch {
                let failure = error as? ImportFailure
                return "\(failure?.path ?? bag): \(failure?.reason ?? "\(error)")"
            }
        }
        #expect(refusals == refused)
    }
}
