@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookLinks
@testable import NotebookMarkdown
@testable import NotebookPacking
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

/// Renaming and moving keep every link.
struct `Links are kept` {
    /// A notebook of these files: notes and cards by their paths, with title and body; everything else as bytes.
    static func notebook(_ items: [(path: String, title: String?, body: String)]) throws -> NotebookDirectory {
        let disk = SimulatedDisk()
        let environment = EditKinds.environment(disk)
        var bundle = try NewBundle("N.notebundle", in: "", environment: environment)
        let time = Timestamp(clamping: 1_795_000_000)
        for (index, item) in items.enumerated() {
            let path = try BundlePath(item.path)
            guard FileType(of: path)?.isItem == true else {
                try bundle.write(Array(item.body.utf8), at: path)
                continue
            }
            let metadata = ItemMetadata(
                uuid: UniqueIdentifier(randomBits: UInt64(index), 7), title: item.title, created: time, modified: time)
            try bundle.write(try ItemFile(metadata: metadata, body: Array(item.body.utf8)).bytes, at: path)
        }
        _ = try bundle.finish(
            NotebookDescription(uuid: UniqueIdentifier(randomBits: 9, 9), title: "N", created: time))
        let prefix = "N.notebundle/"
        let files = Dictionary(
            uniqueKeysWithValues: disk.snapshot.files.filter { $0.key.hasPrefix(prefix) }.map {
                (String($0.key.dropFirst(prefix.count)), String(decoding: $0.value, as: UTF8.self))
            })
        let inside = try EditKind(name: "a notebook with links", files: files, run: { _ in }).disk()
        return NotebookDirectory("N", environment: EditKinds.environment(inside))
    }

    static func body(_ directory: NotebookDirectory, _ path: String) throws -> String {
        let bytes = try #require(try directory.content(of: BundlePath(path)))
        return String(decoding: try ItemFile(bytes).body, as: UTF8.self)
    }

    /// What a link of `notes/Here/Source.md` becomes when `notes/Birds/Heron.md` is renamed to “Egret”.
    static let renamed: [(String, String)] = [
        ("[[Heron]]", "[[Egret]]"), ("[[heron|the bird]]", "[[Egret|the bird]]"),
        ("![[Heron#Song]]", "![[Egret#Song]]"), ("[[Heron.md]]", ""),
        ("[[Birds/Heron]]", "[[Birds/Egret]]"), ("[[notes/Birds/Heron#A|b]]", "[[notes/Birds/Egret#A|b]]"),
        ("[[/notes/Birds/Heron]]", "[[/notes/Birds/Egret]]"), ("[[../Birds/Heron]]", "[[../Birds/Egret]]"),
        ("[[Ardea]]", "[[Egret]]"), ("[it](../Birds/Heron.md#song)", "[it](../Birds/Egret.md#song)"),
        ("[it](../Birds/Heron \"Heron\")", "[it](../Birds/Egret \"Heron\")"),
        ("[it](</notes/Birds/Heron.md>)", "[it](</notes/Birds/Egret.md>)"),
        ("[it][h]\n\n[h]: ../Birds/Heron.md", "[it][h]\n\n[h]: ../Birds/Egret.md"),
        ("<a href=\"../Birds/Heron.md\">x</a>", "<a href=\"../Birds/Egret.md\">x</a>"),
        ("`[[Heron]]` and\n\n    [[Heron]]\n\n```\n[x](../Birds/Heron.md)\n```", ""),
        ("[[Nothing]] [x](../Birds/Nothing.md)", ""), ("| [[Heron\\|x]] |", "| [[Egret\\|x]] |"),
    ]

    @Test func `except in items that are gone, which are named unless they linked to nothing moved`() throws {
        let directory = try Self.notebook([
            ("notes/Heron.md", nil, "Heron\n"), ("notes/Gone.md", nil, "[[Heron]]\n"),
            ("notes/Owl.md", nil, "[[Heron]]\n"),
        ])
        let files = try directory.openToChange()
        try files.unlink(DiskPath("notes/Gone.md"))
        let edit = try directory.edit { draft in
            try draft.rename(try draft.listing.item("Heron"), to: "Egret")
        }
        #expect(edit.links.changed.map(\.text) == ["notes/Owl.md"])
        #expect(edit.links.gone.map(\.text) == ["notes/Gone.md"])
    }

