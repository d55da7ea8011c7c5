import Foundation
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookText

/// Canonical texts come out as they went in, and nothing that goes in makes a reader fall over.
struct `A canonical text` {
    private static func path(_ random: inout SeededGenerator) -> BundlePath? {
        let words = ["Birds", "鷺", "é", "a b", "🪶", "Straße", "x.y", "ΑΒΓ", "-", "'", "#1", "[x]"]
        let folders = (0..<Int.random(in: 0...3, using: &random)).map { _ in random.pick(words) }
        let name = random.pick(words) + String(Int.random(in: 0...9999, using: &random))
        let root = random.pick(["notes", "cards"])
        return try? BundlePath(([root] + folders + [name + ".md"]).joined(separator: "/"))
    }

    private static func timestamp(_ random: inout SeededGenerator) -> Timestamp {
        Timestamp(clamping: Int64.random(in: Timestamp.range, using: &random))
    }

    private static func digest(_ random: inout SeededGenerator) -> Digest { Digest.of(random.bytes(8)) }

    private static func metadata(_ random: inout SeededGenerator) -> ItemMetadata {
        let titles = ["Grey heron", "\"quoted\" \\ 'title'", "日本 🪶", "a/b: c", "\u{301}x", "true", "  x  y"]
        let tags = ["birds", "birds/heron", "ΑΒΓ", "a b", "é"].compactMap { Tag($0) }
        return ItemMetadata(
            uuid: random.chance(0.8) ? UniqueIdentifier(randomBits: random.next(), random.next()) : nil,
            title: random.chance(0.5) ? Title.accepted(random.pick(titles)) : nil,
            created: random.chance(0.5) ? timestamp(&random) : nil,
            modified: random.chance(0.5) ? timestamp(&random) : nil, pinned: random.chance(0.3),
            tags: Array(tags.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))))
    }

    private static func manifest(_ random: inout SeededGenerator) -> Manifest {
        var entries: [BundlePath: Entry] = [:]
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            guard let path = path(&random), let type = FileType(of: path) else { continue }
            entries[path] = Entry(
                path: path, type: type, size: Int.random(in: 0..<1 << 53, using: &random), digest: digest(&random),
                item: metadata(&random))
        }
        return Manifest(Array(entries.values))
    }

    @Test(arguments: Seeds.some(60))
    func `of a manifest gives the same manifest, and that the same bytes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let manifest = Self.manifest(&random)
        let again = try Manifest(manifest.text)
        #expect(again == manifest)
        #expect(again.text == manifest.text)
    }

    private static func note(_ random: inout SeededGenerator) -> ChangeNote {
        let entries = manifest(&random).entries.prefix(4)
        let paths = (0..<4).compactMap { _ in path(&random) }
        return ChangeNote(
            time: timestamp(&random), verb: random.pick(["edit", "sync", "x\"y"]),
            undoes: random.chance(0.3) ? Int.random(in: 1...999, using: &random) : nil,
            merged: random.chance(0.3) ? digest(&random) : nil, source: random.chance(0.3) ? "Ä/b.notebundle" : nil,
            outside: entries.map { entry in
                ChangeNote.ExternalChange(
                    path: entry.path, before: entry.digest, after: random.chance(0.5) ? digest(&random) : nil,
                    listed: random.chance(0.7) ? entry : nil)
            },
            moved: zip(paths, paths.dropFirst()).map { ChangeNote.Move(from: $0, to: $1) },
            destroyed: (0..<Int.random(in: 0...2, using: &random)).map { _ in digest(&random) })
    }

    private static func journal(_ random: inout SeededGenerator) -> Journal {
        let paths = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in path(&random) }
        let after = digest(&random)
        let puts = Set(paths).sorted().map {
            Journal.Put(path: $0, digest: digest(&random), replaces: random.chance(0.5) ? digest(&random) : nil)
        }
        return Journal(
            before: random.chance(0.8) ? digest(&random) : nil, after: after,
            puts: puts + [.init(path: .manifest, digest: after, replaces: nil)],
            deletions: path(&random).map { [.init(path: $0, digest: digest(&random))] } ?? [],
            note: random.chance(0.8) ? note(&random) : nil)
    }

    @Test(arguments: Seeds.some(40))
    func `of a journal gives the same journal, and that the same bytes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let journal = Self.journal(&random)
        let again = try Journal(journal.text)
        #expect(again == journal)
        #expect(again.text == journal.text)
    }

    @Test(arguments: Seeds.some(40))
    func `says the same in another layout, with keys in any order, escapes and unknown keys`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let journal = Self.journal(&random)
        var members = try #require(JSONSerialization.jsonObject(with: Data(journal.text)) as? [String: Any])
        members["unknown"] = [["path": "../x"], nil, 1.5, "sha256"] as [Any?]
        members["put"] = try #require(members["put"] as? [[String: Any]]).map { row in
            row.merging(["a\u{301}": ["path": 1]]) { $1 }
        }
        let text = try JSONSerialization.data(withJSONObject: members, options: .prettyPrinted)
        #expect(try Journal(Array(text)) == journal)
    }

    static let samples: [URL] = {
        let conformance = Project.samples.appending(path: "conformance")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: conformance.path)) ?? []
        return [Project.samples.appending(path: "Field Guide.notebundle")]
            + names.filter { $0.hasPrefix("valid-") && $0.hasSuffix(".notebundle") }.map {
                conformance.appending(path: $0)
            }
    }()

    @Test func `has samples`() { #expect(Self.samples.count > 10) }

    @Test(arguments: samples)
    func `of a sample comes out as it went in, with unknown keys and their spelling`(sample: URL) throws {
        let description = [UInt8](try Data(contentsOf: sample.appending(path: "notebook.json")))
        #expect(try NotebookDescription(description).text == description)
        let manifest = [UInt8](try Data(contentsOf: sample.appending(path: "manifest.json")))
        #expect(try Manifest(manifest).text == manifest)
    }

    /// Readers of damaged texts throw, or read what then prints to something that reads the same.
    @Test(arguments: Seeds.some(40))
    func `that is damaged is read or refused`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = random.pick(Self.samples)
        for name in ["manifest.json", "notebook.json"] {
            var bytes = [UInt8](try Data(contentsOf: sample.appending(path: name)))
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(random.pick(Array("\"\\{}[],:0n\n".utf8)), at: place)
                default: bytes.removeSubrange(place...)
                }
            }
            if let manifest = try? Manifest(bytes) { #expect(try Manifest(manifest.text) == manifest) }
            if let description = try? NotebookDescription(bytes) {
                #expect(try NotebookDescription(description.text).text == description.text)
            }
        }
    }

    @Test(arguments: Seeds.some(30))
    func `in another layout is the same manifest`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let manifest = Self.manifest(&random)
        let object = try JSONSerialization.jsonObject(with: Data(manifest.text))
        let options: JSONSerialization.WritingOptions = random.chance(0.5) ? [.prettyPrinted] : [.sortedKeys]
        let other = [UInt8](try JSONSerialization.data(withJSONObject: object, options: options))
        #expect(try Manifest(other) == manifest)
    }
}
