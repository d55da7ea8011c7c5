import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText

/// The attachments of an imported folder, each content once.
struct FolderAttachments {
    /// The paths of the attachments in the bundle, by their places in the folder.
    private(set) var paths: [DiskPath: BundlePath] = [:]
    /// Files that the system refuses to read, by their places in the folder, and why.
    private(set) var refused: [String: String] = [:]
    private var byDigest: [Digest: BundlePath] = [:]
    private var keys: Set<ComparisonKey> = []
    private let files: DirectoryFiles
    private let progress: any WorkProgress
    /// The original names of files that were renamed, by their paths.
    private let names: [String: String]

    init(_ files: DirectoryFiles, names: [String: String] = [:], _ progress: any WorkProgress) {
        (self.files, self.names, self.progress) = (files, names, progress)
    }

    /// How many attachments were written.
    var count: Int { byDigest.count }

    /// Writes a file of the folder into a bundle, unless it was written before or cannot be opened.
    mutating func copy(_ file: SourceFolder.File, _ bundle: inout NewBundle) throws {
        guard paths[file.path] == nil, refused[file.text] == nil else { return }
        do throws(SystemError) {
            files.close(try files.open(file.path))
        } catch {
            guard error.meansRefused else { throw error }
            refused[file.text] = error.reasonToSkip
            return
        }
        let arrival = try BundlePath("blobs/arrival")
        let (files, progress) = (files, progress)
        let fact = try bundle.write(at: arrival) { write in
            try files.stream(file.path) { bytes in
                try progress.step(bytes.count, file.text)
                try write(bytes)
            }
        }
        if let known = byDigest[fact.digest] {
            try bundle.remove(arrival)
            paths[file.path] = known
            return
        }
        let name = names[file.text] ?? file.name
        var length = BlobName.shortestInfix
        var path = try BundlePath("blobs/\(BlobName(name, digest: fact.digest))")
        while keys.contains(path.key), length < 64 {
            length += 1
            path = try BundlePath("blobs/\(BlobName(name, digest: fact.digest, infixLength: length))")
        }
        try bundle.rename(arrival, to: path)
        keys.insert(path.key)
        byDigest[fact.digest] = path
        paths[file.path] = path
    }

    /// Records in a bundle where the attachments were in the folder.
    func recordPlaces(in bundle: inout NewBundle) throws {
        var places = AttachmentPaths()
        // A file that an export renamed in a vault was not in that place originally.
        for (place, blob) in paths where names[place.text] == nil { places.add(place.text.composed, of: blob) }
        if !places.isEmpty { try bundle.write(try places.text(), at: .attachmentPlaces) }
    }
}