    @Test(arguments: renamed)
    func `in their style when an item is renamed`(old: String, new: String) throws {
        let directory = try Self.notebook([
            ("notes/Birds/Heron.md", "Ardea", ""), ("notes/Here/Source.md", nil, old + "\n"),
        ])
        try directory.edit { _ = try $0.rename($0.listing.item("Ardea"), to: "Egret") }
        #expect(try Self.body(directory, "notes/Here/Source.md") == (new.isEmpty ? old : new) + "\n")
    }

    /// What a link of `notes/Birds/Heron.md`, which goes to `notes/A/B`, becomes.
    static let moved: [(String, String)] = [
        ("[x](Owl.md)", "[x](../../Birds/Owl.md)"), ("[x](./Owl)", "[x](../../Birds/Owl)"),
        ("[x](../Here/Source.md?a#b)", "[x](../../Here/Source.md?a#b)"), ("[[./Owl]]", "[[../../Birds/Owl]]"),
        ("[[Owl]]", ""), ("[x](#part)", ""), ("[x](/notes/Birds/Owl.md)", ""), ("[x](https://example.org)", ""),
        ("[x](Gone.md)", "[x](../../Birds/Gone.md)"), ("[x](Heron.md)", ""),
        ("![](../../blobs/a.ca978112ca1bbdca.txt)", "![](../../../blobs/a.ca978112ca1bbdca.txt)"),
        ("[all](../Birds/)", "[all](../../Birds/)"), ("[[Weir]]", "[[Birds/Weir]]"),
    ]

    @Test(arguments: moved)
    func `of what is moved`(old: String, new: String) throws {
        let directory = try Self.notebook([
            ("notes/Birds/Heron.md", nil, old + "\n"), ("notes/Birds/Owl.md", nil, ""), ("notes/A/Weir.md", nil, ""),
            ("notes/Birds/Weir.md", nil, ""), ("notes/Here/Source.md", nil, ""),
            ("blobs/a.ca978112ca1bbdca.txt", nil, "a"),
        ])
        try directory.edit { _ = try $0.move($0.listing.item("Heron"), to: FolderPath("A/B")) }
        #expect(try Self.body(directory, "notes/A/B/Heron.md") == (new.isEmpty ? old : new) + "\n")
    }

    /// What a link of `notes/S.md` becomes when the folder F of `notes/F/C.md` gets a name that could close what is
    /// open.
    static let closing: [(String, String, String)] = [
        ("press ` then see [[F/C]]", "New (2026)", "press ` then see [[New (2026)/C]]"),
        ("if a <b then [[F/C]]", "New (2026)", "if a <b then [[New (2026)/C]]"),
        ("an [[ and [[notes/F/C]]", "Bob's", "an [[ and [[notes/Bob's/C]]"),
        ("<a b='x [[notes/F/C]]", "Bob's", "<a b='x [[notes/Bob's/C]]"),
        ("[x](a (b [[notes/F/C]]", "N))", "[x](a (b [[D]]"), ("[x](a (b [[F/C]]", "N))", "[x](a (b [[D]]"),
        ("[x](a (b [y](F/C.md)", "N'))", "[x](a (b [y](N&#39;%29%29/C.md)"),
    ]

    @Test(arguments: closing)
    func `behind something unclosed, if need be in another style`(old: String, name: String, new: String) throws {
        let directory = try Self.notebook([
            ("notes/F/C.md", "D", ""), ("notes/H/C.md", nil, ""), ("notes/S.md", nil, old + "\n"),
        ])
        let unkept = try directory.edit { draft in
            try draft.relocateFolder(FolderPath("F"), to: FolderPath(name))
            return try draft.keepLinks().unkept
        }.result
        #expect(unkept == [])
        #expect(try Self.body(directory, "notes/S.md") == new + "\n")
    }

