import CHashing

/// Decodes base64 that comes in pieces, with any line breaks (RFC 4648 §4); skips all other characters.
package struct Base64Decoder {
    private var bits: UInt32 = 0
    private var count: UInt32 = 0
    private var damage: CInt = 0

    /// Whether a character occurred that is neither base64 nor white space.
    package var isDamaged: Bool { damage != 0 }

    /// Makes a decoder.
    package init() {}

    /// Decodes a piece of the text.
    package mutating func decode(_ text: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: text.count)
        let length = unsafe text.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe Int(chashing_base64(&bits, &count, start, buffer.count, &output, &damage))
        }
        output.removeLast(output.count - length)
        return output
    }
}
