package import NotebookStore
package import NotebookFormat

/// What is imported, as a notebook: its items, their files, and what became of the rest.
package struct ImportSource {
    /// The items as a notebook has them.
    package let notebook: Notebook
    /// Its files.
    package let files: any FileTree
    /// What was changed on the way, and what was skipped.
    package var report = ImportReport()
    /// The uuids that only follow from what the source calls its notes.
    package var guessed: Set<UniqueIdentifier> = []
    /// How the source is decorated; `nil` if it does not say.
    package var description: NotebookDescription?

    /// What of a notebook or an export is not imported, in one row.
    ///
    /// - Parameter carried: The attachments that items reference.
    package func leftBehind(besides carried: Set<BundlePath>) -> [ImportReport.Row] {
        let rest = description == nil ? [] : notebook.leftBehind(besides: carried)
        return rest.isEmpty ? [] : [.init(path: files.name, text: "files: \(rest.joined(separator: ", "))")]
    }
}

extension ImportSource: OpenSource {
    /// Writes everything into a bundle that is being made; items without a uuid of their own get one.
    package func write(
        into bundle: inout NewBundle, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> Conversion {
        var report = report
        try files.readItems(Set(self.notebook.items.map(\.path))) { path, bytes in
            request.progress.advance(bytes.count, path.text)
            let item = try Draft.item(bytes, path)
            var metadata = item.metadata
            metadata.uuid = metadata.uuid ?? request.world.newUUID()
            try bundle.write(try item.setting(metadata).bytes, at: path)
            report.items += 1
        }
        report.lost += try bundle.separateTwins().map {
            .init(path: $0.text, text: "got a new uuid: another note has the same")
        }
        for entry in self.notebook.manifest.entries {
            guard entry.type == .blob || entry.type == .extra, TrashedPath(entry.path) == nil else { continue }
            _ = try bundle.write(at: entry.path) { write in
                guard try files.stream(entry.path, write) else { throw NotebookError.gone(entry.path) }
            }
            if entry.type == .blob { report.attachments += 1 } else { report.extras += 1 }
        }
        return Conversion(report: report)
    }

    /// The source itself: nothing has to be converted.
    package func source(
        _ place: ImportPlace, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) -> ImportSource { self }
}