    @Test func `of others when a new name would catch them`() throws {
        let directory = try Self.notebook([
            ("notes/Heron.md", nil, ""), ("notes/Far/Egret.md", nil, ""), ("notes/Title.md", "Egretta", ""),
            ("notes/Source.md", nil, "[[Egret]] [[Egretta]] [[heron.jpg]]\n"), ("notes/Owl.md", nil, ""),
            ("blobs/heron.ca978112ca1bbdca.jpg", nil, "a"),
        ])
        try directory.edit { _ = try $0.rename($0.listing.item("Heron"), to: "Egret") }
        #expect(try Self.body(directory, "notes/Source.md") == "[[Far/Egret]] [[Egretta]] [[heron.jpg]]\n")
        try directory.edit { _ = try $0.rename($0.listing.item("notes/Egret.md"), to: "Egretta") }
        #expect(try Self.body(directory, "notes/Source.md") == "[[Far/Egret]] [[Title]] [[heron.jpg]]\n")
        try directory.edit { _ = try $0.rename($0.listing.item("Owl"), to: "heron.jpg") }
        #expect(
            try Self.body(directory, "notes/Source.md")
                == "[[Far/Egret]] [[Title]] [[heron.ca978112ca1bbdca.jpg]]\n")
    }

    @Test func `to a card that is called by its text, when a link in that changes`() throws {
        let directory = try Self.notebook([
            ("cards/1.md", nil, "What is a [[Heron]]?\n\n---\n\nA bird.\n"), ("notes/Heron.md", nil, ""),
            ("notes/Source.md", nil, "[[What is a Heron?]]\n"),
        ])
        try directory.edit { _ = try $0.rename($0.listing.item("Heron"), to: "Egret") }
        #expect(try Self.body(directory, "notes/Source.md") == "[[What is a Egret?]]\n")
    }

    @Test func `to an item that gets another title by an edit, and to a card that gets another front`() throws {
        let directory = try Self.notebook([
            ("notes/h.md", "Heron", ""), ("cards/1.md", nil, "What is it?\n\n---\n\nA bird.\n"),
            ("notes/Source.md", nil, "[[Heron]] [[What is it?]] [[h]]\n"),
        ])
        try directory.edit { draft in
            var change = ItemChange()
            change.title = "Egret"
            _ = try draft.edit(draft.listing.item("Heron").path, change)
            change = ItemChange()
            change.front = Array("Who is it?".utf8)
            _ = try draft.edit(draft.listing.item("What is it?").path, change)
        }
        #expect(try Self.body(directory, "notes/Source.md") == "[[Egret]] [[Who is it?]] [[h]]\n")
    }

    @Test func `of what comes out of the trash to another place`() throws {
        let directory = try Self.notebook([
            ("notes/A/Heron.md", nil, "[x](Owl.md)\n"), ("notes/A/Owl.md", nil, ""),
            ("notes/Source.md", nil, "[x](A/Heron.md)\n"),
        ])
        try directory.edit { _ = try $0.moveToTrash([$0.listing.item("Heron")]) }
        try directory.edit { _ = try $0.restore([$0.listing.item("Heron", inTrash: true)], to: FolderPath("B/C")) }
        #expect(try Self.body(directory, "notes/B/C/Heron.md") == "[x](../../A/Owl.md)\n")
        #expect(try Self.body(directory, "notes/Source.md") == "[x](B/C/Heron.md)\n")
    }

    @Test func `only if that is wanted`() throws {
        let directory = try Self.notebook([
            ("notes/Heron.md", nil, "[x](Source.md)\n"), ("notes/Source.md", nil, "[[Heron]]\n"),
        ])
        try directory.edit { draft in
            draft.keepsLinks = false
            _ = try draft.move(draft.listing.item("Heron"), to: FolderPath("A"))
        }
        #expect(try Self.body(directory, "notes/A/Heron.md") == "[x](Source.md)\n")
    }

    @Test func `in a preview that writes nothing`() throws {
        let directory = try Self.notebook([
            ("notes/Heron.md", nil, ""), ("notes/Source.md", nil, "[[Heron]]\n"),
        ])
        let before = try directory.open().fingerprint
        let preview = try directory.preview { try $0.rename($0.listing.item("Heron"), to: "Egret") }
        #expect(preview.moves.map(\.new.text) == ["notes/Egret.md"])
        #expect(preview.texts.map(\.path.text) == ["notes/Egret.md", "notes/Source.md"])
        #expect(String(decoding: preview.texts[1].new, as: UTF8.self).hasSuffix("\n\n[[Egret]]\n"))
        #expect(try directory.open().fingerprint == before)
        #expect(try !directory.hasPendingChange())
    }

    @Test(arguments: Seeds.some(12))
    func `after any renames and moves`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let directory = try Self.notebook(generator.linkedItems())
        let first = try LinkGraph(directory)
        #expect(first.targets.count > 20)
        for step in 1...12 {
            let before = try LinkGraph(directory)
            let unkept = try directory.edit { draft in
                for _ in 0..<Int.random(in: 1...2, using: &generator) {
                    let item = try draft.shown(generator.pick(draft.manifest.entries.filter(\.type.isItem)).path)
                    if generator.chance(0.2), !draft.current.folders.isEmpty {
                        let folder = generator.pick(draft.current.folders)
                        // Where the name is taken, nothing is done.
                        try? draft.relocateFolder(folder, to: FolderPath(generator.pick(LinkedNames.newFolders)))
                    } else if generator.chance(0.5) {
                        _ = try draft.rename(item, to: generator.pick(LinkedNames.titles))
                    } else {
                        _ = try draft.move(item, to: FolderPath(generator.pick(LinkedNames.folders)))
                    }
                }
                return try draft.keepLinks().unkept
            }.result
            #expect(unkept == [], "seed \(seed), step \(step)")
            let after = try LinkGraph(directory)
            #expect(before.lost(in: after) == [], "seed \(seed), step \(step)")
            #expect(before.count == after.count, "seed \(seed), step \(step)")
        }
        #expect(first.lost(in: try LinkGraph(directory)) == [], "seed \(seed)")
    }

    @Test(arguments: Seeds.some(12))
    func `when two notes are joined, those to the second then lead to the first`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let directory = try Self.notebook(generator.linkedItems())
        let notes = try directory.open().items.filter { $0.type == .note }.shuffled(using: &generator)
        let (one, other) = try (#require(notes.first), #require(notes.last))
        let before = try LinkGraph(directory)
        let bytes = try #require(try directory.content(of: one.path))
        let count = MarkdownDocument(bytes, from: try ItemFile(bytes).bodyStart).links().count
        try directory.edit { draft in
            _ = try draft.merge(other, into: one)
            #expect(try draft.keepLinks().unkept == [])
        }
        let after = try LinkGraph(directory)
        let (kept, gone) = (one.uuid?.description, other.uuid?.description)
        for (place, target) in before.targets {
            let now =
                place.source == gone
                ? LinkGraph.Place(source: kept ?? "", index: place.index + count) : place
            #expect(after.targets[now] == (target == gone ? kept : target), "seed \(seed): \(place)")
        }
        #expect(before.count == after.count, "seed \(seed)")
        #expect(try directory.open().trashedItems.map(\.uuid) == [other.uuid])
    }
}

