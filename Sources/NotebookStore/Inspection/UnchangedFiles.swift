import Cores
import NotebookFormat

/// Tells a notebook of which no file was changed since it was looked at, as most are, without a look at the files one by one.
///
/// If it does not tell that, nothing is said of the notebook.
struct UnchangedFiles {
    private let tree: DirectoryTree
    private let known: SeenFiles

    /// So many files are asked about by one job.
    private static let filesAtOnce = 500

    init(_ tree: DirectoryTree, _ known: SeenFiles) {
        self.tree = tree
        self.known = known
    }

    /// What an inspection would find if all files are as they were seen and as a manifest lists them, and no others are there;
    /// `nil` if that is not certain.
    func inspection(_ manifest: Inspection.Reading<Manifest>) throws -> Inspection? {
        guard let listed = manifest.value, let reader = tree.directoryReader,
            // The description is always read, and so never among what was seen.
            known.count + 1 >= listed.entries.count, let description = try description(listed)
        else { return nil }
        let entries = listed.entries
        let jobs = OrderedJobs<Bool>()
        for first in stride(from: 0, to: entries.count, by: Self.filesAtOnce) {
            let numbers = first..<min(first + Self.filesAtOnce, entries.count)
            jobs.add { try areAsListed(numbers, entries, reader) }
        }
        // The manifest does not list itself.
        let isAll = tree.countFiles() == entries.count + 1
        guard try jobs.values().allSatisfy(\.self), isAll else { return nil }
        var inspection = Inspection()
        inspection.manifest = manifest
        inspection.description = description
        inspection.files = entries.indices.map { index in
            FileFact(
                path: entries.path(at: index), size: entries.size(at: index), digest: entries.digest(at: index),
                item: nil)
        }
        return inspection
    }

    private func areAsListed(_ numbers: Range<Int>, _ entries: Manifest.Entries, _ reader: DirectoryReader) throws
        -> Bool
    {
        zip(numbers, try reader.statuses(of: numbers, of: entries)).allSatisfy { number, status in
            guard let status, status.kind == .file, let stamp = status.stamp, status.size == entries.size(at: number)
            else { return false }
            let digest = entries.digest(at: number)
            return entries.type(at: number) == .notebook
                || entries.withPath(at: number) { known.isSeen($0, stamp, digest) }
        }
    }

    /// The description, which is always read: what is wrong with it is told.
    private func description(_ listed: Manifest) throws -> Inspection.Reading<NotebookDescription>? {
        guard let bytes = try? tree.content(of: .notebook, limit: NotebookDescription.maximumBytes),
            let value = try? NotebookDescription(bytes),
            listed[.notebook]?.digest == Digest.of(bytes)
        else { return nil }
        return .read(value, bytes: bytes)
    }
}
