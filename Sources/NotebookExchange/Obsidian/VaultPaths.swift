import NotebookFormat
import NotebookStore
import NotebookText

/// A file of a vault, and the file of the notebook that it is made from.
struct VaultFile: LinkableFile {
    let text: String
    let origin: BundlePath
}

/// The paths of a notebook's files in a vault: items in their folders without the root, attachments and extras where
/// they were before their import, other attachments in one folder.
struct VaultPaths {
    /// The files, those of items first.
    private(set) var files: [VaultFile] = []
    private var taken: Set<ComparisonKey> = []
    /// The directories that files need.
    private var directories: Set<ComparisonKey> = []

    init(_ items: [Item], blobs: [BundlePath], extras: [BundlePath], _ places: AttachmentPaths) {
        // Creates the folders of items before the names of attachments are chosen.
        for item in items { recordDirectories(of: item.shortPath) }
        for item in items.sorted(by: { ($0.type == .card ? 1 : 0, $0.path) < ($1.type == .card ? 1 : 0, $1.path) }) {
            add(item.shortPath, ending: ".md", from: item.path)
        }
        for blob in blobs {
            let known = (places.paths[blob] ?? []).filter(isFree)
            for place in known { put(place, from: blob) }
            guard known.isEmpty else { continue }
            let place = AttachmentPaths.standard(for: blob)
            let end = Self.endOfStem(place)
            add(String(place[..<end]), ending: String(place[end...]), from: blob)
        }
        for extra in extras {
            let place = String(extra.text.dropFirst(BundlePath.importedExtras.text.count + 1))
            if isFree(place) { put(place, from: extra) }
        }
    }

    /// Where the ending of a file name begins, so that a number can be inserted before it.
    private static func endOfStem(_ path: String) -> String.Index {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        let dot = path.utf8.lastIndex(of: UInt8(ascii: "."))
        return dot.flatMap { $0 > name ? $0 : nil } ?? path.endIndex
    }

    private mutating func add(_ stem: String, ending: String, from origin: BundlePath) {
        put(PortableName.unique(stem, ending: ending) { !isFree($0) }, from: origin)
    }

    /// Whether a path is free: nothing has it, and no file has the path of one of its directories.
    private func isFree(_ path: String) -> Bool {
        let key = ComparisonKey(path)
        return !taken.contains(key) && !directories.contains(key)
            && !Self.directories(of: path).contains { taken.contains($0) }
    }

    private mutating func put(_ path: String, from origin: BundlePath) {
        taken.insert(ComparisonKey(path))
        recordDirectories(of: path)
        files.append(VaultFile(text: path, origin: origin))
    }

    private mutating func recordDirectories(of path: String) { directories.formUnion(Self.directories(of: path)) }

    private static func directories(of path: String) -> [ComparisonKey] {
        let components = path.split(separator: "/")
        return components.indices.dropFirst().map { ComparisonKey(components[..<$0].joined(separator: "/")) }
    }
}
