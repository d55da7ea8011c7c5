@testable import NotebookText
import Testing

@testable import NotebookFormat
@testable import NotebookLinks

/// Clauses 21.2 and 21.3.
@Suite struct `A link resolver` {
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
