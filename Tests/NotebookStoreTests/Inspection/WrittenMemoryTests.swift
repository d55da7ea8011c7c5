import Foundation
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookPacking
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import TestSupport
import Testing

/// After a change of many files, nothing that it wrote has to be read again.
struct `The cache after a change of many files` {
    private static let count = UnchangedFiles.mostToRead + 60

    private func with(_ body: (NotebookDirectory, NotebookCache) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let made = try NotebookDirectory.create("Many.notebundle", in: folder.path, title: "Many")
            try made.edit { draft in
                for number in 0..<Self.count {
                    var note = try NewItem(
                        .note, text: Array("See [[Note \(number / 2)]]. #inText\(number % 7)\n".utf8))
                    note.title = "Note \(number)"
                    note.tags = [Tag("tag")].compactMap(\.self)
                    _ = try draft.add(note)
                }
            }
            let caches = NotebookCaches(
                in: FileLocation(path: folder.appending(path: "cache").path), stillness: 0, indexedSize: 1)
            let bundle = NotebookDirectory(made.path, environment: made.environment, cache: caches)
            // Whoever lists tags reads the texts.
            _ = try bundle.read { try $0.listing.itemTags($0.files) }
            try body(bundle, caches.of(bundle.path))
        }
    }

    private static func appending(_ text: String) -> ItemChange {
        var change = ItemChange()
        change.appended = Array(text.utf8)
        return change
    }

    /// Expects that the cache says of each file what is in it, and returns of how many it knows the names.
    private func namesKnown(_ bundle: NotebookDirectory, _ cache: NotebookCache) throws -> Int {
        let (known, files) = (cache.seenFiles(), try DirectoryFiles(bundle.path))
        var names = 0
        for path in known.paths {
            guard let identity = try files.status(DiskPath(path))?.identity, let seen = known.seen(path, identity)
            else {
                continue
            }
            let bytes = try files.content(of: DiskPath(path), limit: .max)
            #expect(seen.digest == Digest.of(bytes))
            guard let found = seen.names else { continue }
            names += 1
            #expect(found == TextNames(of: bytes))
        }
        return names
    }

    /// Whether all files are known to be as the manifest lists them, without a look at more than a few.
    private func isKnown(_ bundle: NotebookDirectory, _ cache: NotebookCache) throws -> Bool {
        try bundle.readTree { tree in
            try UnchangedFiles(tree, cache.seenFiles()).inspection(
                Inspector.manifest(of: tree).read, FileCount(tree)) != nil
        }
    }

    @Test func `of their tags knows the names in the texts`() throws {
        try with { bundle, cache in
            try bundle.edit { draft in
                _ = try draft.renameTag(#require(Tag("tag")), to: #require(Tag("other")))
            }
            #expect(try namesKnown(bundle, cache) == Self.count)
            #expect(try isKnown(bundle, cache))
            #expect(try bundle.inspectChanges().isAsListed)
        }
    }

    @Test func `of their texts knows the contents, and not the names`() throws {
        try with { bundle, cache in
            try bundle.edit { draft in
                let items = draft.listing.items
                try draft.edit(items.map { ($0.path, Self.appending("See [[Note 1]]. #new")) })
            }
            #expect(try namesKnown(bundle, cache) == 0)
            #expect(try isKnown(bundle, cache))
        }
    }

    @Test func `of their texts and then of their tags does not know the names`() throws {
        try with { bundle, cache in
            try bundle.edit { draft in
                let items = draft.listing.items
                try draft.edit(items.map { ($0.path, Self.appending("#new")) })
                _ = try draft.renameTag(#require(Tag("tag")), to: #require(Tag("other")))
            }
            #expect(try namesKnown(bundle, cache) == 0)
            #expect(try isKnown(bundle, cache))
        }
    }

    /// Their bytes have two names until then, so that others may write them after they were read.
    @Test func `of their places knows nothing of those that only moved`() throws {
        try with { bundle, cache in
            try bundle.edit { draft in
                for item in draft.listing.items { _ = try draft.move(item, to: FolderPath("Moved")) }
            }
            #expect(try namesKnown(bundle, cache) == 0)
            #expect(try !isKnown(bundle, cache))
        }
    }

    @Test func `stays when another file is added and everything is looked at again`() throws {
        try with { bundle, cache in
            let slow = NotebookCaches(in: FileLocation(path: bundle.path + ".cache"), stillness: 1_000_000_000_000)
            let bundle = NotebookDirectory(bundle.path, environment: bundle.environment, cache: slow)
            slow.of(bundle.path).save(cache.seenFiles())
            let added = URL(filePath: bundle.path).appending(path: "notes/Added.md")
            try Data("new".utf8).write(to: added)
            #expect(try !bundle.inspectChanges().isAsListed)
            #expect(try namesKnown(bundle, slow.of(bundle.path)) == Self.count)
        }
    }

    @Test func `knows the names in texts that this process has read, whatever it knew before`() throws {
        try with { bundle, cache in
            let memory = NotebookCaches(
                in: FileLocation(path: bundle.path + ".cache"), stillness: 0, indexedSize: 1, memory: TextMemory())
            let bundle = NotebookDirectory(bundle.path, environment: bundle.environment, cache: memory)
            // The clocks of disks advance in ticks.
            Thread.sleep(forTimeInterval: 0.05)
            try bundle.edit { draft in
                _ = try draft.listing.itemTags(draft.tree())
                memory.of(bundle.path).save(SeenFiles())
                _ = try draft.renameTag(#require(Tag("tag")), to: #require(Tag("other")))
            }
            #expect(try namesKnown(bundle, memory.of(bundle.path)) == Self.count)
        }
    }

    @Test func `knows nothing of files that others wrote just after it`() throws {
        try TemporaryFolder.with { folder in
            let cache = NotebookCaches(
                in: FileLocation(path: folder.appending(path: "cache").path)
            ).of("/a")
            let root = folder.appending(path: "N.notebundle")
            for name in ["notes", ".bundle"] {
                try FileManager.default.createDirectory(
                    at: root.appending(path: name), withIntermediateDirectories: true)
            }
            let written = try (0..<Self.count).map { number in
                let text = Array("Text \(number)".utf8)
                try Data(text).write(to: root.appending(path: Store.staged(number).text))
                let path = try BundlePath("notes/\(100 + number).md")
                let entry = Entry(path: path, type: .note, size: text.count, digest: .of(text), item: ItemMetadata())
                return Draft.Written(
                    file: StagedFile(
                        index: number, size: text.count, digest: .of(text), isLinked: number == 14),
                    entry: entry,
                    replaces: nil, hasSameText: false)
            }
            let memory = try #require(WrittenMemory(written, try DirectoryFiles(root.path), cache))
            // The clocks of disks advance in ticks.
            Thread.sleep(forTimeInterval: 0.05)
            memory.lookAtStagedFiles()
            for (number, file) in written.enumerated() {
                let place = root.appending(path: file.entry.path.text)
                let source = root.appending(path: Store.staged(number).text)
                let attributes = try FileManager.default.attributesOfItem(atPath: source.path)
                try FileManager.default.moveItem(at: source, to: place)
                memory.place(number)
                let other = Data("TEXT \(number)".utf8)
                switch number {
                // Rewritten, or replaced by another file with the same size and time, or gone.
                case 10: try other.write(to: place)
                case 11:
                    let handle = try FileHandle(forWritingTo: place)
                    try handle.write(contentsOf: other)
                    try handle.close()
                case 12:
                    try other.write(to: source)
                    let modified = try #require(attributes[.modificationDate])
                    try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: source.path)
                    try FileManager.default.removeItem(at: place)
                    try FileManager.default.moveItem(at: source, to: place)
                case 13: try FileManager.default.removeItem(at: place)
                // Its time is set back.
                case 15:
                    Thread.sleep(forTimeInterval: 0.05)
                    let time = root.appending(path: "time").path
                    _ = try Command.run(["touch", "-r", place.path, time])
                    try other.write(to: place)
                    _ = try Command.run(["touch", "-r", time, place.path])
                default: break
                }
            }
            Thread.sleep(forTimeInterval: 0.05)
            memory.remember(Manifest(written.map(\.entry)), after: SeenFiles())
            let known = Set(cache.seenFiles().paths.map(\.stem))
            let all = Set(written.map(\.entry.path.stem))
            #expect(all.subtracting(known) == ["110", "111", "112", "113", "114", "115"])
        }
    }

    @Test func `of fewer files is as it was`() throws {
        try with { bundle, cache in
            let before = cache.seenFiles()
            try bundle.edit { draft in
                let items = draft.listing.items.prefix(UnchangedFiles.mostToRead - 1)
                try draft.edit(items.map { ($0.path, Self.appending("#new")) })
            }
            #expect(cache.seenFiles() == before)
        }
    }
}
