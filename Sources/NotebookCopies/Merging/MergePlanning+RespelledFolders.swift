import NotebookFormat
import NotebookMerging
import NotebookText

// Folders whose names only the other copy spells anew, as with another letter case.
extension MergePlanning {
    /// The new spellings of folders that only the other copy changed.
    func respelledFolders() -> RespelledFolders {
        var respelled = RespelledFolders()
        for versions in changed.items {
            guard let base = versions.base, let theirs = versions.theirs, !base.isInTrash, !theirs.isInTrash else {
                continue
            }
            respelled.record(base.path, theirs.path)
        }
        guard !respelled.isEmpty else { return respelled }
        // A spelling that this copy changed as well stays.
        for file in mine.compared.content.files where file.type?.isItem == true && !file.isInTrash {
            respelled.keep(file.path)
        }
        return respelled
    }
}

/// Names of folders that are spelled anew, and are equal to the old ones after folding (Format, clause 5.6).
struct RespelledFolders {
    private var names: [ComparisonKey: (old: Substring, new: Substring)] = [:]

    /// Whether there are none.
    var isEmpty: Bool { names.isEmpty }

    /// Notes the folders of a file whose spelling differs between two states.
    fileprivate mutating func record(_ old: BundlePath, _ new: BundlePath) {
        for (one, other) in zip(old.folders, new.folders) {
            guard one.key == other.key else { return }
            if !one.name.utf8.elementsEqual(other.name.utf8) { names[one.key] = (one.name, other.name) }
        }
    }

    /// Leaves out the folders of a file that have neither spelling.
    fileprivate mutating func keep(_ path: BundlePath) {
        for folder in path.folders {
            guard let known = names[folder.key] else { continue }
            if !folder.name.utf8.elementsEqual(known.old.utf8) { names[folder.key] = nil }
        }
    }

    /// Rows of folders with the new spellings, and with those of the rows of the folders above them.
    func respelled(_ rows: [NotebookDescription.FolderRow]) -> [NotebookDescription.FolderRow] {
        var names: [ComparisonKey: Substring] = [:]
        for row in rows {
            if let name = row.path.components.last { names[ComparisonKey(row.path.text)] = name }
        }
        return rows.map { row in
            var (row, spelled): (NotebookDescription.FolderRow, [Substring]) = (row, [])
            for component in row.path.components {
                let key = (spelled + [component]).joined(separator: "/")
                let new = ["notes", "cards"].compactMap { self.names[ComparisonKey("\($0)/\(key)")]?.new }.first
                spelled.append(new ?? names[ComparisonKey(key)] ?? component)
            }
            row.path = (try? FolderPath(spelled.joined(separator: "/"))) ?? row.path
            return row
        }
    }

    /// A path with the new spellings of its folders.
    func respelled(_ path: BundlePath) -> BundlePath {
        guard !isEmpty, TrashedPath(path) == nil else { return path }
        let folders = path.folders.map { names[$0.key]?.new ?? $0.name }
        return (try? BundlePath((folders + [path.name]).joined(separator: "/"))) ?? path
    }
}

extension BundlePath {
    /// The names of its folders from the outermost one, each with the key of its path.
    fileprivate var folders: [(key: ComparisonKey, name: Substring)] {
        let names = text.split(separator: "/").dropLast()
        return names.indices.map { (ComparisonKey(names[...$0].joined(separator: "/")), names[$0]) }
    }
}
