import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText

/// A folder into which an archive was unpacked, since it has files that are imported from folders alone.
struct UnpackedArchive {
    let place: ImportLocation
    /// The members that no folder gets.
    private let skipped: [(path: String, reason: String)]

    /// Unpacks an archive; `nil` if it has no file that would be imported then.
    ///
    /// - Parameter source: What is imported from the archive itself.
    /// - Throws: `ArchiveFailure` or `ForeignFault` if it is damaged, or `SystemError`.
    init?(_ place: ImportLocation, besides source: (any ForeignSource)?, _ request: ImportRequest) throws {
        guard !request.scratch.isEmpty, !place.isDirectory, let files = try place.files(request),
            files.files.contains(where: { Self.isImportable($0.path, besides: source) })
        else { return nil }
        let (safe, unsafe) = (files.files.filter { Self.isSafe($0.path) }, files.files.filter { !Self.isSafe($0.path) })
        skipped = files.skipped + unsafe.map { ($0.path, "its path leaves the archive") }
        let root = files.root
        let folder = FileLocation(
            path: ExternalPath.below(request.scratch, "unpacked-\(request.environment.newUUID())"))
        try folder.createPrivately()
        let output = try DirectoryFiles(folder.path, name: place.shown)
        let byPath = Dictionary(safe.map { ($0.path, $0) }) { first, _ in first }
        try files.each(safe.map(\.path)) { path, content in
            let target = DiskPath(String(path.dropFirst(root.count)))
            _ = try output.makeDirectories(target.parent)
            let file = try output.create(target)
            defer { output.close(file) }
            try content.copy { bytes in
                try request.progress.step(bytes.count, path)
                try output.writeAll(bytes, to: file)
            }
            // Notes without dates have that of their file.
            if let time = byPath[path]?.modified { output.setModified(target, to: time) }
        }
        let stem = ExternalPath.name(of: place.path).prefix { $0 != "." }
        let name = root.isEmpty ? String(stem) : String(root.dropLast())
        var unpacked = ImportLocation(folder.path, shown: place.shown, name: name)
        unpacked.isUnpacked = true
        self.place = unpacked
    }

    /// What reports the members that no folder gets; `nil` if there are none.
    var rest: (any ForeignSource)? {
        skipped.isEmpty ? nil : SkippedMembers(shown: place.shown, members: skipped)
    }

    /// Whether a file is imported alone by its name; beside an export, only what hardly is an attachment of it.
    private static func isImportable(_ path: String, besides source: (any ForeignSource)?) -> Bool {
        guard source?.owns(path) != true else { return false }
        let files = ImportFormats.foreign.map(\.looseFiles).filter { source == nil || $0.areHardlyAttached }
        return files.contains { $0.mayHave(path) } || [".md", ".markdown"].contains { path.lowercased().hasSuffix($0) }
    }

    private static func isSafe(_ path: String) -> Bool {
        !path.hasPrefix("/")
            && path.parts(between: "/", omittingEmpty: false).allSatisfy { part in
                part != ".." && part != "." && !part.isEmpty
            }
    }
}

/// Members of an archive that are not imported.
private struct SkippedMembers: ForeignSource {
    let shown: String
    let members: [(path: String, reason: String)]

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) {
        for member in members { notes.lose(.partSkipped, member.reason, place: member.path) }
    }
}
