@testable import NotebookText
import Testing

@testable import NotebookFormat
@testable import NotebookLinks

/// Clauses 21.2 and 21.3.
struct `A link resolver` {
    static let resolver = LinkResolver(Manifest(entries.compactMap(\.self)))

    /// The files of a notebook; `nil` for one that it could not have.
    static let entries: [Entry?] = {
        func entry(_ text: String, title: String? = nil) -> Entry? {
            guard let path = try? BundlePath(text), let type = FileType(of: path) ?? TrashedPath(path)?.type else {
                return nil
            }
            return Entry(path: path, type: type, size: 0, digest: .of([]), item: ItemMetadata(title: title))
        }
        return [
            entry("notebook.json"), entry("notes/Birds/Grey heron.md", title: "Ardea"),
            entry("notes/Birds/Owls/Owl.md"),
            entry("notes/Owl.md"), entry("notes/Places/Weir.md"), entry("notes/Places/River/Weir.md"),
            entry("cards/Places/Weir.md"), entry("cards/Birds/Egret.md"), entry("notes/Vögel/鷺.md"),
            entry("notes/a.b.md"), entry("notes/Twin/One.md", title: "Same"), entry("notes/Twin/Two.md", title: "Same"),
            entry("blobs/heron.2cf24dba5fb0a30e.jpg"), entry("trash/20260102T030405Z-0123abcd/notes/Gone.md"),
            entry("extras/org.example.app/state.json"), entry("extras/org.example.app/read.md"),
        ]
    }()

