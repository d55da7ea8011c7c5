import NotebookFormat
import NotebookStore

/// What is done with the notes of a folder before they are written: on any core, many at a time.
struct NotePreparation: Sendable {
    /// A note that was read.
    struct Note: Sendable {
        let file: SourceFolder.File
        /// Where it goes.
        let path: BundlePath
        /// The size of the file in bytes.
        let size: Int
        /// The note, or why it cannot be one.
        let content: Result<Content, Refusal>
    }

    /// What a note says.
    struct Content: Sendable {
        let item: ItemFile
        /// The values that the item gets.
        let metadata: ItemMetadata
        /// What was changed in the text besides new front matter.
        let changes: [String]
        /// The attachments that links lead to.
        let attachments: [SourceFolder.File]
        /// The attachments that values of the front matter name.
        let namedAttachments: [SourceFolder.File]
        /// The item as it is written; `nil` if that depends on the new names of attachments.
        let written: Written?
    }

    /// An item as it is written.
    struct Written: Sendable {
        let bytes: [UInt8]
        let fact: ItemFact?
        /// How many links were fixed.
        let fixedLinks: Int
    }

    /// Why a file cannot be a note.
    struct Refusal: Error {
        let reason: String
    }

    let files: DirectoryFiles
    let names: SourceNames
    let links: SourceLinks
    /// What the uuids of notes without one follow from, besides the path of the note.
    let origin: String

    /// Reads a note that goes to a path.
    ///
    /// - Throws: `SystemError`, or what else keeps the file from being read.
    func read(_ file: SourceFolder.File, to path: BundlePath) throws -> Note {
        let bytes = try files.content(of: file.path, limit: ItemFile.maximumBytes)
        let conversion = NoteConversion(file: file, born: try files.birthTime(of: file.path))
        return Note(
            file: file, path: path, size: bytes.count,
            content: try content(of: bytes, conversion, to: path))
    }

    private func content(
        of bytes: [UInt8], _ conversion: NoteConversion, to path: BundlePath
    ) throws -> Result<Content, Refusal> {
        let file = conversion.file
        let result: NoteConversion.Result
        do throws(TextProblem) {
            result = try conversion.read(bytes)
        } catch {
            let line = error.position(in: bytes).line
            return .failure(Refusal(reason: "cannot be a note: line \(line): \(error.message)"))
        }
        let item = result.item
        let metadata = conversion.metadata(
            of: item, stem: path.stem, newUUID: UniqueIdentifier(derivedFrom: origin + file.text))
        let attachments = item.linkTargets(file, links).filter { !names.isNote($0) }
        let named = item.frontMatterTargets(file, links).filter { !names.isNote($0) }
        return .success(
            Content(
                item: item, metadata: metadata, changes: result.changes, attachments: attachments,
                namedAttachments: named,
                written: attachments.isEmpty ? try written(item, metadata, file, to: path, [:]) : nil))
    }

    /// A note as it is written, with links that lead to attachments, which have new names, and to notes that have one.
    ///
    /// - Parameter blobs: The attachments that were brought in.
    func written(
        _ item: ItemFile, _ metadata: ItemMetadata, _ file: SourceFolder.File, to path: BundlePath,
        _ blobs: [DiskPath: BundlePath]
    ) throws -> Written {
        var count = 0
        let relinked = try item.rewritingDestinations { link in
            let new = destination(of: link, file, path, blobs)
            guard let new, new != link.destination.text else { return nil }
            count += 1
            return new
        }
        let bytes = try relinked.setting(metadata).bytes
        return Written(bytes: bytes, fact: FileType(of: path).map { ItemFact(bytes, type: $0) }, fixedLinks: count)
    }

    /// What a link has to say to lead to the same file as before; `nil` if it says so.
    private func destination(
        of link: MarkdownLink, _ file: SourceFolder.File, _ path: BundlePath, _ blobs: [DiskPath: BundlePath]
    ) -> String? {
        if case .wikiLink(let wiki) = link.kind {
            return links.file(wiki: wiki.target, in: file).flatMap { blobs[$0.path] }.map { String($0.name) }
        }
        let destination = LinkDestination(link.destination.text)
        guard let meant = links.file(destination, in: file), let target = blobs[meant.path] ?? names.paths[meant.path]
        else { return nil }
        // A link that leads to the same place as before is not touched.
        let resolved = destination.path.flatMap { RelativePath.resolve($0, from: path.parent?.text ?? "") }
        guard resolved != target.text || destination.path?.hasPrefix("/") == true else { return nil }
        return destination.leading(to: target, from: path)
    }
}

extension SourceNames {
    /// Whether a file is imported as a note.
    func isNote(_ file: SourceFolder.File) -> Bool { paths[file.path] != nil }
}
