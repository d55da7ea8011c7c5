import Cores
import NotebookFiles
import NotebookFormat
import NotebookLinks

/// Which attachments a file uses.
struct BlobMentionsOfFile: Sendable {
    let path: BundlePath
    /// The targets of its links.
    var linked: Set<BundlePath> = []
    /// The names in its text.
    var named: Set<BundlePath> = []
}

/// Files in which one core looks for attachments; small ones are batched.
struct MentionBatch {
    let resolver: LinkResolver
    let mentions: BlobMentions
    /// Reads several files of a directory at once, if there is one.
    let reader: DirectoryReader?
    let progress: any WorkProgress

    private var paths: [BundlePath] = []
    private var size = 0

    private static let enoughFiles = 64
    private static let enoughBytes = 1 << 20

    init(resolver: LinkResolver, mentions: BlobMentions, reader: DirectoryReader?, progress: any WorkProgress) {
        self.resolver = resolver
        self.mentions = mentions
        self.reader = reader
        self.progress = progress
    }

    /// Has a file searched, at once if it can only be read now.
    mutating func add(
        _ file: TreeFile, _ path: BundlePath, _ content: any FileContent, to jobs: OrderedJobs<[BlobMentionsOfFile]>
    ) throws {
        guard let lasting = content.lasting else {
            let found = try look(in: content, at: path)
            jobs.add { [found] }
            return
        }
        guard reader != nil, file.storedPath == nil, file.size <= Self.enoughBytes else {
            let batch = self
            jobs.add(weight: min(file.size, ItemFile.maximumBytes)) { [try batch.look(in: lasting, at: path)] }
            return
        }
        paths.append(path)
        size += file.size
        if paths.count >= Self.enoughFiles || size >= Self.enoughBytes { pass(to: jobs) }
    }

    /// Has a job search the batch, and starts a new one.
    mutating func pass(to jobs: OrderedJobs<[BlobMentionsOfFile]>) {
        guard !paths.isEmpty, let reader else { return }
        let batch = self
        jobs.add(weight: size) {
            let contents = try reader.contents(of: batch.paths, limit: Self.enoughBytes)
            return try zip(batch.paths, contents).map { path, bytes in
                guard let bytes else {
                    return try batch.look(in: DiskContent(files: reader.files, path: DiskPath(path)), at: path)
                }
                batch.progress.advance(bytes.count, "\(path)")
                var found = BlobMentionsOfFile(path: path)
                found.named = Set(batch.mentions.mentioned(in: bytes))
                batch.addLinks(of: bytes, to: &found)
                return found
            }
        }
        (paths, size) = ([], 0)
    }

    /// Searches a file of any length, piece by piece.
    private func look(in content: any FileContent, at path: BundlePath) throws -> BlobMentionsOfFile {
        var found = BlobMentionsOfFile(path: path)
        let isItem = FileType(of: path)?.isItem == true
        var item: [UInt8] = []
        try content.windows(overlap: BlobMentions.longestName) { window, new in
            if isItem, item.count <= ItemFile.maximumBytes { item += window.suffix(new) }
            found.named.formUnion(mentions.mentioned(in: window))
            try progress.step(new, "\(path)")
        }
        addLinks(of: item, to: &found)
        return found
    }

    private func addLinks(of bytes: [UInt8], to found: inout BlobMentionsOfFile) {
        guard FileType(of: found.path)?.isItem == true, let file = try? ItemFile(bytes) else { return }
        for name in file.linkNames where resolver.canLeadToAttachment(name) {
            switch name.target(resolver, from: found.path) {
            case .file(let target): found.linked.insert(target)
            case .ambiguous(let targets): found.linked.formUnion(targets)
            default: break
            }
        }
    }
}
