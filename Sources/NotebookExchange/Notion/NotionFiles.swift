import ForeignData
import NotebookFiles
import NotebookText

/// The files of an export of Notion, and what the addresses in its pages mean.
struct NotionFiles: Sendable {
    /// The paths of the files, by their decoded paths.
    private let byPath: [String: String]
    /// The ids of the pages and databases whose folder has a path without an id, by that path.
    ///
    /// Today's exports have ids only in the names of files.
    private let folderOwners: [String: [String]]
    /// The files that are pages.
    private(set) var pages: Set<String> = []

    init(_ files: [ForeignFiles.File]) {
        byPath = Dictionary(files.map { (Self.decoded($0.path), $0.path) }) { _, last in last }
        var owners: [String: [String]] = [:]
        for file in files {
            guard let id = NotionID(in: file.name), !file.name.hasSuffix("_all.csv") else { continue }
            owners[file.directory.isEmpty ? id.title : "\(file.directory)/\(id.title)", default: []].append(id.digits)
        }
        folderOwners = owners
    }

    /// Notes that a file is a page.
    mutating func add(page path: String) { pages.insert(path) }

    /// A path with its percent signs decoded, as far as they are valid.
    static func decoded(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: "%")) else { return path.composed }
        return path.parts(between: "/", omittingEmpty: false).map { component in
            (PercentEncoding.decode(String(component)) ?? String(component)).composed
        }.joined(separator: "/")
    }

    /// A path without ids, for reports.
    static func plain(_ path: String) -> String { NotionID.removed(from: path) }

    /// The ids of the pages and databases to which a folder belongs.
    func owners(of directory: String) -> [String] {
        guard let name = directory.split(separator: "/").last else { return [] }
        return NotionID(in: name).map { [$0.digits] } ?? folderOwners[directory] ?? []
    }

    /// The file that an address means; `nil` for pages and for what is not there.
    func file(_ address: String, from page: NotionPage) -> String? {
        guard !address.holds("://"), !address.hasPrefix("#"), !address.hasPrefix("data:") else { return nil }
        let path = String(address.prefix { $0 != "#" && $0 != "?" })
        let directory = page.path.parts(between: "/").dropLast().map(String.init)
        var components = directory
        for component in path.parts(between: "/") {
            if component == ".." {
                _ = components.popLast()
            } else if component != "." {
                components.append(String(component))
            }
        }
        let whole = components.joined(separator: "/")
        guard let found = stored(whole), !pages.contains(found), !found.hasSuffix(".csv") else { return nil }
        return found
    }

    /// The file at a path, which may be encoded up to three times.
    private func stored(_ path: String) -> String? {
        var path = path
        for _ in 0..<4 {
            if let found = byPath[path] { return found }
            let next = Self.decoded(path)
            guard next != path else { return nil }
            path = next
        }
        return nil
    }
}
