import Archives
import Testing

/// An archive of a notebook with one irregularity, and what must become of it.
struct HostileArchive: Sendable, CustomTestStringConvertible {
    /// What must become of an archive.
    enum Verdict: Hashable, Sendable {
        /// It is refused, and the message says this.
        case refused(String)
        /// It is taken out, and is the notebook; why that is right.
        case accepted(String)
    }

    /// What is irregular, in words that hold for zip and tar.
    let condition: String
    let container: HostileNotebook.Container
    let verdict: Verdict
    let bytes: [UInt8]

    var isRefused: Bool { if case .refused = verdict { true } else { false } }

    var testDescription: String { "\(container.rawValue): \(condition)" }

    /// The same notebook with the same irregularity in every container that can have it.
    static func both(
        _ condition: String, _ verdict: Verdict, in containers: [HostileNotebook.Container] = [.zip, .tar],
        _ change: (inout HostileNotebook) -> Void
    ) -> [HostileArchive] {
        var notebook = HostileNotebook()
        change(&notebook)
        return containers.map {
            HostileArchive(condition: condition, container: $0, verdict: verdict, bytes: notebook.packed($0))
        }
    }

    static let all = join(
        paths, characters, lengths, names, links, specials, places, missing, contents, manifests, members)

    private static func join(_ groups: [HostileArchive]...) -> [HostileArchive] { groups.flatMap { $0 } }

    private static func path(_ path: String, _ reason: String, _ condition: String? = nil) -> [HostileArchive] {
        both(condition ?? "the path \(path)", .refused(reason)) { $0.add(path) }
    }

    /// Paths that lead elsewhere.
    static let paths = join(
        path("=../evil", "outside of the notebook’s directory", "the path ../evil"),
        path("../evil", "has the component “..”"), path("notes/../../../evil", "has the component “..”"),
        path("=/notebundle-evil", "outside of the notebook’s directory", "the absolute path /notebundle-evil"),
        path("=N.notebundle/../../evil", "the path", "the path N.notebundle/../../evil"),
        path("notes/./C.md", "begins with a full stop"), path("notes//C.md", "has an empty component"),
        path("=C:\\evil", "outside of the notebook’s directory", "the path C:\\evil"),
        path("notes\\evil.md", "which contains"), path("notes/..\\..\\evil.md", "begins with a full stop"),
        path("C:/evil.md", "which contains"))

    /// Names with characters that cannot travel.
    static let characters: [HostileArchive] = {
        let rows: [(String, String)] = [
            ("<", "a name with <"), (">", "a name with >"), (":", "a name with :"), ("\"", "a name with \""),
            ("|", "a name with |"), ("?", "a name with ?"), ("*", "a name with *"),
            ("\u{1}", "a name with a control character"), ("\u{7F}", "a name with DEL"),
            ("\u{1B}[2J", "a name with an escape sequence of terminals"), ("\u{202E}", "a name that turns around"),
            ("\u{E000}", "a name with a private-use character"), ("\u{FFFE}", "a name with a noncharacter"),
        ]
        return rows.flatMap { path("notes/a\($0.0)b.md", "which contains", $0.1) }
    }()

    /// Names that cannot travel for their length, their ends, or what Windows takes them for.
    static let lengths: [HostileArchive] = {
        let long = Array(repeating: String(repeating: "n", count: 99), count: 11).joined(separator: "/")
        let deep = Array(repeating: "n", count: 33).joined(separator: "/")
        let rows: [(String, String, String)] = [
            ("notes/ C.md", "begins or ends with a space", "a name that begins with a space"),
            ("notes/C.md ", "begins or ends with a space", "a name that ends with a space"),
            ("notes/C.md.", "ends with a full stop", "a name that ends with a full stop"),
            ("notes/CON", "device", "the device name CON"), ("notes/aux.md", "device", "the device name aux.md"),
            ("notes/COM1.md", "device", "the device name COM1.md"),
            ("notes/\(String(repeating: "n", count: 241))", "240 bytes", "a name of 241 bytes"),
            ("notes/\(long)", "1,024 bytes", "a path of more than 1,024 bytes"),
            (deep, "32 components", "a path of 33 components"),
        ]
        return rows.flatMap { path($0.0, $0.1, $0.2) }
    }()

