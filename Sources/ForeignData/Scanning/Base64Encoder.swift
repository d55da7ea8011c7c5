#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encodes base64 piece by piece (RFC 4648 §4).
package struct Base64Encoder {
    private let group: Int
    private let options: Data.Base64EncodingOptions
    private var rest: [UInt8] = []

    /// Makes an encoder.
    ///
    /// - Parameter inLines: Whether it writes lines of 76 characters (RFC 2045 §6.8), each with its end.
    package init(inLines: Bool = false) {
        (group, options) = inLines ? (57, [.lineLength76Characters, .endLineWithLineFeed]) : (3, [])
    }

    /// Encodes some bytes, as far as they fill whole groups.
    package mutating func encode(_ bytes: [UInt8]) -> String {
        let all = rest.isEmpty ? bytes : rest + bytes
        let end = all.count / group * group
        rest = Array(all[end...])
        guard end > 0 else { return "" }
        let text = Data(all[..<end]).base64EncodedString(options: options)
        return options.isEmpty ? text : text + "\n"
    }

    /// Encodes the end.
    package mutating func finish() -> String {
        let end = rest
        rest = []
        return Data(end).base64EncodedString()
    }
}
