import Archives
import NotebookFormat
import NotebookText
import Testing

/// A small notebook as the members of an archive, in which one thing is made wrong.
struct HostileNotebook {
    enum Container: String, CaseIterable, Sendable {
        case zip
        case tar
    }

    /// What a member is: a tar's type, and the type in the mode of a zip.
    enum Kind {
        case file, directory, symbolicLink, hardLink, characterDevice, blockDevice, fifo, socket

        var tarType: Character {
            switch self {
            case .file: "0"
            case .hardLink: "1"
            case .symbolicLink: "2"
            case .characterDevice: "3"
            case .blockDevice: "4"
            case .directory: "5"
            case .fifo, .socket: "6"
            }
        }

        var zipMode: UInt32 {
            switch self {
            case .file, .hardLink: 0o100644
            case .symbolicLink: 0o120777
            case .characterDevice: 0o020644
            case .blockDevice: 0o060644
            case .directory: 0o040755
            case .fifo: 0o010644
            case .socket: 0o140644
            }
        }
    }

    struct Member {
        var path: [UInt8]
        var content: [UInt8] = []
        var kind = Kind.file
        /// The target of a link.
        var target = ""
        /// Permission bits beyond the usual.
        var mode: UInt32 = 0
    }

    static let directory = "N.notebundle/"

    var members: [Member]
    /// Whether every path has the directory before it.
    var prefix = Self.directory

    /// A valid notebook.
    init() {
        members = []
        let texts = [
            ("notebook.json", Self.description), ("notes/A.md", Array("First.\n".utf8)),
            ("notes/B.md", Sample.text(4_000)),
        ]
        members = texts.map { Member(path: Array($0.0.utf8), content: $0.1) }
        seal()
    }

    private static let description: [UInt8] = {
        guard let uuid = UniqueIdentifier("6a1f3c2e-7b1a-4c60-9d7e-0d5a8c1b2e3f") else { return [] }
        return NotebookDescription(uuid: uuid, title: "N", created: Timestamp(clamping: 1_795_168_800)).text
    }()

    /// Makes the manifest of what is there and can be listed, first of all members.
    mutating func seal() {
        members.removeAll { $0.path == Array("manifest.json".utf8) }
        let entries = members.compactMap { member -> Entry? in
            guard member.kind == .file, let path = try? BundlePath(String(decoding: member.path, as: UTF8.self)),
                let type = FileType(of: path)
            else { return nil }
            return Entry(
                path: path, type: type, size: member.content.count, digest: Digest.of(member.content), item: nil)
        }
        var seen: Set<BundlePath> = []
        let manifest = Manifest(entries.filter { seen.insert($0.path).inserted }).text
        members.insert(Member(path: Array("manifest.json".utf8), content: manifest), at: 0)
    }

    mutating func add(_ path: String, _ content: String = "x", _ kind: Kind = .file, target: String = "") {
        members.append(Member(path: Array(path.utf8), content: Array(content.utf8), kind: kind, target: target))
    }

    /// Changes a member that is there.
    mutating func change(_ path: String, _ change: (inout Member) -> Void) {
        guard let index = members.firstIndex(where: { $0.path == Array(path.utf8) }) else { return }
        change(&members[index])
    }

    func packed(_ container: Container) -> [UInt8] {
        switch container {
        case .zip: zip.bytes
        case .tar: tar.bytes
        }
    }

    /// The path in the archive; one that begins with `=` stands as it is.
    private func path(of member: Member) -> [UInt8] {
        member.path.first == UInt8(ascii: "=") ? Array(member.path.dropFirst()) : Array(prefix.utf8) + member.path
    }

    private var zip: ZipBuilder {
        var zip = ZipBuilder()
        for member in members {
            let content = member.kind == .symbolicLink ? Array(member.target.utf8) : member.content
            zip.add(path(of: member) + (member.kind == .directory ? [0x2F] : []), content) {
                $0.attributes = (member.kind.zipMode | member.mode) << 16
            }
        }
        return zip
    }

    private var tar: TarBuilder {
        var tar = TarBuilder()
        for member in members {
            let path = path(of: member)
            if path.count > 100 { tar.add(Array("PaxHeader".utf8), Self.record("path", path), type: "x") }
            tar.add(path, member.kind == .file ? member.content : [], type: member.kind.tarType) {
                $0.set(157, 100, member.target)
                if member.mode != 0 { $0.set(100, 8, "000\(String(0o644 | member.mode, radix: 8))\0") }
            }
        }
        tar.zeros()
        return tar
    }

    private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
        let rest = Array(" \(key)=".utf8) + value + [0x0A]
        var length = rest.count
        while length != rest.count + "\(length)".utf8.count { length = rest.count + "\(length)".utf8.count }
        return Array("\(length)".utf8) + rest
    }
}
