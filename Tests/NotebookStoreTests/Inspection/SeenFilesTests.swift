import Foundation
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookPacking
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import TestSupport
import Testing

/// What is kept of files that were read is never a second truth.
struct `Files that were seen` {
    private static func seen(_ count: Int, seed: UInt64 = 1) throws -> SeenFiles {
        var generator = SeededGenerator(seed: seed)
        var facts: [FileFact] = []
        var identities: [BundlePath: FileIdentity] = [:]
        for number in 0..<count {
            let path = try BundlePath("notes/Vögel/\(number).md")
            facts.append(FileFact(path: path, size: number, digest: .of(generator.bytes(8)), item: nil))
            identities[path] = FileIdentity(
                device: generator.next(), inode: generator.next(), size: Int64(number), modified: Int64(number),
                changed: -1)
        }
        return SeenFiles(facts, identities, unchangedSince: .max)
    }

    @Test(arguments: [0, 1, 100]) func `are read as they were kept`(count: Int) throws {
        let seen = try Self.seen(count)
        #expect(seen.count == count)
        #expect(SeenFiles(seen.bytes) == seen)
    }

    @Test func `are nothing where a byte is another or is missing`() throws {
        let bytes = try Self.seen(3).bytes
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            #expect(SeenFiles(damaged) == nil)
            #expect(SeenFiles(Array(bytes[..<index])) == nil)
        }
        #expect(SeenFiles(bytes + [0]) == nil)
    }

    @Test(arguments: Seeds.some(200)) func `do no harm where somebody forged them without knowing the form`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        // The checksum is right, so that the form itself must be refused, or nothing that is read may do harm.
        let count = Int.random(in: 1...20, using: &generator)
        var numbers = (0..<(count * SeenFiles.width)).map { _ in generator.next() }
        let bytes = generator.bytes(Int.random(in: 0...200, using: &generator))
        #expect(
            SeenFiles(CachedTable(SeenFiles.head, width: SeenFiles.width, numbers: numbers, bytes: bytes).file) == nil)
        for row in 0..<count where !bytes.isEmpty {
            // Paths that follow one another, and any names.
            numbers[row * SeenFiles.width] = UInt64(min(row, bytes.count - 1)) | 1 << 32
            numbers[(row + 1) * SeenFiles.width - 1] &= 0x1F_0000_003F
        }
        let table = CachedTable(SeenFiles.head, width: SeenFiles.width, numbers: numbers, bytes: bytes)
        guard let seen = SeenFiles(table.file) else { return }
        for path in seen.paths { _ = seen.lastSeen(path) }
        for index in 0..<seen.count where seen.hasNoTags(at: index) {
            #expect(seen.names(at: index)?.tags.isEmpty != false)
        }
    }

    @Test(arguments: Seeds.some(20)) func `take in newer records, without files that are no longer listed`(seed: UInt64)
        throws
    {
        var generator = SeededGenerator(seed: seed)
        func records(_ count: Int) throws -> [BundlePath: SeenFiles.Seen] {
            var found: [BundlePath: SeenFiles.Seen] = [:]
            for _ in 0..<count {
                let identity = FileIdentity(
                    device: 1, inode: generator.next(), size: 1, modified: 1, changed: 1)
                let path = try BundlePath("notes/\(Int.random(in: 0..<40, using: &generator)).md")
                found[path] = SeenFiles.Seen(identity: identity, digest: .of(generator.bytes(8)))
            }
            return found
        }
        let (old, new) = (try records(20), try records(Int.random(in: 0...20, using: &generator)))
        let listed = Set(old.keys.filter { _ in generator.chance(0.7) }).union(new.keys)
        let manifest = Manifest(
            listed.map { Entry(path: $0, type: .note, size: 1, digest: .of([]), item: ItemMetadata()) })
        let expected = old.filter { listed.contains($0.key) }.merging(new) { $1 }
        #expect(SeenFiles(old).updating(new.inOrder, listedIn: manifest) == SeenFiles(expected))
    }

    @Test func `do not count if they were changed just before`() throws {
        let path = try BundlePath("notes/A.md")
        let fact = FileFact(path: path, size: 1, digest: .of([1]), item: nil)
        for (modified, changed, counts) in [(10, 10, true), (20, 10, false), (10, 20, false)] as [(Int64, Int64, Bool)]
        {
            let identity = FileIdentity(device: 1, inode: 1, size: 1, modified: modified, changed: changed)
            #expect(SeenFiles([fact], [path: identity], unchangedSince: 15).count == (counts ? 1 : 0))
        }
    }
}

