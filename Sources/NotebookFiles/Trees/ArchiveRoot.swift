package import Archives
import NotebookFormat
import NotebookText

/// Where the notebook is in an archive (Format, clause 23.3).
///
/// Only the order of candidates of one kind matters, never that of other members: directories, and files outside the
/// document, show nothing.
package struct ArchiveRoot {
    /// The names that a path in a notebook can begin with.
    private static let beginnings: Set<Substring> = [
        "manifest.json", "notebook.json", "notes", "cards", "blobs", "trash", "extras",
    ]

    /// How well a member shows the directory, from the best.
    private enum Evidence: Int, CaseIterable {
        /// A file in a directory of a notebook’s name, or at the top level with a path of a notebook.
        case certain
        /// A file in a directory, with a path of a notebook.
        case likely
        /// A file in any other directory.
        case possible
        /// A directory.
        case empty
    }

    private var found: [Evidence: String] = [:]
    /// A notebook below a directory of the first level.
    private var nested: String?
    /// A notebook’s directory in paths of a Windows program (PKWARE APPNOTE 4.4.17.1).
    private var backslashed: String?
    /// Whether a file would be unpacked elsewhere.
    private var leadsOut = false

    /// The notebook's directory, with a slash, or empty for the top level; `nil` if there are no files.
    ///
    /// - Throws: `NotebookError` if the notebook is in another directory, or paths have no slashes; or an error if the
    ///   archive cannot be read.
    package static func find(in reader: ArchiveReader, _ name: String) throws -> String? {
        var root = ArchiveRoot()
        while root.found[.certain] == nil, let member = try root.next(reader) { root.record(member) }
        if let certain = root.found[.certain] { return certain }
        if let likely = root.found[.likely] { return likely }
        if let directory = root.backslashed {
            throw NotebookError.archiveHasBackslashes(name, PrintableText.quoted(directory))
        }
        if let nested = root.nested { throw NotebookError.archiveIsNested(name, nested) }
        // A file that would be unpacked elsewhere is not a notebook, but is worth a report.
        return root.directory ?? (root.leadsOut ? "" : nil)
    }

    /// The directory that the best of the members so far shows, with a slash, or empty; `nil` if none shows any.
    private var directory: String? { Evidence.allCases.lazy.compactMap { found[$0] }.first }

    /// The next member; if a directory is already known, the reader reports what is wrong with the archive.
    private func next(_ reader: ArchiveReader) throws -> ArchiveMember? {
        do {
            return try reader.next()
        } catch {
            guard directory != nil else { throw error }
            return nil
        }
    }

    /// Records what a member shows.
    private mutating func record(_ member: ArchiveMember) {
        let path = Self.plain(member.path)
        leadsOut = leadsOut || member.path.first == UInt8(ascii: "/") || path.starts(with: "../".utf8)
        guard member.kind == .file || member.kind == .directory else { return }
        let components = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self)[...] }
        guard path.first != UInt8(ascii: "/"), let first = components.first, first != "..",
            String(validating: path.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self) != nil,
            !components.contains(where: ExternalNames.contains)
        else { return }
        if components.count == 1, let bar = first.firstIndex(of: "\\"), first[..<bar].ends(in: ".notebundle") {
            backslashed = backslashed ?? String(first[..<bar])
        }
        guard let evidence = Self.evidence(of: components, member.kind) else { return }
        found[evidence] = found[evidence] ?? (Self.beginnings.contains(first) ? "" : first + "/")
        nested = nested ?? Self.nested(components)
    }

    /// The directory of a notebook below one of the first level, as the path of one of its files shows it.
    private static func nested(_ components: [Substring]) -> String? {
        let isMember = components.count > 2 && ["manifest.json", "notebook.json"].contains(components.last)
        let end =
            components.indices.dropLast().first { $0 > 0 && components[$0].ends(in: ".notebundle") }
            ?? (isMember ? components.count - 2 : nil)
        return end.map { components[...$0].joined(separator: "/") }
    }

    private static func evidence(of components: [Substring], _ kind: ArchiveMember.Kind) -> Evidence? {
        guard kind == .file else { return .empty }
        if beginnings.contains(components[0]) { return .certain }
        guard components.count > 1 else { return nil }
        if components[0].ends(in: ".notebundle") { return .certain }
        return beginnings.contains(components[1]) ? .likely : .possible
    }

    /// A path without `./` before it.
    package static func plain(_ path: [UInt8]) -> ArraySlice<UInt8> {
        var rest = path[...]
        while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2) }
        return rest
    }
}
