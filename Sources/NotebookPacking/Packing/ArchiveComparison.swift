package import Archives
import Dispatch
import NotebookFiles
import NotebookFormat
import NotebookText
import Synchronization

/// Whether an archive matches a notebook: compares members first, then bytes.
public enum ArchiveComparison: Hashable, Sendable {
    /// All bytes are the same.
    case same
    /// Members differ, in the order of their paths.
    case members([Difference])
    /// The members are the same, but the bytes differ from this offset.
    case bytes(at: UInt64)
    /// The members are the same; encrypted archives never have the same bytes twice.
    case encrypted

    /// How a member differs; paths are relative to the notebook.
    public struct Difference: Hashable, Sendable {
        /// What differs.
        package enum Kind: String, Hashable, Sendable {
            /// Its content.
            case content
            /// The archive does not have it.
            case onlyInNotebook
            /// The notebook does not have it.
            case onlyInArchive
            /// The directory that contains the members.
            case directory
        }

        /// Its path.
        public let path: String
        /// What differs.
        package let kind: Kind
    }

    /// Compares an archive with what a packer would write at a level.
    ///
    /// - Throws: `ArchiveFailure` if the archive is damaged, `PackingRefusal` if the notebook changed since it was
    ///   sealed.
    package init(_ source: ArchiveSource, name: String, with packer: Packer, level: Int?) throws {
        let plan = try packer.plan()
        let history = try plan.history.map { ($0.path, try packer.digest(of: $0)) }
        let (format, differences) = try ArchiveFailure.naming(name) {
            let root = try ArchiveRoot.find(in: source.reader(), name) ?? ""
            let reader = try source.reader()
            return (reader.format, try Self.differences(of: reader, at: root, from: plan, history, packer))
        }
        guard differences.isEmpty else {
            self = .members(differences)
            return
        }
        if try ArchiveFailure.naming(name, { try source.isEncrypted() }) {
            self = .encrypted
            return
        }
        let sink = try ArchiveFailure.naming(name) { ComparingSink(try source.bytes()) }
        do {
            _ = try packer.pack(format, level: format.levels == nil ? nil : level, to: sink)
            self = .same
        } catch let difference as ComparingSink.Difference {
            self = .bytes(at: difference.offset)
        }
    }

    private static func differences(
        of reader: ArchiveReader, at root: String, from plan: Packer.Plan, _ history: [(path: String, digest: Digest)],
        _ packer: Packer
    ) throws -> [Difference] {
        var expected = [BundlePath.manifest.text: Digest.of(plan.text)]
        for file in history { expected[file.path] = file.digest }
        for entry in plan.entries { expected[entry.path.text] = entry.digest }
        var differences: [Difference] = []
        while let member = try reader.next() {
            guard member.kind != .directory else { continue }
            let plain = ArchiveRoot.plain(member.path)
            let isInside = plain.starts(with: root.utf8)
            let path = String(decoding: isInside ? plain.dropFirst(root.utf8.count) : plain, as: UTF8.self)
            guard member.kind == .file, isInside, let digest = expected.removeValue(forKey: path) else {
                differences.append(Difference(path: path, kind: .onlyInArchive))
                continue
            }
            if try digest != reader.digest() { differences.append(Difference(path: path, kind: .content)) }
        }
        differences += expected.keys.map { Difference(path: $0, kind: .onlyInNotebook) }
        differences.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        if root != packer.directoryName + "/" {
            differences.insert(Difference(path: root, kind: .directory), at: 0)
        }
        return differences
    }
}

extension Packer {
    fileprivate func digest(of file: HistoryFile) throws -> Digest {
        var hasher = SHA256()
        try stream(file) { hasher.update($0) }
        return hasher.finish()
    }
}

extension ArchiveReader {
    /// The digest of the current member's content.
    fileprivate func digest() throws(ArchiveProblem) -> Digest {
        var hasher = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = try read(into: &buffer)
            if count == 0 { return hasher.finish() }
            hasher.update(count == buffer.count ? buffer : Array(buffer[..<count]))
        }
    }
}

/// Receives an archive while it is written, and stops at the first byte that differs from a file.
private final class ComparingSink: ArchiveSink {
    /// The offset of the first byte that differs.
    struct Difference: Error {
        let offset: UInt64
    }

    let canOverwrite = false
    private let file: any RandomAccessBytes
    private var offset: UInt64 = 0
    private var buffer = [UInt8](repeating: 0, count: 1 << 17)

    init(_ file: any RandomAccessBytes) { self.file = file }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = try file.read(into: &buffer, at: offset)
            let piece = rest.prefix(count)
            guard !piece.isEmpty else { throw Difference(offset: offset) }
            guard piece.elementsEqual(buffer[..<piece.count]) else {
                let same = zip(piece, buffer).prefix { $0 == $1 }.count
                throw Difference(offset: offset + UInt64(same))
            }
            offset += UInt64(piece.count)
            rest = rest.dropFirst(piece.count)
        }
    }

    func overwrite(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws {}

    func flush() throws {
        guard offset == file.count else { throw Difference(offset: offset) }
    }
}

/// Compares files with their digests, which may become known only while later files are read.
final class Verification: Sendable {
    private let pending = DispatchGroup()
    private let changed = Mutex<[BundlePath]>([])

    /// Compares what was read of a file with the manifest.
    func compare(_ digest: StreamDigest, with entry: Entry) {
        pending.enter()
        digest.finish { [self] digest in
            if digest != entry.digest { changed.withLock { $0.append(entry.path) } }
            pending.leave()
        }
    }

    /// Waits for all files.
    ///
    /// - Throws: `PackingRefusal.changed` if one of them differs.
    func finish() throws(PackingRefusal) {
        pending.wait()
        let changed = changed.withLock { $0 }.sorted()
        if !changed.isEmpty { throw .changed(changed) }
    }
}
