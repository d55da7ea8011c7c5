package import NotebookStore
package import NotebookFormat

/// A folder that `export` wrote: the files of a notebook with its `notebook.json`, which tells it from other folders, and
/// without a list of them.
package struct ExportFolder {
    /// What is in it, as a notebook.
    let notebook: Notebook
    /// Its files.
    let files: DirectoryTree
    /// What stays out.
    let report: ImportReport

    /// Reads a folder; `nil` if it is none that was exported.
    ///
    /// - Throws: what keeps it from being read.
    package init?(_ path: String, shown: String, world: World) throws {
        let files = try DirectoryTree(try world.openToRead(path), name: shown, now: world.now)
        guard let bytes = try files.content(of: .notebook, limit: NotebookDescription.maximumBytes),
            let description = try? NotebookDescription(bytes)
        else { return nil }
        let inspection = try Inspector(files).inspect()
        var report = ImportReport()
        func leave(_ path: String, _ reason: String) { report.leftOut.append(.init(path: path, text: reason)) }
        for fact in inspection.files {
            if case .unreadable(let problem, let position)? = fact.item {
                leave(fact.path.text, "cannot be an item: line \(position.line): \(problem.message)")
            } else if FileType(of: fact.path) == nil {
                leave(fact.path.text, "is no file of a notebook")
            }
        }
        for file in inspection.unportable { leave(file.path, "its path would not travel: it \(file.problem)") }
        for file in inspection.irregular {
            leave(file.path, file.kind == .symbolicLink ? "is a symbolic link" : "is a special file")
        }
        report.leftOut.sort { $0.path < $1.path }
        let facts = inspection.files.filter { FileType(of: $0.path) != nil }
        let manifest = Manifest(of: facts, notebookCreated: description.created)
        notebook = Notebook(
            name: shown, manifest: manifest, description: description, fingerprint: Digest.of(manifest.text))
        self.files = files
        self.report = report
    }

    /// How the notebook is described that was exported.
    package var description: NotebookDescription { notebook.description }

    /// Writes everything into a bundle that is being made; items without a uuid of their own get one.
    package func write(
        into bundle: inout NewBundle, world: World, progress: any WorkProgress
    ) throws -> ImportReport {
        var report = report
        try files.readItems(Set(notebook.items.map(\.path))) { path, bytes in
            progress.advance(bytes.count, path.text)
            let item = try Draft.item(bytes, path)
            var metadata = item.metadata
            metadata.uuid = metadata.uuid ?? world.newUUID()
            try bundle.write(try item.setting(metadata).bytes, at: path)
            report.items += 1
        }
        report.lost += try bundle.separateTwins().map {
            .init(path: $0.text, text: "got a new uuid: another note has the same")
        }
        for entry in notebook.manifest.entries {
            guard entry.type == .blob || entry.type == .extra, TrashedPath(entry.path) == nil else { continue }
            _ = try bundle.write(at: entry.path) { write in
                guard try files.stream(entry.path, write) else { throw NotebookError.gone(entry.path) }
            }
            if entry.type == .blob { report.attachments += 1 } else { report.extras += 1 }
        }
        return report
    }
}
