import NotebookFiles
import NotebookFormat
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of notes, as Obsidian, Foam, Jekyll or a person keeps it.
struct SourceFolder {
    /// A file of the folder.
    struct File: LinkableFile {
        /// Its path on the disk.
        let path: DiskPath
        /// The path in NFC, with U+FFFD for what is not UTF-8.
        let text: String
        let status: FileStatus
    }

    /// Something that cannot be imported.
    struct Excluded: Hashable, Sendable {
        let path: String
        let reason: String
        /// Whether notes may be in it.
        var isDamage = false
    }

    private let root: String
    let files: DirectoryFiles
    let name: String
    /// Its name in messages.
    let shown: String
    /// Files with the ending of a note, in the order of their paths.
    private(set) var notes: [File] = []
    /// All other files, in the order of their paths.
    private(set) var others: [File] = []
    /// What is always skipped.
    private(set) var excluded: [Excluded] = []
    /// Whether it is an export of a notebook, whose notes and cards are in folders with these names.
    var isExport = false
    /// Whether the whole folder is imported.
    private(set) var isWhole = true
    /// Whether it is a vault of Obsidian, which shows no `.txt`: these are attachments if a note links to them.
    private let isVault: Bool

    /// Records something that cannot be imported.
    mutating func exclude(_ path: String, because reason: String) {
        excluded.append(Excluded(path: path, reason: reason))
    }

    /// Leaves out files that are imported in another way.
    mutating func setAside(_ paths: Set<String>) {
        guard !paths.isEmpty else { return }
        notes.removeAll { paths.contains($0.text) }
        others.removeAll { paths.contains($0.text) }
    }

    /// Takes files that have the ending of a note, but are attachments or extras, for other files.
    mutating func keepAsFiles(_ paths: Set<String>) {
        guard !paths.isEmpty else { return }
        others += notes.filter { paths.contains($0.text) }
        others.sort { $0.path < $1.path }
        notes.removeAll { paths.contains($0.text) }
    }

    /// Keeps some notes of the folder; the others can be link targets, but are not reported.
    mutating func keepOnly(_ paths: Set<String>) {
        notes.removeAll { !paths.contains($0.text) }
        excluded.removeAll { !paths.contains($0.path) }
        isWhole = false
    }

    /// Lists a folder.
    ///
    /// - Parameters:
    ///   - name: The name by which notes without a uuid are recognized; by default that of the folder.
    ///   - isDeep: Whether to search subfolders.
    init(_ path: String, shown: String, name: String? = nil, isDeep: Bool = true) throws {
        root = path
        files = try DirectoryFiles(path, name: shown)
        self.shown = shown
        isVault = try isDeep && files.status(DiskPath(".obsidian"))?.kind == .directory
        self.name = name ?? URL(filePath: path).standardizedFileURL.lastPathComponent
        var directories = [DiskPath.root]
        while let directory = directories.popLast() {
            if !isDeep, directory != .root { continue }
            for entry in try files.list(directory) { try add(directory.appending(entry.name), entry, &directories) }
        }
        notes.sort { $0.path < $1.path }
        others.sort { $0.path < $1.path }
        excluded.sort { $0.path < $1.path }
    }

    /// The number of notes in a folder that is not imported, at any depth; folders that cannot be read count as empty.
    private func countNotes(in folder: DiskPath) throws -> Int {
        var count = 0
        var directories = [folder]
        while let directory = directories.popLast() {
            for entry in (try? files.list(directory)) ?? [] {
                switch entry.kind {
                case .directory: directories.append(directory.appending(entry.name))
                case .file: if File.isNote(String(decoding: entry.name, as: UTF8.self)) { count += 1 }
                default: break
                }
            }
        }
        return count
    }

    private mutating func add(_ path: DiskPath, _ entry: DirectoryEntry, _ directories: inout [DiskPath]) throws {
        let text = path.text.composed
        let suffix = entry.kind == .directory ? "/" : ""
        guard !ExternalNames.contains(String(decoding: entry.name, as: UTF8.self)) else {
            let isHidden = entry.name.first == UInt8(ascii: ".")
            let notes = entry.kind == .directory ? try countNotes(in: path) : 0
            let held = notes == 0 ? "" : notes == 1 ? "; it has 1 note" : "; it has \(notes) notes"
            excluded.append(
                Excluded(
                    path: text + suffix, reason: (isHidden ? "is hidden" : "belongs to the operating system") + held))
            return
        }
        if entry.kind == .file, LeftoverName.matches(entry.name) {
            excluded.append(Excluded(path: text, reason: "was left behind by a program"))
            return
        }
        switch entry.kind {
        case .directory:
            do throws(SystemError) {
                try add(directory: path, named: text, &directories)
            } catch {
                guard error.meansRefused else { throw error }
                excluded.append(Excluded(path: text + suffix, reason: error.reasonToSkip, isDamage: true))
            }
        case .symbolicLink: excluded.append(Excluded(path: text, reason: "is a symbolic link"))
        case .special: excluded.append(Excluded(path: text, reason: "is a special file"))
        case .file:
            guard let status = try files.status(path) else { return }
            let file = File(path: path, text: text, status: status)
            let isNote = File.isNote(file.name) && !(isVault && file.name.lowercased().hasSuffix(".txt"))
            if isNote { notes.append(file) } else { others.append(file) }
        }
    }
}

extension SourceFolder {
    /// Adds a directory to those that are listed, unless it is a notebook.
    ///
    /// - Throws: `SystemError` if it cannot be listed.
    private mutating func add(
        directory path: DiskPath, named text: String, _ directories: inout [DiskPath]
    ) throws(SystemError) {
        let names = Set(try files.list(path).map { String(decoding: $0.name, as: UTF8.self) })
        if NotebookLocation(directory: text, holds: names.contains) == .notebook {
            excluded.append(
                Excluded(path: text + "/", reason: "is a notebook itself; import it as a source of its own"))
        } else {
            directories.append(path)
        }
    }
}

extension SourceFolder.File {
    /// The name without its ending, in NFC.
    var stem: String { name.withoutEnding }

    /// Whether a file with this name is a note.
    static func isNote(_ name: String) -> Bool {
        let lower = name.lowercased()
        return [".md", ".markdown", ".txt"].contains { lower.hasSuffix($0) && lower.utf8.count > $0.utf8.count }
    }
}

extension SourceFolder {
    /// Why a file of another program cannot be imported, and the way out; `nil` for others.
    func refusal(of file: File) throws -> ImportFailure? {
        let place = ImportLocation(
            ExternalPath.below(root, file.path.text), shown: ExternalPath.below(shown, file.text))
        return try UnreadableKind(place)?.refusal(of: place)
    }

    /// The notes with some uuids in their front matter; reads all notes, unless no uuid is given.
    ///
    /// - Throws: `SystemError` if a note cannot be read.
    func notes(withUUIDs uuids: Set<UniqueIdentifier>) throws -> Set<DiskPath> {
        guard !uuids.isEmpty else { return [] }
        var found: Set<DiskPath> = []
        for note in notes where note.status.size <= ItemFile.maximumBytes {
            let bytes = try files.content(of: note.path, limit: ItemFile.maximumBytes)
            if let uuid = (try? ItemFile(bytes))?.metadata.uuid, uuids.contains(uuid) { found.insert(note.path) }
        }
        return found
    }
}
