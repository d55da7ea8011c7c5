import NotebookFormat
import NotebookPacking
import NotebookText

/// The files around pages of the web, and the attachments made of them.
final class PageFiles {
    let files: ForeignFiles
    let paths: PagePaths
    /// The files that pages show.
    private(set) var used: Set<String> = []
    /// The attachments, by the paths of their files.
    private var attachments: [String: PageAttachment] = [:]

    init(_ files: ForeignFiles, _ paths: PagePaths) { (self.files, self.paths) = (files, paths) }

    /// Attaches some files, and returns those that are not damaged by their paths.
    ///
    /// - Parameter name: The name of a file; by default, the last part of its path.
    func attach(
        _ paths: [String], _ notes: ForeignImport, _ bundle: inout NewBundle,
        name: (String) -> String = PageFiles.name
    ) throws -> [String: PageAttachment] {
        var attached: [String: PageAttachment] = [:]
        for path in paths {
            if used.insert(path).inserted {
                notes.balance.find(.attachments)
                let blob = try notes.attach(&bundle) {
                    try files.copy(path, $0)
                } name: {
                    name(path)
                }
                attachments[path] = blob.map { PageAttachment(path: $0, name: name(path)) }
            }
            attached[path] = attachments[path]
        }
        return attached
    }

    /// The last part of a path.
    static func name(_ path: String) -> String { path.parts(between: "/").last.map(String.init) ?? path }
}

/// An attachment made of a file that a page shows or links to.
struct PageAttachment: Sendable {
    let path: BundlePath
    let name: String
}
