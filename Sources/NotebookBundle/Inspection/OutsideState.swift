import Foundation
package import NotebookFormat

extension DirectoryTree {
    /// How many listed files have another size, or are gone: a look at the directory alone, without reading a file.
    package func countOutsideChanges(_ manifest: Manifest) throws -> Int {
        var count = 0
        for entry in manifest.entries where try size(of: entry.path) != entry.size { count += 1 }
        return count
    }
}

/// Names under which programs keep a second version of a file that was changed in two places (Format, clause 14.5).
package enum ConflictCopy {
    /// Whether a file is such a copy, by its name.
    package static func matches(_ path: BundlePath) -> Bool {
        let name = path.name.lowercased()
        if name.contains(" conflicted copy ") || name.contains("(conflicted copy") || name.contains(".sync-conflict-") {
            return true
        }
        guard let open = name.range(of: " (conflict "), let close = name[open.upperBound...].firstIndex(of: ")") else {
            return false
        }
        return Timestamp(compact: name[open.upperBound..<close].uppercased()) != nil
    }
}
