/// Texts for people that an archive can hold beside its members: names of files, comments.
///
/// They may be short and hold nothing but text, since other programs might find an archive in anything else.
enum FreeText {
    /// The longest comment, in bytes.
    static let longestComment = 1_024
    /// The longest name, in bytes; no file system has longer ones.
    static let longestName = 255
    /// How many bytes of an extended header may be about what no reader of the format asks for, and how long an extra field
    /// may be that is not made of zeros alone.
    static let longestForeignData = 1_024
    /// How many bytes the attributes may have that a file system keeps beside a file, such as where it was downloaded from.
    static let longestAttributes = 16_384

    /// Whether bytes are a comment: a few lines of text in whatever encoding, without control characters.
    static func isComment(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count <= longestComment && bytes.allSatisfy { isText($0) || [0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Whether a byte is one of a line of text.
    static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }
}
