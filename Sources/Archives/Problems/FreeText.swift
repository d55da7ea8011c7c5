/// Texts for people that an archive can contain besides its members: names of files, and comments.
///
/// They must be short and contain only text, since other programs might recognise an archive in anything else.
enum FreeText {
    /// The longest comment, in bytes.
    static let longestComment = 1_024
    /// The longest name, in bytes; no file system has longer ones.
    static let longestName = 255
    /// The maximum size of extended headers that the format does not use, and of an extra field that does not consist
    /// of zeros.
    static let longestForeignData = 1_024
    /// The maximum size of a file system's attributes of a file, such as where it was downloaded from.
    static let longestAttributes = 16_384

    /// Whether bytes are a valid comment: a few lines of text in any encoding, without control characters.
    static func isComment(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count <= longestComment && bytes.allSatisfy { isText($0) || [0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Whether a byte can occur in a line of text.
    static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }
}
