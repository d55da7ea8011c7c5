import NotebookFiles
import NotebookFormat
import NotebookStore

extension NotebookCopy {
    /// Makes sure that only a few of the listed files are missing: a disk or a cloud service that fails takes many.
    ///
    /// Three files are many if they are a tenth of all, and 200 are in any case; those in the trash do not count.
    func refuseManyMissing() throws {
        let missing = compared.missingFiles.count { TrashedPath($0) == nil }
        let listed = compared.inspection.manifest.value?.entries.count { TrashedPath($0.path) == nil } ?? 0
        guard missing >= Self.many.least, missing * 10 >= listed || missing >= Self.many.most else { return }
        throw NotebookError.manyMissing(compared.name, missing, of: listed)
    }

    private static let many = (least: 3, most: 200)

    /// Makes sure that the listed files are here, rather than in a cloud only.
    func refuseEvicted() throws {
        guard let first = compared.inspection.evicted.min() else { return }
        throw NotebookError.inCloud(compared.name, first, compared.inspection.evicted.count)
    }
}
