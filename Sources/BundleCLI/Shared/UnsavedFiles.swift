import NotebookBundle

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file of an editor that may still be open, though its process has ended.
struct UnsavedFile: Codable, Equatable {
    /// The path of the file.
    let path: String
    /// The uuid of the notebook, and its path.
    let notebook: String
    let directory: String
    /// The uuid of the item; `nil` for one that is not added yet.
    let item: String?
    /// ‘note’ or ‘card’.
    let type: String
    /// What the notebook has of the text in the file.
    var saved: Data
    /// The name of the record.
    fileprivate var name: String?

    /// The text in the file; `nil` if the file is gone, or somebody else's.
    fileprivate var text: [UInt8]? {
        guard ExternalPath.isOwnDirectory(ExternalPath.parent(of: path)) else { return nil }
        return FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }

    /// Whether the file was not written for so long that no editor has it open any more.
    fileprivate var isOld: Bool {
        let written = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        return written.map { $0.timeIntervalSinceNow < -30 * 86_400 } ?? false
    }

    /// The text that somebody typed and no notebook has; `nil` if there is none.
    var typed: [UInt8]? { text.flatMap { $0 == [UInt8](saved) ? nil : $0 } }
}

/// The files of editors that may still be open, until their text is in a notebook and no editor can be open any more.
///
/// Uses one record for each file in the user's data folder; ignores errors, since the path of each was printed, but says
/// whether a file was recorded.
struct UnsavedFiles {
    private let place: FileLocation?
    private let session: Session

    init(_ session: Session) {
        let hasPlace = ["XDG_DATA_HOME", "HOME"].contains { session.terminal.environment[$0]?.hasPrefix("/") == true }
        place = hasPlace ? session.places.data.subpath("unsaved") : nil
        self.session = session
    }

    /// The files that belong to a notebook; forgets those that are gone.
    func all(in directory: Notebook) -> [UnsavedFile] {
        guard let place, let names = try? FileManager.default.contentsOfDirectory(atPath: place.path), !names.isEmpty,
            let notebook = try? uuid(of: directory)
        else { return [] }
        return names.sorted().compactMap { name in
            let record = place.subpath(name)
            guard name.hasSuffix(".json"), let data = FileManager.default.contents(atPath: record.path),
                var file = try? JSONDecoder().decode(UnsavedFile.self, from: data)
            else { return nil }
            guard file.text != nil else {
                try? record.remove()
                return nil
            }
            guard file.typed != nil || !file.isOld else {
                try? FileManager.default.removeItem(atPath: ExternalPath.parent(of: file.path))
                try? record.remove()
                return nil
            }
            // A copy of a notebook has the same uuid.
            let isHere = file.directory == directory.path || !FileLocation(path: file.directory).exists
            file.name = name
            return isHere && file.notebook == "\(notebook)" ? file : nil
        }
    }

    /// Remembers a file whose text the notebook has so far.
    ///
    /// - Returns: Whether the next edit finds it.
    func add(_ path: String, _ saved: [UInt8], of item: Item?, _ type: FileType, in directory: Notebook) -> Bool {
        guard let notebook = try? uuid(of: directory) else { return false }
        let file = UnsavedFile(
            path: path, notebook: "\(notebook)", directory: directory.location, item: item?.uuid.map { "\($0)" },
            type: type.rawValue, saved: Data(saved))
        return remember(file)
    }

    private func uuid(of directory: Notebook) throws -> UniqueIdentifier {
        try directory.read(\.listing.description.uuid)
    }

    /// Remembers a file, or what the notebook has of its text by now.
    ///
    /// - Returns: Whether it could be stored.
    @discardableResult
    func remember(_ file: UnsavedFile) -> Bool {
        guard let place else { return false }
        // Its folder has a name that no other file of an editor has.
        let name = file.name ?? ExternalPath.name(of: ExternalPath.parent(of: file.path)) + ".json"
        do {
            let data = try JSONEncoder().encode(file)
            try place.createPrivately()
            try DirectoryFiles(place.path).replaceFile(
                name, with: [UInt8](data), environment: session.notebookEnvironment)
            return true
        } catch {
            return false
        }
    }

    /// Notes that the text of a file at a path is in a notebook.
    func recordSaved(_ path: String, _ text: [UInt8], in directory: Notebook) {
        for var file in all(in: directory) where file.path == path {
            file.saved = Data(text)
            remember(file)
        }
    }
}
