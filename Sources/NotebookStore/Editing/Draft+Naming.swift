import NotebookFiles
public import NotebookFormat
import NotebookText

extension Draft {
    /// A free path for a new item in a folder, named after its title.
    ///
    /// - Throws: `NotebookError.noFileName` if no name can be made from the title.
    package func freePath(for title: String, type: FileType, in folder: FolderPath) throws -> BundlePath {
        guard let stem = PortableName.made(from: title) else { throw NotebookError.noFileName(title) }
        return try freePath(stem: stem, type: type, in: folder)
    }

    /// A path for an item with this name; if it is in use, with a number added.
    ///
    /// - Parameter own: The path of the file to be renamed, which does not count as in use.
    package func freePath(
        stem: String, type: FileType, in folder: FolderPath, besides own: BundlePath? = nil
    ) throws -> BundlePath {
        let folder = try spelled(folder)
        let directory = try BundlePath(folder.text.isEmpty ? Self.root(of: type) : "\(Self.root(of: type))/\(folder)")
        let taken = Set(try names(in: directory).filter { own?.name != $0[...] }.map { ComparisonKey($0) })
        let listed = Set(manifest.entries(below: directory).filter { $0.path != own }.map(\.path.key))
        let ending = ".md"
        let name = PortableName.unique(stem, ending: ending) { name in
            taken.contains(ComparisonKey(name)) || listed.contains(ComparisonKey("\(directory)/\(name)"))
        }
        return try directory.appending(name)
    }

    private static func root(of type: FileType) -> String { type == .card ? "cards" : "notes" }

    /// A folder in the notebook's spelling: letter case and normalisation do not make another folder.
    ///
    /// - Throws: `NotebookError.notAFolder` if it cannot be a folder.
    public func folder(_ text: String) throws -> FolderPath {
        let wanted: FolderPath
        do throws(PathProblem) {
            wanted = try FolderPath(text.composed.split(separator: "/").joined(separator: "/"))
        } catch {
            throw NotebookError.notAFolder(text, error)
        }
        return try spelled(wanted)
    }

    /// A folder as the notebook spells it, or those above it.
    func spelled(_ folder: FolderPath) throws -> FolderPath {
        if folder == .root || exists(folder) { return folder }
        let known = Dictionary(current.folders.map { ($0.key, $0) }) { first, _ in first }
        var spelled = ""
        for component in folder.components {
            let next = try FolderPath(spelled.isEmpty ? String(component) : "\(spelled)/\(component)")
            spelled = exists(next) ? next.text : known[next.key]?.text ?? next.text
        }
        return try FolderPath(spelled)
    }

    /// Whether a folder is there in this spelling.
    private func exists(_ folder: FolderPath) -> Bool {
        if description.folders.contains(where: { $0.path.isInside(folder) }) { return true }
        let places = ["notes", "cards"].compactMap { try? BundlePath("\($0)/\(folder)") }
        let manifest = manifest
        return places.contains { !manifest.entries(below: $0).isEmpty }
    }
}

extension NotebookListing {
    /// All folders in the order of their paths, including empty ones and those that contain only folders.
    public var folders: [FolderPath] {
        var folders = Set(description.folders.map(\.path))
        folders.formUnion(Item.folders(of: items).keys)
        for folder in folders {
            var parent = folder.parent
            while let next = parent, next != .root, folders.insert(next).inserted { parent = next.parent }
        }
        folders.remove(.root)
        return folders.sorted()
    }
}
