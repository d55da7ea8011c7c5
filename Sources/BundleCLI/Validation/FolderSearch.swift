import Archives
import NotebookBundle

/// Looks for notebooks in a folder, at any depth.
///
/// Names that begin with a full stop are passed over, and links to directories are not followed. What cannot be looked into
/// is a part of the result: a notebook may be there.
struct FolderSearch {
    /// The endings of archives of notebooks (Format, clause 17.1).
    private static let endings = ArchiveFormat.allCases.map { ".notebundle.\($0.fileNameEnding)" }

    private let folder: String
    private let session: Session
    private let files: DirectoryFiles
    private let excluded: [ExclusionPattern]
    /// Whether something was passed over that a pattern excludes.
    private(set) var hasExcluded = false
    private var notebooks: Set<DiskPath> = []
    private var failures: [DiskPath: any Failure] = [:]

    /// A search below a folder.
    init(_ folder: String, excluding excluded: [ExclusionPattern], _ session: Session) throws(SystemError) {
        self.excluded = excluded
        self.folder = folder
        self.session = session
        files = try DirectoryFiles(
            folder, name: folder == session.terminal.workingDirectory ? "." : session.displayed(folder))
    }

    /// The notebooks, and what stands in the way, in the order of their paths.
    mutating func entries() -> [ValidationInputs.Entry] {
        var directories = [DiskPath.root]
        while let directory = directories.popLast() {
            do throws(SystemError) {
                for child in try files.list(directory) where child.name.first != UInt8(ascii: ".") {
                    let path = directory.appending(child.name)
                    guard !excluded.contains(where: { $0.matches(path.text) }) else {
                        hasExcluded = true
                        continue
                    }
                    switch (isNotebook(path, child.kind), child.kind) {
                    case (true, _): notebooks.insert(path)
                    case (false, .directory): directories.append(path)
                    default: break
                    }
                }
            } catch {
                note(error, at: directory)
            }
        }
        return notebooks.union(failures.keys).sorted().map { path in
            let place = path == .root ? folder : "\(folder)/\(path.text)"
            let isText = String(validating: path.bytes, as: UTF8.self) != nil
            let failure = isText ? nil : NotebookError.pathIsNotText(session.displayed(place))
            return ValidationInputs.Entry(path: place, folder: folder, failure: failures[path] ?? failure)
        }
    }

    /// Whether a notebook is at a path; `nil` if that cannot be looked at.
    private mutating func isNotebook(_ path: DiskPath, _ kind: FileKind) -> Bool? {
        guard kind == .directory else {
            let name = path.text.lowercased()
            return Self.endings.contains { name.hasSuffix($0) }
        }
        if path.text.hasSuffix(".notebundle") { return true }
        do throws(SystemError) {
            for file in ["manifest.json", "notebook.json"] where try files.status(path.appending(file)) == nil {
                return false
            }
            return true
        } catch {
            note(error, at: path)
            return nil
        }
    }

    /// Notes what stands in the way, unless it went away meanwhile.
    private mutating func note(_ error: SystemError, at path: DiskPath) {
        if !isGone(path) { failures[path] = error }
    }

    private func isGone(_ path: DiskPath) -> Bool {
        do {
            return try files.status(path) == nil
        } catch {
            return false
        }
    }
}