/// ‘status’ says the same with and without the cache.
struct `A look at changes` {
    private func with(_ body: (NotebookDirectory, NotebookCaches, URL) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let bundle = try NotebookDirectory.create("Seen.notebundle", in: folder.path, title: "Seen")
            try bundle.edit { draft in
                for number in 0..<20 {
                    var note = try NewItem(.note, text: Array("Text \(number)\n".utf8))
                    note.title = "Note \(number)"
                    _ = try draft.add(note)
                }
            }
            try body(
                bundle, NotebookCaches(in: FileLocation(path: folder.appending(path: "cache").path), stillness: 0),
                folder)
        }
    }

    /// The same notebook, of which is known what a cache says.
    private static func cached(_ bundle: NotebookDirectory, _ cache: NotebookCaches?) -> NotebookDirectory {
        NotebookDirectory(bundle.path, environment: bundle.environment, cache: cache)
    }

    private func changes(_ bundle: NotebookDirectory, _ cache: NotebookCaches?) throws -> Changes {
        let inspection = try Self.cached(bundle, cache).inspectChanges()
        return Changes(from: inspection.manifest.value, to: inspection.files)
    }

    @Test(arguments: Seeds.some(1))
    func `is the same with the cache and without it, whatever was changed`(seed: UInt64) throws {
        try with { bundle, cache, _ in
            var generator = SeededGenerator(seed: seed)
            for round in 0..<12 {
                #expect(try changes(bundle, cache) == changes(bundle, nil))
                let paths = try bundle.open().items.map { URL(filePath: bundle.path).appending(path: $0.path.text) }
                    .filter { FileManager.default.fileExists(atPath: $0.path) }
                let place = generator.pick(paths)
                switch round % 4 {
                // As many bytes as before.
                case 0: try Data(String(repeating: "x", count: 40 + round).utf8).write(to: place)
                case 1:
                    let text = try Data(contentsOf: place)
                    try Data(text.reversed()).write(to: place)
                case 2: try FileManager.default.removeItem(at: place)
                default:
                    try FileManager.default.moveItem(
                        at: place, to: place.deletingLastPathComponent().appending(path: "Moved \(round).md"))
                }
            }
            #expect(try changes(bundle, cache) == changes(bundle, nil))
            #expect(try !changes(bundle, cache).isEmpty)
        }
    }

    @Test func `reads nothing again that was seen`() throws {
        try with { bundle, cache, _ in
            _ = try changes(bundle, cache)
            let known = cache.of(bundle.path).seenFiles()
            let notes = try bundle.open().items.map(\.path)
            #expect(Set(notes).isSubset(of: known.paths))
            // A digest that is not the file’s shows that it was taken from the cache: the file then seems to be
            // another.
            let inspection = try Self.cached(bundle, cache).inspectChanges()
            #expect(inspection.files.filter { $0.type == .note }.allSatisfy { $0.item == nil })
            #expect(
                try bundle.inspectChanges().files.filter { $0.type == .note }.allSatisfy { $0.item != nil })
        }
    }

    @Test func `at a notebook that is as it was seen looks at no file`() throws {
        try with { bundle, cache, _ in
            _ = try changes(bundle, cache)
            func inspection() throws -> Inspection? {
                try bundle.readTree { tree in
                    try UnchangedFiles(tree, cache.of(bundle.path).seenFiles()).inspection(
                        Inspector.manifest(of: tree).read, FileCount(tree))
                }
            }
            #expect(try inspection() != nil)
            let extra = URL(filePath: bundle.path).appending(path: "notes/New.md")
            try Data("new".utf8).write(to: extra)
            #expect(try inspection() == nil)
            try FileManager.default.removeItem(at: extra)
            #expect(try inspection() != nil)
            let description = URL(filePath: bundle.path).appending(path: "notebook.json")
            try Data(contentsOf: description).dropLast(1).write(to: description)
            #expect(try inspection() == nil)
        }
    }

    @Test func `sees a name like that of a conflict copy, and the title that gave it`() throws {
        try with { bundle, cache, _ in
            try bundle.edit { draft in
                var note = try NewItem(.note, text: Array("Text\n".utf8))
                note.title = "Plan (conflicted copy 2026-01-01)"
                _ = try draft.add(note)
            }
            _ = try changes(bundle, cache)
            let cached = try Self.cached(bundle, cache).inspectChanges()
            #expect(cached.namedAsConflictCopies.map(\.path.stem) == ["Plan (conflicted copy 2026-01-01)"])
            #expect(cached.conflictCopies.isEmpty)
            #expect(cached.collisions.isEmpty)
            #expect(try Self.cached(bundle, cache).openConflicts(cached).isEmpty)
        }
    }

    @Test func `takes no notice of a cache that is damaged`() throws {
        try with { bundle, cache, folder in
            _ = try changes(bundle, cache)
            let place = folder.appending(path: "cache/seen")
            for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
                try Data("damage".utf8).write(to: place.appending(path: name))
            }
            #expect(cache.of(bundle.path).seenFiles() == SeenFiles())
            #expect(try changes(bundle, cache).isEmpty)
            #expect(cache.of(bundle.path).seenFiles() != SeenFiles())
        }
    }

    @Test func `keeps no more than so many notebooks`() throws {
        try TemporaryFolder.with { folder in
            let cache = NotebookCaches(in: FileLocation(path: folder.appending(path: "many").path), stillness: 0)
            for number in 0..<NotebookCaches.maximumNotebooks + 5 {
                cache.of("/\(number).notebundle").save(SeenFiles())
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "many/seen").path)
            #expect(names.count == NotebookCaches.maximumNotebooks)
        }
    }
}

