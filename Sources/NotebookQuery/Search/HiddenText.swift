import NotebookFormat

/// Text that readers should not see: the digests in names of attachments.
package enum HiddenText {
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
