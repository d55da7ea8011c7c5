@testable import Archives

/// Builds zips by hand, record by record, so that each can be wrong on its own.
struct ZipBuilder {
    /// The fields that a local header and a directory record have in common.
    struct Fields {
        var name: [UInt8] = []
        var flags: UInt16 = 0x0800
        var method: UInt16 = 0
        var time: UInt16 = 0
        var date: UInt16 = 0x21
        var checksum: UInt32 = 0
        var compressedSize: UInt32 = 0
        var size: UInt32 = 0
        var extra: [UInt8] = []
    }

    struct Member {
        var local: Fields
        var directory: Fields
        /// What the archive holds as content.
        var data: [UInt8]
        /// What follows the data.
        var descriptor: [UInt8] = []
        /// What stands before the local header and belongs to nobody.
        var gap: [UInt8] = []
        var signature: UInt32 = 0x0403_4B50
        /// The offset that the directory gives; nil for the true one.
        var offset: UInt32?
        var versionMadeBy: UInt16 = 3 << 8 | 20
        var attributes: UInt32 = 0o100644 << 16
        var disk: UInt16 = 0
        var comment: [UInt8] = []
        var commentLength: UInt16?
        /// Whether the directory lists it.
        var isListed = true
    }

    /// The end record's fields, computed unless set.
    struct End {
        var disk: UInt16 = 0
        var directoryDisk: UInt16 = 0
        var countOnDisk: UInt16?
        var count: UInt16?
        var directorySize: UInt32?
        var directoryOffset: UInt32?
        var comment: [UInt8] = []
        var commentLength: UInt16?
    }

    var members: [Member] = []
    var end = End()
    var beforeDirectory: [UInt8] = []
    var afterDirectory: [UInt8] = []
    /// Makes what stands between directory and end record, from the directory's count, size and offset.
    var zip64: ((_ count: UInt64, _ size: UInt64, _ offset: UInt64) -> [UInt8])?
    var hasEnd = true
    /// Whether the directory lists the last member first.
    var listsBackwards = false

    /// Adds a stored member, or a deflated one of a single stored block.
    mutating func add(
        _ name: String, _ content: String, deflated: Bool = false, _ change: (inout Member) -> Void = { _ in }
    ) {
        add(Array(name.utf8), Array(content.utf8), deflated: deflated, change)
    }

    mutating func add(
        _ name: [UInt8], _ content: [UInt8], deflated: Bool = false, _ change: (inout Member) -> Void = { _ in }
    ) {
        let data = deflated ? Self.deflateStored(content) : content
        let fields = Fields(
            name: name, method: deflated ? 8 : 0, checksum: CRC32.of(content[...]), compressedSize: UInt32(data.count),
            size: UInt32(content.count))
        var member = Member(local: fields, directory: fields, data: data)
        change(&member)
        members.append(member)
    }

    /// Deflate data of one stored block (RFC 1951 §3.2.4).
    static func deflateStored(_ content: [UInt8]) -> [UInt8] {
        var data: [UInt8] = [1]
        data.append(littleEndian: UInt16(content.count))
        data.append(littleEndian: ~UInt16(content.count))
        return data + content
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        var listed: UInt64 = 0
        for member in members {
            bytes += member.gap
            if member.isListed {
                let record = record(member, at: member.offset ?? UInt32(bytes.count))
                directory = listsBackwards ? record + directory : directory + record
                listed += 1
            }
            bytes.append(littleEndian: member.signature)
            bytes.append(littleEndian: UInt16(20))
            append(member.local, to: &bytes)
            bytes += member.local.name + member.local.extra + member.data + member.descriptor
        }
        bytes += beforeDirectory
        let offset = bytes.count
        bytes += directory + afterDirectory
        if let zip64 { bytes += zip64(listed, UInt64(directory.count), UInt64(offset)) }
        if hasEnd { bytes += endRecord(count: listed, size: directory.count, offset: offset) }
        return bytes
    }

