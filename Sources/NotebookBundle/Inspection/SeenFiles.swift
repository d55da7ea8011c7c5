import NotebookFormat

/// Which digests files had when they were last looked at, and by what each can be told from another that was put in its place
/// since, as git's index knows it.
package struct SeenFiles: Equatable, Sendable {
    struct Seen: Equatable, Sendable {
        let stamp: FileMark
        let digest: Digest
    }

    /// Files that were changed so shortly before they were looked at may be changed again without a sign of it: the clocks of
    /// some disks stand still for two seconds.
    package static let stillness: Int64 = 2_000_000_000

    private(set) var files: [BundlePath: Seen] = [:]

    /// Nothing was seen yet.
    package init() {}

    /// What a look at some files gave.
    ///
    /// - Parameters:
    ///   - stamps: By what the files are told from others, taken before they were read.
    ///   - time: What was changed since then is left out, in nanoseconds since 1970.
    init(_ facts: [FileFact], _ stamps: [BundlePath: FileMark], unchangedSince time: Int64) {
        files.reserveCapacity(facts.count)
        for fact in facts {
            guard let stamp = stamps[fact.path], stamp.size == fact.size, stamp.isOlder(than: time) else { continue }
            files[fact.path] = Seen(stamp: stamp, digest: fact.digest)
        }
    }

    /// The digest of a file that is certainly the one that was seen.
    func digest(of path: BundlePath, _ stamp: FileMark) -> Digest? {
        guard let seen = files[path], seen.stamp == stamp else { return nil }
        return seen.digest
    }
}

extension SeenFiles {
    private static let head = Array("notebundle: files seen, version 1\n".utf8)
    private static let digestBytes = 32

    /// The bytes in which it is kept, with their own digest behind them.
    package var bytes: [UInt8] {
        var output = Self.head
        output.reserveCapacity(files.count * 140)
        for (path, seen) in files.sorted(by: { $0.key < $1.key }) {
            let text = path.text.utf8
            output.append(number: UInt64(text.count))
            output.append(contentsOf: text)
            output.append(number: seen.stamp.device)
            output.append(number: seen.stamp.inode)
            for value in [seen.stamp.size, seen.stamp.modified, seen.stamp.changed] {
                output.append(number: UInt64(bitPattern: value))
            }
            output.append(contentsOf: seen.digest.bytes)
        }
        return output + Digest.of(output).bytes
    }

    /// Reads what was kept; `nil` for anything else, be it of another version, torn or forged.
    package init?(_ bytes: [UInt8]) {
        let end = bytes.count - Self.digestBytes
        guard end >= Self.head.count, bytes.starts(with: Self.head),
            Digest.of(Array(bytes[..<end])).bytes.elementsEqual(bytes[end...])
        else { return nil }
        var rest = bytes[Self.head.count..<end]
        while !rest.isEmpty {
            guard let count = rest.takeNumber(), count <= 2_048, let text = rest.take(Int(count)),
                let path = String(validating: text, as: UTF8.self).flatMap({ try? BundlePath($0) }),
                let device = rest.takeNumber(), let inode = rest.takeNumber(), let size = rest.takeNumber(),
                let modified = rest.takeNumber(), let changed = rest.takeNumber(),
                let digest = rest.take(Self.digestBytes).flatMap(Digest.init(bytes:))
            else { return nil }
            let stamp = FileMark(
                device: device, inode: inode, size: Int64(bitPattern: size), modified: Int64(bitPattern: modified),
                changed: Int64(bitPattern: changed))
            files[path] = Seen(stamp: stamp, digest: digest)
        }
    }
}

extension [UInt8] {
    /// Appends a number, its lowest byte first.
    fileprivate mutating func append(number: UInt64) {
        for shift in 0..<8 { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))) }
    }
}

extension ArraySlice<UInt8> {
    /// Takes so many bytes from the front; `nil` if there are not so many.
    fileprivate mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard self.count >= count else { return nil }
        defer { removeFirst(count) }
        return prefix(count)
    }

    /// Takes a number, its lowest byte first.
    fileprivate mutating func takeNumber() -> UInt64? {
        take(8)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
