/// Text that readers should not see: comments (`%%…%%`), and the digests in names of attachments.
package enum HiddenText {
    /// The comments that begin before an offset.
    static func comments(_ bytes: [UInt8], from start: Int, to end: Int) -> [Range<Int>] {
        var comments: [Range<Int>] = []
        var opening: Int?
        var index = start
        while index + 1 < bytes.count, index < end || opening != nil {
            guard bytes[index] == percent, bytes[index + 1] == percent else {
                index += 1
                continue
            }
            if let begin = opening {
                comments.append(begin..<index + 2)
                opening = nil
            } else {
                opening = index
            }
            index += 2
        }
        return comments
    }

    private static let percent = UInt8(ascii: "%")

    /// Removes the comments from a text.
    package static func withoutComments(_ text: String) -> String {
        guard text.contains("%%") else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var offset = 0
        for comment in comments(bytes, from: 0, to: bytes.count) {
            output += bytes[offset..<comment.lowerBound]
            offset = comment.upperBound
        }
        return String(decoding: output + bytes[offset...], as: UTF8.self)
    }

    /// Replaces names of attachments in a text by the names that they were attached under.
    package static func withReadableNames(_ text: String) -> String {
        guard hasDigits(text) else { return text }
        return text.replacing(/\.[0-9a-f]{16,64}(?=\.[A-Za-z0-9]|[\])"'>|#\s]|$)/, with: "")
    }

    /// Whether a text has as many hexadecimal digits in a row as the name of an attachment.
    private static func hasDigits(_ text: String) -> Bool {
        var count = 0
        for byte in text.utf8 {
            let isDigit = (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            count = isDigit ? count + 1 : 0
            if count >= BlobName.shortestInfix { return true }
        }
        return false
    }
}
