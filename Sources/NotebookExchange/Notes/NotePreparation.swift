import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookStore
import NotebookText

/// Reads notes of a folder and prepares them for writing, on any core.
struct NotePreparation: Sendable {
    /// A note that was read.
    struct Note: Sendable {
        let file: SourceFolder.File
        /// The new path.
        let path: BundlePath
        /// The size of the file in bytes.
        let size: Int
        /// The content, or why it is not a valid note.
        let content: Result<Content, Refusal>
    }

    /// The content of a note.
    struct Content: Sendable {
        let item: ItemFile
        /// Its links.
        let links: [MarkdownLink]
        /// The values that the item gets.
        let metadata: ItemMetadata
        /// What was changed in the text besides new front matter.
        let changes: [String]
        /// The attachments that its links lead to.
        let attachments: [SourceFolder.File]
        /// The attachments named in its front matter.
        let namedAttachments: [SourceFolder.File]
        /// The finished item; `nil` if it depends on the new names of attachments.
        let written: Written?
    }

    /// A finished item.
    struct Written: Sendable {
        let bytes: [UInt8]
        let fact: ItemFact?
        /// The number of fixed links.
        let fixedLinks: Int
    }

    /// Why a file is not a valid note.
    struct Refusal: Error {
        let reason: String
    }

    let files: DirectoryFiles
    let names: SourceNames
    let links: SourceLinks<SourceFolder.File>
    /// The dates of notes that had none in their front matter before the folder was exported.
    let dates: UnwrittenDates
    /// The text from which, with its path, the uuid of a note without one is derived.
    let origin: String

    /// Reads and prepares a note.
    ///
    /// - Throws: `SystemError` if the file cannot be read, unless the system refuses it to this user.
    func read(_ file: SourceFolder.File, to path: BundlePath) throws -> Note {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try files.content(of: file.path, limit: ItemFile.maximumBytes)
        } catch {
            guard error.meansRefused else { throw error }
            return Note(file: file, path: path, size: 0, content: .failure(Refusal(reason: error.reasonToSkip)))
        }
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
            let wayOut = error.kind == .encoding ? "; convert it: iconv -f ENCODING -t UTF-8" : ""
            return .failure(Refusal(reason: "not a valid note: line \(line): \(error.message)\(wayOut)"))
        }
        let item = result.item
        let stem = names.restored.contains(file.path) ? file.stem : path.stem
        let metadata = conversion.metadata(
            of: item, stem: stem, newUUID: UniqueIdentifier(derivedFrom: origin + file.text),
            dates: dates.dates(of: item, at: file.text))
        let found = ItemText(item).links()
        let attachments = links.files(found, in: file).filter { !names.isNote($0) }
        let named = item.frontMatterTargets(file, links).filter { !names.isNote($0) }
        return .success(
            Content(
                item: item, links: found, metadata: metadata, changes: result.changes, attachments: attachments,
                namedAttachments: named,
                written: attachments.isEmpty ? try written(item, found, metadata, file, to: path, [:]) : nil))
    }

    /// The finished item, with links to the new names of attachments and notes.
    ///
    /// - Parameters:
    ///   - found: The links of the item.
    ///   - blobs: The attachments that were imported.
    func written(
        _ item: ItemFile, _ found: [MarkdownLink], _ metadata: ItemMetadata, _ file: SourceFolder.File,
        to path: BundlePath, _ blobs: [DiskPath: BundlePath]
    ) throws -> Written {
        var count = 0
        let relinked = try item.rewritingDestinations(of: found) { link in
            let new = destination(of: link, file, path, blobs)
            guard let new, new != link.destination.text else { return nil }
            count += 1
            return new
        }
        let bytes = try relinked.setting(metadata).bytes
        return Written(bytes: bytes, fact: FileType(of: path).map { ItemFact(bytes, type: $0) }, fixedLinks: count)
    }

    /// The new destination of a link to the same file; `nil` if the link stays as it is.
    private func destination(
        of link: MarkdownLink, _ file: SourceFolder.File, _ path: BundlePath, _ blobs: [DiskPath: BundlePath]
    ) -> String? {
        if case .wikiLink(let wiki) = link.kind {
            guard !blobs.isEmpty else { return nil }
            return links.file(wiki: wiki.target, in: file).flatMap { blobs[$0.path] }.map { String($0.name) }
        }
        let destination = LinkDestination(link.destination.text)
        guard let meant = links.file(destination, in: file), let target = blobs[meant.path] ?? names.paths[meant.path]
        else { return nil }
        // Leaves links alone that still lead to the same target.
        let resolved = destination.path.flatMap { RelativePath.resolve($0, from: path.parent?.text ?? "") }
        guard resolved != target.text || destination.path?.hasPrefix("/") == true else { return nil }
        return (names.isNote(meant) ? destination.endingInMarkdown : destination).leading(to: target, from: path)
    }
}

extension LinkDestination {
    /// The same address with the ending that notes have in a notebook, if it has another one of notes.
    ///
    /// Without an ending, it could be the address of a folder.
    fileprivate var endingInMarkdown: LinkDestination {
        guard let path, let ending = [".txt", ".markdown"].first(where: { path.lowercased().hasSuffix($0) }) else {
            return self
        }
        return LinkDestination(PercentEncoding.encode(path.dropLast(ending.count) + ".md") + suffix)
    }
}

extension SourceNames {
    /// Whether a file is imported as a note.
    func isNote(_ file: SourceFolder.File) -> Bool { paths[file.path] != nil }
}

/// The dates of items whose front matter lacks `created` or `modified`, because the notebook derives them from other
/// dates.
///
/// A copied file has the time of the copy, so an import could not find out these dates.
struct UnwrittenDates: Sendable {
    /// The dates of an item.
    struct Dates: Sendable {
        let created: Timestamp
        /// The digest of its file in the vault.
        let digest: Digest
    }

    /// By the uuid of the item, or without one by its path in the vault.
    private var rows: [String: Dates] = [:]

    /// No dates.
    init() {}

    var isEmpty: Bool { rows.isEmpty }

    /// Records the dates of an item, unless its front matter has them.
    mutating func record(_ item: Item, _ written: ItemFile, at path: String) {
        let metadata = written.metadata
        guard metadata.created == nil || metadata.modified == nil else { return }
        rows[Self.key(metadata.uuid, path)] = Dates(created: item.created, digest: Digest.of(written.bytes))
    }

    /// The dates of an item at a path of the vault; `nil` if its front matter had both, or the item is new.
    func dates(of item: ItemFile, at path: String) -> Dates? {
        rows.isEmpty ? nil : rows[Self.key(item.metadata.uuid, path)]
    }

    private static func key(_ uuid: UniqueIdentifier?, _ path: String) -> String { uuid?.description ?? path }
}

extension UnwrittenDates {
    /// Reads the dates of a record; leaves out rows that it does not understand.
    init(_ value: JSONValue?) {
        guard case .object(let members)? = value?.content else { return }
        for member in members {
            guard case .object(let fields) = member.value.content else { continue }
            func text(_ key: String) -> String? {
                if case .string(let text)? = fields.first(where: { $0.key == key })?.value.content { text } else { nil }
            }
            guard let created = text("created").flatMap({ Timestamp(canonical: $0) }),
                let digest = text("sha256").flatMap({ Digest(hexadecimal: $0) })
            else { continue }
            rows[member.key] = Dates(created: created, digest: digest)
        }
    }

    /// The rows, as stored in the record.
    var texts: [String: [String: String]] {
        rows.mapValues { ["created": $0.created.description, "sha256": $0.digest.description] }
    }
}
