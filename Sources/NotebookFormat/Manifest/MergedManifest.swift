import NotebookText

/// Manifests that git merged line by line, as `.gitattributes` asks it to (Format, clause 14.3), or left with conflict
/// markers.
enum MergedManifest {
    /// A prefix for messages about such a manifest.
    static let note = "merged by git; "

    /// Whether an invalid text results from a merge of two manifests: it has conflict markers, or lines of manifests
    /// that cannot be combined.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        if ConflictMarkers.firstRange(in: bytes) != nil { return true }
        var paths: Set<[UInt8]> = []
        var (offset, isOdd) = (0, false)
        var last: ArraySlice<UInt8> = []
        while offset < bytes.count {
            let line = Line(at: offset, in: bytes)
            offset = line.end
            let text = bytes[line.content]
            if text.starts(with: entryStart) {
                let path = Array(text.dropFirst(entryStart.count).prefix { $0 != UInt8(ascii: "\"") })
                // A path that occurs twice, or an entry that follows the last one of the other side.
                isOdd = isOdd || !paths.insert(path).inserted || last.starts(with: entryStart) && last.last != comma
            } else if text.elementsEqual("  ]".utf8) {
                isOdd = isOdd || last.starts(with: entryStart) && last.last == comma
            } else if !heads.contains(where: text.elementsEqual) {
                return false
            }
            last = text
        }
        return isOdd
    }

    private static let comma = UInt8(ascii: ",")
    private static let entryStart = Array("    {\"path\": \"".utf8)
    private static let heads = [
        "{", "  \"format\": \"notebundle\",", "  \"version\": 1,", "  \"entries\": [", "  ]", "}",
    ].map { Array($0.utf8) }
}