    /// Names that are no text, or that systems cannot tell apart.
    static let names = join(
        both("a name that is not UTF-8", .refused("is not UTF-8")) {
            $0.members.append(.init(path: Array("notes/".utf8) + [0xFF, 0xFE], content: [0x78]))
        },
        both("a name with NUL", .refused("NUL"), in: [.zip]) { $0.add("notes/a\0b.md") },
        both("names that differ in letter case", .refused("cannot distinguish")) { notebook in
            notebook.add("notes/a.md")
            notebook.seal()
        },
        both("names that differ in case after folding", .refused("cannot distinguish")) { notebook in
            notebook.add("notes/Strasse.md")
            notebook.add("notes/Straße.md")
            notebook.seal()
        },
        both("names that differ in normalisation", .refused("twice")) { notebook in
            notebook.add("notes/\u{E9}.md")
            notebook.seal()
            notebook.add("notes/e\u{301}.md")
        },
        both("directories that differ in letter case", .refused("cannot distinguish")) { notebook in
            notebook.add("notes/birds/One.md")
            notebook.add("notes/Birds/Two.md")
            notebook.seal()
        })

    /// Links.
    static let links = join(
        both("a symbolic link that leads out", .refused("symbolic link")) {
            $0.add("notes/C.md", "", .symbolicLink, target: "../../../evil")
        },
        both("a symbolic link to /etc/passwd", .refused("symbolic link")) {
            $0.add("notes/C.md", "", .symbolicLink, target: "/etc/passwd")
        },
        both("a symbolic link within the notebook", .refused("symbolic link")) {
            $0.add("notes/C.md", "", .symbolicLink, target: "A.md")
        },
        both("a symbolic link in the place of a listed file", .refused("symbolic link")) {
            $0.change("notes/A.md") { $0 = .init(path: $0.path, kind: .symbolicLink, target: "/etc/passwd") }
        },
        both("a symbolic link for a directory, and a file behind it", .refused("symbolic link")) { notebook in
            notebook.members.insert(
                .init(path: Array("blobs".utf8), kind: .symbolicLink, target: "../../outside"), at: 1)
            notebook.add("blobs/evil")
        },
        both("a hard link to /etc/passwd", .refused("hard link"), in: [.tar]) {
            $0.add("notes/C.md", "", .hardLink, target: "/etc/passwd")
        },
        both("a hard link to another member", .refused("hard link"), in: [.tar]) {
            $0.add("notes/C.md", "", .hardLink, target: "N.notebundle/notes/A.md")
        })

    /// Devices, FIFOs and sockets.
    static let specials = join(
        both("a character device", .refused("special file")) { $0.add("notes/C.md", "", .characterDevice) },
        both("a block device", .refused("special file")) { $0.add("notes/C.md", "", .blockDevice) },
        both("a FIFO", .refused("special file")) { $0.add("notes/C.md", "", .fifo) },
        both("a socket", .refused("special file"), in: [.zip]) { $0.add("notes/C.md", "", .socket) })

    /// Files that the manifest does not list, or lists elsewhere.
    static let places = join(
        both("a file that is also a directory", .refused("notes/A.md/")) { $0.add("notes/A.md/more") },
        both("a file that the manifest does not list", .refused("is not in the manifest")) { $0.add("notes/C.md") },
        both("a file at the top level of the bundle", .refused("is not in the manifest")) { $0.add("install.sh") },
        both("a file beside the bundle", .refused("outside of the notebook’s directory")) { $0.add("=evil") },
        both("a second notebook beside the first", .refused("outside of the notebook’s directory")) {
            $0.add("=M.notebundle/manifest.json", "{}")
        })

