import NotebookFormat

extension NotebookDirectory {
    /// Refuses a notebook that a later version of the format made: nothing here may change it (Format, clause 18.1).
    ///
    /// - Throws: `NotebookError.malformed`, or what keeps the files from being read.
    func refuseLaterVersion(_ files: any FileOperations) throws {
        let texts = [
            (DiskPath(.manifest), Manifest.maximumBytes), (DiskPath(.notebook), NotebookDescription.maximumBytes),
            (Store.journal, Journal.maximumBytes),
        ]
        for (path, limit) in texts where try files.status(path)?.kind == .file {
            // The version stands at the beginning of what tools write.
            var bytes = try files.content(of: path, limit: Self.headLength)
            if bytes.count > Self.headLength, JSONText.version(in: bytes) == nil {
                bytes = try files.content(of: path, limit: limit)
            }
            guard let problem = JSONText.laterVersion(in: bytes) else { continue }
            throw NotebookError.malformed(
                world.display(self.path), file: path.text, problem, problem.position(in: bytes))
        }
    }

    private static var headLength: Int { 4096 }
}
