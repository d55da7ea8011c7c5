package import Archives
package import NotebookFormat
import NotebookText
import Synchronization

/// The files of a notebook in a zip or tar, read in place.
package struct ArchiveTree: FileTree {
    package let name: String
    private let source: ArchiveSource
    package let limits: ArchiveLimits

    /// The bundle's directory in the archive, with a slash; empty if the files are at the top level.
    package let root: String

    /// The archive, if it is a zip, so that its directory is read only once.
    private let zip: ZipArchive?

    package var archiveDirectory: String? { root }

    private let oddities = Oddities()

    package var containerOddities: [String] { oddities.seen.withLock { $0 } }

    private let index: ArchiveIndex

    /// What the last complete pass found out about the archive as a whole.
    private final class Oddities: Sendable {
        let seen = Mutex<[String]>([])
        /// Whether a pass found that it has no history.
        let lacksHistory = Mutex(false)
    }

    /// Opens an archive.
    ///
    /// - Parameter patience: When files are found with an index.
    /// - Throws: `ArchiveFailure` if it is not an archive, or is empty.
    package init(
        _ source: ArchiveSource, name: String, limits: ArchiveLimits = ArchiveLimits(),
        patience: SearchPatience = SearchPatience()
    ) throws {
        (self.name, index) = (name, ArchiveIndex(patience))
        self.source = source
        self.limits = limits
        (root, zip) = try ArchiveFailure.naming(name) {
            let reader = try source.reader(limits: limits)
            guard let root = try ArchiveRoot.find(in: reader, name) else {
                throw NotebookError.notANotebook(name, "it contains no files")
            }
            return (root, reader.zip)
        }
    }

    private func reader() throws(ArchiveProblem) -> ArchiveReader {
        if let zip { return ArchiveReader(zip) }
        return try source.reader(limits: limits)
    }

    package func forEachFile(_ visit: (TreeFile, any FileContent) throws -> TreeStep) throws {
        try ArchiveFailure.naming(name) {
            let reader = try reader()
            var setAside: UInt64 = 0
            var hasHistory = false
            while let member = try reader.next() {
                let place = place(of: member)
                if place.map(\.isSetAside) ?? true {
                    setAside = setAside.addingReportingOverflow(member.size).partialValue
                    guard member.size <= limits.setAsideBytes, setAside <= limits.setAsideBytes else {
                        throw ArchiveProblem.exceeded(
                            .setAsideBytes(limits.setAsideBytes), ArchiveLocation(member: member.path))
                    }
                }
                guard let place else {
                    hasHistory = hasHistory || history(member) != nil
                    try readThrough(reader)
                    continue
                }
                guard let size = Int(exactly: member.size) else { throw FileTooLong(path: name, limit: .max) }
                let stored: String? = if case .path(_, let stored) = foundName(of: member) { stored } else { nil }
                let file = TreeFile(
                    place: place, size: size, storedPath: stored, isBeside: path(of: member).isBeside,
                    oddities: isHidden(member) ? [] : member.oddities)
                guard try visit(file, content(in: reader)) == .goOn else { return }
                if case .file = place { continue }
                try readThrough(reader)
            }
            let lacksHistory = !hasHistory
            oddities.lacksHistory.withLock { $0 = lacksHistory }
            let seen = reader.oddities.map(\.rawValue)
            oddities.seen.withLock { $0 = seen }
        }
    }

    /// Whether the name of a member is outside the document (Format, clause 10.1), wherever it leads.
    private func isHidden(_ member: ArchiveMember) -> Bool {
        member.path.split(separator: UInt8(ascii: "/")).contains { part in
            part.first == UInt8(ascii: ".") && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
        }
    }

    /// Reads the rest of the current member, whose checksum shows damage also where nobody needs the content.
    private func readThrough(_ reader: ArchiveReader) throws(ArchiveProblem) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while try reader.read(into: &buffer) > 0 {}
    }

    /// Calls `visit` with every file of the notebook's history, which is not part of the document, in the order in
    /// which they are stored.
    package func forEachHistoryFile(_ visit: (HistoryFile, any FileContent) throws -> TreeStep) throws {
        // Reads a tar again only if a pass found files of a history.
        guard !oddities.lacksHistory.withLock({ $0 }) else { return }
        try ArchiveFailure.naming(name) {
            let reader = try reader()
            while let member = try reader.next() {
                guard let file = history(member) else { continue }
                guard try visit(file, content(in: reader)) == .goOn else { return }
            }
        }
    }

    /// The content of the current member.
    private func content(in reader: ArchiveReader) -> any FileContent {
        if let lasting = reader.lastingContent { return LastingContent(content: lasting, name: name) }
        return ReaderContent(reader)
    }

    /// The file of a history that a member holds; `nil` for other members.
    private func history(_ member: ArchiveMember) -> HistoryFile? {
        let path = ArchiveRoot.plain(member.path)
        guard member.kind == .file, path.starts(with: root.utf8), member.size <= limits.setAsideBytes else {
            return nil
        }
        return HistoryFile(path.dropFirst(root.utf8.count), size: Int(member.size))
    }

    /// The path of a member in the notebook; `nil` for members outside the document.
    private func place(of member: ArchiveMember) -> TreeFile.Location? {
        switch member.kind {
        case .directory: return directory(member)
        case .file: break
        case .symbolicLink: return irregular(member, .symbolicLink)
        case .hardLink: return irregular(member, .hardLink)
        case .characterDevice, .blockDevice, .fifo, .other: return irregular(member, .special)
        }
        switch foundName(of: member) {
        case nil: return irregular(member, .outside)
        case .outside: return nil
        case .systemFile(let path): return .systemFile(path)
        case .path(let path, _): return .file(path)
        case .unportable(let text, let problem): return .unportable(text, problem)
        }
    }

    /// The path of a member below the root; its full path if it is not below it, like the root itself.
    private func path(of member: ArchiveMember) -> (text: String, isBeside: Bool) {
        let path = ArchiveRoot.plain(member.path)
        let isInside = path.starts(with: root.utf8) && path.count > root.utf8.count
        return (String(decoding: isInside ? path.dropFirst(root.utf8.count) : path, as: UTF8.self), !isInside)
    }

    /// A link or special file, or a file outside the root.
    private func irregular(_ member: ArchiveMember, _ kind: IrregularFile.Kind) -> TreeFile.Location {
        .irregular(IrregularFile(path: path(of: member).text, kind: kind))
    }

    /// A directory; `nil` for those outside the document.
    private func directory(_ member: ArchiveMember) -> TreeFile.Location? {
        let path = path(of: member)
        return switch foundName(of: member) {
        case .systemFile(let path): .systemFile(path)
        // The notebook’s own directory, and those beside it, are not judged.
        case .unportable(let found, let problem) where !path.isBeside: .unportable(found, problem)
        case .outside: nil
        default: .directory(path.text)
        }
    }

    /// The name of a member below the root; `nil` if it is elsewhere.
    private func foundName(of member: ArchiveMember) -> FoundName? {
        let path = ArchiveRoot.plain(member.path)
        let isInside = path.starts(with: root.utf8)
        let rest = isInside ? path.dropFirst(root.utf8.count) : path
        let bytes = Array(rest.last == UInt8(ascii: "/") ? rest.dropLast() : rest)
        let found = FoundName(bytes, isFile: member.kind == .file)
        if isInside || found.isOutsideDocument { return found }
        // What belongs to no document does no harm beside it either, in whatever directory, unless it leads elsewhere.
        return FoundName.leadsElsewhere(bytes) ? nil : FoundName.outside(String(decoding: bytes, as: UTF8.self))
    }

    package func content(of path: BundlePath, limit: Int) throws -> [UInt8]? {
        var content: [UInt8]?
        let name = name
        try find(path) { file in
            var bytes: [UInt8] = []
            try file.stream { piece in
                // Stops as soon as the limit is exceeded.
                guard bytes.count + piece.count <= limit else {
                    throw FileTooLong(path: "\(name)/\(PrintableText.escaped(path.text))", limit: limit)
                }
                bytes += piece
            }
            content = bytes
        }
        return content
    }

    package func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws -> Bool {
        try reading(path) { try $0.stream(body) }
    }

    /// Reads one file if it exists, and says whether it did.
    func reading(_ path: BundlePath, _ read: (any FileContent) throws -> Void) throws -> Bool {
        var isFound = false
        try find(path) { file in
            isFound = true
            try read(file)
        }
        return isFound
    }

    /// Reads one file: directly in a zip, by reading everything before it in a tar, unless there is an index.
    private func find(_ path: BundlePath, _ read: (any FileContent) throws -> Void) throws {
        guard let zip else { return try findInTar(path, read) }
        try ArchiveFailure.naming(name) {
            let indexed = index.members(of: zip, at: path, place(of:))
            let members =
                try indexed ?? zip.members(endingWith: Array(path.text.utf8)).filter { place(of: $0) == .file(path) }
            for member in members { try read(StreamContent(try zip.content(of: member))) }
        }
    }

    private func findInTar(_ path: BundlePath, _ read: (any FileContent) throws -> Void) throws {
        if let expanded = index.expanded({ () throws(ArchiveProblem) in try reader() }, limits, place(of:)) {
            return try ArchiveFailure.naming(name) {
                if let stream = try expanded.open(path) { try read(StreamContent(stream)) }
            }
        }
        var passed: UInt64 = 0
        defer { index.add(passed) }
        try forEachFile { file, content in
            passed += UInt64(file.size)
            guard case .file(path) = file.place else { return .goOn }
            try read(content)
            return .stop
        }
    }
}