    /// Files that are missing, or there twice.
    static let missing = join(
        both("a listed file that is missing", .refused("is missing")) { $0.members.removeLast() },
        both("no manifest", .refused("no manifest.json")) { $0.members.removeFirst() },
        both("no notebook.json", .refused("“notebook.json” is missing")) { $0.members.remove(at: 1) },
        both("a second manifest", .refused("twice")) { notebook in notebook.members.append(notebook.members[0]) },
        both("two members of one name", .refused("twice")) { notebook in
            notebook.members.append(notebook.members[2])
        },
        both("two members of one name with ./ before one", .refused("twice")) {
            $0.add("=./N.notebundle/notes/A.md", "First.\n")
        },
        both("a second manifest with ./ before it", .refused("twice")) {
            $0.add("=./N.notebundle/manifest.json", "{}")
        },
        both("nothing at all", .refused("it contains no files")) { $0.members = [] })

    /// Contents that are not what the manifest says.
    static let contents = join(
        both("a file with another content of the same size", .refused("does not match its digest")) {
            $0.change("notes/A.md") { $0.content = Array("Second\n".utf8) }
        },
        both("a file that is longer than listed", .refused("does not match its digest")) {
            $0.change("notes/A.md") { $0.content += Array("more".utf8) }
        },
        both("a file that is shorter than listed", .refused("does not match its digest")) {
            $0.change("notes/A.md") { $0.content.removeLast() }
        },
        both("a file that is empty", .refused("does not match its digest")) {
            $0.change("notes/A.md") { $0.content = [] }
        })

    /// Manifests that are none.
    static let manifests = join(
        both("a manifest that is no JSON", .refused("manifest.json")) {
            $0.change("manifest.json") { $0.content = Array("MZ".utf8) }
        },
        both("a manifest of a later version", .refused("version")) { notebook in
            notebook.change("manifest.json") { member in
                let text = String(decoding: member.content, as: UTF8.self)
                member.content = Array(text.replacing("\"version\": 1", with: "\"version\": 2").utf8)
            }
        },
        both("a manifest that lists a path that leads out", .refused("manifest.json")) { notebook in
            notebook.change("manifest.json") { member in
                let text = String(decoding: member.content, as: UTF8.self)
                member.content = Array(text.replacing("notes/A.md", with: "notes/../../evil.md").utf8)
            }
        },
        both("a manifest that is cut", .refused("manifest.json")) {
            $0.change("manifest.json") { $0.content.removeLast(30) }
        })

    /// What is irregular, and no reason to refuse.
    static let members = join(
        both("modes with set-user-ID and for everybody", .accepted("modes are not taken over")) { notebook in
            for index in notebook.members.indices { notebook.members[index].mode = 0o6777 }
        },
        both("directories as members", .accepted("clause 23.3")) { notebook in
            notebook.members.insert(.init(path: Array("notes".utf8), kind: .directory), at: 0)
        },
        both("another order", .accepted("clause 23.3")) { $0.members.reverse() },
        both("./ before every path", .accepted("clause 23.3")) { $0.prefix = "./" + HostileNotebook.directory },
        both("members at the top level", .accepted("clause 23.3")) { $0.prefix = "" },
        both("what operating systems put in", .accepted("clause 10.2")) { notebook in
            notebook.add("=__MACOSX/N.notebundle/notes/._A.md")
            notebook.add("notes/.DS_Store")
            notebook.add("Thumbs.db")
        },
        both("hidden files", .accepted("clause 10.1")) { $0.add(".git/hooks/post-checkout", "#!/bin/sh\n") },
        both("hidden files with names that are no UTF-8", .accepted("clause 10.1")) {
            $0.members.append(.init(path: [0x2E, 0xFF], content: [0x78]))
        },
        both("a directory of another name", .accepted("clause 23.5")) { $0.prefix = "Other/" })
}
