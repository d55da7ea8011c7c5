import NotebookText

/// Names that programs give to a second version of a file after a conflict (Format, clause 14.5).
package enum ConflictCopy {
    /// Whether a file has such a name, and it or its original can be part of a notebook.
    package static func matches(_ path: BundlePath) -> Bool {
        if path.parent == nil, isOfOwnFile(path) { return true }
        return mayMatch(path.text.utf8.span) && mark(in: String(path.name)) != nil && type(of: path) != nil
    }

    /// The type of a copy, or else that of its original; `nil` if this is neither.
    package static func type(of path: BundlePath) -> FileType? {
        FileType(of: path) ?? original(of: path).flatMap { FileType(of: $0) }
    }

    /// Whether a file is a copy of `manifest.json` or `notebook.json`: beside them, other names are no one’s.
    package static func isOfOwnFile(_ path: BundlePath) -> Bool {
        original(of: path).map { $0 == .manifest || $0 == .notebook } ?? false
    }

    /// Whether a path has a part that all marks have: `fl`, `cl`, `..`, `h1`, `h2`, or a character beyond ASCII.
    private static func mayMatch(_ path: Span<UInt8>) -> Bool {
        var last: UInt8 = 0
        for index in path.indices {
            let byte = path[index]
            if byte >= 0x80 || byte == 0x2E && last == 0x2E { return true }
            if last == UInt8(ascii: "h"), byte == UInt8(ascii: "1") || byte == UInt8(ascii: "2") { return true }
            let lower = byte | 0x20
            if lower == UInt8(ascii: "l"), last == UInt8(ascii: "f") || last == UInt8(ascii: "c") { return true }
            last = byte == 0x2E ? byte : lower
        }
        return false
    }

    /// Whether an item has its name from its title, with a number or not: then nobody else gave it that name.
    package static func isNamed(_ path: BundlePath, after title: String) -> Bool {
        guard let name = PortableName.made(from: title), path.stem.hasPrefix(name) else { return false }
        let rest = path.stem.dropFirst(name.count)
        return rest.isEmpty || rest.first == " " && Int(rest.dropFirst()).map { $0 > 1 } == true
    }

    /// The path of the original of a copy; `nil` if this is not the name of a copy, or the original would have no name.
    package static func original(of path: BundlePath) -> BundlePath? {
        if let name = original(ofName: String(path.name)) {
            return try? path.parent?.appending(name) ?? BundlePath(name)
        }
        guard path.parent == nil, let possible = possibleOriginal(of: path) else { return nil }
        return possible == .manifest || possible == .notebook ? possible : nil
    }

    /// The name of the original of a copy, also of a copy of a copy; `nil` if this is not the name of a copy, or the
    /// original would have no name.
    package static func original(ofName name: String) -> String? {
        guard let mark = mark(in: name), mark.lowerBound > 0 else { return nil }
        let bytes = Array(name.utf8)
        let rest = String(decoding: bytes[..<mark.lowerBound] + bytes[mark.upperBound...], as: UTF8.self)
        return original(ofName: rest) ?? rest
    }

    /// The path of a copy with its mark before the ending of the name, where the file has a type; `nil` if this is not the
    /// name of a copy, or the path is that already.
    package static func withEnding(_ path: BundlePath) -> BundlePath? {
        guard let original = original(of: path), let type = FileType(of: original), type.isItem,
            FileType(of: path) == nil
        else { return nil }
        let name = String(path.name)
        guard let mark = mark(in: name) else { return nil }
        let text = String(decoding: Array(name.utf8)[mark], as: UTF8.self)
        let stem = original.name.dropLast(3)
        return try? path.parent?.appending(stem + text + ".md")
    }

    /// The bytes of a name that a program added.
    private static func mark(in name: String) -> Range<Int>? {
        // Lower-cases only ASCII, so that offsets stay the same.
        let lower = name.utf8.map(ASCII.lowercased)
        guard let found = ConflictMark.first(in: lower, Array(name.utf8)) else { return nil }
        return found.lowerBound..<ConflictMark.numberEnd(lower, found.upperBound)
    }
}

extension ConflictCopy {
    /// The path of which a file may be a copy: its name without ` (N)`, ` N` or `-TEXT` at its end, as Google Drive, iCloud
    /// and OneDrive name second versions; `nil` for other names.
    ///
    /// People give such names, too, so only a file with the uuid of that item is a copy, or one beside `notebook.json`.
    package static func possibleOriginal(of path: BundlePath) -> BundlePath? {
        let stem = path.parent == nil && path.name.hasSuffix(".json") ? String(path.name.dropLast(5)) : path.stem
        guard let match = stem.wholeMatch(of: /(.+?)(?: \([0-9]{1,3}\)| [0-9]{1,3}|-[^ ].*)/) else { return nil }
        let name = String(match.output.1) + path.name.dropFirst(stem.count)
        return try? path.parent?.appending(name) ?? BundlePath(name)
    }
}
