import NotebookFormat
import NotebookText

/// The paths of notes of other systems: portable names, and none twice.
struct ForeignNames {
    private var taken: Set<ComparisonKey> = []
    /// The paths of folders, by their names in the source.
    private var folders: [[String]: String] = [:]
    /// The next number to try for each name.
    private var numbers: [ComparisonKey: Int] = [:]

    /// The path of a folder; `nil` for the top level.
    mutating func folder(_ names: [String]) -> FolderPath? {
        let text = text(of: names)
        return text.isEmpty ? nil : try? FolderPath(text)
    }

    private mutating func text(of names: [String]) -> String {
        guard let last = names.last else { return "" }
        if let known = folders[names] { return known }
        let parent = text(of: Array(names.dropLast()))
        // Names of folders here may have signs that those of notes avoid for links.
        let isPortable =
            !last.contains("/") && (try? BundlePath("notes/\(last)")) != nil && !ExternalNames.contains(last)
        let name = isPortable ? last : PortableName.made(from: last) ?? "Folder"
        let start = parent.isEmpty ? "" : parent + "/"
        let unique = PortableName.unique(start + name, ending: "") { taken.contains(ComparisonKey($0)) }
        // A path that would be too long ends at its parent.
        let path = (try? BundlePath("notes/\(unique)/\(String(repeating: "x", count: 40)).md")) == nil ? parent : unique
        taken.insert(ComparisonKey(path))
        folders[names] = path
        return path
    }

    /// A free path for a note.
    mutating func path(_ title: String, in folder: [String], _ type: FileType) -> BundlePath {
        let root = type == .card ? "cards" : "notes"
        let folder = text(of: folder)
        let directory = folder.isEmpty ? root : "\(root)/\(folder)"
        let fallback = type == .card ? "New Card" : "Untitled"
        for length in [PortableName.maximumBytes, 60, 20] {
            let stem = "\(directory)/\(PortableName.made(from: title, maximumBytes: length) ?? fallback)"
            let key = ComparisonKey(stem)
            var number = numbers[key] ?? 1
            while true {
                let text = number == 1 ? "\(stem).md" : "\(stem) \(number).md"
                number += 1
                // The same name as that of a folder would only confuse.
                guard taken.insert(ComparisonKey(text)).inserted else { continue }
                numbers[key] = number
                guard let path = try? BundlePath(text) else { break }
                return path
            }
        }
        return BundlePath.unnamed(root)
    }
}

extension BundlePath {
    /// A path that is always valid.
    fileprivate static func unnamed(_ root: String) -> BundlePath {
        (try? BundlePath("\(root)/Untitled.md")) ?? .notebook
    }
}
