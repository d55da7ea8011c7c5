import Archives
import NotebookFormat

/// Where in an archive the notebook lies.
enum ArchiveRoot {
    /// The names with which a path of a notebook can begin.
    private static let beginnings: Set<String> = [
        "manifest.json", "notebook.json", "notes", "cards", "blobs", "trash", "extras",
    ]

    /// The directory that is the notebook's; `nil` if there are no files.
    ///
    /// The first member shows it, unless its directory is none of a notebook: then those behind it tell whether the
    /// notebook lies deeper.
    ///
    /// - Throws: `NotebookError` for a notebook that lies too deep, or has no directories; or what keeps one from
    ///   reading.
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
        // What would be unpacked somewhere else is no notebook, but there is something to say of it.
        return root ?? (leadsOut ? "" : nil)
    }

    /// The next member; where the directory is known already, what is wrong with the archive is reported by the reader.
    private static func next(_ reader: ArchiveReader, isCertain: Bool) throws -> ArchiveMember? {
        do {
            return try reader.next()
        } catch {
            guard isCertain else { throw error }
            return nil
        }
    }

    /// The notebook's directory, if a program of Windows has put `\` between the parts of a path (PKWARE APPNOTE
    /// 4.4.17.1).
    private static func directoryBeforeBackslash(_ member: ArchiveMember) -> String? {
        let path = plain(member.path)
        guard !path.contains(UInt8(ascii: "/")), let bar = path.firstIndex(of: UInt8(ascii: "\\")) else { return nil }
        let first = String(decoding: path[..<bar], as: UTF8.self)
        return first.hasSuffix(".notebundle") ? first : nil
    }

    /// The directory that a member shows to be the notebook's, with a slash; `nil` if it shows nothing.
    static func of(_ member: ArchiveMember) -> String? {
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
    static func plain(_ path: [UInt8]) -> ArraySlice<UInt8> {
        var rest = path[...]
        while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2) }
        return rest
    }

    /// What an operating system put in for itself, beside or in the notebook: the path up to the component that says
    /// so.
    static func systemFile(_ path: ArraySlice<UInt8>) -> String? {
        let components = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        guard let first = components.first else { return nil }
        if first == "__MACOSX" { return first }
        return components.last?.hasPrefix("._") == true ? components.joined(separator: "/") : nil
    }
}
