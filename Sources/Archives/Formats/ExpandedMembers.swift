/// The files of a tar, expanded to be read in any order; those before damage if it is damaged.
///
/// A tar can only be read from its beginning. What is expanded has no name, and disappears with its last reader, however
/// the process ends.
package final class ExpandedMembers<Key: Hashable & Sendable>: Sendable {
    private let bytes: SpooledBytes
    private let places: [Key: Range<UInt64>]
    private let damage: (key: Key?, problem: ArchiveProblem)?

    /// Expands what a reader has not read yet.
    ///
    /// - Parameters:
    ///   - limit: The largest number of bytes; beyond it, ``ArchiveProblem/exceeded(_:_:)``.
    ///   - folder: The folder on whose disk they are; `nil` for that of temporary files.
    ///   - key: What tells a file from others; `nil` for members that are not needed. Of two files with the same key, the
    ///     first one counts.
    /// - Throws: `ArchiveProblem`, also if the disk is full; not for damage.
    package init(
        _ reader: ArchiveReader, limit: UInt64, folder: String? = nil, by key: @escaping (ArchiveMember) -> Key?
    ) throws(ArchiveProblem) {
        let contents = MemberContents(reader, key)
        bytes = try SpooledBytes(contents, limit: limit, folder: folder)
        (places, damage) = (contents.places, contents.damage)
    }

    /// Opens a file; `nil` if there is none.
    ///
    /// - Throws: the damage if the file may be behind it. The stream throws it if it is in the file.
    package func open(_ key: Key) throws(ArchiveProblem) -> (any ByteStream)? {
        if let place = places[key] { return PartStream(bytes, place, damage?.key == key ? damage?.problem : nil) }
        if let damage { throw damage.problem }
        return nil
    }
}

/// A part of some bytes.
private final class PartStream: ByteStream {
    private let bytes: SpooledBytes
    private var rest: Range<UInt64>
    private let damage: ArchiveProblem?

    init(_ bytes: SpooledBytes, _ range: Range<UInt64>, _ damage: ArchiveProblem?) {
        (self.bytes, rest, self.damage) = (bytes, range, damage)
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        if rest.isEmpty, let damage { throw damage }
        guard buffer.count > rest.count else {
            let count = try bytes.read(into: &buffer, at: rest.lowerBound)
            rest = rest.dropFirst(count)
            return count
        }
        var part = [UInt8](repeating: 0, count: rest.count)
        let count = try bytes.read(into: &part, at: rest.lowerBound)
        buffer.replaceSubrange(..<count, with: part[..<count])
        rest = rest.dropFirst(count)
        return count
    }
}

/// The contents of the files of a tar, one after the other.
private final class MemberContents<Key: Hashable>: ByteStream {
    private let reader: ArchiveReader
    private let key: (ArchiveMember) -> Key?
    private var current: Key?
    private var offset: UInt64 = 0
    private(set) var places: [Key: Range<UInt64>] = [:]
    /// Why there is no more, and in which file.
    private(set) var damage: (key: Key?, problem: ArchiveProblem)?

    init(_ reader: ArchiveReader, _ key: @escaping (ArchiveMember) -> Key?) { (self.reader, self.key) = (reader, key) }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        guard damage == nil else { return 0 }
        do throws(ArchiveProblem) {
            while true {
                if let current {
                    let count = try reader.read(into: &buffer)
                    guard count == 0 else {
                        let start = places[current]?.lowerBound ?? offset
                        offset += UInt64(count)
                        places[current] = start..<offset
                        return count
                    }
                    self.current = nil
                }
                guard let member = try reader.next() else { return 0 }
                guard member.kind == .file, let key = key(member), places[key] == nil else { continue }
                places[key] = offset..<offset
                current = key
            }
        } catch {
            guard case .refused = error else { throw error }
            damage = (current, error)
            return 0
        }
    }
}
