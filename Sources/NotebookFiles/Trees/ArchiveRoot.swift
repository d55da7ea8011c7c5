package import Archives
import NotebookText

/// Where the notebook is in an archive.
package enum ArchiveRoot {
    /// The names that a path in a notebook can begin with.
    private static let beginnings: Set<String> = [
        "manifest.json", "notebook.json", "notes", "cards", "blobs", "trash", "extras",
    ]

    /// The notebook's directory; `nil` if there are no files.
    ///
    /// The first member shows it, unless its directory is not a notebook's: then later members show whether the
    /// notebook is in a deeper directory.
    ///
    /// - Throws: `NotebookError` if the notebook is in another directory, or paths have no slashes; or an error if the
    ///   archive cannot be read.
    static func find(in reader: ArchiveReader, _ name: String) throws -> String? {
        var root: String?
        var leadsOut = false
        while let member = try next(reader, isCertain: root != nil) {
            if let directory = directoryBeforeBackslash(member) {
                throw NotebookError.archiveHasBackslashes(name, PrintableText.quoted(directory))
            }
            leadsOut = leadsOut || member.path.first == UInt8(ascii: "/") || plain(member.path).starts(with: "../".utf8)
            guard let found = root ?? of(member) else { continue }
            root = found
            let rest = plain(member.path).dropFirst(found.utf8.count)
            let components = String(decoding: rest, as: UTF8.self).split(separator: "/")
            guard let first = components.first else { continue }
            if components.count > 1, first.hasSuffix(".notebundle"), !found.hasSuffix(".notebundle/"), !found.isEmpty {
                throw NotebookError.archiveIsNested(name, PrintableText.quoted(found + first))
            }
            if found.isEmpty || found.hasSuffix(".notebundle/") || beginnings.contains(String(first)) { return found }
        }
        // A file that would be unpacked elsewhere is not a notebook, but is worth a report.
        return root ?? (leadsOut ? "" : nil)
    }

    /// The next member; if the directory is already known, the reader reports what is wrong with the archive.
    private static func next(_ reader: ArchiveReader, isCertain: Bool) throws -> ArchiveMember? {
        do {
            return try reader.next()
        } catch {
            guard isCertain else { throw error }
            return nil
        }
    }

    /// The notebook's directory, if a Windows program has written `\` between the parts of a path (PKWARE APPNOTE
    /// 4.4.17.1).
    private static func directoryBeforeBackslash(_ member: ArchiveMember) -> String? {
        let path = plain(member.path)
        guard !path.contains(UInt8(ascii: "/")), let bar = path.firstIndex(of: UInt8(ascii: "\\")) else { return nil }
        let first = String(decoding: path[..<bar], as: UTF8.self)
        return first.hasSuffix(".notebundle") ? first : nil
    }

    /// The notebook's directory according to a member, with a slash; `nil` if the member does not show it.
    package static func of(_ member: ArchiveMember) -> String? {
        let path = plain(member.path)
        guard systemFile(path) == nil, let text = String(validating: path, as: UTF8.self) else { return nil }
        let first = text.prefix { $0 != "/" }
        if beginnings.contains(String(first)) { return "" }
        guard member.kind == .file || member.kind == .directory, !first.isEmpty, first != "..",
            first.count < text.count
        else { return nil }
        return first + "/"
    }

    /// A path without `./` before it.
    package static func plain(_ path: [UInt8]) -> ArraySlice<UInt8> {
        var rest = path[...]
        while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2) }
        return rest
    }

    /// A file of an operating system, beside or in the notebook: the path up to the component that identifies it.
    static func systemFile(_ path: ArraySlice<UInt8>) -> String? {
        let components = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        guard let first = components.first else { return nil }
        if first == "__MACOSX" { return first }
        return components.last?.hasPrefix("._") == true ? components.joined(separator: "/") : nil
    }
}
