import Archives
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

/// A bag in an archive, whose files are unpacked to be checked and imported.
struct PackedBag {
    private let place: ImportLocation
    /// The folder of the bag in the archive; empty if the archive is the bag.
    private let root: String
    /// The archive in the archive that is the bag, if there is nothing else; `nil` if the outer one is the bag.
    private let inner: ArchiveMember?

    /// Calls a function with places, of which archives of bags are unpacked until it returns, and with a request by which
    /// others can be.
    ///
    /// - Throws: `ArchiveFailure` if an archive of a bag is damaged, `SystemError`, or what the function throws.
    static func unpacking<Result>(
        _ places: [ImportLocation], _ request: ImportRequest, _ locations: FileLocations,
        _ body: ([ImportLocation], ImportRequest) throws -> Result
    ) throws -> Result {
        guard places.contains(where: { !$0.isDirectory }) else { return try body(places, request) }
        let bags = places.map { PackedBag($0) }
        return try locations.withScratch(request.environment) { scratch in
            var request = request
            request.scratch = scratch.path
            var unpacked: [String: ImportLocation] = [:]
            return try body(
                try zip(places, bags).map { place, bag in
                    guard let bag else { return place }
                    // The same archive twice is one bag.
                    let path = ExternalPath.real(place.path)
                    let found = try unpacked[path] ?? bag.unpack(into: scratch.subpath("\(unpacked.count)"), request)
                    unpacked[path] = found
                    return found
                }, request)
        }
    }

    /// Looks for a bag in an archive; `nil` if the file is none.
    private init?(_ place: ImportLocation) {
        guard !place.isDirectory, FileKind.following(place.path) == .file,
            let reader = try? ArchiveSource(path: place.path).reader()
        else { return nil }
        inner = Self.wrapped(in: reader)
        guard let opened = try? Self.reader(of: inner, in: reader), let root = try? Self.root(in: opened) else {
            return nil
        }
        (self.place, self.root) = (place, root)
    }

    /// The only file of a zip, if it is an archive by its name.
    private static func wrapped(in reader: ArchiveReader) -> ArchiveMember? {
        guard let files = try? reader.zip?.members().filter({ $0.kind == .file }), files.count == 1,
            path(of: files[0]).lowercased().hasSuffix(".zip")
        else { return nil }
        return files[0]
    }

    private static func reader(of inner: ArchiveMember?, in outer: ArchiveReader) throws -> ArchiveReader {
        guard let inner, let zip = outer.zip else { return outer }
        return try ArchiveReader(zip.content(of: inner))
    }

    /// The folder with the declaration of a bag; `nil` if there is none.
    private static func root(in reader: ArchiveReader) throws -> String? {
        var top: Substring?
        while let member = try reader.next() {
            let parts = path(of: member).split(separator: "/")
            guard let first = parts.first, member.kind == .file else { continue }
            if parts.last == "bagit.txt", parts.count <= 2 { return parts.count == 2 ? String(first) : "" }
            // Whatever else an archive holds is not read to its end: a bag has one folder, or texts beside its data.
            let isText = parts.count == 1 && first.hasSuffix(".txt")
            guard isText || first == "data" || first == top ?? first else { return nil }
            if first.hasSuffix(".notebundle") { return nil }
            if !isText, first != "data" { top = first }
        }
        return nil
    }

    private static func path(of member: ArchiveMember) -> String {
        let path = String(decoding: member.path, as: UTF8.self)
        return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }

    private func unpack(into folder: FileLocation, _ request: ImportRequest) throws -> ImportLocation {
        try folder.createPrivately()
        let files = try DirectoryFiles(folder.path, name: place.shown)
        let source = try request.unlock(.init(path: place.path), place)
        try ArchiveFailure.naming(place.shown) {
            let reader = try Self.reader(of: inner, in: source.reader())
            while let member = try reader.next() {
                let parts = Self.path(of: member).split(separator: "/")
                guard member.kind == .file, !parts.contains(".."), parts.first.map(String.init) == root || root.isEmpty
                else { continue }
                let path = parts.dropFirst(root.isEmpty ? 0 : 1).joined(separator: "/")
                try write(reader, at: path, files, request)
                // Notes without dates have that of their file.
                if let time = member.modificationTime { files.setModified(DiskPath(path), to: time) }
            }
            try reader.finish()
        }
        let stem = ExternalPath.name(of: place.path).prefix { $0 != "." }
        var unpacked = ImportLocation(folder.path, shown: place.shown, name: root.isEmpty ? String(stem) : root)
        unpacked.isUnpacked = true
        return unpacked
    }

    private func write(
        _ reader: ArchiveReader, at path: String, _ files: DirectoryFiles, _ request: ImportRequest
    ) throws {
        let place = DiskPath(path)
        _ = try files.makeDirectories(place.parent)
        let file = try files.create(place)
        defer { files.close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = try reader.read(into: &buffer), count > 0 {
            try request.progress.step(count, path)
            try files.writeAll(Array(buffer[..<count]), to: file)
        }
    }
}
