import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookStore

extension Draft {
    /// Copies the attachments that items reference, and returns their names here.
    mutating func copyBlobs(
        _ places: [TransferPath], _ source: NotebookListing, _ files: some FileTree,
        _ target: inout TransferTarget, _ transfer: inout Transfer
    ) throws -> [Rename] {
        let carried = CarriedBlobs(source.manifest)
        var wanted: Set<BundlePath> = []
        for place in places { wanted.formUnion(carried.blobs(of: place.file, at: place.item.path)) }
        transfer.carriedBlobs = wanted
        var renames: [Rename] = []
        for path in wanted.sorted() {
            let new = try copyBlob(path, source, files, &target, &transfer)
            if new != path { renames.append(Rename(old: path.text, new: new)) }
        }
        return renames
    }

    private mutating func copyBlob(
        _ path: BundlePath, _ source: NotebookListing, _ files: some FileTree, _ target: inout TransferTarget,
        _ transfer: inout Transfer
    ) throws -> BundlePath {
        if let digest = source.manifest[path]?.digest, let known = target.blobs[digest], try isIntact(known, digest) {
            return known
        }
        let file = try stage(expecting: source.manifest[path]?.size ?? 0) { write in
            guard try files.stream(path, write) else { throw NotebookError.gone(path) }
        }
        if let known = target.blobs[file.digest] {
            if try isIntact(known, file.digest) { return known }
            // Another program removed it: it comes back to where links lead.
            if try store.files.status(DiskPath(known)) == nil {
                try write(file, at: known)
                transfer.attachments += 1
                return known
            }
        }
        let name = BlobName(path.name)?.readableName ?? String(path.name)
        let new = try target.freeBlobPath(name, file.digest) { try namesOnDisk(in: $0) }
        try write(file, at: new)
        target.put(blob: new, file.digest)
        transfer.attachments += 1
        return new
    }
}
