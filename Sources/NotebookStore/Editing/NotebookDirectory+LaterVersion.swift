package import NotebookFiles
import NotebookFormat
import NotebookText

extension NotebookDirectory {
    /// Refuses a notebook of a later version of the format, which must not be changed (Format, clause 18.1).
    ///
    /// - Throws: `NotebookError.malformed`, or an error if the files cannot be read.
    package func refuseLaterVersion(_ files: any FileOperations) throws {
        let texts = [
            (DiskPath(.manifest), Manifest.maximumBytes), (DiskPath(.notebook), NotebookDescription.maximumBytes),
            (Store.journal, Journal.maximumBytes),
        ]
        for (path, limit) in texts where try files.status(path)?.kind == .file {
            // Tools write the version at the beginning.
            var bytes = try files.content(of: path, limit: Self.headLength)
            if bytes.count > Self.headLength, JSONText.version(in: bytes) == nil {
                bytes = try files.content(of: path, limit: limit)
            }
            guard let problem = JSONText.laterVersion(in: bytes) else { continue }
            throw NotebookError.malformed(
                environment.display(self.path), file: path.text, problem, problem.position(in: bytes))
        }
    }

    private static var headLength: Int { 4096 }
}
