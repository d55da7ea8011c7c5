import Archives
import NotebookFiles
import NotebookFormat
import NotebookText

/// The files of a source: a folder, or an archive; parts of an export inside it count as its own.
final class ForeignFiles {
    /// A file.
    struct File: Hashable {
        /// Its path, with `/` between components.
        let path: String
        /// Its declared size in bytes.
        let size: Int
        /// When it was changed, in seconds since 1970, if an archive says so.
        let modified: Int64?
        /// The last component of the path, for which each format asks.
        let name: String

        fileprivate init(path: String, size: Int, modified: Int64?) {
            (self.path, self.size, self.modified, name) = (path, size, modified, ForeignFiles.name(of: path))
        }

        /// The path without the last component.
        var directory: String { path.parts(between: "/").dropLast().joined(separator: "/") }
    }

    /// Where the content of a file is.
    private enum Content {
        case disk(DirectoryFiles, DiskPath)
        case zip(ZipArchive, ArchiveMember)
        case tar(ExpandedTar)
        case memory([UInt8])
    }

    /// The files, in the order of their paths.
    private(set) var files: [File] = []
    private var contents: [String: Content] = [:]
    /// What cannot be read, and why: the rest of a damaged tar, and directories.
    private(set) var damages: [(place: String, fault: ForeignFault)] = []
    /// The members of an archive that are neither files nor folders.
    private(set) var skipped: [(path: String, reason: String)] = []
    private let shown: String
    /// The sources of files of other parts, in messages.
    private var origins: [String: String] = [:]

    /// The most text that is kept of a tar, in bytes.
    private static let maximumText = 1 << 30

    /// Opens a folder or an archive; `nil` if a file is no archive.
    ///
    /// - Parameter isPart: Whether an archive inside is a part of the export, by its name.
    init?(_ place: ImportLocation, _ request: ImportRequest, isPart: (String) -> Bool = { _ in false }) throws {
        shown = place.shown
        if place.isDirectory {
            let folder = try DirectoryFiles(place.path, name: place.shown)
            try list(folder, at: place.path)
        } else {
            guard let start = place.start(512), Self.isArchive(start) else { return nil }
            let source = try request.unlock(.init(path: place.path), place)
            let opened = try ArchiveFailure.naming(place.shown) { try source.reader() }
            if let zip = opened.zip {
                try list(zip, isPart, depth: 0)
            } else {
                let folder = request.scratch.isEmpty ? nil : request.scratch
                try list(opened, of: ExpandedTar(source, shown: shown, folder: folder))
            }
        }
        files.sort { $0.path < $1.path }
    }

    /// Opens those of some paths below a directory at which there are files, in any letter case and normal form.
    ///
    /// Looks only into the directories that the paths name. Links are no files, and hidden files are for nobody who did not
    /// name them.
    ///
    /// - Parameter name: A file in the directory that a person named, hidden or not.
    init(
        _ paths: some Sequence<String>, with name: String? = nil, below directory: String, shown: String
    ) throws {
        self.shown = shown
        var wanted: Set<ComparisonKey> = []
        for path in paths {
            var rest = path.composed[...]
            while !rest.isEmpty, wanted.insert(ComparisonKey(seen: rest)).inserted {
                rest = rest[..<(rest.utf8.lastIndex(of: UInt8(ascii: "/")) ?? rest.startIndex)]
            }
        }
        let folder = try DirectoryFiles(directory, name: shown)
        var directories = [DiskPath.root]
        while let directory = directories.popLast() {
            for entry in try entries(of: directory, in: folder) {
                let path = directory.appending(entry.name)
                let isWanted =
                    entry.name.first != UInt8(ascii: ".") && wanted.contains(ComparisonKey(seen: path.text.composed))
                guard isWanted || path.text == name else { continue }
                switch entry.kind {
                case .directory: directories.append(path)
                case .file: add(path.text, size: try folder.status(path)?.size ?? 0, .disk(folder, path))
                default: break
                }
            }
        }
        files.sort { $0.path < $1.path }
    }

    /// Opens one file of a directory, without looking at what is beside it.
    init(only name: String, below directory: String, shown: String) throws {
        self.shown = shown
        let folder = try DirectoryFiles(directory, name: shown)
        let path = DiskPath(name)
        if let status = try folder.status(path), status.kind == .file {
            add(name, size: status.size, .disk(folder, path))
        }
    }

