@testable import Archives
import TestSupport
import Testing

struct `An encrypted zip` {
    private static let password = Array("pass wörd".utf8)
    private static let files = [
        SampleFile("manifest.json", "{}\n"), SampleFile("empty", ""), SampleFile("notes/é.md", Sample.text(700)),
        SampleFile("large", Sample.text((1 << 20) + 77)),
    ]

    private static func packed(canOverwrite: Bool = true) throws -> [UInt8] {
        let sink = MemorySink(canOverwrite: canOverwrite)
        let writer = try ArchiveWriter(.zip, to: sink, password: password)
        for file in files { try writer.add(file.path, bytes: file.content, isAlreadyCompressed: file.path == "large") }
        try writer.finish()
        return sink.bytes
    }

    private static func contents(_ bytes: [UInt8], _ password: [UInt8]?) throws -> [[UInt8]] {
        let zip = try ZipArchive(MemoryBytes(bytes), password: password)
        return try zip.members().map { member in
            let content = try zip.content(of: member)
            var all: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = try content.read(into: &buffer)
                if count == 0 { return all }
                all += buffer[..<count]
            }
        }
    }

    private static func irregularity(_ bytes: [UInt8], _ password: [UInt8]?) -> ArchiveIrregularity? {
        do {
            _ = try contents(bytes, password)
            return nil
        } catch {
            guard case .refused(let irregularity, _, _)? = error as? ArchiveProblem else { return .notAnArchive }
            return irregularity
        }
    }

    @Test(arguments: [true, false])
    func `gives back with the password what was encrypted`(canOverwrite: Bool) throws {
        let bytes = try Self.packed(canOverwrite: canOverwrite)
        let isSame = try Self.contents(bytes, Self.password) == Self.files.map(\.content)
        #expect(isSame)
        #expect(Self.irregularity(bytes, nil) == .encrypted)
        #expect(Self.irregularity(bytes, [0x78]) == .wrongPassword)
        let isAnother = try bytes != Self.packed(canOverwrite: canOverwrite)
        #expect(isAnother)
    }

    @Test func `is the only one that is believed where a password is given`() throws {
        let plain = try pack([SampleFile("empty", ""), SampleFile("manifest.json", "{}\n")], .zip)
        #expect(Self.irregularity(plain, nil) == nil)
        #expect(Self.irregularity(plain, Self.password) == .notEncrypted)
    }

    @Test func `has no bit that can be changed unseen`() throws {
        let sink = MemorySink()
        let writer = try ArchiveWriter(.zip, to: sink, password: Self.password)
        try writer.add("a", bytes: Array("content".utf8))
        try writer.add("b", bytes: Array(Sample.text(300)))
        try writer.finish()
        let whole = try Self.contents(sink.bytes, Self.password)
        for index in sink.bytes.indices {
            for bit in 0..<8 {
                var bytes = sink.bytes
                bytes[index] ^= 1 << UInt8(bit)
                // What else a record says, as the time of a member, is not content.
                guard let found = try? Self.contents(bytes, Self.password) else { continue }
                let isSame = found == whole
                #expect(isSame, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test func `is refused when cut at any byte`() throws {
        let sink = MemorySink()
        let writer = try ArchiveWriter(.zip, to: sink, password: Self.password)
        try writer.add("a", bytes: Array("content".utf8))
        try writer.finish()
        for count in sink.bytes.indices {
            #expect(Self.irregularity(Array(sink.bytes.prefix(count)), Self.password) != nil)
        }
    }

    @Test func `is not read if its encryption is the older one, which protects nothing`() {
        var zip = ZipBuilder()
        zip.add("a", "content") {
            $0.local.flags |= 1
            $0.directory.flags |= 1
        }
        #expect(Self.irregularity(zip.bytes, Self.password) == .unsupportedMethod)
    }

    @Test func `is a zip, as tars are not encrypted`() {
        #expect(throws: ArchiveProblem.unwritable(.notEncryptable, path: "", detail: "")) {
            try ArchiveWriter(.tar, to: MemorySink(), password: Self.password)
        }
    }

    @Test func `is not made with an empty password`() {
        #expect(throws: ArchiveProblem.unwritable(.emptyPassword, path: "", detail: "")) {
            try ArchiveWriter(.zip, to: MemorySink(), password: [])
        }
    }

    @Test(.enabled(if: Program.isThere("7z"), "7z is not installed"))
    func `is read by 7-Zip`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.zip", try Self.packed())
        try Program("7z").succeed(["t", "-bd", "-ppass wörd", path], in: folder.path)
    }

    @Test(.enabled(if: Program.isThere("bsdtar"), "bsdtar is not installed"))
    func `is read by bsdtar`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.zip", try Self.packed())
        try folder.makeFolder("out")
        try Program("bsdtar").succeed(["--passphrase", "pass wörd", "-xf", path, "-C", "out"], in: folder.path)
        let isSame = try folder.read("out/large") == Self.files[3].content
        #expect(isSame)
    }

    @Test(.enabled(if: Program.isThere("7z"), "7z is not installed"), arguments: ["AES128", "AES192", "AES256"])
    func `is read if 7-Zip encrypted it`(method: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a", Array(Sample.text(5_000)))
        try Program("7z").succeed(
            ["a", "-bd", "-tzip", "-mem=\(method)", "-ppassword", folder.file("a.zip"), file], in: folder.path)
        let zip = try FileBytes(path: folder.file("a.zip"))
        let bytes = try zip.bytes(at: 0, count: Int(zip.count))
        let isSame = try Self.contents(bytes, Array("password".utf8)) == [Array(Sample.text(5_000))]
        #expect(isSame)
    }
}
