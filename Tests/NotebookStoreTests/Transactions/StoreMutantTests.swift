import SimulatedDisks
import Testing

/// The test of the test: stores that leave something out are caught by the walk.
struct `A faulty store` {
    static let cuts: [DiskState.PowerCut] = [.none, .dropsUnsynchronized] + (1...24).map { .dropsSome(seed: $0) }

    /// Whether the walk finds anything wrong with a store that has this fault.
    static func isCaught(_ kind: EditKind, _ mutation: Mutation, _ cuts: [DiskState.PowerCut] = cuts) throws -> Bool {
        var walk = try StoreWalk(kind, mutation: mutation)
        walk.walk(.stop, cuts, untilCaught: true)
        return !walk.failures.isEmpty
    }

    /// Of many files the whole file system is synchronised in the end, which makes up for single ones.
    @Test(arguments: EditKind.all.filter { $0.name != "changes many" })
    func `that skips the synchronisation of a file is caught`(kind: EditKind) throws {
        let count = try StoreWalk(kind).fileSyncs
        #expect(count >= 2)
        for number in 0..<count { #expect(try Self.isCaught(kind, .skipFileSync(number)), "number \(number)") }
    }

    @Test(arguments: EditKind.all)
    func `that skips the synchronisation of a directory is caught`(kind: EditKind) throws {
        let count = try StoreWalk(kind).directorySyncs
        #expect(count >= 3)
        for number in 0..<count { #expect(try Self.isCaught(kind, .skipDirectorySync(number)), "number \(number)") }
    }

    @Test func `that skips the synchronisation of the file system is caught`() throws {
        let kind = try #require(EditKind.all.first { $0.name == "changes many" })
        #expect(try Self.isCaught(kind, .skipFileSystemSync))
    }

    @Test(arguments: EditKind.all)
    func `that removes the journal early is caught`(kind: EditKind) throws {
        #expect(try Self.isCaught(kind, .removeJournalEarly))
    }

    /// Directories are made again and taken away again without harm; of files nothing may be left out, but what tries
    /// whether the disk takes a name that is not ASCII.
    @Test(
        arguments: EditKind.all.filter { !["changes many", "respells a file", "respells folders"].contains($0.name) })
    func `that takes a failed operation for a success is caught`(kind: EditKind) throws {
        let undisturbed = try kind.disk()
        try kind.run(undisturbed)
        let changing = undisturbed.snapshot.changingOperations
        #expect(changing.count >= 8)
        for number in changing {
            let faulty = try kind.disk().copy(mutation: .swallowError(number))
            // Either it notices by itself that something is missing, or the walk does.
            guard (try? kind.run(faulty)) != nil else { continue }
            #expect(try Self.isCaught(kind, .swallowError(number), Array(Self.cuts.prefix(6))), "operation \(number)")
        }
    }
}
