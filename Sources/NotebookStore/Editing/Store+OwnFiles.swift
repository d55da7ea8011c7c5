package import NotebookFiles
package import NotebookFormat

extension Store {
    /// Gives a conflict copy of `manifest.json` or `notebook.json` its name back where that file is gone: some programs
    /// rename both versions, or the other one is lost.
    ///
    /// - Parameter refuse: Throws if somebody may be writing a copy.
    /// - Returns: The copies, by the names that they got.
    package func adoptOwnFiles(
        refusing refuse: (BundlePath, FileStatus) throws -> Void = { _, _ in }
    ) throws -> [BundlePath: BundlePath] {
        var adopted: [BundlePath: BundlePath] = [:]
        for original in [BundlePath.manifest, .notebook] where try files.status(DiskPath(original)) == nil {
            let names = try files.list(.root).filter { $0.kind == .file }.map {
                String(decoding: $0.name, as: UTF8.self)
            }
            let copies = try names.compactMap { try? BundlePath($0) }.filter {
                ConflictCopy.original(of: $0) == original
            }
            .compactMap { path -> (path: BundlePath, status: FileStatus)? in
                guard let status = try files.status(DiskPath(path)), isReadable(path, as: original) else { return nil }
                return (path, status)
            }
            guard let latest = copies.max(by: { ($0.status.changed, $0.path) < ($1.status.changed, $1.path) }) else {
                continue
            }
            try refuse(latest.path, latest.status)
            try files.rename(DiskPath(latest.path), to: DiskPath(original))
            adopted[original] = latest.path
        }
        return adopted
    }

    private func isReadable(_ path: BundlePath, as original: BundlePath) -> Bool {
        let limit = original == .manifest ? Manifest.maximumBytes : NotebookDescription.maximumBytes
        guard let bytes = try? files.content(of: DiskPath(path), limit: limit) else { return false }
        return original == .manifest ? (try? Manifest(bytes)) != nil : (try? NotebookDescription(bytes)) != nil
    }
}
