import NotebookText

/// What programs add to the name of a second version, in names whose ASCII letters are lower case (Format, clause 14.1).
///
/// docs/OtherPrograms.md has the table, with its sources.
enum ConflictMark {
    /// The mark that begins first.
    static func first(in lower: [UInt8], _ name: [UInt8]) -> Range<Int>? {
        guard mayHave(lower) else { return nil }
        return [own(lower, name), bracketed(lower, name), plain(lower, name)].compactMap(\.self).min {
            $0.lowerBound < $1.lowerBound
        }
    }

    /// The words in brackets.
    private static let words: [StaticText] = [
        "conflicted copy", "case conflict", "unicode encoding conflict", "white space conflict", "whitespace conflict",
        "selective sync conflict", "case clash from", "sfconflict ", "in konflikt stehende kopie", "konfliktkopi",
        "copie en conflit", "copia en conflicto", "copia in conflitto", "cópia em conflito", "conflicterende kopie",
        "конфликтующая копия", "競合コピー", "冲突副本", "衝突複本",
    ]

    /// Almost all names have none of these; `ConflictCopy.matches` relies on what they have in common.
    private static func mayHave(_ lower: [UInt8]) -> Bool {
        func has(_ text: StaticText) -> Bool {
            lower.firstOccurrence(of: text, from: 0, before: lower.count) != nil
        }
        return has("onfli") || has("case clash") || has(".path")
            || !lower.span.isASCII && (has("копия") || has("競合") || has("冲突") || has("衝突"))
    }

    /// The offset behind a number that follows a mark: ` N` or ` (N)`.
    static func numberEnd(_ name: [UInt8], _ start: Int) -> Int {
        guard start < name.count, name[start] == 0x20 else { return start }
        let isBracketed = start + 1 < name.count && name[start + 1] == UInt8(ascii: "(")
        let digits = name[(start + (isBracketed ? 2 : 1))...].prefix { (0x30...0x39).contains($0) }
        guard (1...3).contains(digits.count) else { return start }
        guard isBracketed else { return digits.endIndex }
        let isClosed = digits.endIndex < name.count && name[digits.endIndex] == UInt8(ascii: ")")
        return isClosed ? digits.endIndex + 1 : start
    }

    /// ` (conflict TIME)`.
    private static func own(_ lower: [UInt8], _ name: [UInt8]) -> Range<Int>? {
        let opening: StaticText = " (conflict "
        var start = 0
        while let open = lower.firstOccurrence(of: opening, from: start, before: lower.count),
            let close = lower[open...].firstIndex(of: UInt8(ascii: ")"))
        {
            let time = String(decoding: name[(open + opening.bytes.count)..<close], as: UTF8.self)
            if Timestamp(compact: time.uppercased()) != nil { return open..<close + 1 }
            start = open + opening.bytes.count
        }
        return nil
    }

    /// ` (… WORDS …)`, with other brackets in it or not, or ` [conflicted …]`.
    private static func bracketed(_ lower: [UInt8], _ name: [UInt8]) -> Range<Int>? {
        for text in words {
            var start = 0
            while let place = lower.firstOccurrence(of: text, from: start, before: lower.count) {
                if let open = opening(lower, before: place), open > 0, lower[open - 1] == 0x20,
                    let close = closing(lower, from: place)
                {
                    return open - 1..<close + 1
                }
                start = place + text.bytes.count
            }
        }
        guard let open = lower.firstOccurrence(of: " [conflicted", from: 0, before: lower.count),
            let close = lower[open...].firstIndex(of: UInt8(ascii: "]"))
        else { return nil }
        return open..<close + 1
    }

    /// The bracket around a place; where brackets do not pair, the last one before it.
    private static func opening(_ name: [UInt8], before place: Int) -> Int? {
        var depth = 0
        for index in name[..<place].indices.reversed() {
            if name[index] == UInt8(ascii: ")") { depth += 1 }
            if name[index] == UInt8(ascii: "(") {
                if depth == 0 { return index }
                depth -= 1
            }
        }
        return name[..<place].lastIndex(of: UInt8(ascii: "("))
    }

    /// The bracket that closes the one around a place; where brackets do not pair, the last one.
    private static func closing(_ name: [UInt8], from place: Int) -> Int? {
        var depth = 0
        for index in name[place...].indices {
            if name[index] == UInt8(ascii: "(") { depth += 1 }
            if name[index] == UInt8(ascii: ")") {
                if depth == 0 { return index }
                depth -= 1
            }
        }
        return name[place...].lastIndex(of: UInt8(ascii: ")"))
    }

