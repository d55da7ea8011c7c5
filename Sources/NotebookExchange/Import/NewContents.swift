package import NotebookFormat
package import NotebookStore

/// A folder that a new notebook is made of: one that was exported, or any folder of notes.
package enum NewContents {
    case export(ExportFolder)
    case notes(SourceFolder)

    /// Looks at a folder.
    ///
    /// - Throws: what keeps it from being read.
    package init(_ path: String, shown: String, world: World) throws {
        if let export = try ExportFolder(path, shown: shown, world: world) {
            self = .export(export)
        } else {
            self = .notes(try SourceFolder(path, shown: shown))
        }
    }

    /// The title that the folder gives to the notebook; `nil` if it has none.
    package var title: String? {
        guard case .export(let folder) = self else { return nil }
        return folder.description.title
    }

    /// Writes everything into a bundle that is being made, and changes its description accordingly.
    ///
    /// - Throws: `NotebookError.noNotes` if nothing of the folder can be a note, or what keeps files from being read.
    package func write(
        into bundle: inout NewBundle, _ description: inout NotebookDescription, takesExtras: Bool, world: World,
        progress: any WorkProgress
    ) throws -> ImportReport {
        let (uuid, title) = (description.uuid, description.title)
        switch self {
        case .export(let folder):
            let report = try folder.write(into: &bundle, world: world, progress: progress)
            description = folder.description
            (description.uuid, description.title) = (uuid, title)
            return report
        case .notes(let source):
            let conversion = FolderImport(
                source, for: uuid, takesExtras: takesExtras, world: world, progress: progress)
            let result = try conversion.run(into: &bundle)
            // A notebook of notes that were there before is as old as the first of them.
            description = NotebookDescription(
                uuid: uuid, title: title, created: result.created ?? description.created)
            return result.report
        }
    }
}

extension NewBundle {
    /// The digests of the items that were written, by their uuids.
    package var itemDigests: [UniqueIdentifier: Digest] {
        let items = written.compactMap { fact in fact.item?.readable?.metadata.uuid.map { ($0, fact.digest) } }
        return Dictionary(items) { first, _ in first }
    }
}
