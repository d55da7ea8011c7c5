@testable import NotebookCheck
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

struct `A repair` {
    private static let damagedBlob = "blobs/b.0123456789abcdef.txt"

    /// A notebook with every kind of damage that repairing knows.
    static func damaged() throws -> [String: [UInt8]] {
        var files = try EditKinds.notebook().mapValues { Array($0.utf8) }
        files["notebook.json"] = Array("{\"title\": \"Saved\", \"settings\": {\"sort\"".utf8)
        files["manifest.json"] = Array("<<<<<<< HEAD".utf8)
        files["notes/Latin.md"] = [0x63, 0xE9]
        files["notes/Zero.md"] = [0x61, 0, 0x62]
        files["notes/Front.md"] = Array("---\nno key\n---\n[q](What%3F.md)\n".utf8)
        files["notes/What?.md"] = Array("question\n".utf8)
        files["notes/two.md"] = Array("collides\n".utf8)
        files["notes/picture.png"] = [0x89, 0x50]
        files["loose"] = Array("loose\n".utf8)
        // One is damaged for good; two have each other's names.
        files[Self.damagedBlob] = Array("b".utf8)
        let (one, two) = (Array("one".utf8), Array("two".utf8))
        files["blobs/\(BlobName("one.txt", digest: Digest.of(two)))"] = one
        files["blobs/\(BlobName("two.txt", digest: Digest.of(one)))"] = two
        files[".bundle/journal"] = Array("{".utf8)
        files[".bundle/put.0"] = Array("staged\n".utf8)
        return files
    }

    private static func disk(_ files: [String: [UInt8]], _ names: DiskNames = .exact) throws -> SimulatedDisk {
        let disk = SimulatedDisk(names: names)
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            _ = try disk.makeDirectories(DiskPath(name).parent)
            let file = try disk.create(DiskPath(name))
            try disk.writeAll(bytes, to: file)
            disk.close(file)
        }
        try disk.synchronizeAll()
        return disk.copy()
    }

    private static func bundle(_ disk: SimulatedDisk) -> NotebookDirectory {
        NotebookDirectory("N", environment: EditKinds.environment(disk))
    }

    /// What must be found again, whole, in some file: everything that a person wrote.
    private static func lost(_ files: [String: [UInt8]], in disk: SimulatedDisk) -> [String] {
        let contents = disk.snapshot.files.values
        // The manifest is made again from the files, and the journal’s own text says nothing.
        return files.filter { name, bytes in
            name != "manifest.json"
                && !contents.contains {
                    $0 == bytes || $0.count > bytes.count && $0.suffix(bytes.count).elementsEqual(bytes)
                }
        }.keys.sorted().filter { name in
            // Notes get front matter, and links follow what was renamed.
            name != "notes/Front.md" || !contents.contains { String(decoding: $0, as: UTF8.self).contains("no key") }
        }
    }

    @Test func `gives a valid notebook in which nothing is lost`() throws {
        let files = try Self.damaged()
        let disk = try Self.disk(files)
        let repair = try Self.bundle(disk).repair()
        #expect(repair.steps.count >= 10)
        let findings = try RuleBook.findings(in: Self.bundle(disk).inspect(collectsLinks: true))
        #expect(findings.filter { $0.severity == .error }.map(\.path) == [Self.damagedBlob])
        #expect(Self.lost(files, in: disk) == [])
        #expect(try Self.bundle(disk).open().description.title == "Saved")
        #expect(try Self.bundle(disk).repair().steps == [])
    }

    @Test(arguments: [SimulatedDisk.Fault.Kind.stop, .errorOnce, .noSpaceFromThereOn])
    func `loses nothing wherever it breaks, and can be done again`(fault: SimulatedDisk.Fault.Kind) throws {
        try Self.walk(Self.damaged(), .exact, fault)
    }

    @Test(arguments: DiskNames.equivalent.filter { $0 != .exact })
    func `loses nothing wherever it stops, whatever the disk takes for one name`(names: DiskNames) throws {
        var files = try Self.damaged()
        // There it would be the other one.
        files["notes/two.md"] = nil
        files["notes/Cafe\u{301}.md"] = Array("coffee\n".utf8)
        try Self.walk(files, names, .stop)
    }

    private static func walk(
        _ files: [String: [UInt8]], _ names: DiskNames, _ fault: SimulatedDisk.Fault.Kind
    ) throws {
        let start = try disk(files, names)
        try start.eachBroken(by: fault) { disk in
            _ = try bundle(disk).repair()
        } check: { operation, after in
            #expect(lost(files, in: after) == [], "\(fault) at \(operation)")
            _ = try bundle(after).repair()
            let findings = try RuleBook.findings(in: bundle(after).inspect(collectsLinks: true))
            #expect(
                findings.filter { $0.severity == .error }.map(\.path) == [damagedBlob],
                "\(fault) at \(operation): \(findings)")
            #expect(lost(files, in: after) == [], "\(fault) at \(operation), repaired again")
        }
    }

    @Test func `refuses a later version of the format`() throws {
        var files = try Self.damaged()
        files["notebook.json"] = Array("{\"format\": \"notebundle\", \"version\": 2}".utf8)
        let disk = try Self.disk(files)
        #expect(throws: NotebookError.self) { try Self.bundle(disk).repair() }
        #expect(Self.lost(files, in: disk) == [])
    }
}
