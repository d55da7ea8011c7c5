/// Names under which programs keep a second version of a file that was changed in two places (Format, clause 14.5).
public enum ConflictCopy {
    /// Whether a file is such a copy, by its name.
    public static func matches(_ path: BundlePath) -> Bool {
        let name = path.name.lowercased()
        if name.contains(" conflicted copy ") || name.contains("(conflicted copy") || name.contains(".sync-conflict-") {
            return true
        }
        guard let open = name.firstRange(of: " (conflict "),
            let close = name[open.upperBound...].firstIndex(of: ")")
        else { return false }
        return Timestamp(compact: name[open.upperBound..<close].uppercased()) != nil
    }
}
