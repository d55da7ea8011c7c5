import NotebookFiles
import NotebookFormat
import NotebookText

/// Renames files whose names are stored in another normalisation to the form that the format requires (Format, clause
/// 5.4).
struct ComposedNames {
    private let files: any FileOperations
    private let isDry: Bool
    /// The files and directories that were or would be renamed, in that form.
    private(set) var paths: [String] = []
    /// Whether the disk stores names in a form of its own, whatever form it is given.
    private var keepsForm = false

    /// Names below a bundle’s directory.
    ///
    /// - Parameter isDry: Whether to rename nothing.
    init(_ files: any FileOperations, isDry: Bool) {
        self.files = files.exact
        self.isDry = isDry
    }

    /// Renames what has to be renamed.
    ///
    /// - Throws: `SystemError`.
    mutating func compose() throws { try compose(.root) }

    private mutating func compose(_ directory: DiskPath) throws {
        let entries = try files.listInOrder(directory)
        let names = Set(entries.map(\.name))
        for entry in entries where entry.kind == .file || entry.kind == .directory {
            guard let text = String(validating: entry.name, as: UTF8.self), !ExternalNames.contains(text) else {
                continue
            }
            var path = directory.appending(entry.name)
            let composed = directory.appending(text.composed)
            if composed != path, try isFree(composed, besides: names) {
                if isDry {
                    paths.append(composed.text.composed)
                } else if try rename(path, to: composed) {
                    paths.append(composed.text.composed)
                    path = composed
                }
            }
            guard entry.kind == .directory, !path.isTooDeep else { continue }
            try compose(path)
            if composed != path, names.contains(Array(composed.name)) { try merge(path, into: composed) }
        }
    }

    /// Moves the content of a directory into the directory with its name in Normalization Form C; entries that exist in
    /// both stay.
    private mutating func merge(_ directory: DiskPath, into composed: DiskPath) throws {
        guard try files.status(composed)?.kind == .directory else { return }
        for entry in try files.listInOrder(directory) where entry.kind == .file || entry.kind == .directory {
            guard let text = String(validating: entry.name, as: UTF8.self), !ExternalNames.contains(text) else {
                continue
            }
            let (old, new) = (directory.appending(entry.name), composed.appending(text.composed))
            guard try files.status(new) == nil else {
                if entry.kind == .directory, !old.isTooDeep { try merge(old, into: new) }
                continue
            }
            if !isDry {
                try files.excludeReaders()
                try files.renameExclusively(old, to: new)
            }
            paths.append(new.text.composed)
        }
        guard !isDry, try files.list(directory).isEmpty else { return }
        try files.removeDirectory(directory)
    }

    /// Whether a name is free: a disk that ignores normalisation finds the file itself under it.
    private func isFree(_ composed: DiskPath, besides names: Set<[UInt8]>) throws -> Bool {
        guard try files.status(composed) != nil else { return true }
        return !isDry && !keepsForm && !names.contains(Array(composed.name))
    }

    /// Renames a file or directory, and says whether the disk kept the new name.
    private mutating func rename(_ path: DiskPath, to composed: DiskPath) throws -> Bool {
        let isFound = try files.status(composed) != nil
        try files.excludeReaders()
        try files.rename(path, to: composed)
        guard isFound else { return true }
        keepsForm = try !files.list(path.parent).contains { $0.name == Array(composed.name) }
        return !keepsForm
    }
}
