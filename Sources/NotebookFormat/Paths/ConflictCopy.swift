/// Names that programs give to a second version of a file after a conflict (Format, clause 14.5).
package enum ConflictCopy {
    /// Whether a file has such a name.
    package static func matches(_ path: BundlePath) -> Bool { mark(in: String(path.name)) != nil }

    /// The path of the original of a copy; `nil` if this is not the name of a copy, or the original would have no name.
    package static func original(of path: BundlePath) -> BundlePath? {
        guard let name = original(ofName: String(path.name)) else { return nil }
        return try? path.parent?.appending(name) ?? BundlePath(name)
    }

    /// The name of the original of a copy; `nil` if this is not the name of a copy, or the original would have no name.
    package static func original(ofName name: String) -> String? {
        guard let mark = mark(in: name), mark.lowerBound > name.startIndex else { return nil }
        return String(name[..<mark.lowerBound] + name[mark.upperBound...])
    }

    /// The part of a name that a program added.
    private static func mark(in name: String) -> Range<String.Index>? {
        // All these names contain this word, and hardly any other name does.
        let bytes = Array(name.utf8)
        guard bytes.firstOccurrence(of: "conflict", from: 0, before: bytes.count) != nil else { return nil }
        return own(name) ?? conflictedCopy(name) ?? syncConflict(name)
    }

    /// ` (conflict TIME)`, perhaps followed by a number.
    private static func own(_ name: String) -> Range<String.Index>? {
        guard let open = name.firstRange(of: " (conflict "),
            let close = name[open.upperBound...].firstIndex(of: ")"),
            Timestamp(compact: name[open.upperBound..<close].uppercased()) != nil
        else { return nil }
        let end = name.index(after: close)
        let digits = name[end...].dropFirst().prefix { $0.isASCII && $0.isNumber }
        let isNumbered = name[end...].first == " " && !digits.isEmpty
        return open.lowerBound..<(isNumbered ? digits.endIndex : end)
    }

    /// ` (… conflicted copy …)`, as Dropbox, Nextcloud and others write it.
    private static func conflictedCopy(_ name: String) -> Range<String.Index>? {
        // Lower-cases only ASCII, so that offsets stay the same.
        let lower = String(decoding: name.utf8.map(ASCII.lowercased), as: UTF8.self)
        guard let words = lower.firstRange(of: "conflicted copy") else { return nil }
        let start = name.utf8.index(
            name.startIndex, offsetBy: lower.utf8.distance(from: lower.startIndex, to: words.lowerBound))
        guard let open = name[..<start].lastIndex(of: "("), let close = name[start...].firstIndex(of: ")") else {
            return nil
        }
        let before = name[..<open]
        guard before.last == " " else { return nil }
        return before.index(before: before.endIndex)..<name.index(after: close)
    }

    /// `.sync-conflict-DATE-TIME-DEVICE`, as Syncthing writes it.
    private static func syncConflict(_ name: String) -> Range<String.Index>? {
        guard let words = name.firstRange(of: ".sync-conflict-") else { return nil }
        let end = name[words.upperBound...].firstIndex(of: ".") ?? name.endIndex
        return words.lowerBound..<end
    }
}
