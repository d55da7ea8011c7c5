import NotebookFiles
import NotebookFormat
import Synchronization

/// The list of a notebook that was read last: read again only if a file has changed that it is made from.
///
/// An app that shows a list asks for each row.
final class ListingMemory: Sendable {
    private let last = Mutex<(marks: [FileIdentity], listing: NotebookListing)?>(nil)

    /// The list of a directory's files.
    ///
    /// - Throws: `NotebookError`, or an error if it cannot be read.
    func listing(of tree: DirectoryTree, _ files: any FileOperations) throws -> NotebookListing {
        guard !tree.isPending, let marks = try Self.marks(files) else { return try NotebookListing(tree) }
        if let known = last.withLock({ $0?.marks == marks ? $0?.listing : nil }) { return known }
        let listing = try NotebookListing(tree)
        // Without a lock, another file may have come between.
        if try Self.marks(files) == marks { last.withLock { $0 = (marks, listing) } }
        return listing
    }

    private static func marks(_ files: any FileOperations) throws -> [FileIdentity]? {
        guard let manifest = try files.settledMark(of: DiskPath(.manifest)),
            let description = try files.settledMark(of: DiskPath(.notebook))
        else { return nil }
        return [manifest, description]
    }
}
