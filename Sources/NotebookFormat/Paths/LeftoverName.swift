import NotebookText

/// Names that programs give to files that they leave behind beside others (Format, clause 10.3).
///
/// docs/OtherPrograms.md has the table, with its sources.
package enum LeftoverName {
    /// Whether a file has such a name.
    package static func matches(_ name: [UInt8]) -> Bool {
        // Names of notes, by far the most, are none but for those of owner files.
        if name.hasEnding(".md"), name.first != UInt8(ascii: "~") { return false }
        let lower = name.map(ASCII.lowercased)
        if lower.hasEnding(".md"), !lower.starts(with: "~$".utf8) { return false }
        return endings.contains(where: lower.hasEnding) || hasStream(lower) || isOfEditor(lower) || isOfOffice(lower)
            || isNumbered(lower) || isOfLibreOffice(lower) || isReplaced(lower) || isOfSed(name)
    }

    private static let endings: [StaticText] = [
        "zone.identifier", "~", ".crswap", "___jb_tmp___", "___jb_old___", ".md.swp", ".md.swo", ".md.swn", ".md.save",
        ".md.orig", ".md.rej", ".md.bak", ".md.tmp", ".kate-swp", ".part", ".partial", ".filepart", ".crdownload",
        ".!sync",
    ]

    /// The beginnings of the names of streams, which Windows, WSL and Samba write behind a colon, or behind the private
    /// characters that stand for one.
    private static let streams: [StaticText] = [
        "zone.identifier", "encryptable", "smartscreen", "com.dropbox.", "com.apple.", "afp_",
    ]
    private static let colons: [StaticText] = [":", "\u{F03A}", "\u{F022}"]

    private static func hasStream(_ name: [UInt8]) -> Bool {
        colons.contains { colon in
            var start = 1
            while let place = name.firstOccurrence(of: colon, from: start, before: name.count) {
                start = place + colon.bytes.count
                if streams.contains(where: { name[start...].starts(with: $0.bytes) }) { return true }
            }
            return false
        }
    }

    /// `#NAME#` and `4913`.
    private static func isOfEditor(_ name: [UInt8]) -> Bool {
        let hash = UInt8(ascii: "#")
        return name.count > 2 && name.first == hash && name.last == hash || name == Array("4913".utf8)
    }

    /// `~$NAME`, beside a file that is open in Microsoft Office.
    ///
    /// No tool gives an item or a blob such a name (Format, Annex C).
    static func isOwnerFile(_ name: [UInt8]) -> Bool {
        name.count > 2 && name.starts(with: "~$".utf8) && name[2] != UInt8(ascii: ".")
    }

    /// `~$NAME`, `~WRL0001.tmp` and `~syncthing~NAME.tmp`.
    private static func isOfOffice(_ name: [UInt8]) -> Bool {
        guard name.first == UInt8(ascii: "~") else { return false }
        if name.starts(with: "~$".utf8) { return name.count > (name.hasEnding(".md") ? 5 : 2) }
        guard name.hasEnding(".tmp") else { return false }
        let digits = name.dropFirst(4).dropLast(4)
        let isWord =
            name.starts(with: "~wr".utf8) && name.count == 12 && ASCII.isAlphanumeric(name[3])
            && digits.allSatisfy { (0x30...0x39).contains($0) }
        return isWord || name.starts(with: "~syncthing~".utf8)
    }

    /// `lu1a2b3c4d.tmp`.
    private static func isOfLibreOffice(_ name: [UInt8]) -> Bool {
        guard name.starts(with: "lu".utf8), name.hasEnding(".tmp") else { return false }
        let middle = name.dropFirst(2).dropLast(4)
        return middle.count >= 4 && middle.contains { (0x30...0x39).contains($0) }
            && middle.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// `NAME~RF1a2b3c.TMP`.
    private static func isReplaced(_ name: [UInt8]) -> Bool {
        guard name.hasEnding(".tmp"), let tilde = name.lastIndex(of: UInt8(ascii: "~")) else { return false }
        let rest = name[(tilde + 1)...].dropLast(4)
        return tilde > 0 && rest.count > 4 && rest.starts(with: "rf".utf8)
            && rest.dropFirst(2).allSatisfy { isHexadecimal($0) }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) || (0x61...0x66).contains(byte) }

    /// `sedAb1CdE`.
    private static func isOfSed(_ name: [UInt8]) -> Bool {
        let rest = name.dropFirst(3)
        return rest.count == 6 && name.starts(with: "sed".utf8) && rest.allSatisfy(ASCII.isAlphanumeric)
            && rest.contains { ASCII.isDigit($0) || ASCII.lowercased($0) != $0 }
    }

    /// `NAME.md.save.1` and `NAME.sb-1a2b3c4d-aBcDeF`.
    private static func isNumbered(_ name: [UInt8]) -> Bool {
        let digits = name.reversed().prefix { (0x30...0x39).contains($0) }.count
        if digits > 0, Array(name.dropLast(digits)).hasEnding(".md.save.") { return true }
        let end = name.suffix(19)
        guard end.count == 19, end.starts(with: ".sb-".utf8) else { return false }
        let parts = end.dropFirst(4).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 6] && parts.joined().allSatisfy(ASCII.isAlphanumeric)
    }
}

extension [UInt8] {
    fileprivate func hasEnding(_ text: StaticText) -> Bool { suffix(text.bytes.count).elementsEqual(text.bytes) }
}

/// Files that programs leave behind beside others (Format, clause 10.3).
package enum Leftover {
    /// Whether a file, at a path as it was found, is one: it has such a name, and no place in the document, or the name
    /// of an owner file, which has the ending of the document that somebody has open.
    package static func matches(_ path: String) -> Bool {
        let path = path.composed
        let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
        let bytes = Array(name ?? path.utf8[...])
        guard LeftoverName.matches(bytes) else { return false }
        if LeftoverName.isOwnerFile(bytes) { return true }
        guard let path = try? BundlePath(path), let type = FileType(of: path) else { return true }
        return type == .blob && BlobName(path.name) == nil
    }
}

/// Names of files and directories outside the document (Format, sections 10 and 14).
package enum ExternalNames {
    /// Whether a file or directory with this name is outside the document.
    package static func contains(_ name: some StringProtocol) -> Bool { contains(Array(name.utf8)) }

    /// The same for a name as UTF-8.
    package static func contains(_ name: [UInt8]) -> Bool {
        name.first == UInt8(ascii: ".") || JunkNames.contains(name.span)
    }

    /// Whether a file or directory with this name belongs to an operating system (Format, clause 10.2).
    package static func isSystemFile(_ name: some StringProtocol) -> Bool { isSystemFile(Array(name.utf8)) }

    /// The same for a name as UTF-8.
    package static func isSystemFile(_ name: [UInt8]) -> Bool {
        JunkNames.contains(name.span) || hidden.contains(where: name.elementsEqual) || name.starts(with: "._".utf8)
    }

    private static let hidden: [[UInt8]] = [".DS_Store", ".Trashes", ".fseventsd", ".Spotlight-V100"].map {
        Array($0.utf8)
    }
}

/// The names that operating systems and network storage use for their own files (Format, clause 10.2).
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
