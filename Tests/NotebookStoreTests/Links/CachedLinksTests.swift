import Foundation
@testable import NotebookCheck
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookLinks
@testable import NotebookPacking
import NotebookQuery
@testable import NotebookStore
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

/// What is kept of links is never a second truth.
struct `Links that were seen` {
    private static let names = ["Heron", "Owl", "Weir", "River", "Ärger", "Reed"]

    /// Three notebooks of the same bytes and the same chance, of which one has a cache, and one only what it remembers.
    private static func notebooks(_ folder: URL, _ generator: inout SeededGenerator) throws -> [NotebookDirectory] {
        let first = try NotebookDirectory.create("A.notebundle", in: folder.path, title: "N")
        let texts = (0..<14).map { _ in text(&generator) }
        try first.edit { draft in
            for (index, text) in texts.enumerated() {
                var note = try NewItem(.note, file: Array(text.utf8))
                note.title = "\(names[index % names.count]) \(index)"
                note.folder = try draft.folder(["", "Birds", "Birds/Far"][index % 3])
                _ = try draft.add(note)
            }
        }
        let copies = ["B", "C"].map { folder.appending(path: "\($0).notebundle") }
        for copy in copies { try FileManager.default.copyItem(at: URL(filePath: first.path), to: copy) }
        func cache(_ name: String, _ stillness: Int64, _ memory: TextMemory? = nil) -> NotebookCaches {
            NotebookCaches(
                in: FileLocation(path: folder.appending(path: name).path), stillness: stillness, memory: memory)
        }
        // What is read in a test is too new for the last cache.
        let caches = [nil, cache("cache", 0), cache("other", 3_600_000_000_000, TextMemory())]
        return zip([first.path] + copies.map(\.path), caches).map { path, cache in
            let chance = Chance()
            let environment = NotebookEnvironment(
                now: FixedClock.now, random: { chance.next() }, open: NotebookEnvironment.system.open)
            return NotebookDirectory(path, environment: environment, cache: cache)
        }
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        (0..<3).map { _ in
            let name = "\(generator.pick(names)) \(Int.random(in: 0..<14, using: &generator))"
            let path = name.replacing(" ", with: "%20")
            return generator.pick(["[[\(name)]]", "[[Birds/\(name)]]", "[x](\(path).md)", "[x](../Birds/\(path).md)"])
        }.joined(separator: " ") + "\n"
    }