    /// Marks without brackets.
    private static func plain(_ lower: [UInt8], _ name: [UInt8]) -> Range<Int>? {
        // Syncthing; in lower case only.
        let syncthing: StaticText = ".sync-conflict-"
        var from = 0
        while let start = name.firstOccurrence(of: syncthing, from: from, before: name.count) {
            from = start + 1
            guard name[start...].starts(with: syncthing.bytes) else { continue }
            let end = name[(start + syncthing.bytes.count)...].firstIndex(of: UInt8(ascii: ".")) ?? name.count
            return start..<end
        }
        // To compile a pattern takes longer than to look for a part of it.
        func has(_ part: StaticText) -> Bool {
            lower.firstOccurrence(of: part, from: 0, before: lower.count) != nil
        }
        let text = String(decoding: lower, as: UTF8.self)
        var found: Range<String.Index>?
        if has("_") {
            // Synology Drive: _CLIENT_Jan-03-0901-2013_CaseConflict_1.
            found = text.firstRange(
                of: /_[^_.\/]+_[a-z]{3}-[0-9]{2}-[0-9]{4}(?:[0-9]{2})?-[0-9]{4}_[a-z]*conflict(?:_[0-9]+)?(?=\.|$)/
                    .matchingSemantics(.unicodeScalar))
        }
        // Old versions of ownCloud.
        if found == nil, has("_conflict-") {
            found = text.firstRange(of: /_conflict-[0-9]{8}-[0-9]{6}(?=\.|$)/.matchingSemantics(.unicodeScalar))
        }
        // rclone bisync.
        if found == nil, has(".conflict") {
            found = text.firstRange(of: /\.conflict[0-9]+(?=\.[^.]*$|$)/.matchingSemantics(.unicodeScalar))
        }
        if found == nil, has(".path") {
            found = text.firstRange(of: /\.\.?path[12](?=\.[^.]*$|$)/.matchingSemantics(.unicodeScalar))
        }
        guard let range = found else { return nil }
        let bytes = text.utf8
        return bytes.distance(
            from: bytes.startIndex, to: range.lowerBound)..<bytes.distance(from: bytes.startIndex, to: range.upperBound)
    }
}

/// Names that programs give to a second version of a file after a conflict (Format, clause 14.1).
package enum ConflictCopy {
    /// Whether a file has such a name, and it or its original can be part of a notebook.
    package static func matches(_ path: BundlePath) -> Bool {
        guard mayMatch(path.text.utf8.span) else { return false }
        if path.lastSlash == nil, isOfOwnFile(path) { return true }
        return mark(in: String(path.name)) != nil && type(of: path) != nil
    }

    /// The type of a copy, or else that of its original; `nil` if this is neither.
    package static func type(of path: BundlePath) -> FileType? {
        FileType(of: path) ?? original(of: path).flatMap { FileType(of: $0) }
    }

    /// Whether a file is a copy of `manifest.json` or `notebook.json`: beside them, other names are no one’s.
    package static func isOfOwnFile(_ path: BundlePath) -> Bool {
        original(of: path).map { $0 == .manifest || $0 == .notebook } ?? false
    }

    /// Whether the last component of a path has a part that all marks have: `nfl`, ` cl`, `th1`, `th2`, or a character
    /// beyond ASCII; or whether it is another file beside `notebook.json`.
    package static func mayMatch(_ path: Span<UInt8>) -> Bool {
        for index in path.indices.reversed() {
            let last = path[index]
            if last == 0x2F { return false }
            if last >= 0x80 { return true }
            // By far most letters end none of them.
            guard last | 0x20 == UInt8(ascii: "l") || last == UInt8(ascii: "1") || last == UInt8(ascii: "2"), index >= 2
            else { continue }
            let (first, middle) = (path[index - 2], path[index - 1] | 0x20)
            if last | 0x20 == UInt8(ascii: "l") {
                if middle == UInt8(ascii: "f"), first | 0x20 == UInt8(ascii: "n") { return true }
                if middle == UInt8(ascii: "c"), first == 0x20 { return true }
            } else if middle == UInt8(ascii: "h"), first | 0x20 == UInt8(ascii: "t") {
                return true
            }
        }
        return !path.equals(BundlePath.notebook.text.utf8.span)
    }

    /// Whether an item has its name from its title, with a number or not: then nobody else gave it that name.
    package static func isNamed(_ path: BundlePath, after title: String) -> Bool {
        guard let name = PortableName.made(from: title), path.stem.begins(with: name) else { return false }
        let rest = Substring(path.stem.utf8.dropFirst(name.utf8.count))
        return rest.isEmpty || Int(rest.dropFirst()).map { $0 > 1 && rest == " \($0)" } == true
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
        let stem = path.parent == nil && path.name.ends(in: ".json") ? String(path.name.dropLast(5)) : path.stem
        // To compile the pattern takes longer than to look for what it needs.
        guard stem.utf8.contains(where: { $0 == 0x20 || $0 == 0x2D }),
            let match = stem.wholeMatch(of: /(.+?)(?: \([0-9]{1,3}\)| [0-9]{1,3}|-[^ ].*)/)
        else { return nil }
        let name = String(match.output.1) + path.name.dropFirst(stem.count)
        return try? path.parent?.appending(name) ?? BundlePath(name)
    }
}