    @Test func `knows all files of the notebook`() { #expect(Self.entries.allSatisfy { $0 != nil }) }

    static func file(_ text: String) throws -> LinkTarget { .file(try BundlePath(text)) }

    static let destinations: [(String, String, String?)] = [
        ("Owls/Owl.md", "notes/Birds/Grey heron.md", "notes/Birds/Owls/Owl.md"),
        ("Owls/Owl", "notes/Birds/Grey heron.md", "notes/Birds/Owls/Owl.md"),
        ("../Owl.md#part", "notes/Birds/Grey heron.md", "notes/Owl.md"),
        ("Grey%20heron.md?x=1", "notes/Birds/x.md", "notes/Birds/Grey heron.md"),
        ("Grey%20heron.md", "notes/Birds/x.md", "notes/Birds/Grey heron.md"),
        ("/notes/Owl.md", "cards/Birds/Egret.md", "notes/Owl.md"),
        ("../../cards/Birds/Egret.md", "notes/Birds/x.md", "cards/Birds/Egret.md"),
        ("V%C3%B6gel/%E9%B7%BA.md", "notes/x.md", "notes/Vögel/鷺.md"),
        ("Vo\u{308}gel/鷺.md", "notes/x.md", "notes/Vögel/鷺.md"),
        ("owl.md", "notes/x.md", nil), ("%FF.md", "notes/x.md", nil), ("../../../../etc/passwd", "notes/x.md", nil),
        ("Gone.md", "notes/x.md", nil), ("a.b", "notes/x.md", "notes/a.b.md"),
        ("../blobs/heron.2cf24dba5fb0a30e.jpg", "notes/x.md", "blobs/heron.2cf24dba5fb0a30e.jpg"),
        ("../extras/org.example.app/read.md", "notes/x.md", "extras/org.example.app/read.md"),
        ("../extras/org.example.app/read", "notes/x.md", nil),
        ("Owl.md", "trash/20260102T030405Z-0123abcd/notes/Gone.md", "notes/Owl.md"),
        // What combines with a sign of a path is no part of it.
        ("../notes/\u{301}/../Owl.md", "notes/x.md", "notes/Owl.md"),
        ("./\u{FE0F}/../Owl.md", "notes/x.md", "notes/Owl.md"),
    ]

    @Test(arguments: destinations)
    func `follows destinations by path alone`(destination: String, source: String, target: String?) throws {
        let found = Self.resolver.resolve(LinkDestination(destination), from: try BundlePath(source))
        if let target {
            #expect(found == (try Self.file(target)))
        } else if case .nothing = found {
        } else {
            Issue.record("found \(found)")
        }
    }

    @Test func `tells what leads elsewhere`() throws {
        let source = try BundlePath("notes/x.md")
        for external in ["https://example.org/a", "mailto:a@example.org", "//example.org/x", "a+b.c-d:x"] {
            #expect(Self.resolver.resolve(LinkDestination(external), from: source) == .external)
        }
        #expect(Self.resolver.resolve(LinkDestination("#part"), from: source) == .itself)
        #expect(Self.resolver.resolve(LinkDestination(""), from: source) == .itself)
        #expect(Self.resolver.resolve(LinkDestination("Birds/"), from: source) == .folder("notes/Birds"))
        #expect(Self.resolver.resolve(LinkDestination("Birds?\u{FE0F}x"), from: source) == .folder("notes/Birds"))
    }

    static let wikis: [(String, String, String)] = [
        ("Grey heron", "notes/x.md", "notes/Birds/Grey heron.md"),
        ("GREY HERON", "notes/x.md", "notes/Birds/Grey heron.md"),
        ("ardea", "notes/x.md", "notes/Birds/Grey heron.md"),
        ("Birds/Owls/Owl", "notes/x.md", "notes/Birds/Owls/Owl.md"),
        ("Owl", "notes/x.md", "notes/Owl.md"), ("Owl", "notes/Birds/Owls/x.md", "notes/Owl.md"),
        ("Weir", "notes/Places/River/x.md", "notes/Places/River/Weir.md"),
        ("./Owls/Owl", "notes/Birds/x.md", "notes/Birds/Owls/Owl.md"),
        ("/notes/Owl", "notes/Birds/x.md", "notes/Owl.md"),
        ("Weir", "notes/Places/x.md", "notes/Places/Weir.md"),
        ("River/Weir", "notes/x.md", "notes/Places/River/Weir.md"),
        ("cards/Places/Weir", "notes/x.md", "cards/Places/Weir.md"), ("鷺", "notes/x.md", "notes/Vögel/鷺.md"),
        ("heron.jpg", "notes/x.md", "blobs/heron.2cf24dba5fb0a30e.jpg"),
        ("heron.2cf24dba5fb0a30e.jpg", "notes/x.md", "blobs/heron.2cf24dba5fb0a30e.jpg"),
        ("egret", "notes/x.md", "cards/Birds/Egret.md"),
    ]

    @Test(arguments: wikis)
    func `finds wiki targets by path, name, title and readable name, the nearest first`(
        target: String, source: String, expected: String
    ) throws {
        #expect(Self.resolver.resolve(wiki: target, from: try BundlePath(source)) == (try Self.file(expected)))
    }

    /// Unicode makes one character of U+0600 and what follows it, and of U+0301 and what is before it.
    @Test func `finds files whatever is beside their slashes and full stops`() throws {
        let paths = [
            "notes/a\u{600}.md", "notes/b\u{600}/c.md", "notes/\u{301}d.md", "blobs/e\u{600}.2cf24dba5fb0a30e.jpg",
        ]
        let resolver = LinkResolver(
            Manifest(
                try paths.map {
                    let path = try BundlePath($0)
                    return Entry(
                        path: path, type: try #require(FileType(of: path)), size: 0, digest: .of([]), item: nil)
                }.sorted { $0.path < $1.path }))
        let source = try BundlePath("notes/x.md")
        let targets = [
            ("a\u{600}.md", 0), ("a\u{600}", 0), ("b\u{600}/c", 1), ("\u{301}d", 2), ("/notes/\u{301}d", 2),
            ("e\u{600}.jpg", 3), (" a\u{600} ", 0),
        ]
        for (target, index) in targets {
            #expect(resolver.resolve(wiki: target, from: source) == (try Self.file(paths[index])))
        }
        for (target, index) in [("a\u{600}.md", 0), ("a\u{600}", 0), ("b\u{600}/c.md", 1), ("/notes/\u{301}d.md", 2)] {
            #expect(resolver.resolve(LinkDestination(target), from: source) == (try Self.file(paths[index])))
        }
    }

    static let seen = LinkResolver(
        Manifest(
            [
                ("notes/Page\u{A0}12.md", nil), ("notes/Soft\u{AD}ware.md", "Thin\u{202F}title"),
                ("notes/Plain name.md", nil),
                ("blobs/a\u{3000}b.2cf24dba5fb0a30e.png", nil), ("notes/Fol\u{200B}der/In it.md", nil),
                ("notes/\u{A0}Edge.md", nil), ("notes/Twin name.md", nil), ("notes/Twin\u{A0}name.md", nil),
            ].compactMap { (text: String, title: String?) -> Entry? in
                guard let path = try? BundlePath(text), let type = FileType(of: path) else { return nil }
                return Entry(path: path, type: type, size: 0, digest: .of([]), item: ItemMetadata(title: title))
            }.sorted { $0.path < $1.path }))

    @Test(
        arguments: [
            ("Page 12", "notes/Page\u{A0}12.md"), ("page\u{202F}12", "notes/Page\u{A0}12.md"),
            ("\u{A0}Pa\u{AD}ge\t12\u{2060}", "notes/Page\u{A0}12.md"), ("Software", "notes/Soft\u{AD}ware.md"),
            ("soft\u{200B}ware.md", "notes/Soft\u{AD}ware.md"), ("Thin title", "notes/Soft\u{AD}ware.md"),
            ("Plain\u{2003}name", "notes/Plain name.md"), ("./Plain\u{A0}na\u{2060}me", "notes/Plain name.md"),
            ("a b.png", "blobs/a\u{3000}b.2cf24dba5fb0a30e.png"),
            ("Folder/In\u{A0}it", "notes/Fol\u{200B}der/In it.md"),
            ("notes/Folder/In it.md", "notes/Fol\u{200B}der/In it.md"), ("Edge", "notes/\u{A0}Edge.md"),
            ("\u{A0}Edge", "notes/\u{A0}Edge.md"), ("notes/\u{A0}Edge", "notes/\u{A0}Edge.md"),
            ("Twin name", "notes/Twin name.md"), ("Twin\u{A0}name", "notes/Twin\u{A0}name.md"),
        ])
    func `sees white space and invisible characters as readers do`(target: String, expected: String) throws {
        let source = try BundlePath("notes/x.md")
        #expect(Self.seen.resolve(wiki: target, from: source) == (try Self.file(expected)))
        guard case .ambiguous = Self.seen.resolve(wiki: "twin\u{2003}name", from: source) else {
            Issue.record("a twin precedes")
            return
        }
    }

    @Test func `says what is ambiguous, and finds nothing in the trash`() throws {
        let source = try BundlePath("notes/x.md")
        let twins = try ["notes/Twin/One.md", "notes/Twin/Two.md"].map { try BundlePath($0) }
        guard case .ambiguous(let found) = Self.resolver.resolve(wiki: "Same", from: source) else {
            Issue.record("not ambiguous")
            return
        }
        #expect(Set(found) == Set(twins))
        guard case .nothing = Self.resolver.resolve(wiki: "Gone", from: source) else {
            Issue.record("found in the trash")
            return
        }
        #expect(Self.resolver.resolve(wiki: "", from: source) == .itself)
    }
}