/// A notebook is the same with an index of its manifest and without it.
struct `The index of a manifest` {
    private func with(_ body: (NotebookDirectory, NotebookDirectory, URL) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let bundle = try NotebookDirectory.create("Index.notebundle", in: folder.path, title: "Index")
            let cache = NotebookCaches(
                in: FileLocation(path: folder.appending(path: "cache").path), stillness: 0, indexedSize: 1)
            let indexed = NotebookDirectory(bundle.path, environment: bundle.environment, cache: cache)
            try indexed.edit { draft in
                for number in 0..<20 {
                    var note = try NewItem(.note, text: Array("Text \(number)\n".utf8))
                    note.title = number % 5 == 0 ? "Note “\(number)” and \"\(number)\"" : "Note \(number)"
                    note.tags = [Tag("tag\(number % 3)")].compactMap(\.self)
                    _ = try draft.add(note)
                }
            }
            try body(bundle, indexed, folder)
        }
    }

    /// The digest of the manifest to which the stored index belongs; `nil` if none is stored.
    private func indexed(_ folder: URL) throws -> Digest? {
        let place = folder.appending(path: "cache/manifests")
        return try FileManager.default.contentsOfDirectory(atPath: place.path).first.flatMap { name in
            ManifestIndex(file: Array(try Data(contentsOf: place.appending(path: name))))?.digest
        }
    }

    private func manifest(_ bundle: NotebookDirectory) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: bundle.path).appending(path: "manifest.json")))
    }

    @Test(arguments: Seeds.some(1)) func `follows each edit`(seed: UInt64) throws {
        try with { bundle, indexed, folder in
            var generator = SeededGenerator(seed: seed)
            for number in 0..<10 {
                let item = generator.pick(try bundle.open().items)
                try indexed.edit { draft in
                    if number % 3 == 2 {
                        _ = try draft.moveToTrash([item])
                    } else {
                        _ = try draft.rename(item, to: "New \(number)")
                    }
                }
                #expect(try self.indexed(folder) == Digest.of(manifest(bundle)))
                let (one, other) = try (bundle.open(), indexed.open())
                #expect(one.items == other.items)
                #expect(one.trashedItems == other.trashedItems)
                #expect(one.fingerprint == other.fingerprint)
            }
        }
    }

    @Test func `is not used for a manifest that somebody else has written`() throws {
        try with { bundle, indexed, folder in
            #expect(try indexed.open().items.contains { $0.title == "Note 7" })
            let place = URL(filePath: bundle.path).appending(path: "manifest.json")
            let text = try String(contentsOf: place, encoding: .utf8)
            // As many bytes as before.
            try Data(text.replacing("tag1", with: "tag9").utf8).write(to: place)
            #expect(try indexed.open().items.contains { $0.tags.map(\.text) == ["tag9"] })
            #expect(try self.indexed(folder) == Digest.of(manifest(bundle)))
        }
    }

    @Test func `is made again if it is damaged, and only for a canonical text`() throws {
        try with { bundle, indexed, folder in
            let cache = folder.appending(path: "cache/manifests")
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: cache.path).first)
            try Data("damage".utf8).write(to: cache.appending(path: name))
            #expect(try indexed.open().items == bundle.open().items)
            #expect(try self.indexed(folder) == Digest.of(manifest(bundle)))
            let place = URL(filePath: bundle.path).appending(path: "manifest.json")
            let text = try String(contentsOf: place, encoding: .utf8)
            try Data(text.replacing("\"size\": ", with: "\"size\":  ").utf8).write(to: place)
            #expect(try indexed.open().items == bundle.open().items)
            #expect(try self.indexed(folder) != Digest.of(manifest(bundle)))
        }
    }
}