    private func append(_ fields: Fields, to bytes: inout [UInt8]) {
        for value in [fields.flags, fields.method, fields.time, fields.date] { bytes.append(littleEndian: value) }
        for value in [fields.checksum, fields.compressedSize, fields.size] { bytes.append(littleEndian: value) }
        bytes.append(littleEndian: UInt16(fields.name.count))
        bytes.append(littleEndian: UInt16(fields.extra.count))
    }

    private func record(_ member: Member, at offset: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(0x0201_4B50))
        bytes.append(littleEndian: member.versionMadeBy)
        bytes.append(littleEndian: UInt16(20))
        append(member.directory, to: &bytes)
        bytes.append(littleEndian: member.commentLength ?? UInt16(member.comment.count))
        bytes.append(littleEndian: member.disk)
        bytes.append(littleEndian: UInt16(0))
        bytes.append(littleEndian: member.attributes)
        bytes.append(littleEndian: offset)
        return bytes + member.directory.name + member.directory.extra + member.comment
    }

    private func endRecord(count: UInt64, size: Int, offset: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(0x0605_4B50))
        bytes.append(littleEndian: end.disk)
        bytes.append(littleEndian: end.directoryDisk)
        bytes.append(littleEndian: end.countOnDisk ?? end.count ?? UInt16(count))
        bytes.append(littleEndian: end.count ?? UInt16(count))
        bytes.append(littleEndian: end.directorySize ?? UInt32(size))
        bytes.append(littleEndian: end.directoryOffset ?? UInt32(offset))
        bytes.append(littleEndian: end.commentLength ?? UInt16(end.comment.count))
        return bytes + end.comment
    }

    /// An extra field.
    static func extra(_ identifier: UInt16, _ value: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: identifier)
        bytes.append(littleEndian: UInt16(value.count))
        return bytes + value
    }

    /// The zip64 extra field.
    static func zip64(_ values: UInt64...) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in values { bytes.append(littleEndian: value) }
        return extra(1, bytes)
    }

    /// The Unicode path extra field, for a name.
    static func unicodePath(_ path: String, for name: [UInt8]) -> [UInt8] {
        var value: [UInt8] = [1]
        value.append(littleEndian: CRC32.of(name[...]))
        return extra(0x7075, value + Array(path.utf8))
    }

    /// A data descriptor.
    static func descriptor(
        _ checksum: UInt32, _ compressedSize: Int, _ size: Int, signed: Bool = true, wide: Bool = false
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        if signed { bytes.append(littleEndian: UInt32(0x0807_4B50)) }
        bytes.append(littleEndian: checksum)
        for value in [compressedSize, size] {
            if wide { bytes.append(littleEndian: UInt64(value)) } else { bytes.append(littleEndian: UInt32(value)) }
        }
        return bytes
    }

    /// The zip64 end record and its locator, which can be changed before they are laid out.
    struct Zip64End {
        var signature: UInt32 = 0x0606_4B50
        var length: UInt64 = 44
        var disk: UInt32 = 0
        var countOnDisk: UInt64
        var count: UInt64
        var directorySize: UInt64
        var directoryOffset: UInt64
        var locatorDisk: UInt32 = 0
        var locatorOffset: UInt64
        var disks: UInt32 = 1

        init(_ count: UInt64, _ size: UInt64, _ offset: UInt64) {
            countOnDisk = count
            self.count = count
            directorySize = size
            directoryOffset = offset
            locatorOffset = offset &+ size
        }

        var bytes: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(littleEndian: signature)
            bytes.append(littleEndian: length)
            for _ in 0..<2 { bytes.append(littleEndian: UInt16(45)) }
            for _ in 0..<2 { bytes.append(littleEndian: disk) }
            for value in [countOnDisk, count, directorySize, directoryOffset] { bytes.append(littleEndian: value) }
            bytes.append(littleEndian: UInt32(0x0706_4B50))
            bytes.append(littleEndian: locatorDisk)
            bytes.append(littleEndian: locatorOffset)
            bytes.append(littleEndian: disks)
            return bytes
        }
    }
}
