import NotebookText

/// Names of files and directories outside the document (Format, section 14).
package enum ExternalNames {
    /// Whether a file or directory with this name is outside the document.
    package static func contains(_ name: some StringProtocol) -> Bool {
        let bytes = Array(name.utf8)
        return bytes.first == UInt8(ascii: ".") || JunkNames.contains(bytes.span)
    }

    /// Whether a file or directory with this name belongs to an operating system (Format, clause 14.2).
    package static func isSystemFile(_ name: some StringProtocol) -> Bool {
        let bytes = Array(name.utf8)
        return JunkNames.contains(bytes.span) || hidden.contains(where: bytes.elementsEqual)
            || bytes.starts(with: "._".utf8)
    }

    private static let hidden: [[UInt8]] = [".DS_Store", ".Trashes", ".fseventsd", ".Spotlight-V100"].map {
        Array($0.utf8)
    }
}

/// The names that operating systems and network storage use for their own files (Format, clause 14.2).
enum JunkNames {
    private static let names: [StaticText] = [
        "Thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", "Icon\r", "__MACOSX", "$RECYCLE.BIN",
        "System Volume Information", "lost+found", "@eaDir", "@Recycle", "@Recently-Snapshot", "@sharebin", "#recycle",
        "#snapshot",
    ]

    /// The lengths of such names, as one bit for each length.
    private static let lengths = names.reduce(UInt64(0)) { $0 | 1 << UInt64($1.bytes.count) }

    static func contains(_ name: Span<UInt8>) -> Bool {
        guard name.count < 64, lengths & 1 &<< UInt64(name.count) != 0 else { return false }
        for junk in names where name.equalsIgnoringASCIICase(junk) { return true }
        return false
    }
}
