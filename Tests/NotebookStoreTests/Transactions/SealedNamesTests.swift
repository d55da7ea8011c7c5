import Archives
import Foundation
@testable import NotebookCheck
@testable import NotebookFormat
@testable import NotebookPacking
@testable import NotebookStore
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

/// Sealing renames before its transaction: names in another normalisation, and attachments that somebody renamed.
struct `Sealing names` {
    private static let blob = "blobs/a.ca978112ca1bbdca.txt"

    private static func files() throws -> [String: String] {
        var files = try EditKinds.notebook()
        files["notes/Cafe\u{301}.md"] = "coffee\n"
        files["notes/U\u{308}/A\u{308}.md"] = "ae\n"
        files["blobs/mine.txt"] = files.removeValue(forKey: Self.blob)
        return files
    }

    private static func bundle(_ disk: SimulatedDisk) -> NotebookDirectory {
        NotebookDirectory("N", environment: EditKinds.environment(disk))
    }

    @Test(arguments: DiskNames.equivalent, [SimulatedDisk.Fault.Kind.stop, .errorOnce, .noSpaceFromThereOn])
    func `comes to its end wherever it breaks, on every disk that can have the names`(
        names: DiskNames, fault: SimulatedDisk.Fault.Kind
    ) throws {
        let kind = EditKind(name: "", files: try Self.files()) { _ in }
        let start = try kind.disk(names)
        let whole = start.copy()
        let returned = try Self.bundle(whole).seal().returned
        #expect(returned.map(\.target.text) == [Self.blob])
        try start.eachBroken(by: fault) { disk in
            _ = try Self.bundle(disk).seal()
        } check: { operation, after in
            _ = try Self.bundle(after).seal()
            let inspection = try Self.bundle(after).inspect(collectsLinks: true)
            #expect(try RuleBook.findings(in: inspection).filter { $0.severity == .error } == [], "at \(operation)")
            let paths = Set(inspection.files.map(\.path.text))
            #expect(paths.isSuperset(of: ["notes/Café.md", "notes/Ü/Ä.md", Self.blob]), "at \(operation)")
            let stored = inspection.files.compactMap(\.storedPath)
            #expect(stored.isEmpty == (names != .decomposed), "at \(operation): \(stored)")
        }
    }

    @Test func `is refused before anything gets another name`() throws {
        var files = try Self.files()
        files["notes/Bad.md"] = "---\ntitle: [\n---\n\u{0}"
        let disk = try EditKind(name: "", files: files) { _ in }.disk()
        let before = disk.snapshot.files
        #expect(throws: SealRefusal.self) { try Self.bundle(disk).seal() }
        #expect(disk.snapshot.files == before)
    }

    @Test(arguments: [false, true])
    func `updates links to the other name of an attachment that gets its own back`(byFixing: Bool) throws {
        var files = try Self.files()
        files["notes/Links.md"] = "[a](../blobs/mine.txt) ![[mine.txt]] ![[a.txt]]\n"
        let disk = try EditKind(name: "", files: files) { _ in }.disk()
        let bundle = Self.bundle(disk)
        if byFixing { _ = try bundle.fix(.safe) } else { _ = try bundle.seal() }
        #expect(try RuleBook.findings(in: bundle.inspect(collectsLinks: true)).filter { $0.severity <= .error } == [])
        let text = String(decoding: try #require(disk.snapshot.files["notes/Links.md"]), as: UTF8.self)
        #expect(text.hasSuffix("[a](../blobs/a.ca978112ca1bbdca.txt) ![[a.ca978112ca1bbdca.txt]] ![[a.txt]]\n"))
    }

    @Test func `brings together what lies in both forms of a directory`() throws {
        var files = try Self.files()
        files["notes/\u{DC}/B.md"] = "bee\n"
        let disk = try EditKind(name: "", files: files) { _ in }.disk()
        _ = try Self.bundle(disk).seal()
        let inspection = try Self.bundle(disk).inspect(collectsLinks: true)
        #expect(try RuleBook.findings(in: inspection).filter { $0.severity <= .error } == [])
        #expect(Set(inspection.files.map(\.path.text)).isSuperset(of: ["notes/Ü/Ä.md", "notes/Ü/B.md"]))
        #expect(inspection.files.compactMap(\.storedPath) == [])
    }

    @Test func `keeps both forms of a file`() throws {
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make("several-both-forms-error.notebundle", in: folder)
            let directory = NotebookDirectory(place.path, environment: ConformanceKit.environment)
            let listed = try Data(contentsOf: URL(filePath: place.path + "/notes/V\u{F6}gel.md"))
            let other = try Data(contentsOf: URL(filePath: place.path + "/notes/Vo\u{308}gel.md"))
            let refusal = #expect(throws: SealRefusal.self) { try directory.seal() }
            let reason = "two files have this name, one composed (NFC) and one decomposed (NFD), which look the same"
            #expect(refusal?.refusals.map(\.reason) == [reason])
            #expect(refusal?.remedy?.description.contains("repair") == true)
            #expect(throws: PackingRefusal.self) {
                try directory.archive("both", in: folder.path, as: .zip)
            }
            _ = try directory.fix(.everything)
            #expect(try Data(contentsOf: URL(filePath: place.path + "/notes/V\u{F6}gel.md")) == listed)
            let moved = try FileManager.default.contentsOfDirectory(atPath: place.path + "/notes")
                .filter { $0.hasSuffix(" 2.md") }
            #expect(moved.count == 1)
            let text = try Data(contentsOf: URL(filePath: "\(place.path)/notes/\(moved[0])"))
            #expect(text.starts(with: other.prefix(20)))
        }
    }
}
