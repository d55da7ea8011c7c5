import NotebookText

/// The files among which pages of the web are.
struct PagePaths: Sendable {
    /// The paths of the pages, as they are stored.
    let pages: Set<String>
    /// What the keys of pages begin with.
    private let kind: String
    /// The paths of files as they are stored, by their composed paths.
    private let paths: [String: String]
    /// The same by what is equal where letter case is ignored, as on the servers and disks that pages come from.
    private let foldedPaths: [ComparisonKey: String]
    /// The folder, with a slash, that is not part of the names of pages; empty if none.
    private let root: String

    /// - Parameter root: The folder, with a slash, that is not part of the names of pages.
    init(_ files: ForeignFiles, pages: Set<String>, kind: String, root: String = "") {
        (self.pages, self.kind, self.root) = (pages, kind, root)
        paths = Dictionary(files.files.map { ($0.path.composed, $0.path) }) { first, _ in first }
        foldedPaths = Dictionary(files.files.map { (ComparisonKey(seen: $0.path.composed), $0.path) }) { first, _ in
            first
        }
    }

    /// The key by which links name a page.
    func key(_ path: String) -> String { "\(kind):\(name(path).composed)" }

    /// The path of a page below the root.
    func name(_ path: String) -> String { path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path }

    /// The path of a file as it is stored, of one that is composed.
    func stored(_ path: String) -> String? { paths[path] ?? foldedPaths[ComparisonKey(seen: path)] }
}