    private static func files(_ notebook: NotebookDirectory) throws -> [String: Data] {
        let root = URL(filePath: notebook.path)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: notebook.path).filter { $0.hasSuffix(".md") }
        return Dictionary(uniqueKeysWithValues: try paths.map { ($0, try Data(contentsOf: root.appending(path: $0))) })
    }

    @Test(arguments: Seeds.some(12)) func `lead where they lead without a cache, whatever is changed`(
        seed: UInt64
    ) throws {
        try TemporaryFolder.with { folder in
            var generator = SeededGenerator(seed: seed)
            let notebooks = try Self.notebooks(folder, &generator)
            for round in 0..<12 {
                let items = try notebooks[0].open().items.map(\.path)
                let path = generator.pick(items)
                let (other, kind) = (generator.pick(items), Int.random(in: 0..<6, using: &generator))
                let (name, text) = ("\(generator.pick(Self.names)) \(round % 14)", Self.text(&generator))
                var answers: [[String]] = []
                for notebook in notebooks {
                    answers.append(try Self.change(notebook, kind, path, other, name, text))
                }
                for (notebook, answer) in zip(notebooks, answers).dropFirst() {
                    #expect(answers[0] == answer, "round \(round), \(kind) of \(path)")
                    #expect(try Self.files(notebooks[0]) == Self.files(notebook), "round \(round), \(kind) of \(path)")
                }
            }
        }
    }

    /// What a change says of links.
    private static func change(
        _ notebook: NotebookDirectory, _ kind: Int, _ path: BundlePath, _ other: BundlePath, _ name: String,
        _ text: String
    ) throws -> [String] {
        switch kind {
        case 0:
            // From outside, with as many bytes as nobody expects.
            let place = URL(filePath: notebook.path).appending(path: path.text)
            var bytes = try Data(contentsOf: place)
            bytes.append(Data(text.utf8))
            try bytes.write(to: place)
            _ = try notebook.seal()
            return []
        case 1:
            return try notebook.edit { try [$0.move($0.listing.item(path.text), to: $0.folder(name)).path.text] }.told
        case 2:
            let losses = try losses(notebook, deleting: path)
            let edit = try notebook.edit { draft in
                try [draft.moveToTrash([draft.listing.item(path.text)]).description]
            }
            return losses + edit.told
        case 3:
            guard let item = try notebook.open().trashedItems.first else { return [] }
            let before = try notebook.open().manifest
            let edit = try notebook.edit { draft in
                try draft.restore([draft.listing.item(item.path.text, inTrash: true)]).map(\.path.text)
            }
            return try edit.told + gained(notebook, from: before, edit.result)
        case 4 where path != other:
            return try notebook.edit { draft in
                let (item, into) = (try draft.listing.item(path.text), try draft.listing.item(other.text))
                return [try draft.merge(item, into: into).path.text]
            }.told
        default:
            return try notebook.edit { try [$0.rename($0.listing.item(path.text), to: name).path.text] }.told
        }
    }

    private static func losses(_ notebook: NotebookDirectory, deleting path: BundlePath) throws -> [String] {
        try notebook.readTree { files in
            let manifest = try NotebookListing(files).manifest
            let links = try NotebookListing(files).links(naming: [path], files)
            return LinkLosses(manifest, links, deleting: [path]).losses.map { "\($0)" }
        }
    }

    private static func gained(
        _ notebook: NotebookDirectory, from before: Manifest, _ restored: [String]
    ) throws -> [String] {
        try notebook.readTree { files in
            let book = try NotebookListing(files)
            let links = try book.links(
                naming: Set(restored.map { try BundlePath($0) }), before: before, files)
            return LinkLosses(from: before, to: book.manifest, links).losses.map { "\($0)" }
        }
    }

    @Test(arguments: Seeds.some(1)) func `are those of all items that may lead to a file`(seed: UInt64) throws {
        try TemporaryFolder.with { folder in
            var generator = SeededGenerator(seed: seed)
            for notebook in try Self.notebooks(folder, &generator) {
                try notebook.readTree { files in
                    let book = try NotebookListing(files)
                    let all = try book.linkMap(files)
                    for _ in 1...2 {
                        #expect(try book.linkEdges(files) == all.edges)
                        #expect(try book.brokenLinks(files) == all.broken)
                        for path in book.items.map(\.path) {
                            let links = try book.links(naming: [path], files)
                            #expect(LinkMap(book.manifest, links).links(to: path) == all.links(to: path))
                        }
                        // What queries ask about links.
                        let sources = { (item: Item) in
                            Set(all.links(to: item.path).map(\.source)).subtracting([item.path])
                        }
                        let hasBroken = { (item: Item) in all.broken.contains { $0.source == item.path } }
                        func found(_ query: String) throws -> [BundlePath] {
                            try book.select(book.items, Query(query), in: .here, files: files).map(\.path)
                        }
                        #expect(try found("backlinks > 0") == book.items.filter { !sources($0).isEmpty }.map(\.path))
                        #expect(try found("links.broken") == book.items.filter(hasBroken).map(\.path))
                        #expect(
                            try found("links.broken and backlinks > 0")
                                == book.items.filter { hasBroken($0) && !sources($0).isEmpty }.map(\.path))
                    }
                }
            }
        }
    }

    @Test(arguments: Seeds.some(1)) func `are not read again`(seed: UInt64) throws {
        try TemporaryFolder.with { folder in
            var generator = SeededGenerator(seed: seed)
            let notebook = try Self.notebooks(folder, &generator)[1]
            let cache = try #require(notebook.notebookCache)
            let (found, known, forged) = try notebook.readTree { files in
                let manifest = try NotebookListing(files).manifest
                let wanted = FileNames(of: manifest.entries.map(\.path), in: manifest)
                func find() throws -> Set<BundlePath> {
                    try TextNamesReader(files).sources(naming: wanted, of: manifest).named
                }
                let found = try find()
                let known = cache.seenFiles()
                // An item that is said to have no links is taken for one that has none.
                let path = try #require(found.sorted().first)
                let identity = try #require(try files.directoryReader?.files.status(DiskPath(path))?.identity)
                let seen = try #require(known.seen(path, identity))
                let forged = SeenFiles.Seen(identity: identity, digest: seen.digest, names: TextNames.none)
                cache.save(known.updating([(path, forged)], listedIn: manifest))
                return (found.subtracting([path]), known, try find())
            }
            #expect(forged == found)
            #expect(try Set(known.paths) == Set(notebook.open().items.map(\.path)))
            #expect(SeenFiles(known.bytes) == known)
        }
    }

    @Test(arguments: Seeds.some(1)) func `are remembered until a file changes`(seed: UInt64) throws {
        try TemporaryFolder.with { folder in
            var generator = SeededGenerator(seed: seed)
            let notebook = try Self.notebooks(folder, &generator)[2]
            let memory = try #require(notebook.notebookCache?.memory)
            try notebook.readTree { files in
                let manifest = try NotebookListing(files).manifest
                let wanted = FileNames(of: manifest.entries.paths, in: manifest)
                func find() throws -> Set<BundlePath> {
                    try TextNamesReader(files).sources(naming: wanted, of: manifest).named
                }
                // A file that was written just now may change without a trace.
                Thread.sleep(forTimeInterval: 0.05)
                let found = try find()
                let path = try #require(found.sorted().first)
                let disk = try #require(files.directoryReader?.files)
                let identity = try #require(try disk.status(DiskPath(path))?.identity)
                let seen = try #require(memory.text(identity))
                #expect(seen.names?.links.mayName(wanted) == true)
                let forged = SeenFiles.Seen(identity: identity, digest: seen.digest, names: TextNames.none)
                memory.remember([forged], at: .max)
                #expect(try find() == found.subtracting([path]))
                let place = URL(filePath: notebook.path).appending(path: path.text)
                try Data(contentsOf: place).write(to: place)
                #expect(try find() == found)
                // Just written.
                memory.remember([SeenFiles.Seen(identity: identity, digest: seen.digest)], at: identity.modified)
                #expect(memory.text(identity) == forged)
            }
        }
    }
}

extension EditResult where Result == [String] {
    /// The result, and what became of links.
    fileprivate var told: [String] {
        result + links.changed.map(\.text) + links.unkept.map { "\($0)" } + links.smartFolders
    }
}
