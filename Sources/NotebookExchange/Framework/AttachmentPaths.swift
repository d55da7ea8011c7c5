import NotebookCopies
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The paths that attachments had in the folders they were imported from, so that an export can put them there again
/// (Format, clause 24.4).
struct AttachmentPaths: Equatable {
    /// The paths of attachments in their folders, by their paths in the notebook; each list is sorted.
    private(set) var paths: [BundlePath: [String]] = [:]

    /// The record, as stored in its file.
    private struct Record: Codable {
        var format = "notebundle-places"
        var version = 1
        var places: [String: [String]]
    }

    /// The largest record that is read, in bytes.
    private static let maximumBytes = 64 << 20

    init() {}

    /// Reads the record of a notebook; if it is missing or cannot be parsed, no place is known.
    ///
    /// - Throws: an error if the file cannot be read.
    init(_ files: any FileTree) throws {
        guard let bytes = try files.content(of: .attachmentPlaces, limit: Self.maximumBytes),
            let record = try? JSONDecoder().decode(Record.self, from: Data(bytes)), record.version == 1
        else { return }
        for (blob, places) in record.places {
            guard let path = try? BundlePath(blob), FileType(of: path) == .blob else { continue }
            for place in places { add(place, of: path) }
        }
    }

    /// Adds the place of an attachment, unless it cannot be the path of a file in a folder.
    mutating func add(_ place: String, of blob: BundlePath) {
        guard (try? BundlePath(Self.place(place))) != nil, paths[blob]?.contains(place) != true else { return }
        paths[blob, default: []].append(place)
        paths[blob]?.sort()
    }

    /// A place as a path of a notebook, where the same rules for names apply.
    private static func place(_ place: String) -> String { "\(BundlePath.importedExtras.text)/\(place)" }

    /// The places of some attachments.
    func of(_ blobs: Set<BundlePath>) -> AttachmentPaths {
        var places = self
        places.paths = paths.filter { blobs.contains($0.key) }
        return places
    }

    /// Whether there is nothing to record.
    var isEmpty: Bool { rows.isEmpty }

    /// The places to record: those that an export would not choose on its own.
    private var rows: [BundlePath: [String]] { paths.filter { $1 != [Self.standard(for: $0)] } }

    /// The default place of an attachment whose place is not known.
    static func standard(for blob: BundlePath) -> String {
        "attachments/\(BlobName(blob.name)?.readableName ?? String(blob.name))"
    }

    /// The content of the record's file.
    func text() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let places = Dictionary(uniqueKeysWithValues: rows.map { ($0.text, $1) })
        let text = [UInt8](try encoder.encode(Record(places: places)))
        return JSONText.canonical(text) ?? text
    }
}

extension Draft {
    /// Adds the places that the attachments of a source had.
    ///
    /// - Parameter folder: The folder that receives the folders of the source.
    mutating func mergePaths(of source: ImportSource, into folder: FolderPath?, _ target: TransferTarget) throws {
        let taken = try AttachmentPaths(source.files)
        guard !taken.isEmpty else { return }
        let old = try AttachmentPaths(try tree())
        var places = old
        for (blob, paths) in taken.paths {
            guard let digest = source.notebook.manifest[blob]?.digest, let here = target.blob(digest) else { continue }
            let base = folder.map { $0 == .root ? "" : "\($0.text)/" } ?? ""
            for path in paths { places.add(base + path, of: here) }
        }
        guard places != old else { return }
        let text = try places.text()
        try write(try stage(expecting: text.count) { write in try write(text) }, at: .attachmentPlaces)
    }
}
