@testable import Archives

/// Builds tars by hand, block by block, so that each can be wrong on its own.
struct TarBuilder {
    /// A header block with the fields of POSIX's ustar.
    struct Header {
        var bytes = [UInt8](repeating: 0, count: 512)
        /// The checksum's field; computed unless set.
        var checksum: String?

        init(_ name: [UInt8], size: UInt64, type: Character) {
            set(0, 100, name)
            set(100, 8, Array("0000644\0".utf8))
            set(108, 8, Array("0000000\0".utf8))
            set(116, 8, Array("0000000\0".utf8))
            let octal = String(size, radix: 8)
            set(124, 12, Array((String(repeating: "0", count: max(0, 11 - octal.utf8.count)) + octal + "\0").utf8))
            set(136, 12, Array("02263523000\0".utf8))
            set(156, 1, Array(String(type).utf8))
            set(257, 8, Array("ustar\u{0}00".utf8))
        }

        mutating func set(_ offset: Int, _ length: Int, _ value: [UInt8]) {
            let value = value.prefix(length)
            bytes.replaceSubrange(
                offset..<offset + length, with: value + [UInt8](repeating: 0, count: length - value.count))
        }

        mutating func set(_ offset: Int, _ length: Int, _ value: String) {
            set(offset, length, Array(value.utf8))
        }

        var block: [UInt8] {
            var block = self
            block.set(148, 8, "        ")
            let sum = block.bytes.reduce(0) { $0 + Int($1) }
            let octal = String(sum, radix: 8)
            block.set(
                148, 8, checksum ?? String(repeating: "0", count: 6 - octal.utf8.count) + octal + "\0 ")
            return block.bytes
        }
    }

    var bytes: [UInt8] = []

    static func build(_ steps: (inout TarBuilder) -> Void) -> [UInt8] {
        var builder = TarBuilder()
        steps(&builder)
        return builder.bytes
    }

    /// Adds a member, or an extended header: its header, its content, and what fills up the last block.
    mutating func add(
        _ name: String, _ content: String = "", type: Character = "0", _ change: (inout Header) -> Void = { _ in }
    ) {
        add(Array(name.utf8), Array(content.utf8), type: type, change)
    }

    mutating func add(
        _ name: [UInt8], _ content: [UInt8], type: Character = "0", _ change: (inout Header) -> Void = { _ in }
    ) {
        var header = Header(name, size: UInt64(content.count), type: type)
        change(&header)
        bytes += header.block + content
        bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    }

    /// Adds a pax extended header of records that are made of their keys and values.
    mutating func pax(_ records: (String, String)..., type: Character = "x") {
        add("PaxHeader", records.map { Self.record($0.0, $0.1) }.joined(), type: type)
    }

    static func record(_ key: String, _ value: String) -> String {
        let rest = " \(key)=\(value)\n"
        var length = rest.utf8.count
        while length != rest.utf8.count + "\(length)".utf8.count { length = rest.utf8.count + "\(length)".utf8.count }
        return "\(length)" + rest
    }

    /// Adds zero blocks, the two at the end by default.
    mutating func zeros(_ blocks: Int = 2) {
        bytes += [UInt8](repeating: 0, count: 512 * blocks)
    }
}
