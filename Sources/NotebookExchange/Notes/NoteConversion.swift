import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Makes an item from a note's file: keeps its own values, and adds missing ones.
struct NoteConversion {
    /// The item, and changes of the text besides new front matter.
    struct Result {
        var item: ItemFile
        var changes: [String] = []
    }

    let file: SourceFolder.File
    /// When the file was created, if the system knows.
    let born: Int64?

    /// Reads the bytes of a note.
    ///
    /// - Throws: `TextProblem` if they are not a valid item.
    func read(_ bytes: [UInt8]) throws(TextProblem) -> Result {
        var changes: [String] = []
        var bytes = bytes
        if let text = Self.decodedUTF16(bytes) {
            bytes = Array(text.utf8)
            changes.append("converted from UTF-16")
        }
        do throws(TextProblem) {
            let read = try ItemFile.foreign(bytes)
            return Result(item: read.item, changes: changes + read.changes)
        } catch {
            // Front matter that cannot be parsed becomes text.
            guard let item = try? ItemFile(Array("---\n---\n\n".utf8) + bytes) else { throw error }
            return Result(
                item: item, changes: changes + ["invalid front matter is kept as text: \(error.message)"])
        }
    }

    private static func decodedUTF16(_ bytes: [UInt8]) -> String? {
        guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
        return String(data: Data(bytes), encoding: .utf16)
    }

    /// The values of the item: its own, or else those of other tools, or else the times of the file.
    ///
    /// - Parameters:
    ///   - newUUID: The uuid for a note without one.
    ///   - dates: What is known of the dates that its front matter lacks.
    func metadata(
        of item: ItemFile, stem: String, newUUID: UniqueIdentifier, dates: UnwrittenDates.Dates? = nil
    ) -> ItemMetadata {
        var metadata = item.metadata
        let unacceptable = Set(item.unacceptable.map(\.key))
        if !unacceptable.contains(.uuid) { metadata.uuid = metadata.uuid ?? newUUID }
        if metadata.title == nil, !unacceptable.contains(.title), !stem.isIdentical(to: file.stem) {
            metadata.title = Title.accepted(file.stem)
        }
        // An unchanged note derives its missing dates from those of the notebook, as before.
        if let dates, dates.digest == Digest.of(item.bytes) { return metadata }
        let fileModified = Timestamp(clamping: file.status.modified)
        if metadata.modified == nil, !unacceptable.contains(.modified) {
            metadata.modified = Self.date(item, Self.modifiedKeys) ?? fileModified
        }
        if metadata.created == nil, !unacceptable.contains(.created) {
            let fileCreated = Timestamp(clamping: min(born ?? file.status.modified, file.status.modified))
            let created =
                Self.date(item, Self.createdKeys) ?? postDate ?? dates?.created ?? fileCreated
            metadata.created = min(created, metadata.modified ?? created)
        }
        return metadata
    }

    /// The keys of dates that other tools write, in pairs (Jekyll, Hugo, Zettlr, Obsidian's plugins, Joplin, Notion).
    private static let createdKeys = [
        "date", "date created", "date_created", "dateCreated", "created_at", "createdAt", "creation_date", "ctime",
        "Created",
    ]
    private static let modifiedKeys = [
        "updated", "date modified", "date_modified", "dateModified", "updated_at", "updatedAt", "modified_at",
        "modification_date", "last_modified_at", "last_modified", "lastmod", "mtime", "Updated", "Modified",
    ]

    private static func date(_ item: ItemFile, _ keys: [String]) -> Timestamp? {
        keys.lazy.compactMap { item.foreignValue(of: $0) }.compactMap(Timestamp.init(asWritten:)).first
    }

    /// The date in the name of a Jekyll post: `_posts/2026-11-20-title.md`.
    private var postDate: Timestamp? {
        guard file.directory.split(separator: "/").contains("_posts"), file.stem.dropFirst(10).first == "-" else {
            return nil
        }
        return Timestamp(asWritten: String(file.stem.prefix(10)))
    }
}

extension SourceLinks {
    /// The files that links of a note lead to.
    func files(_ found: [MarkdownLink], in note: File) -> [File] {
        found.filter(\.holdsDestination).compactMap { link in
            guard case .wikiLink(let wiki) = link.kind else {
                return file(LinkDestination(link.destination.text), in: note)
            }
            return file(wiki: wiki.target, in: note)
        }
    }
}

extension ItemFile {
    /// The files that unknown keys name by their paths; these are not links.
    func frontMatterTargets(_ note: SourceFolder.File, _ links: SourceLinks<SourceFolder.File>) -> [SourceFolder.File] {
        foreignTexts.compactMap { $0.contains(".") ? links.file(LinkDestination($0), in: note) : nil }
    }
}

extension MarkdownLink {
    /// The bytes of a wiki link from its target to the closing brackets; `nil` for others, and in front matter.
    func wikiRange(from bodyStart: Int) -> Range<Int>? {
        guard case .wikiLink = kind, range.lowerBound >= bodyStart,
            destination.range.lowerBound <= range.upperBound - 2
        else { return nil }
        return destination.range.lowerBound..<range.upperBound - 2
    }
}