/// Names that are so few that they meet.
private enum LinkedNames {
    static let titles = [
        "Heron", "heron", "Owl", "Weir", "Étoile", "e\u{301}toile", "A/B", "C: D", "x.md", "a.txt", "鷺", "Bob's (2)",
    ]
    static let newFolders = ["New (2026)", "Bob's (3)", "Far/Off", "Birds"]
    static let folders = ["", "Birds", "Birds/Owls", "Places", "A B", "Heron", "Bob's (1)"]
}

extension SeededGenerator {
    /// Notes and cards that link to each other in all ways.
    mutating func linkedItems() -> [(path: String, title: String?, body: String)] {
        var paths: Set<String> = []
        var keys: Set<ComparisonKey> = []
        for _ in 0..<14 {
            let folder = pick(LinkedNames.folders)
            let name = PortableName.made(from: pick(LinkedNames.titles)) ?? "x"
            let path = "\(pick(["notes", "notes", "cards"]))/\(folder.isEmpty ? "" : folder + "/")\(name).md"
            if keys.insert(ComparisonKey(path)).inserted { paths.insert(path) }
        }
        let blob = "blobs/a.ca978112ca1bbdca.txt"
        let all = paths.sorted()
        var items = all.map { path in
            (path: path, title: chance(0.5) ? pick(LinkedNames.titles) : nil, body: links(all + [blob], from: path))
        }
        items.append((blob, nil, "a"))
        return items
    }

    private mutating func links(_ paths: [String], from source: String) -> String {
        guard let place = try? BundlePath(source) else { return "" }
        return (0..<8).compactMap { _ -> String? in
            guard let path = try? BundlePath(pick(paths)) else { return nil }
            let relative = RelativePath.from(place, to: path)
            let encoded = PercentEncoding.encode(relative)
            let bare = path.text.hasSuffix(".md") ? String(path.text.dropLast(3)) : path.text
            let parts = bare.split(separator: "/")
            let target = pick([
                parts.suffix(1).joined(separator: "/"), parts.suffix(2).joined(separator: "/"),
                parts.dropFirst().joined(separator: "/"), bare, "/" + bare, path.text, "./" + relative,
                pick(LinkedNames.titles),
            ])
            let opening = chance(0.2) ? pick(["press ` ", "if a <b ", "an [[ ", "Bob's ", "<a b='x "]) : ""
            let link = pick([
                "[[\(target)]]", "![[\(target)]]", "[[\(target)|label]]", "[[\(target)#Part]]", "[x](\(encoded))",
                "[x](<\(relative)>)", "[x](/\(PercentEncoding.encode(path.text))#part)", "<img src=\"\(encoded)\">",
                "`[[\(target)]]`",
            ])
            return opening + link
        }.joined(separator: " and\n\n") + "\n"
    }
}
