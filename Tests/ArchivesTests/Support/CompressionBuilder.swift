@testable import Archives

/// Builds gzip members by hand (RFC 1952).
struct GzipBuilder {
    var flags: UInt8 = 0
    /// The optional parts of the header.
    var options: [UInt8] = []
    var method: UInt8 = 8
    var content: [UInt8]
    var checksumChange: UInt32 = 0
    var lengthChange: UInt32 = 0

    init(_ content: [UInt8]) {
        self.content = content
    }

    var header: [UInt8] { [0x1F, 0x8B, method, flags, 0, 0, 0, 0, 0, 255] + options }

    var bytes: [UInt8] {
        var bytes = header + Self.deflate(content)
        bytes.append(littleEndian: CRC32.of(content[...]) ^ checksumChange)
        bytes.append(littleEndian: UInt32(content.count) &+ lengthChange)
        return bytes
    }

    /// Deflate data of stored blocks.
    static func deflate(_ content: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        var rest = content[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            data.append(rest.isEmpty ? 1 : 0)
            data.append(littleEndian: UInt16(block.count))
            data.append(littleEndian: ~UInt16(block.count))
            data += block
        } while !rest.isEmpty
        return data
    }
}

/// Builds Zstandard frames of raw blocks by hand (RFC 8878).
enum ZstandardBuilder {
    static func frame(_ content: [UInt8], hasChecksum: Bool, windowDescriptor: UInt8 = 0x58) -> [UInt8] {
        var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, hasChecksum ? 4 : 0, windowDescriptor]
        var rest = content[...]
        repeat {
            let block = rest.prefix(1 << 16)
            rest = rest.dropFirst(block.count)
            let header = UInt32(block.count) << 3 | (rest.isEmpty ? 1 : 0)
            bytes += [UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF), UInt8(header >> 16)]
            bytes += block
        } while !rest.isEmpty
        if hasChecksum {
            var hash = XXHash64()
            hash.update(content[...])
            bytes.append(littleEndian: UInt32(truncatingIfNeeded: hash.value))
        }
        return bytes
    }

    /// A frame that readers pass over; there are sixteen kinds.
    static func skippable(_ content: [UInt8], number: UInt8 = 10) -> [UInt8] {
        var bytes: [UInt8] = [0x50 | number, 0x2A, 0x4D, 0x18]
        bytes.append(littleEndian: UInt32(content.count))
        return bytes + content
    }
}

extension Sample {
    /// What bzip2 makes of a tar with one member "a" of "content", as ``Refusal/goodTar`` is.
    static let bzip2: [UInt8] = [
        0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0x38, 0x9F, 0x09, 0x52, 0x00, 0x00, 0x2D,
        0x5B, 0x80, 0xC9, 0x00, 0x40, 0x00, 0x7F, 0x80, 0x00, 0x00, 0xEA, 0x01, 0x9E, 0x00, 0x08, 0x18, 0x20,
        0x00, 0x54, 0x53, 0x40, 0x00, 0x00, 0x3D, 0x41, 0x22, 0x51, 0xA0, 0x03, 0xD4, 0x00, 0x69, 0x43, 0xE4,
        0x77, 0x58, 0x83, 0x1E, 0x9D, 0xA5, 0x9A, 0xBA, 0x20, 0x69, 0xE1, 0x02, 0x86, 0x8C, 0xD8, 0x4D, 0x48,
        0x89, 0x73, 0x24, 0xA9, 0xB1, 0x42, 0x18, 0xB6, 0xD8, 0x8C, 0x2A, 0x0B, 0x7D, 0xE6, 0xC7, 0x81, 0x08,
        0x9C, 0xFF, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0x38, 0x9F, 0x09, 0x52,
    ]
}