/// The content of the reader's current member.
private struct ReaderContent: FileContent {
    let reader: ArchiveReader

    init(_ reader: ArchiveReader) { self.reader = reader }

    func stream(_ body: ([UInt8]) throws -> Void) throws {
        try handOn(body) { (buffer) throws(ArchiveProblem) in try reader.read(into: &buffer) }
    }
}

/// The content of a member of a zip, which can be read later as well.
private struct LastingContent: FileContent, Sendable {
    let content: ZipMemberContent
    let name: String

    var lasting: (any FileContent & Sendable)? { self }

    func stream(_ body: ([UInt8]) throws -> Void) throws {
        try ArchiveFailure.naming(name) { try StreamContent(content.open()).stream(body) }
    }
}

private struct StreamContent: FileContent {
    let source: any ByteStream

    init(_ source: any ByteStream) { self.source = source }

    func stream(_ body: ([UInt8]) throws -> Void) throws {
        try handOn(body) { (buffer) throws(ArchiveProblem) in try source.read(into: &buffer) }
    }
}

/// Delivers the content piece by piece.
private func handOn(
    _ body: ([UInt8]) throws -> Void, _ read: (inout [UInt8]) throws(ArchiveProblem) -> Int
) throws {
    // Most files are small.
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
        let count = try read(&buffer)
        if count == 0 { return }
        try body(count == buffer.count ? buffer : Array(buffer[..<count]))
        if count == buffer.count, count < 1 << 18 { buffer = [UInt8](repeating: 0, count: 1 << 18) }
    }
}
