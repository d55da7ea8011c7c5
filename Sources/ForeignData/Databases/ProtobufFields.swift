/// The fields of a message of Protocol Buffers (wire format of protobuf 3), without nested messages.
package struct ProtobufFields: Sendable {
    /// A value.
    package enum Value: Equatable, Sendable {
        /// A whole number.
        case varint(UInt64)
        /// Bytes: a text, or a message.
        case bytes([UInt8])
        /// A number of fixed length.
        case fixed(UInt64)
    }

    /// The fields in the order of the message.
    package private(set) var fields: [(number: Int, value: Value)] = []

    /// Reads a message; `nil` if it is damaged.
    package init?(_ bytes: [UInt8]) {
        var offset = 0
        func varint() -> UInt64? {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 70, by: 7) {
                guard offset < bytes.count else { return nil }
                let byte = bytes[offset]
                offset += 1
                if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
                if byte < 0x80 { return value }
            }
            return nil
        }
        func fixed(_ count: Int) -> UInt64? {
            guard bytes.count - offset >= count else { return nil }
            defer { offset += count }
            return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        while offset < bytes.count {
            guard let key = varint(), key >> 3 > 0 else { return nil }
            let value: Value?
            switch key & 7 {
            case 0: value = varint().map(Value.varint)
            case 1: value = fixed(8).map(Value.fixed)
            case 5: value = fixed(4).map(Value.fixed)
            case 2:
                guard let length = varint(), length <= UInt64(bytes.count - offset) else { return nil }
                let end = offset + Int(length)
                value = .bytes(Array(bytes[offset..<end]))
                offset = end
            default: return nil
            }
            guard let value else { return nil }
            fields.append((Int(clamping: key >> 3), value))
        }
    }

    /// The first number of a field; 0 if there is none.
    package func number(_ field: Int) -> UInt64 {
        for (number, value) in fields where number == field {
            switch value {
            case .varint(let number), .fixed(let number): return number
            case .bytes: continue
            }
        }
        return 0
    }

    /// The first bytes of a field; empty if there are none.
    package func bytes(_ field: Int) -> [UInt8] {
        for (number, value) in fields where number == field { if case .bytes(let bytes) = value { return bytes } }
        return []
    }

    /// The first text of a field; empty if there is none.
    package func text(_ field: Int) -> String { String(decoding: bytes(field), as: UTF8.self) }
}
