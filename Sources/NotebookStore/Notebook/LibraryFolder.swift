import Archives
public import NotebookFiles
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of notebooks.
public struct LibraryFolder: Sendable {
    /// Where it is.
    package let place: FileLocation

    /// The library at a place.
    public init(_ place: FileLocation) { self.place = place }

    /// The notebooks in it, directories and archives, sorted by name.
    ///
    /// Blocks until the folder is read.
    ///
    /// - Parameter isDeep: Whether to search subfolders; links to folders are not followed.
    /// - Throws: `SystemError` if the folder cannot be listed.
    public func notebooks(isDeep: Bool = true) throws -> [FileLocation] {
        var found: [String] = []
        var directories = [""]
        while let directory = directories.popLast() {
            for name in try names(in: directory) where !name.hasPrefix(".") {
                let path = directory.isEmpty ? name : "\(directory)/\(name)"
                if isNotebook(path) {
                    found.append(path)
                } else if isDeep, isFolder(path) {
                    directories.append(path)
                }
            }
        }
        return found.sorted(by: ItemOrder.namePrecedes).map { place.subpath($0) }
    }

    /// The names of the directories in it that are notebooks, as people sort them; none if it cannot be listed.
    package var bundles: [String] {
        ((try? names(in: "")) ?? []).filter { name in
            !name.hasPrefix(".") && NotebookLocation(at: ExternalPath.below(place.path, name)) == .notebook
        }.sorted(by: ItemOrder.namePrecedes)
    }

    /// The name of a notebook: its path in the library.
    public func name(of notebook: FileLocation) -> String {
        notebook.path.hasPrefix(place.path + "/")
            ? String(notebook.path.dropFirst(place.path.count + 1)) : notebook.name
    }

    /// The notebook with a name, with or without its ending, at any depth; directories take precedence over archives,
    /// and the exact spelling over another letter case.
    ///
    /// Blocks until the folder is read; a folder that cannot be read has no notebooks.
    public func notebook(_ name: String) -> FileLocation? {
        let components = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.isEmpty, !components.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) else { return nil }
        let candidates = (["", NotebookLocation.ending] + Self.archiveEndings).map { name + $0 }
        if let exact = candidates.first(where: isNotebook) { return place.subpath(exact) }
        let keys = candidates.map { ComparisonKey($0) }
        let found = (try? notebooks(isDeep: components.count > 1)) ?? []
        return keys.lazy.compactMap { key in found.first { ComparisonKey(self.name(of: $0)) == key } }.first
    }

    private func names(in directory: String) throws -> [String] {
        let folder = directory.isEmpty ? place : place.subpath(directory)
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw SystemError(.list, PrintableText.escaped(folder.path), because: error)
        }
    }

    /// Whether a notebook is at a path, or an archive by its name.
    private func isNotebook(_ path: String) -> Bool {
        switch NotebookLocation(at: place.subpath(path).path) {
        case .notebook: true
        case .file: Self.archiveEndings.contains { path.lowercased().hasSuffix($0) }
        case .remains, .folder, .special, .nothing: false
        }
    }

    /// Whether a directory, not a link, is at a path.
    private func isFolder(_ path: String) -> Bool { FileKind.at(place.subpath(path).path) == .directory }

    private static let archiveEndings = ArchiveFormat.allCases.map {
        "\(NotebookLocation.ending).\($0.fileNameEnding)"
    }
}
