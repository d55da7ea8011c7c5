import Archives
import Testing

/// An archive with one irregularity, and the reason for which it must be refused.
struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let reason: ArchiveIrregularity
    let archive: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ reason: ArchiveIrregularity, _ archive: [UInt8]) {
        self.name = name
        self.reason = reason
        self.archive = archive
    }

    static func zip(
        _ name: String, _ reason: ArchiveIrregularity, _ build: (inout ZipBuilder) -> Void
    ) -> Refusal {
        var zip = ZipBuilder()
        build(&zip)
        return Refusal(name, reason, zip.bytes)
    }

    static func tar(
        _ name: String, _ reason: ArchiveIrregularity, _ build: (inout TarBuilder) -> Void
    ) -> Refusal {
        Refusal(name, reason, TarBuilder.build(build))
    }

    static let all = zipFiles + zipMembers + zipContents + tarHeaders + tarExtensions + tarEnds + compressions
}

struct `An irregular archive` {
    @Test(arguments: Refusal.all)
    func `is refused for its reason`(refusal: Refusal) {
        guard case .refused(let reason, _, _) = problem(with: refusal.archive) else {
            Issue.record("accepted, or refused otherwise: \(String(describing: problem(with: refusal.archive)))")
            return
        }
        #expect(reason == refusal.reason)
    }

    @Test(arguments: Refusal.all)
    func `is refused as a stream like as a file`(refusal: Refusal) {
        // What begins with something else can be known for a zip by its end alone.
        if refusal.reason == .garbageBeforeFirstMember { return }
        for presentation in [Presentation.stream, .drops] {
            #expect(irregularity(of: refusal.archive, presentation) == refusal.reason)
        }
    }

    @Test(arguments: [Refusal.tarHeaders, Refusal.tarExtensions, Refusal.tarEnds].joined())
    func `is refused in gzip as well if it is a tar`(refusal: Refusal) {
        // Whether damage at the very beginning is a tar's can be told by the magic number only.
        #expect(irregularity(of: GzipBuilder(refusal.archive).bytes) == refusal.reason)
    }

    @Test func `shows each irregularity`() {
        // Those need a password (EncryptionTests).
        let shown = Set(Refusal.all.map(\.reason)).union([.wrongPassword, .authenticationFailed, .notEncrypted])
        #expect(ArchiveIrregularity.allCases.filter { !shown.contains($0) } == [])
    }

    @Test func `stays refused`() throws {
        let reader = try Presentation.anywhere.open(
            TarBuilder.build { tar in
                tar.add("a", "content")
                tar.add("a", "again")
                tar.add("b", "more")
                tar.zeros()
            })
        _ = try reader.next()
        for _ in 0..<3 {
            #expect(throws: ArchiveProblem.self) { try reader.next() }
        }
    }
}
