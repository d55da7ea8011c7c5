/// Names of files and directories that lie outside the document (Format, section 14).
public enum OutsideNames {
    /// Whether a file or directory with this name is outside the document.
    public static func contains(_ name: some StringProtocol) -> Bool {
        let bytes = Array(name.utf8)
        return bytes.first == UInt8(ascii: ".") || JunkNames.contains(bytes.span)
    }
}

/// The names that operating systems use for their own files (Format, clause 14.2).
enum JunkNames {
    private static let names: [StaticText] = [
        "Thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", "Icon\r", "__MACOSX", "$RECYCLE.BIN",
        "System Volume Information", "lost+found",
    ]

    /// The lengths that such names have, one bit for each.
    private static let lengths = names.reduce(UInt64(0)) { $0 | 1 << UInt64($1.bytes.count) }

    static func contains(_ name: Span<UInt8>) -> Bool {
        guard name.count < 64, lengths & 1 &<< UInt64(name.count) != 0 else { return false }
        for junk in names where name.equalsIgnoringASCIICase(junk) { return true }
        return false
    }
}
