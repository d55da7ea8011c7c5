import Archives
import TestSupport
import Testing

struct `A flipped bit` {
    private static let files = [SampleFile("a.md", "A grey heron."), SampleFile("b/é.md", Sample.text(300))]

    /// What must not change unnoticed: which files there are, and their contents.
    private func contents(of archive: [UInt8]) throws(ArchiveProblem) -> [[UInt8]: [UInt8]] {
        let members = try readAll(archive).filter { $0.member.kind == .file }
        return Dictionary(members.map { ($0.member.path, $0.content) }, uniquingKeysWith: { first, _ in first })
    }

    @Test(arguments: [ArchiveFormat.zip, .tarGzip, .tarZstandard, .tarXZ])
    func `changes no content unnoticed`(format: ArchiveFormat) throws {
        let whole = try pack(Self.files, format)
        let expected = try contents(of: whole)
        for index in 0..<8 * whole.count {
            var flipped = whole
            flipped[index / 8] ^= 1 << UInt8(index % 8)
            guard let found = try? contents(of: flipped) else { continue }
            // A flipped attribute can make a link of a file, which then is no file with another content.
            for (path, content) in found where expected[path] != content {
                Issue.record("bit \(index % 8) of byte \(index / 8) changes \(PrintableName(path))")
            }
        }
    }

    @Test(arguments: Others.all)
    func `changes no content of somebody else’s archive unnoticed`(other: Others) throws {
        let expected = try contents(of: other.archive)
        for index in 0..<8 * other.archive.count {
            var flipped = other.archive
            flipped[index / 8] ^= 1 << UInt8(index % 8)
            guard let found = try? contents(of: flipped) else { continue }
            for (path, content) in found where expected[path] != content {
                Issue.record("bit \(index % 8) of byte \(index / 8) changes \(PrintableName(path))")
            }
        }
    }

    /// Of a plain tar's contents there is no checksum; that is what digests in a manifest are for.
    @Test func `changes no header of a plain tar unnoticed`() throws {
        // Without the zeros that fill it up.
        let whole = Array(try pack(Self.files, .tar).prefix(512 * 8))
        let expected = try readAll(whole).map(\.member)
        // The extended header's own block is at 1024; its records behind that have no checksum either.
        for index in [0, 1024, 2048].flatMap({ 8 * $0..<8 * ($0 + 512) }) {
            var flipped = whole
            flipped[index / 8] ^= 1 << UInt8(index % 8)
            guard let members = try? readAll(flipped) else { continue }
            #expect(members.map(\.member) == expected)
        }
        for index in 0..<8 * 3_584 {
            var flipped = whole
            flipped[index / 8] ^= 1 << UInt8(index % 8)
            // Nothing but a refusal may come of it.
            if case .failed(let operation, _) = problem(with: flipped) { Issue.record("\(operation)") }
        }
    }

    @Test(arguments: ArchiveFormat.allCases, Seeds.some(1))
    func `among random damage does no worse than a refusal`(format: ArchiveFormat, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let whole = try pack(Self.files, format)
        for round in 0..<1_500 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let index = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: damaged[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: damaged.remove(at: index)
                case 2: damaged.insert([0, 0xFF].randomElement(using: &generator) ?? 0, at: index)
                default: damaged += damaged[index...].prefix(50)
                }
                if damaged.isEmpty { damaged = [0] }
            }
            switch problem(with: damaged, round.isMultiple(of: 2) ? .anywhere : .stream) {
            case nil, .refused, .exceeded: break
            case .failed(let operation, let code): Issue.record("seed \(seed), round \(round): \(operation) \(code)")
            case .unwritable(let fault, _, _): Issue.record("seed \(seed), round \(round): \(fault)")
            }
        }
    }
}
