import NotebookText

/// What programs add to the name of a second version, in names whose ASCII letters are lower case (Format, clause 14.5).
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
        guard let open = lower.firstOccurrence(of: opening, from: 0, before: lower.count),
            let close = lower[open...].firstIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let time = String(decoding: name[(open + opening.bytes.count)..<close], as: UTF8.self)
        return Timestamp(compact: time.uppercased()) == nil ? nil : open..<close + 1
    }

    /// ` (… WORDS …)`, with other brackets in it or not, or ` [conflicted …]`.
    private static func bracketed(_ lower: [UInt8], _ name: [UInt8]) -> Range<Int>? {
        for text in words {
            guard let place = lower.firstOccurrence(of: text, from: 0, before: lower.count),
                let open = opening(lower, before: place), open > 0, lower[open - 1] == 0x20,
                let close = closing(lower, from: place)
            else { continue }
            return open - 1..<close + 1
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
        if let start = name.firstOccurrence(of: syncthing, from: 0, before: name.count),
            name[start...].starts(with: syncthing.bytes)
        {
            let end = name[(start + syncthing.bytes.count)...].firstIndex(of: UInt8(ascii: ".")) ?? name.count
            return start..<end
        }
        let text = String(decoding: lower, as: UTF8.self)
        let patterns = [
            // Synology Drive: _CLIENT_Jan-03-0901-2013_CaseConflict_1.
            text.firstRange(of: /_[^_.\/]+_[a-z]{3}-[0-9]{2}-[0-9]{4,6}-[0-9]{4}_[a-z]*conflict(?:_[0-9]+)?(?=\.|$)/),
            // Old versions of ownCloud.
            text.firstRange(of: /_conflict-[0-9]{8}-[0-9]{6}(?=\.|$)/),
            // rclone bisync.
            text.firstRange(of: /\.conflict[0-9]+(?=\.[^.]*$|$)/), text.firstRange(of: /\.\.?path[12](?=\.[^.]*$|$)/),
        ]
        guard let range = patterns.compactMap(\.self).first else { return nil }
        let bytes = text.utf8
        return bytes.distance(
            from: bytes.startIndex, to: range.lowerBound)..<bytes.distance(from: bytes.startIndex, to: range.upperBound)
    }
}
