/// The name that a program gives a copy of a file which it carried while two computers had changed the file.
package enum ConflictCopyName {
    /// The name of the file, if this is the name of a conflict copy of it; `nil` otherwise.
    ///
    /// Knows the names of Syncthing (`A.sync-conflict-20261123-101112-ABCDEFG.md`), Dropbox (`A (Ann's conflicted copy
    /// 2026-11-23).md`), Nextcloud and ownCloud (`A (conflicted copy 2026-11-23 101112).md`), Seafile (`A (SFConflict
    /// ann@example.org 2026-11-23-10-11-12).md`), Resilio Sync (`A.Conflict.md`) and pCloud (`A [conflicted].md`).
    package static func original(of name: String) -> String? {
        if let mark = name.firstRange(of: ".sync-conflict-") {
            let ending = name[mark.upperBound...].firstIndex(of: ".") ?? name.endIndex
            return mark.lowerBound > name.startIndex ? String(name[..<mark.lowerBound] + name[ending...]) : nil
        }
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        let (stem, ending) = (name[..<dot], name[dot...])
        guard let start = mark(in: stem), start > stem.startIndex else { return nil }
        return String(stem[..<start] + ending)
    }

    /// Where the mark begins.
    private static func mark(in stem: Substring) -> String.Index? {
        if stem.lowercased().hasSuffix(".conflict") { return stem.lastIndex(of: ".") }
        for (open, close) in [(" (", ")"), (" [", "]")] where stem.hasSuffix(close) {
            guard let range = stem.ranges(of: open).last else { continue }
            let words = stem[range.upperBound...].dropLast().lowercased()
            if words.contains("conflicted") || words.contains("sfconflict") { return range.lowerBound }
        }
        return nil
    }
}
