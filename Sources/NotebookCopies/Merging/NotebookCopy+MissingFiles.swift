import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

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

    /// The files that sealing could not accept, and whose listed versions another copy replaces or removes.
    func replacedUnsealable(by other: NotebookCopy) -> [FileFact] {
        compared.reading.unsealable.compactMap { file in
            guard let fact = file.found, let listed = file.listed, other.manifest[fact.path]?.digest != listed,
                // Behind a link is nothing that a change replaces.
                fact.digest != listed
            else { return nil }
            return fact
        }
    }

    /// Its files; those that are listed and cannot be read, and that the common state lacks, are as in another copy, and
    /// so are items that nobody deleted, since they are there in a folder with another spelling.
    ///
    /// - Parameter other: The copy that they are merged into, which had them.
    func filesToMerge(into other: NotebookCopy, _ base: MergeBase) -> [ComparedFile] {
        let (unsealable, others) = (compared.reading.unsealable, other.compared.content.files)
        let left = Set(unsealable.filter { $0.listed != nil }.compactMap(\.found?.path))
        let unlisted = Set(
            unsealable.filter { $0.listed == nil }.compactMap { $0.found?.item?.readable?.metadata.uuid })
        guard !left.isEmpty || !unlisted.isEmpty else { return compared.content.files }
        let known = Set(base.files.map { ComparedNotebook.Wanted($0.path, $0.digest) })
        let files = compared.content.files.map { file in
            guard left.contains(file.path), !known.contains(.init(file.path, file.digest)) else { return file }
            return others.first { $0.item?.uuid == file.item?.uuid && file.item?.uuid != nil }
                ?? others.first { $0.path == file.path } ?? file
        }
        let present = Set(files.compactMap { $0.item?.uuid })
        return files
            + others.filter { file in
                file.item?.uuid.map { unlisted.contains($0) && !present.contains($0) } ?? false
            }
    }

    /// A file that sealing could not accept, and whose listed version nobody has any more; `nil` if there is none.
    ///
    /// - Parameter other: The copy that it is merged with.
    func lostUnsealable(besides other: NotebookCopy) throws -> UnsealableFile? {
        let listed = compared.reading.unsealable.compactMap(\.listed)
        let wanted = listed.isEmpty ? [] : Set(listed).subtracting(other.digests)
        guard !wanted.isEmpty else { return nil }
        let known = try other.remembered(among: wanted)
        return compared.reading.unsealable.first { file in
            file.listed.map { wanted.contains($0) && !known.contains($0) } ?? false
        }
    }
}