    /// Whether an archive in an archive is a part of an export, by its name; others are attachments.
    static func isPart(_ name: String) -> Bool {
        name.wholeMatch(of: #/(?i)(ExportBlock-.*|.*-Part-\d+)\.zip/#) != nil
    }

    /// The only folder, with a slash, in which all files are; empty if there is none.
    var root: String {
        guard let first = files.first, let slash = first.path.firstIndex(of: "/") else { return "" }
        let folder = String(first.path[...slash])
        return files.allSatisfy { $0.path.hasPrefix(folder) } ? folder : ""
    }

    /// Whether a file of a folder is an archive that counts as a folder itself, by its name.
    private static func isPack(_ name: String) -> Bool {
        [".textpack", ".bear2bk"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Whether a file with these first bytes is a zip or a tar.
    static func isArchive(_ start: [UInt8]) -> Bool {
        start.starts(with: [0x50, 0x4B]) || start.starts(with: [0x1F, 0x8B])
            || start.count > 262
                && start[257..<262].elementsEqual("ustar".utf8)
    }

    /// The last component of a path.
    static func name(of path: String) -> String { path.parts(between: "/").last.map(String.init) ?? path }

    /// Whether a file is one that systems add to folders and archives.
    private static func isIgnored(_ path: String) -> Bool {
        path.parts(between: "/").contains { $0 == "__MACOSX" || $0 == ".DS_Store" || $0.hasPrefix("._") }
    }

    private func add(_ path: String, size: Int, modified: Int64? = nil, _ content: Content) {
        guard !Self.isIgnored(path), contents[path] == nil else { return }
        contents[path] = content
        files.append(File(path: path, size: size, modified: modified))
    }

    private func list(_ folder: DirectoryFiles, at root: String) throws {
        var directories = [DiskPath.root]
        while let directory = directories.popLast() {
            for entry in try entries(of: directory, in: folder) {
                let path = directory.appending(entry.name)
                switch entry.kind {
                case .directory where entry.name.first != UInt8(ascii: "."): directories.append(path)
                case .file where Self.isPack(path.text):
                    let source = ArchiveSource(path: ExternalPath.below(root, path.text))
                    guard let zip = try? ArchiveFailure.naming(shown, { try source.reader() }).zip else {
                        damages.append((path.text, ForeignFault(reason: "the archive is damaged")))
                        continue
                    }
                    try list(zip, { _ in false }, depth: 0, below: path.text + "/")
                case .file: add(path.text, size: try folder.status(path)?.size ?? 0, .disk(folder, path))
                default: break
                }
            }
        }
    }

    private func entries(of directory: DiskPath, in folder: DirectoryFiles) throws(SystemError) -> [DirectoryEntry] {
        do throws(SystemError) {
            return try folder.list(directory)
        } catch {
            guard directory != .root, error.meansRefused else { throw error }
            damages.append(("\(directory.text)/", ForeignFault(reason: error.reasonToSkip)))
            return []
        }
    }

    private func list(_ zip: ZipArchive, _ isPart: (String) -> Bool, depth: Int, below folder: String = "") throws {
        let all = try ArchiveFailure.naming(shown) { try zip.members() }
        all.forEach(skip)
        let members = all.filter { member in
            member.kind == .file && !Self.isIgnored(String(decoding: member.path, as: UTF8.self))
        }
        // What contains nothing but archives is only their wrapping.
        let isWrapping = members.allSatisfy { String(decoding: $0.path, as: UTF8.self).lowercased().hasSuffix(".zip") }
        for member in members {
            let path = String(decoding: member.path, as: UTF8.self)
            let name = Self.name(of: path)
            let isPack = Self.isPack(name)
            let isZip = name.lowercased().hasSuffix(".zip")
            if depth < 3, isPack || isZip && (isWrapping || isPart(name)),
                let part = try Self.inner(zip, member, shown)
            {
                try list(part, isPart, depth: depth + 1, below: isPack ? folder + path + "/" : folder)
                continue
            }
            add(
                folder + path, size: Int(clamping: member.size), modified: member.modificationTime, .zip(zip, member))
        }
    }

    /// An archive within an archive; `nil` if it is none that can be read.
    private static func inner(_ zip: ZipArchive, _ member: ArchiveMember, _ shown: String) throws -> ZipArchive? {
        do {
            return try ForeignFault.catching {
                try ArchiveFailure.naming(shown) { try ArchiveReader(zip.content(of: member)).zip }
            }
        } catch is ForeignFault {
            return nil
        }
    }

    private func list(_ reader: ArchiveReader, of tar: ExpandedTar) throws {
        var kept = 0
        do {
            try ArchiveFailure.naming(shown) {
                while let member = try reader.next() {
                    skip(member)
                    guard member.kind == .file else { continue }
                    let path = ExpandedTar.path(of: member)
                    if path.hasSuffix(".md"), kept < Self.maximumText, member.size <= 64 << 20 {
                        let text = try reader.content(limit: 64 << 20)
                        kept += text.count
                        add(path, size: text.count, modified: member.modificationTime, .memory(text))
                    } else {
                        add(
                            path, size: Int(clamping: member.size), modified: member.modificationTime, .tar(tar))
                    }
                }
            }
        } catch let failure as ArchiveFailure where failure.mayBeCutOff && !files.isEmpty {
            // What is before the damage can be read.
            if let refusal = failure.refusal {
                damages.append(("the rest of the source", ForeignFault(reason: refusal.message)))
            }
        }
    }

    /// Notes a member that is neither a file nor a folder.
    private func skip(_ member: ArchiveMember) {
        guard member.kind != .file, member.kind != .directory else { return }
        let isLink = member.kind == .symbolicLink || member.kind == .hardLink
        skipped.append((ExpandedTar.path(of: member), isLink ? "links are not imported" : "it is no file"))
    }

    /// Adds the files of another part of the same export.
    func add(_ other: ForeignFiles) {
        for file in other.files {
            guard let content = other.contents[file.path] else { continue }
            if contents[file.path] == nil { origins[file.path] = other.shown(of: file.path) }
            add(file.path, size: file.size, modified: file.modified, content)
        }
        files.sort { $0.path < $1.path }
    }

    /// The source of a file in messages: of an export in several parts, the part.
    func shown(of path: String) -> String { origins[path] ?? shown }

    /// Leaves some files, by their composed paths, to another import.
    func remove(_ paths: Set<String>) {
        files.removeAll { file in
            guard paths.contains(file.path.composed) else { return false }
            contents[file.path] = nil
            return true
        }
    }

    /// Whether there is a file with a path.
    func has(_ path: String) -> Bool { contents[path] != nil }

    /// The content of a file; `nil` if it does not exist, is damaged or too large.
    func content(_ path: String, limit: Int = 64 << 20) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        do {
            guard let source = try open(path) else { return nil }
            while true {
                let piece = try source.next()
                if piece.isEmpty { return bytes }
                guard bytes.count + piece.count <= limit else { return nil }
                bytes += piece
            }
        } catch is ForeignFault {
            return nil
        }
    }

    /// Why the content of a file is not there, in words.
    func obstacle(_ path: String) -> String {
        do {
            guard let source = try open(path) else { return "the file is not in the source" }
            while try !source.next().isEmpty {}
            return "the file is too large"
        } catch {
            return "the file cannot be read: \(error)"
        }
    }

    /// The first bytes of a file; none if it does not exist or is damaged.
    func start(_ path: String) throws -> [UInt8] {
        do {
            return try open(path)?.next() ?? []
        } catch is ForeignFault {
            return []
        }
    }

    /// Hands on the content of a file.
    ///
    /// - Throws: `ForeignFault` if it does not exist or is damaged.
    func copy(_ path: String, _ write: ([UInt8]) throws -> Void) throws {
        guard let content = try open(path) else {
            throw ForeignFault(reason: "it is not in the source", isAbsence: true)
        }
        try content.copy(write)
    }

    /// Opens a file; `nil` if it does not exist.
    func open(_ path: String) throws -> ForeignContent? {
        let shown = shown(of: path)
        switch contents[path] {
        case nil: return nil
        case .memory(let bytes): return ForeignContent(bytes)
        case .disk(let folder, let place):
            do {
                return try ForeignContent(place, of: folder)
            } catch let error as SystemError where error.meansRefused {
                throw ForeignFault(reason: error.reason)
            }
        case .zip(let zip, let member):
            let stream = try ForeignFault.catching { try ArchiveFailure.naming(shown) { try zip.content(of: member) } }
            return ForeignContent(shown, stream)
        case .tar(let tar): return try tar.open(path)
        }
    }

    /// A file of a zip as a stream, expanded if it is compressed with Zstandard; `nil` if it does not exist.
    func expanded(_ path: String) throws -> (any ByteStream)? {
        guard case .zip(let zip, let member)? = contents[path] else { return nil }
        return try ForeignFault.catching {
            try ArchiveFailure.naming(shown) {
                var start = [UInt8](repeating: 0, count: 4)
                let count = try zip.content(of: member).read(into: &start)
                let stream = try zip.content(of: member)
                return Zstandard.begins(Array(start[..<count])) ? try Zstandard.expanded(stream) : stream
            }
        }
    }

    /// Content of a stream.
    func content(of stream: any ByteStream) -> ForeignContent { ForeignContent(shown, stream) }

    /// Reads some files, those of a tar in one pass; a file that does not exist is left out.
    func each(_ paths: [String], _ visit: (_ path: String, ForeignContent) throws -> Void) throws {
        var tars: [(tar: ExpandedTar, paths: Set<String>)] = []
        for path in paths {
            if case .tar(let tar)? = contents[path] {
                if let index = tars.firstIndex(where: { $0.tar === tar }) {
                    tars[index].paths.insert(path)
                } else {
                    tars.append((tar, [path]))
                }
            } else if let content = try open(path) {
                try visit(path, content)
            }
        }
        for (tar, paths) in tars { try tar.each(paths, visit) }
    }
}

/// Why one file of a source cannot be read; the others can.
struct ForeignFault: Error, CustomStringConvertible {
    let reason: String
    /// Whether the source does not have it.
    var isAbsence = false

    var description: String { reason }

    /// Calls `body`; damage of one member of an archive is a fault.
    static func catching<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as ArchiveFailure {
            guard let refusal = failure.refusal, failure.mayBeCutOff else { throw failure }
            throw ForeignFault(reason: refusal.message)
        }
    }
}
